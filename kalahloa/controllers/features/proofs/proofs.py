"""Proving forced wins of the position that is shown, and the trees of those that were found."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.base.setting import SavedValue
from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.proofs.state import ProofLimits, ProofState, Proved
from kalahloa.controllers.features.proofs.words import replies_text, verdict_sentence
from kalahloa.controllers.work.analysis_service import AnalysisService, Priority
from kalahloa.controllers.work.proof_job import ProofNews, ProofRequest
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.record.node import Node
from kalahloa.models.record.record import Record
from kalahloa.models.study.forced.margins import counts_margins

with lazy_imports():
    from kalahloa.models.search.proof import proof
    from kalahloa.models.study.forced import proven as forced
    from kalahloa.models.study.forced import prover as provers
    from kalahloa.models.study.forced import question as questions


MAX_KEPT = 40
"""So many verdicts are kept in a session, the newest."""
MAX_TREES = 3
"""So many of them keep their tables and trees; those of others are searched again when needed."""


@dataclass(eq=False)
class _Asked:
    """A question about a position: that after *moves* in games of these rules and this start."""

    number: int
    game: Game
    rules: Any
    start: str
    moves: tuple[int, ...]
    position: Position
    prover: "questions.WinProver"
    verdict: "questions.Verdict | None" = None
    request: int = 0


class Proofs(Feature):
    """Follows a document, has forced wins searched for, and keeps the verdicts of a session.

    A search goes on while one walks and edits elsewhere, and ends with the record.  A verdict holds
    for its position, after the same moves, also when that is met again in another record.
    """

    SAVED = (SavedValue(ProofLimits, "limits", "set_limits"),)
    panel = "proof"

    progressed = Signal(object)
    """The `WinProgress` of the search, at most ten times a second; None once it has ended."""
    replied = Signal(int, object, object, str)
    """A number of `Proved`, the moves that were asked for by `want`, and the `Replies` there, or
    None if they were not found; with a sentence if something failed."""

    def __init__(
        self,
        document: Document,
        service: AnalysisService,
        analysis: Analysis,
        live: LiveAnalysis,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._service = service
        self._analysis = analysis
        self._live = live
        self.limits = ProofLimits()
        """The limits of the next search, where it is not asked for in words."""
        self._number = 0
        self._kept: list[_Asked] = []
        self._running: _Asked | None = None
        self._asked_in: tuple[Record, Node] | None = None
        self._wanted: dict[int, tuple[_Asked, tuple[int, ...]]] = {}
        self._to_answer: set[int] = set()
        self._noted: Node | None = None
        """The node of which what is proven is known already."""
        self._margins_of: Record | None = None
        self._by_margin = False
        self._state = ProofState()
        self._is_stale = True
        service.proved.connect(self._on_news)
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        analysis, live = app[Analysis], app[LiveAnalysis]
        return cls(app.document, app.service, analysis, live, app.document)

    # -- following the document ----------------------------------------------------------------

    def place_fields(self) -> Fields:
        """Return how proving stands, and what is proven here."""
        if self._is_stale:
            self._is_stale = False
            self._state = self._state_here()
        return {ProofState: self._state}

    def secret_fields(self) -> Fields:
        """Return nothing that is proven."""
        return {ProofState: None}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Look at another place; stop where another record is open."""
        if Cause.NEW in causes:
            self._cancel()
            self._cancel_wanted(list(self._wanted))
        self._is_stale = True
        if self._kept:
            self._note_here()

    def _state_here(self) -> ProofState:
        record, node = self._document.record, self._document.node
        if record is not self._margins_of:  # to ask takes a millisecond
            self._margins_of = record
            self._by_margin = counts_margins(record.game, record.position)
        asked = self._running
        state = ProofState(by_margin=self._by_margin)
        if asked is not None and self._asked_in is not None:
            state = replace(state, asked=asked.prover.question, asked_at=self._asked_in[1])
        if not self._kept:
            return state
        path = node.path()
        line = _moves_of(path)
        here = [asked for asked in self._kept if self._leads_here(asked, record, line)]
        results = tuple(
            _proved(asked, node) for asked in reversed(here) if len(asked.moves) == len(line)
        )
        wins = [one for one in here if one.verdict is not None and one.verdict.is_win]
        if not wins:
            return replace(state, results=results)
        nearest = max(wins, key=lambda one: (len(one.moves), one.number))
        count = len(nearest.moves)
        tree = _proved(nearest, path[count])
        return replace(state, results=results, tree=tree, moves=line[count:])

    def _leads_here(self, asked: _Asked, record: Record, line: tuple[int, ...]) -> bool:
        return (
            asked.verdict is not None
            and line[: len(asked.moves)] == asked.moves
            and asked.game is record.game
            and asked.rules == record.rules
            and asked.start == record.start
        )

    # -- asking --------------------------------------------------------------------------------

    def set_limits(self, limits: ProofLimits) -> None:
        """Set the limits of the next search."""
        if limits != self.limits:
            self.limits = limits
            self.settings_changed.emit()

    @property
    def running(self) -> bool:
        """Whether a question is being answered."""
        return self._running is not None

    @property
    def is_busy(self) -> bool:
        """Whether a question is being answered, or replies are searched for."""
        return self.running or bool(self._wanted)

    def start(self, question: "questions.WinQuestion") -> bool:
        """Search for the answer to *question* here; return False if it is known already.

        What is answered at the moment is stopped.  An open verdict is searched on, with the limits
        of *question*.
        """
        self.stop()
        document = self._document
        record, node = document.record, document.node
        line = _moves_of(node.path())
        asked = next(
            (
                one
                for one in self._kept
                if one.prover.question == question
                and one.moves == line
                and self._leads_here(one, record, line)
            ),
            None,
        )
        if asked is None:
            position, known = record.position.copy(), self._analysis.known()
            self._number += 1
            prover = provers.prover_for(record.game, position, question, known)
            asked = _Asked(
                self._number, record.game, record.rules, record.start, line, position, prover
            )
        else:
            self._kept.remove(asked)
            if asked.verdict is not None and not asked.verdict.is_open:
                self._keep(asked)
                self._report()
                return False
            asked.prover.question = question
        prover = asked.prover
        asked.request = self._service.submit(
            Priority.PROOF, lambda number: ProofRequest(number, prover)
        )
        self._running = asked
        self._asked_in = record, node
        self._report()
        self.began.emit()
        return True

    def stop(self) -> "questions.Verdict | None":
        """Stop the search; return what it has found by then, which is kept, None if none runs."""
        asked = self._running
        if asked is None:
            return None
        self._cancel()
        certain = asked.prover.verdict
        asked.verdict = certain or questions.Verdict(
            asked.prover.question, proof.ProofResult.UNKNOWN, stopped=True
        )
        self._keep(asked)
        self._report()
        return asked.verdict

    def _cancel(self) -> None:
        """Stop the search, and forget it."""
        asked, self._running = self._running, None
        self._asked_in = None
        if asked is not None:
            self._service.cancel(asked.request)
            self.progressed.emit(None)

    @Slot(object)
    def _on_news(self, news: ProofNews) -> None:
        if news.number in self._wanted:
            self._receive_replies(news)
            return
        asked = self._running
        if asked is None or news.number != asked.request:
            return
        if news.progress is not None:
            self.progressed.emit(news.progress)
        if not news.finished:
            return
        place = self._asked_in
        self._running = self._asked_in = None
        self.progressed.emit(None)
        with self._document.one_change():
            if news.verdict is not None:
                asked.verdict = news.verdict
                self._keep(asked)
                self._analysis.add_tree(asked.game, asked.rules, asked.prover.look_up)
                if place is not None and place[0] is self._document.record and place[1].in_tree:
                    self._note_finding(asked, place[1], asked.position, ())
                    self._live.emit_later(place[1])
            self._report()
        if news.verdict is not None:
            if not self._document.place.secret:  # it could give the answer away
                self.message.emit(verdict_sentence(asked.game, news.verdict))
        else:
            self.message.emit(news.error)

    def _keep(self, asked: _Asked) -> None:
        """Make *asked* the newest of those that are kept, and let old ones go."""
        self._noted = None
        self._kept.append(asked)
        del self._kept[:-MAX_KEPT]
        used = [one for one, _ in self._wanted.values()]
        for old in self._kept[:-MAX_TREES]:
            if old not in used:
                old.prover.release()

    def _report(self) -> None:
        self._is_stale = True
        self._document.report(Cause.FINDINGS)

    # -- what others know then -----------------------------------------------------------------

    def _note_here(self) -> None:
        """Add what is proven of the current node, here or above, to what is known of its moves."""
        record, node = self._document.record, self._document.node
        if node is self._noted or node.outcome is not None:
            return
        self._noted = node
        line = _moves_of(node.path())
        for asked in self._kept:
            if self._leads_here(asked, record, line):
                self._note_finding(asked, node, record.position, line[len(asked.moves) :])

    def _note_finding(
        self, asked: _Asked, node: Node, position: Position, moves: tuple[int, ...]
    ) -> None:
        """Add what *asked* proves of *node*, of *position*, which is *moves* after its own."""
        assert asked.verdict is not None
        if moves:
            proven = forced.proven_below(asked.prover, asked.verdict, position, moves)
        else:
            proven = forced.proven_at(asked.prover, asked.verdict, position)
        if proven is not None:
            self._analysis.add_proof(node, position, proven)

    # -- trees ---------------------------------------------------------------------------------

    def replies(self, number: int, moves: Iterable[int]) -> "questions.Replies | None":
        """Return the replies after *moves* in the tree with this number, if they are kept."""
        asked = self._asked(number)
        return None if asked is None else asked.prover.replies(tuple(moves))

    def want(self, number: int, moves: Iterable[int]) -> int:
        """Search for the replies after *moves*, which `replied` tells; return the request's number.

        0 is returned if there is no tree with this number any more.
        """
        asked, line = self._asked(number), tuple(moves)
        if asked is None:
            return 0
        for request, waiting in self._wanted.items():
            if waiting == (asked, line):
                return request
        prover = asked.prover
        request = self._service.submit(
            Priority.PROOF, lambda number: ProofRequest(number, prover, line)
        )
        self._wanted[request] = asked, line
        return request

    def ask(self, number: int, moves: Iterable[int]) -> None:
        """Search for the replies after *moves*, which `answered` tells in words."""
        request = self.want(number, moves)
        if request:
            self._to_answer.add(request)

    def stop_wanted(self) -> None:
        """Search for replies no longer; `replied` tells that they were not found."""
        for asked, line in self._cancel_wanted(list(self._wanted)):
            self.replied.emit(asked.number, line, None, "")

    def _cancel_wanted(self, requests: list[int]) -> list[tuple[_Asked, tuple[int, ...]]]:
        gone = []
        for request in requests:
            gone.append(self._wanted.pop(request))
            self._to_answer.discard(request)
            self._service.cancel(request)
        return gone

    def _receive_replies(self, news: ProofNews) -> None:
        if news.finished:
            asked, line = self._wanted.pop(news.number)
            if news.number in self._to_answer:
                self._to_answer.discard(news.number)
                self.answered.emit(_told(asked, news))
            self.replied.emit(asked.number, line, news.replies, news.error)
            if news.replies:
                self._note_replies(asked, asked.moves + line, news.replies)

    def _note_replies(
        self, asked: _Asked, line: tuple[int, ...], replies: "questions.Replies"
    ) -> None:
        """Add what *replies* after *line* prove to what is known, if that is the current node."""
        record, node = self._document.record, self._document.node
        if _moves_of(node.path()) == line and self._leads_here(asked, record, line):
            position = record.position
            proven = forced.proven_by_replies(position, asked.prover.question.side, replies)
            self._analysis.add_proof(node, position, proven)
            self._noted = None
            self._document.report(Cause.FINDINGS)

    def _asked(self, number: int) -> _Asked | None:
        return next((one for one in self._kept if one.number == number), None)

    def interrupt(self) -> str | None:
        """Stop what is searched for; return what is known by then."""
        if not self.is_busy:
            return None
        self.stop_wanted()
        verdict = self.stop()
        if verdict is None:
            return translate("Commands", "Search stopped.")
        return verdict_sentence(self._document.game, verdict)

    def shut_down(self) -> None:
        """Stop all work; the object cannot be used afterwards."""
        asked, self._running = self._running, None
        if asked is not None:
            self._service.cancel(asked.request)
        self._cancel_wanted(list(self._wanted))


def _moves_of(path: list[Node]) -> tuple[int, ...]:
    return tuple(node.move for node in path[1:] if node.move is not None)


def _proved(asked: _Asked, node: Node) -> Proved:
    assert asked.verdict is not None
    return Proved(asked.number, node, asked.position, asked.verdict.question, asked.verdict)


def _told(asked: _Asked, news: ProofNews) -> str:
    if news.replies:
        return replies_text(asked.game, asked.prover.question.side, news.replies)
    return news.error or translate(
        "Proofs", "The proof does not contain these moves, or they do not win."
    )
