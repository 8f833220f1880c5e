"""Threats: what the other side would do if it could move now."""

from typing import Self

from PySide6.QtCore import QObject, Slot

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.findings import best_found
from kalahloa.controllers.features.analysis.threat_state import Threat, ThreatSearch
from kalahloa.controllers.work.analysis_service import AnalysisService, Priority
from kalahloa.controllers.work.search_jobs import LinesNews, LinesPlan
from kalahloa.models.game.position import Position
from kalahloa.models.game.transition import way_of
from kalahloa.models.record.node import Node
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.move_values import Line
from kalahloa.models.search.score import ScoreKind
from kalahloa.models.study.line_words import line_words

SECONDS = 1.0
"""How long the best move of the other side is looked for."""


class Threats(Feature):
    """Looks for what the other side would do at the current node, and shows it until that changes.

    It is searched for on the same board with the other side to move, as if the game began there.
    """

    def __init__(
        self,
        document: Document,
        analysis: Analysis,
        service: AnalysisService,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.plan = LinesPlan(limits=Limits(seconds=SECONDS))
        """How it is searched for."""
        self._document = document
        self._analysis = analysis
        self._service = service
        self._node: Node = document.node
        self._turned: Position | None = None
        self._request = 0
        self._threat: Threat | None = None
        service.lined.connect(self._on_lines)
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        return cls(app.document, app[Analysis], app.service, app.document)

    # -- following the document ----------------------------------------------------------------

    def place_fields(self) -> Fields:
        """Return the threat that is shown, and whether one is looked for."""
        return {Threat: self._threat, ThreatSearch: ThreatSearch() if self._request else None}

    def secret_fields(self) -> Fields:
        """Return no threat."""
        return {Threat: None}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Forget what belongs to another node."""
        if self._document.node is not self._node:
            self._forget()

    def _forget(self) -> None:
        self._node = self._document.node
        self._threat = None
        if self._request:
            self._service.cancel(self._request)
            self._request = 0

    # -- asking --------------------------------------------------------------------------------

    def ask(self) -> str:
        """Look for the threat here; return a sentence on why there is none, or that it is sought.

        `message` tells it later.
        """
        document = self._document
        game, position = document.game, document.position
        side = game.sides[1 - position.side]
        self._forget()
        if document.node.outcome is not None:
            return translate("Threats", "The game is over.")
        turned = None if game.other_to_move is None else game.other_to_move(position)
        if turned is None:
            sentence = translate("Threats", "Threats cannot be shown here.")
            return fill(sentence, side=side)
        if turned.is_over():
            sentence = translate("Threats", "{side} threatens nothing.")
            return fill(sentence, side=side)
        self._turned = turned
        known = self._analysis.known()
        self._request = self._service.lines(game, turned, self.plan, known, Priority.HINT)
        document.report(Cause.ACTIVITY)
        sentence = translate("Threats", "Looking for threats by {side}.")
        return fill(sentence, side=side)

    def hide(self) -> None:
        """Show the threat no longer."""
        self._forget()
        with self._document.one_change():
            self._document.report(Cause.ACTIVITY)
            self._document.report(Cause.FINDINGS)

    @Slot(object)
    def _on_lines(self, news: LinesNews) -> None:
        if news.number != self._request or not news.finished:
            return
        self._request = 0
        line = None if news.found is None else best_found(news.found)
        turned, self._turned = self._turned, None
        if line is not None and turned is not None:
            self._threat = self._made(turned, line)
        with self._document.one_change():
            self._document.report(Cause.ACTIVITY)
            self._document.report(Cause.FINDINGS)
        if self._threat is not None:
            self.message.emit(in_words(self._threat.sentence))
        elif news.error:
            self.message.emit(news.error)

    def _made(self, position: Position, line: Line) -> Threat:
        side = self._document.game.sides[position.side]
        text = line_words(self._document.record.root, position, line.moves)[0].text
        value = line.value
        if value.proven and value.kind is ScoreKind.WINNER and value.number > 0:
            sentence = translate("Threats", "Threat: {side} would play {moves}, and {value}.")
        elif value.proven:
            sentence = translate(
                "Threats",
                "If it were {side}'s turn: {moves}. Value {value} for {side}, proven.",
            )
        else:
            sentence = translate(
                "Threats",
                "If it were {side}'s turn: {moves}. Value {value} for {side}, estimated.",
            )
        told = fill(sentence, side=side, moves=text, value=value.short)
        try:
            cells = way_of(position.transition(line.move))
        except Exception:  # games from outside need not tell the steps of their moves
            cells = ()
        if not cells:  # such as a pass
            told = f"{told} {in_words(position.describe(line.move))}"
        return Threat(position.side, line.move, text, value, cells, told)

    @property
    def is_busy(self) -> bool:
        """Whether a threat is looked for."""
        return bool(self._request)

    def shut_down(self) -> None:
        """Stop; the object cannot be used afterwards."""
        if self._request:
            self._service.cancel(self._request)
            self._request = 0
