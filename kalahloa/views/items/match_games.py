"""The games of a match as a table."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.features.match.lab_match import LabMatch
from kalahloa.controllers.features.match.words import pair_result_text, participant_names
from kalahloa.views.items.table import AT_END, TableColumn, TableView

if TYPE_CHECKING:
    from kalahloa.models.match.match import PairPlayed

NUMBER, MOVER, RESULT, PLIES, OPENING = range(5)


class MatchGamesTable(TableView):
    """Shows a row for each game that was counted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pairs: list[PairPlayed] = []
        self._movers = ("", "")
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # versions are at the end of names
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().setStretchLastSection(True)
        number, plies = self.tr("Game"), self.tr("Plies")
        self.cells.set_columns(
            (
                TableColumn(
                    number, lambda row: str(row + 1), said=self._said, align=AT_END, width=54
                ),
                TableColumn(self.tr("Moves first"), self._mover, self._mover, width=92),
                TableColumn(self.tr("Result"), self._result, width=64),
                TableColumn(plies, self._plies, align=AT_END, width=54),
                TableColumn(self.tr("Opening"), lambda row: " ".join(self._pair(row).opening)),
            )
        )

    def show_match(self, match: LabMatch) -> None:
        """Show the games of *match* as far as they were played; called again for more."""
        is_other, self._pairs = match.pairs is not self._pairs, match.pairs
        if match.begun is not None:
            self._movers = participant_names(match.begun)
        self.cells.set_rows(range(match.games if match.begun is not None else 0), anew=is_other)

    def _pair(self, row: int) -> "PairPlayed":
        return self._pairs[row // 2]

    def _mover(self, row: int) -> str:
        return self._movers[row % 2]

    def _result(self, row: int) -> str:
        return pair_result_text(self._pair(row), bool(row % 2))

    def _plies(self, row: int) -> str:
        return str(self._pair(row).games[row % 2].plies)

    def _said(self, row: int) -> str:
        sentence = self.tr("Game {number}: {result}; {mover} moved first, {plies} plies")
        return fill(
            sentence,
            number=row + 1,
            result=self._result(row),
            mover=self._mover(row),
            plies=self._plies(row),
        )
