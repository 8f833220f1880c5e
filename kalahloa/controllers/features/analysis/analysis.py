"""The analysis of a document's current node: the values of its moves, and hints."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.base.player import Level
from kalahloa.controllers.base.setting import SavedValue, Setting
from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import in_words, translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause, Hint, HintStep
from kalahloa.controllers.features.analysis.findings import ANYTHING, Findings
from kalahloa.controllers.features.analysis.hints import Hints, Reasons
from kalahloa.controllers.features.analysis.tablebases import Tablebases
from kalahloa.controllers.work.analysis_service import AnalysisService, Priority
from kalahloa.controllers.work.search_jobs import (
    LinesNews,
    LinesPlan,
    SearchNews,
    SearchReply,
    ValuesNews,
)
from kalahloa.controllers.work.worker import Policy, Worker
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.record.record import Node
from kalahloa.models.search.known import OnDemand, Proven, SessionKnowledge, Tree
from kalahloa.models.search.levels.levels import PERFECT
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.move_values import Line, Values
from kalahloa.models.search.request import SearchResult
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.work.cancellation import never

if TYPE_CHECKING:
    from kalahloa.models.study.book_page import ProvenPage
    from kalahloa.models.study.forced.proven import ProvenMoves

HINT_LEVEL = Level(searcher="engine", depth=None, seconds=1.0)
REASON_SECONDS = 1.0
"""How long the best moves are compared to say why one is the best."""
ALL_MOVES_PLAN = LinesPlan(lines=0, limits=Limits(seconds=0.3))
"""How the moves of a drawn position are compared to say whether all of them draw."""
ANSWER_AFTER_MS = 2500
"""Time after which a question is answered with estimates if there are no proven values."""


class Analysis(Feature):
    """Follows a document, and computes what is wanted at its current node.

    What is found is kept for every node (see `Findings`), so that hints and values agree, and are
    there at once when the node is visited again.  If the game has a tablebase, it is opened or
    built in the background when values are first wanted; without it values take longer.
    """

    SAVED = (SavedValue(Setting(False), "wanted", "set_wanted", "preferences/show_values"),)

    progressed = Signal(object)
    """A `SearchNews` of the search for a hint."""
    building = Signal(object)
    """The fraction of the tablebase built so far, from 0 to 1; None when none is being built."""

    def __init__(
        self,
        document: Document,
        service: AnalysisService,
        parent: QObject | None = None,
        is_thinking: Callable[[], bool] = never,
    ) -> None:
        """Follow *document*; *is_thinking* tells whether a computer player is about to move."""
        super().__init__(parent)
        self.wanted = False
        """Whether values are computed and shown at every node."""
        self.covered: Callable[[], bool] = never
        """Tells whether the values at the current node are found by another search."""
        self.knowledge_number = 0
        """Another one whenever more or less is known of the game beyond its rules."""
        self._document = document
        self._is_thinking = is_thinking
        self.findings = Findings()
        """What is known of the moves at each node."""
        self._node = document.node
        self._proven_of: tuple[str, Any] | None = None
        self._proven = Proven()
        """What searches have proven under the rules `_proven_of`: see `SessionKnowledge`."""
        self._explainer = Worker("explanations", self)
        self._hints = Hints(self.findings, self._explain)
        self._hint_request = 0
        self._hint_wanted = HintStep.WHERE
        """The least step that is shown once the search has ended."""
        self._reason_request = 0
        """That of the search for what the best moves lead to, or for what all are worth."""
        self._step_after = HintStep.WHY
        """The step that is shown once it has ended."""
        self.reason_plan = LinesPlan(lines=2, limits=Limits(seconds=REASON_SECONDS))
        """How it is searched for."""
        self._values_request = 0
        self._service = service
        service.valued.connect(self._on_values)
        service.replied.connect(self._on_reply)
        service.lined.connect(self._on_lines)
        service.progressed.connect(self._on_news)
        self._tablebases = Tablebases(self)
        self._tablebases.arrived.connect(self._restart)
        self._tablebases.building.connect(self.building)
        self._tablebases.message.connect(self.message)
        self._patience = single_shot(self, self.answer, ANSWER_AFTER_MS)
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        turns = app.turns
        analysis = cls(app.document, app.service, app.document, lambda: turns.thinking)
        turns.found.connect(analysis.add_choice)
        turns.known = analysis.known_now
        return analysis

    # -- following the document ----------------------------------------------------------------

    def place_fields(self) -> Fields:
        """Return the hint and the values, and whether they are wanted and final."""
        return {
            "hint": self.hint,
            "hinting": self._is_hinting,
            "values": self.values if self.wanted else {},
            "values_wanted": self.wanted,
            "values_final": self.findings.is_final(self._node),
        }

    def secret_fields(self) -> Fields:
        """Return no hint and no values."""
        return {"hint": None, "values": {}}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Stop what belongs to another node, and start what is wanted here."""
        if self._document.node is not self._node:
            self._node = self._document.node
            self._patience.stop()
            self._stop_values()
            self._stop_hint()
            self._explainer.drop()
            self._hints.forget()
        if self._is_thinking():
            self._stop_hint()
        self.update()

    def update(self) -> None:
        """Start what is wanted and missing, and stop what is not wanted."""
        record = self._document.record
        self._tablebases.stop_other(record.game, record.rules)
        if self._somebody_plays_perfectly():
            self._tablebases.want(record.game, record.rules)
        possible = self._node.outcome is None and not self._is_thinking()
        is_needed = self.wants_values and not self.findings.is_final(self._node)
        if not is_needed or not possible or self.covered():
            self._stop_values()
        elif not self._values_request:
            self._start_values()

    def _somebody_plays_perfectly(self) -> bool:
        levels = [player.level for player in self._document.players]
        return any(level is not None and level.strength == PERFECT for level in levels)

    @Slot(object, object)
    def add_choice(self, node: Node, result: SearchResult) -> None:
        """Keep what a computer player found at *node*, of the current record."""
        self.findings.add_choice(node, result.move, result.score)

    def add_proof(self, node: Node, position: Position, proven: "ProvenMoves") -> None:
        """Keep what is *proven* of *node*, of *position*, in the current record."""
        self.findings.add_proof(node, position.legal_moves(), proven)
        low, high = proven.best
        known = self.known_now()()
        if can_be_solved(position):
            if low == high:
                known.remember_value(position, round(low))
        elif low > 0 or high < 0:  # only the winner counts
            known.remember_value(position, 1 if low > 0 else -1)
            known.remember(position, {m: round(one.number) for m, one in proven.values.items()})

    def add_page(self, node: Node, position: Position, page: "ProvenPage") -> None:
        """Add the exact values of *page* at *node*, with *position*, to the findings."""
        kind = ScoreKind.of(position)
        by_margin = kind is ScoreKind.MARGIN
        lines = [
            Line(
                one.move,
                Score(
                    float(one.value), page.side, kind, True, plies=None if by_margin else one.plies
                ),
                one.turn,
            )
            for one in page.moves
            if one.value is not None
        ]
        bounds = (page.value, page.value) if by_margin and page.value is not None else ANYTHING
        moves = [one.move for one in page.moves]
        if self.findings.add_exact(node, moves, lines, bounds):
            self._document.report(Cause.FINDINGS)

    def add_tree(self, game: Game, rules: Any, tree: Tree) -> None:
        """Keep the *tree* of a win of *game* under *rules*, if these are the record's."""
        record = self._document.record
        if (record.game, record.rules) == (game, rules):
            self.known_now()().proven.keep_tree(tree)

    # -- values --------------------------------------------------------------------------------

    @property
    def values(self) -> Values:
        """The values of the legal moves at the current node, or none until all have one."""
        has_values = self.findings.has_values(self._node)
        return self.findings.values(self._node) if has_values else {}

    def set_wanted(self, wanted: bool) -> None:
        """Set whether values are computed at every node the document goes to."""
        if wanted != self.wanted:
            self.wanted = wanted
            self._document.report(Cause.FINDINGS)

    @property
    def wants_values(self) -> bool:
        """Whether all values at the current node are to be found."""
        return self.wanted or self.answering

    def known(self) -> OnDemand:
        """Return a function that returns what is known of the record's rules, on any thread.

        The tablebase is opened or built if it is missing; until then there is the book alone.
        """
        self.want_knowledge()
        return self.known_now()

    def known_now(self) -> OnDemand:
        """Return what `known` returns, but do not have the tablebase opened or built."""
        record = self._document.record
        game, rules = record.game, record.rules
        loaded = self._tablebases.knowledge(game, rules)
        if (game.key, rules) != self._proven_of:
            self._proven_of, self._proven = (game.key, rules), Proven()
        proven = self._proven
        return lambda: SessionKnowledge(loaded or game.knowledge.book(rules), proven)

    def want_knowledge(self) -> None:
        """Open or build the book and tablebase for the record's rules, if they are missing.

        Once it is there, `knowledge_number` is another one, and findings have changed.
        """
        record = self._document.record
        self._tablebases.want(record.game, record.rules)

    @property
    def is_loading(self) -> bool:
        """Whether a tablebase is being opened or built."""
        return self._tablebases.is_loading

    def _start_values(self) -> None:
        document = self._document
        self._values_request = self._service.values(document.game, document.position, self.known())

    def _stop_values(self) -> None:
        if self._values_request:
            self._service.cancel(self._values_request)
            self._values_request = 0

    @Slot()
    def _restart(self) -> None:
        """Compute the values anew, because the available knowledge has changed."""
        self._stop_values()
        self.knowledge_number += 1
        self.findings.reopen()
        self._document.report(Cause.FINDINGS)

    @Slot(object)
    def _on_values(self, news: ValuesNews) -> None:
        if news.number != self._values_request:
            return
        if news.finished:
            self._values_request = 0
        before = self.values
        self.findings.add_values(self._node, news.values, news.finished)
        if news.error:
            self.message.emit(news.error)
        if news.finished or self.values != before:
            self._document.report(Cause.FINDINGS)
        self.answer_if_final()

    # -- questions for values ------------------------------------------------------------------

    @property
    def answering(self) -> bool:
        """Whether a reply to `ask` is pending."""
        return self._patience.isActive()

    def ask(self) -> str:
        """Return the values as text, or a sentence that `answered` will report them."""
        if self._node.outcome is not None:
            return translate("Controllers", "The game is over: there are no moves.")
        if self._is_thinking():
            return translate("Controllers", "Wait until the search has ended.")
        if self.findings.is_final(self._node):
            return self.text() or translate("Controllers", "The values are not known.")
        self._patience.start()
        self.update()
        return translate("Controllers", "Computing the values of the moves.")

    def text(self) -> str:
        """Return the known values, one per line, the best first; empty if there are none.

        So it is where an exercise hides them, too.
        """
        if self._document.place.secret:
            return ""
        position = self._document.place.position
        ranked = sorted(self.values.items(), key=lambda item: item[1].order, reverse=True)
        names = {move: position.format_move(move) for move, _ in ranked}
        width = max(map(len, names.values()), default=0)
        most = max((len(in_words(value.short)) for _, value in ranked), default=0)
        return "\n".join(
            f"  {names[move]:{width}}  {in_words(value.short):{most}}  {in_words(value.trust)}"
            for move, value in ranked
        )

    def answer_if_final(self) -> None:
        """Reply to a question that waits, if there are no better values to come."""
        if self.answering and self.findings.is_final(self._node):
            self.answer()

    @Slot()
    def answer(self) -> None:
        """Reply now with what is known, and stop computing values unless they are shown."""
        self._patience.stop()
        self.update()
        self.answered.emit(self.text() or translate("Controllers", "The values are not known yet."))

    # -- hints ---------------------------------------------------------------------------------

    @property
    def hint(self) -> Hint | None:
        """The hint that was asked for at the current node: the best move by all that is known."""
        document = self._document
        return self._hints.hint(document.game, self._node, document.position)

    def request_hint(self, least: HintStep = HintStep.WHERE) -> None:
        """Show the next step of the hint, and at *least* that one.

        The first one comes after a search unless the values of the moves are final, and the last
        one after a search for what the two best moves lead to, unless that is known.
        """
        if self._is_hinting or self._node.outcome is not None:
            return
        document = self._document
        is_known = bool(self.values) and self.findings.is_final(self._node)
        if self._hints.step is None and not is_known:
            self._hint_wanted = least
            self._hint_request = self._service.search(
                document.game, document.position, HINT_LEVEL, Priority.HINT, self.known_now()
            )
        else:
            self._advance(least)
        with document.one_change():
            document.report(Cause.ACTIVITY)
            document.report(Cause.FINDINGS)

    def _advance(self, least: HintStep) -> None:
        """Show the next step, or look first for what follows the best moves."""
        step = self._hints.step
        is_last = least is HintStep.WHY or step in (HintStep.MOVE, HintStep.WHY)
        if is_last and not self._hints.can_explain(self._node, self._document.position):
            document = self._document
            self._hints.explained = self._node
            self._step_after = HintStep.WHY
            self._reason_request = self._service.lines(
                document.game, document.position, self.reason_plan, self.known(), Priority.HINT
            )
            return
        self._hints.advance(least)

    def _compare_all(self) -> None:
        """Look whether the other moves of a drawn position draw as well, before the first step."""
        document = self._document
        self._step_after = HintStep.WHERE
        self._reason_request = self._service.lines(
            document.game, document.position, ALL_MOVES_PLAN, self.known(), Priority.HINT
        )

    @Slot(object)
    def _on_lines(self, news: LinesNews) -> None:
        if news.number != self._reason_request or not news.finished:
            return
        self._reason_request = 0
        if news.found is not None:
            self.findings.add_found(self._node, news.found)
        self._hints.advance(self._step_after)
        with self._document.one_change():
            self._document.report(Cause.ACTIVITY)
            self._document.report(Cause.FINDINGS)
        if news.error:
            self.message.emit(news.error)

    def _explain(self, run: Callable[[], Reasons], receive: Callable[[Reasons], None]) -> None:
        """Call *run* on a thread of its own, and *receive* with what it returns."""

        def done(found: Reasons) -> None:
            receive(found)
            with self._document.one_change():
                self._document.report(Cause.ACTIVITY)
                self._document.report(Cause.FINDINGS)

        self._explainer.do(
            lambda _task: run(), done=done, failed=lambda *_: done(()), policy=Policy.QUEUE
        )

    def _stop_hint(self) -> None:
        for number in (self._hint_request, self._reason_request):
            if number:
                self._service.cancel(number)
        self._hint_request = self._reason_request = 0

    @Slot(object)
    def _on_news(self, news: SearchNews) -> None:
        if news.number == self._hint_request:
            self.progressed.emit(news)

    @Slot(object)
    def _on_reply(self, reply: SearchReply) -> None:
        if reply.number != self._hint_request:
            return
        self._hint_request = 0
        with self._document.one_change():
            if reply.result is not None:
                result = reply.result
                line = result.line if result.line[:1] == (result.move,) else ()
                self.findings.add_hint(self._node, result.move, result.score, line)
                is_drawn = result.score.proven and not result.score.number
                if is_drawn and self._hint_wanted is HintStep.WHERE:
                    self._compare_all()
                else:
                    self._advance(self._hint_wanted)
                self._document.report(Cause.FINDINGS)
            self._document.report(Cause.ACTIVITY)
        if reply.error:
            self.message.emit(reply.error)

    # -- tablebases ----------------------------------------------------------------------------

    @property
    def share_built(self) -> float | None:
        """The fraction of the tablebase built so far, or None when none is being built."""
        return self._tablebases.share_built

    def set_budget(self, budget: str) -> None:
        """Set the size limit of tablebases, a key of `kalahloa.models.game.knowledge.BUDGETS`."""
        if self._tablebases.set_budget(budget):
            self._restart()

    @Slot()
    def cancel_endgames(self) -> None:
        """Stop building the tablebase, and do not build it again for the current rules."""
        self._tablebases.cancel()

    @property
    def is_busy(self) -> bool:
        """Whether a hint or what was asked for in words is searched for."""
        return self._is_hinting or self.answering

    @property
    def _is_hinting(self) -> bool:
        """Whether a hint, or what it says, is searched for."""
        return bool(self._hint_request or self._reason_request) or self._explainer.is_busy

    def interrupt(self) -> str | None:
        """Answer at once what was asked for in words, as far as it is known."""
        if not self.answering:
            return None
        self.answer()
        return ""

    @Slot()
    def shut_down(self) -> None:
        """Stop all work; the object cannot be used afterwards.  The service stays as it is."""
        self._patience.stop()
        self._stop_values()
        self._stop_hint()
        self._tablebases.shut_down()
        self._explainer.shut_down()
