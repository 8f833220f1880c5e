"""Offers of a draw: made by a human, and answered by a human or by a computer's search."""

from typing import Self

from PySide6.QtCore import QObject, Slot

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.core.study_controller import StudyController
from kalahloa.controllers.core.turn_controller import TurnController
from kalahloa.controllers.features.ending import words
from kalahloa.controllers.features.ending.state import DrawAnswer, DrawOffer
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.controllers.work.search_jobs import SearchReply
from kalahloa.models.record.ending import agreed, ending_at
from kalahloa.models.record.node import Node
from kalahloa.models.search.request import SearchResult
from kalahloa.models.search.score import Score
from kalahloa.models.study.draw_answer import accepts_draw
from kalahloa.models.study.edits import EditKind


class DrawOffers(Feature):
    """Follows a document, and keeps the offer of a draw that was made in it.

    A computer offers nothing.  What it answers depends on the value of its own search: of the one
    that it is doing, or of one that is begun for the answer.
    """

    def __init__(
        self,
        document: Document,
        study: StudyController,
        turns: TurnController,
        service: AnalysisService,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._study = study
        self._turns = turns
        self._service = service
        self._offer: DrawOffer | None = None
        self._request = 0
        self._score: Score | None = None
        self._answer_soon = single_shot(self, self._answer)
        turns.found.connect(self._on_found)
        service.replied.connect(self._on_reply)
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        return cls(app.document, app.study, app.turns, app.service, app.document)

    # -- following the document ----------------------------------------------------------------

    def place_fields(self) -> Fields:
        """Return the offer."""
        return {DrawOffer: self._offer}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Let the offer lapse where it is no longer about the game as it stands."""
        offer = self._offer
        if offer is None:
            return
        document = self._document
        has_ended = ending_at(document.record, document.node) is not None
        if has_ended or causes & {Cause.NEW, Cause.PLAYERS} or not offer.holds_at(document.node):
            self._set(None)

    def _set(self, offer: DrawOffer | None) -> None:
        if self._request:
            self._service.cancel(self._request)
        self._request, self._score = 0, None
        self._answer_soon.stop()
        self._offer = offer
        self._document.report(Cause.ACTIVITY)

    # -- offering and answering ----------------------------------------------------------------

    def offer(self, side: int) -> None:
        """Offer a draw for *side*, which a human plays."""
        document = self._document
        player = document.players[1 - side]
        if player.level is None:
            self._set(DrawOffer(side, document.node, DrawAnswer.OPEN))
            return
        with document.one_change():
            self._set(DrawOffer(side, document.node, DrawAnswer.THINKING))
            if not self._turns.thinking:
                self._request = self._service.search(
                    document.game, document.position, player.level, known=self._turns.known()
                )

    def accept(self) -> None:
        """Accept the offer for the other side: the game is a draw."""
        offer = self._offer
        if offer is not None:
            sentence = words.agreed_sentence(self._document.place, 1 - offer.side)
            self._study.end_game(agreed(), EditKind.AGREE, sentence)

    def decline(self) -> None:
        """Decline the offer for the other side."""
        offer = self._offer
        if offer is not None:
            declined = DrawOffer(offer.side, offer.node, DrawAnswer.DECLINED)
            self._set(declined)
            self.message.emit(words.declined_sentence(self._document.place, declined))

    @Slot(object, object)
    def _on_found(self, node: Node, result: SearchResult) -> None:
        if self._offer is not None and self.is_busy and self._offer.node is node:
            self._receive(result.score)

    @Slot(object)
    def _on_reply(self, reply: SearchReply) -> None:
        if not self._request or reply.number != self._request:
            return
        self._request = 0
        if reply.result is None:
            self._set(None)
            self.message.emit(reply.error)
        else:
            self._receive(reply.result.score)

    def _receive(self, score: Score) -> None:
        """Answer by *score* soon, when whoever reports it has finished; before a move is made."""
        self._score = score
        self._answer_soon.start(0)

    @Slot()
    def _answer(self) -> None:
        offer, score = self._offer, self._score
        if offer is None or score is None:
            return
        own = score.for_side(1 - offer.side)
        if accepts_draw(self._document.game, self._document.position, own):
            self.accept()
        else:
            self.decline()

    @property
    def is_busy(self) -> bool:
        """Whether a computer is thinking about an offer."""
        return self._offer is not None and self._offer.answer is DrawAnswer.THINKING

    def interrupt(self) -> str | None:
        """Take the offer back that a computer is thinking about."""
        if not self.is_busy:
            return None
        self._set(None)
        return translate("Commands", "You withdrew your offer.")

    def shut_down(self) -> None:
        """Stop the search for an answer."""
        self._answer_soon.stop()
        if self._request:
            self._service.cancel(self._request)
            self._request = 0
