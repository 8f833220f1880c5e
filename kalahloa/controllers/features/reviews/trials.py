"""Trying again: finding a better move than a mistake of the game, with what followed it hidden."""

from dataclasses import replace
from typing import Self

from PySide6.QtCore import QObject, Slot

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.exercises import Exercises
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.core.turn_controller import TurnController
from kalahloa.controllers.features.reviews.loss_words import kept_sentence, loss_sentence
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.reviews.trial_state import Trial
from kalahloa.models.record.node import Node
from kalahloa.models.record.record import Record
from kalahloa.models.study.review.judgement import FAULTS
from kalahloa.models.study.review.reviewed import ReviewedPly

TAKE_BACK_MS = 900
"""How long a move that is not good enough stands on the board."""


class Trials(Feature):
    """Judges the moves that are tried at a mistake, and takes back those that are none better.

    They stay in the record.  Whatever leads elsewhere ends it: a walk, another game, a deletion, a
    room in which others move.  It follows the document after the reviews, so that its fields
    of `Place` replace theirs.
    """

    def __init__(
        self,
        document: Document,
        reviews: Reviews,
        exercises: Exercises,
        turns: TurnController,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._reviews = reviews
        self._exercises = exercises
        self._turns = turns
        self._trial: Trial | None = None
        self._record: Record | None = None
        self._answers = False
        self._request = 0
        self._ahead: Node | None = None
        """Where redo went from the node before the mistake."""
        self._back = single_shot(self, self._take_back, TAKE_BACK_MS)
        reviews.judged.connect(self._on_judged)
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        return cls(app.document, app[Reviews], app.exercises, app.turns, app.document)

    # -- following the document ----------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether a better move is looked for in the record that is open."""
        return self._trial is not None and self._record is self._document.record

    def place_fields(self) -> Fields:
        """Return how it stands, and what was found of the line as far as that."""
        trial = self._trial
        if trial is None or not self.running:
            return {Trial: None}
        return {Trial: trial, Reviewed: trial.reviewed}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Judge a move that was made, and end where the document has gone elsewhere."""
        trial = self._trial
        if trial is None:
            return
        is_here = self.running and Cause.NEW not in causes and trial.node.in_tree
        if not is_here or self._turns.answers != self._answers:
            self._end()
        elif causes & {Cause.MOVE, Cause.WALK}:
            self._look(trial, moved=Cause.MOVE in causes)

    def _look(self, trial: Trial, moved: bool) -> None:
        node = self._document.node
        if node is trial.node:
            self._forget_try()
            return
        while node.parent is not None and node.parent is not trial.node:
            node = node.parent
        if node.parent is None or not moved:
            self._end()
        elif not (self._is_waiting and node is trial.tried[-1]):
            self._judge(trial, node)

    @property
    def _is_waiting(self) -> bool:
        """Whether the last try is being judged, or will be taken back."""
        return bool(self._request) or self._back.isActive()

    # -- trying --------------------------------------------------------------------------------

    def start(self, node: Node, ply: ReviewedPly, reviewed: Reviewed) -> None:
        """Go to *node*, and have a better move than *ply*, which followed it, looked for.

        *reviewed* is what is known of the line that both are in.
        """
        document = self._document
        with document.telling():
            self._exercises.begin(self)
            self._end()
            document.walk(node)
            self._ahead = node.followed
            self._record = document.record
            self._answers = self._turns.answers
            self._trial = Trial(node, ply, reviewed.until(node))
            document.note(Cause.REVIEW)

    def _judge(self, trial: Trial, child: Node) -> None:
        self._forget_try()
        tried = (*(one for one in trial.tried if one is not child), child)
        self._trial = replace(trial, tried=tried)
        known = self._reviews.known(child)
        if known is not None:
            self._decide(child, known)
        else:
            self._trial = replace(self._trial, judging=True)
            self._request = self._reviews.judge(child)
        self._document.note(Cause.REVIEW)

    @Slot(int, object, str)
    def _on_judged(self, number: int, ply: ReviewedPly | None, error: str) -> None:
        trial = self._trial
        if not self._request or number != self._request or trial is None:
            return
        self._request = 0
        self._trial = replace(trial, judging=False)
        with self._document.telling():
            self._document.note(Cause.REVIEW)
            if ply is None:
                self.message.emit(error or translate("Trials", "No value found for the move."))
                self._back.start()
            else:
                self._decide(trial.tried[-1], ply)

    def _decide(self, child: Node, ply: ReviewedPly) -> None:
        """Take the try *child* back soon if *ply*, what was found of it, is a mistake."""
        trial = self._trial
        assert trial is not None
        game = self._document.game
        if ply.mark in FAULTS:
            self._back.start()
            self.message.emit(loss_sentence(game, ply))
            return
        self._end()
        self.message.emit(kept_sentence(game, ply))

    @Slot()
    def _take_back(self) -> None:
        if self._trial is not None and self.running:
            self._document.walk(self._trial.node)

    def _forget_try(self) -> None:
        """Neither judge nor take back what was tried last."""
        self._back.stop()
        if self._request:
            self._reviews.cancel(self._request)
            self._request = 0
        if self._trial is not None and self._trial.judging:
            self._trial = replace(self._trial, judging=False)

    # -- ending --------------------------------------------------------------------------------

    def stop(self) -> Trial | None:
        """End it, at the node before the mistake; return how it stood, None if it was not on."""
        trial = self._trial if self.running else None
        if trial is not None:
            with self._document.telling():
                self._end()
                self._document.walk(trial.node)
        return trial

    def _end(self) -> None:
        trial, self._trial = self._trial, None
        self._back.stop()
        if self._request:
            self._reviews.cancel(self._request)
            self._request = 0
        if trial is None:
            return
        if self._record is self._document.record:
            self._lead_back(trial)
            if any(player.is_computer for player in self._document.players):
                self._turns.pause()
            self._document.note(Cause.REVIEW)
        self._record = None

    def _lead_back(self, trial: Trial) -> None:
        """Have redo go where it went before, unless the document is in what was tried."""
        ahead = self._ahead
        is_in_try = trial.node.followed in self._document.node.path()
        if ahead is not None and not is_in_try and ahead.in_tree:
            self._document.record.follow(ahead)

    def shut_down(self) -> None:
        """Stop; the object cannot be used afterwards."""
        self._trial = None
        self._back.stop()
        if self._request:
            self._reviews.cancel(self._request)
            self._request = 0
