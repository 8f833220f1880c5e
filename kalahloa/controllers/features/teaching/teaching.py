"""Teaching: a move that gives away too much is taken back, and its refutation shown."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Self

from PySide6.QtCore import QObject, Slot

from kalahloa.controllers.base.player import own_side
from kalahloa.controllers.base.setting import SavedValue
from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.core.turn_controller import TurnController
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.teaching.state import (
    NO_TEACHING,
    Refuted,
    Teaching,
    TeachingSettings,
)
from kalahloa.controllers.features.teaching.words import (
    MAX_TOLD,
    allows_win,
    refutation_sentence,
    setting_sentence,
    stands_sentence,
    turns_of,
)
from kalahloa.controllers.features.training.training import Training
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.record.node import Node
from kalahloa.models.record.record import Record
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.edits import Edit, EditKind, InsertLine, PlaceChild, Several
from kalahloa.models.study.review.judgement import scale_for
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.review.settings import DEFAULT_SECONDS
from kalahloa.models.study.training.kinds import ExerciseKind
from kalahloa.models.text.errors import IllegalMove

with lazy_imports():
    from kalahloa.models.study.training import schedule

MOMENT_MS = 2200
"""How long a move that is refuted stays on the board, with its answer."""
PATIENCE_MS = 4000
"""How long a move is judged at most; it stands if that is not enough."""
TURN_MS = 40
"""How long after a change the next one is told, so that both are not drawn in one turn."""
PRESENTING_MS = 100
"""How long to wait for a view that still animates the move."""


class TeachingController(Feature):
    """Judges the moves of human players before the other side answers.

    A move that gives away more than `settings` allow is taken back after a moment.  It stays in the
    record: as a variation with its refutation, once another move stands in its place.

    It follows the document first, so that no computer begins to think about a move that is not
    judged yet.  Whatever leads elsewhere ends the judgement: then the move stands.
    """

    SAVED = (SavedValue(TeachingSettings, "settings", "set_settings"),)

    def __init__(
        self,
        document: Document,
        reviews: Reviews,
        turns: TurnController,
        training: Training,
        is_exercise: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        """Follow *document*; *is_exercise* tells whether an exercise is on, which suspends it."""
        super().__init__(parent)
        self.limits = Limits(seconds=DEFAULT_SECONDS)
        """The limits of the search for the value of a move, and of another for the best one."""
        self.moment_ms = MOMENT_MS
        self._document = document
        self._reviews = reviews
        self._turns = turns
        self._training = training
        self._is_exercise = is_exercise
        self._settings = NO_TEACHING
        self._queue: list[Node] = []
        """The moves of one side that are to be judged, the first of them now."""
        self._request = 0
        self._verdict: ReviewedPly | None = None
        """What was found of the first of them, which is taken in soon."""
        self._refuted: Refuted | None = None
        self._judged = self._stopped = 0
        """How many positions of this game were judged, and in how many a move was stopped."""
        self._tried: dict[Node, list[Node]] = {}
        """What was taken back, by the node before it, until a move stands there."""
        self._arranged: list[tuple[Node, list[Node]]] = []
        """The moves that stand, with what was tried in their places, to be put in order soon."""
        self._seen: tuple[Record, Node] = (document.record, document.node)
        self._telling = single_shot(self, self._receive_verdict, TURN_MS)
        self._patience = single_shot(self, self._lose_patience, PATIENCE_MS)
        self._back = single_shot(self, self._take_back, MOMENT_MS)
        self._arranging = single_shot(self, self._arrange, TURN_MS)
        reviews.judged.connect(self._on_judged)
        turns.is_judging = lambda: self.state.is_busy
        turns.why_wait = self._why_wait
        document.add_follower(self, first=True)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        exercises = app.exercises
        return cls(
            *(app.document, app[Reviews], app.turns, app[Training]),
            lambda: exercises.running,
            app.document,
        )

    # -- following the document ----------------------------------------------------------------

    @property
    def settings(self) -> TeachingSettings:
        """Whether moves are taken back, and which; `set_settings` changes it."""
        return self._settings

    @property
    def active(self) -> bool:
        """Whether the moves of human players are judged now."""
        return self._settings.on and self._turns.answers and not self._is_exercise()

    @property
    def by_margin(self) -> bool:
        """Whether margins count in the game that is played."""
        document = self._document
        return scale_for(document.game, document.position) is None

    @property
    def state(self) -> Teaching:
        """How it stands."""
        judging = self._queue[0] if self._queue else None
        return Teaching(
            *(self._settings, self.active, judging, self._refuted),
            by_margin=self._settings.on and self.by_margin,
            judged=self._judged,
            stopped=self._stopped,
        )

    def place_fields(self) -> Fields:
        """Return how it stands."""
        state = self.state
        return {Teaching: state, "is_taken_back": state is not None and state.takes_back}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Have moves judged that were made; let those stand that were left."""
        seen, self._seen = self._seen, (self._document.record, self._document.node)
        if Cause.NEW in causes or seen[0] is not self._document.record:
            self._tried.clear()
            self._arranged.clear()
            self._judged = self._stopped = 0
            self._let_stand()
        elif not self.active or any(self._is_computers(node) for node in self._nodes):
            self._let_stand()
        elif Cause.WALK in causes:
            self._follow_walk()
        elif Cause.MOVE in causes:
            self._follow_moves(seen[1])
        elif Cause.EDIT in causes and not all(node.in_tree for node in self._nodes):
            self._let_stand()

    @property
    def _nodes(self) -> list[Node]:
        """The nodes that are judged or taken back."""
        return [*self._queue, *([] if self._refuted is None else [self._refuted.node])]

    def _follow_walk(self) -> None:
        """Try again where the refuted move was taken back; let it stand elsewhere."""
        refuted = self._refuted
        self._let_stand()
        if refuted is None:
            return
        is_seen_again = refuted.is_back and self._document.node is refuted.node
        if is_seen_again or self._document.node is refuted.node.parent:
            self._refuted = replace(refuted, is_back=True)

    def _follow_moves(self, seen: Node) -> None:
        """Queue the moves since *seen* that humans have made, if there was a choice."""
        self._back.stop()
        self._refuted = None
        fresh = []
        node = self._document.node
        while node.ply > seen.ply and node.parent is not None:
            fresh.append(node)
            node = node.parent
        if node is not seen:
            self._let_stand()
            return
        for node in reversed(fresh):
            if self._queue and self._queue[-1].side != node.side:
                self._let_stand()  # the other side has answered
            if not self._is_computers(node) and self._had_choice(node):
                self._queue.append(node)
        self._judge()

    def _is_computers(self, node: Node) -> bool:
        return self._document.players[node.side].is_computer

    def _had_choice(self, node: Node) -> bool:
        assert node.parent is not None
        return len(self._document.record.position_at(node.parent).legal_moves()) > 1

    def _let_stand(self) -> None:
        """Judge nothing, and take nothing back."""
        self._end_request()
        self._queue.clear()
        self._back.stop()
        self._refuted = None

    def _end_request(self) -> None:
        self._telling.stop()
        self._verdict = None
        self._patience.stop()
        if self._request:
            self._reviews.cancel(self._request)
            self._request = 0

    # -- judging -------------------------------------------------------------------------------

    def _judge(self) -> None:
        """Have the first move of the queue judged, unless that goes on."""
        if not self._queue or self._request or self._telling.isActive():
            return
        self._verdict = self._reviews.known(self._queue[0])
        if self._verdict is not None:
            self._telling.start()
        else:
            self._request = self._reviews.judge(self._queue[0], self.limits)
            self._patience.start()

    @Slot(int, object, str)
    def _on_judged(self, number: int, ply: ReviewedPly | None, error: str) -> None:
        if not self._request or number != self._request or not self._queue:
            return
        self._request = 0
        self._patience.stop()
        if ply is not None:
            self._verdict = ply
            self._telling.start()
        else:
            self._give_up(error or translate("Teaching", "No value found for the move."))

    @Slot()
    def _receive_verdict(self) -> None:
        ply, self._verdict = self._verdict, None
        if ply is not None and self._queue:
            # As one change, or the computer would begin to answer what is taken back.
            with self._document.one_change():
                self._decide(ply)

    @Slot()
    def _lose_patience(self) -> None:
        self._give_up(translate("Teaching", "No value found in time; the move stands."))

    def _give_up(self, sentence: str) -> None:
        self._let_stand()
        self._document.report(Cause.ACTIVITY)
        self.message.emit(sentence)

    def gives_too_much(self, ply: ReviewedPly) -> bool:
        """Return whether *ply* is to be taken back; never if it kept the value."""
        if ply.kept:
            return False
        return ply.loss > self._settings.limit(ply.by_margin) or allows_win(ply)

    def _decide(self, ply: ReviewedPly) -> None:
        """Take the first move of the queue back soon, or let it stand, by *ply*, its value."""
        node = self._queue.pop(0)
        assert node.parent is not None
        tried = self._tried.setdefault(node.parent, [])
        gives_too_much = self.gives_too_much(ply)
        if not tried:
            self._keep_result(node, is_good=not gives_too_much)
        if gives_too_much and len(tried) < self._settings.times:
            tried.append(node)
            self._refute(node, ply, self._settings.times - len(tried))
            return
        if gives_too_much:
            self.message.emit(stands_sentence(self._document.game, ply))
        self._stand(node)
        self._document.report(Cause.ACTIVITY)

    def _keep_result(self, node: Node, *, is_good: bool) -> None:
        """Keep whether the first move in a position *is_good*; another is a mistake to repeat."""
        assert node.parent is not None
        game, position = self._document.game, self._document.record.position_at(node.parent)
        quality = schedule.SOLVED if is_good else schedule.FAILED
        self._training.keep(ExerciseKind.TEACH, game, position, quality)
        self._stopped += not is_good
        self._judged += 1
        if not is_good:
            self._training.add_missed(
                ExerciseKind.MISTAKES, game, position, node.text, counts=False
            )

    def _stand(self, node: Node) -> None:
        """Have the move to *node* stand in the place of what was tried; judge the next one."""
        assert node.parent is not None
        tried = self._tried.pop(node.parent, [])
        if tried:
            self._arranged.append((node, tried))
            self._arranging.start()
        self._judge()

    @Slot()
    def _arrange(self) -> None:
        """Have moves that stand come before what was tried, and add the refutations to that.

        It is a change of its own, so that the board need not wait for it.
        """
        arranged, self._arranged = self._arranged, []
        edits: list[Edit] = []
        for node, tried in arranged:
            assert node.parent is not None
            siblings = node.parent.children
            there = [one for one in dict.fromkeys(tried) if one in siblings]
            first = min(map(siblings.index, there), default=len(siblings))
            if node in siblings and siblings.index(node) > first:
                edits.append(PlaceChild(node.number, first))
            for one in there:
                texts = () if one is node else self._refutation(one)
                if texts:
                    edits.append(InsertLine(one.number, texts))
        if edits:
            # Another window may have changed the game.
            with suppress(ValueError, IndexError, IllegalMove):
                self._document.edit(Several(tuple(edits), EditKind.REVIEW))

    def _refutation(self, node: Node) -> tuple[str, ...]:
        """Return what refutes the move to *node*, without the end of a game nobody has played."""
        known = self._reviews.known(node)
        texts = () if known is None else known.refutation[:MAX_TOLD]
        walker = self._document.record.position_at(node)
        for count, text in enumerate(texts):
            walker.make(walker.read_move(text))
            if walker.is_over():
                return texts[:count]
        return texts

    # -- taking back ---------------------------------------------------------------------------

    def _refute(self, node: Node, ply: ReviewedPly, left: int) -> None:
        self._queue.clear()
        position = self._document.record.position_at(node)
        answer = position.read_move(ply.refutation[0]) if ply.refutation else None
        turns = turns_of(position, ply.refutation)
        self._refuted = Refuted(node, ply, answer, turns, left)
        self._back.start(self.moment_ms)
        self._document.report(Cause.FINDINGS)
        own = own_side(self._document.players)
        self.message.emit(refutation_sentence(self._document.game, self._refuted, own))

    def _why_wait(self) -> str:
        """Return why no move can be made just now; empty if one can."""
        if not self.state.takes_back:
            return ""
        return translate("Teaching", "The program is about to undo your last move.")

    @Slot()
    def _take_back(self) -> None:
        refuted = self._refuted
        if refuted is None or refuted.node.parent is None:
            return
        if self._turns.is_presenting():
            self._back.start(PRESENTING_MS)
        else:
            self._document.go_to(refuted.node.parent)

    # -- switching -----------------------------------------------------------------------------

    def set_settings(self, settings: TeachingSettings) -> None:
        """Take moves back as *settings* say from now on."""
        if settings != self._settings:
            if not settings.on:
                self._tried.clear()
            self._settings = settings
            self._document.report(Cause.ACTIVITY)

    def sentence(self) -> str:
        """Return whether moves are taken back, and which."""
        return setting_sentence(self._document.game, self._settings, self.by_margin)

    @property
    def is_busy(self) -> bool:
        """Whether a move is judged or taken back."""
        return self.state.is_busy

    def shut_down(self) -> None:
        """Stop; the object cannot be used afterwards."""
        self._let_stand()
        self._arranging.stop()
