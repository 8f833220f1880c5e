"""The menu of the games that were played last."""

from PySide6.QtCore import QDateTime, QLocale, Signal, Slot
from PySide6.QtWidgets import QMenu, QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.saving.recent_games import RecentGame
from kalahloa.models.game.registry import find_game
from kalahloa.models.text.errors import UnknownName

MAX_RECENT = 10


class RecentMenu(QMenu):
    """Lists recent games; the list is read anew, in the background, when the menu is opened."""

    chosen = Signal(object)
    """The id of the game that was chosen."""

    def __init__(self, keeper: Keeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Recent &games"))
        self.setObjectName("recent-menu")
        self._keeper = keeper
        self._shown: list[RecentGame] | None = None
        self.aboutToShow.connect(self.refresh)
        keeper.recent_changed.connect(self.refresh)

    @Slot()
    def refresh(self) -> None:
        """List the games that are known now."""
        games = self._keeper.recent(MAX_RECENT)
        if games == self._shown:
            return
        self._shown = games
        self.clear()
        for game in games:
            action = self.addAction(self._described(game).replace("&", "&&"))
            action.triggered.connect(lambda _on=False, number=game.id: self._choose(number))
        if not games:
            self.addAction(self.tr("No other game yet")).setEnabled(False)

    def _choose(self, number: int) -> None:
        self.chosen.emit(number)

    def _described(self, game: RecentGame) -> str:
        """Return the game's date, name, players and result."""
        date = QLocale().toString(_moment(game), QLocale.FormatType.ShortFormat)
        result = self.tr("not finished") if game.result == "*" else game.result
        return fill(
            self.tr("{date}: {game}, {first} – {second}, {result}"),
            date=date,
            game=_title(game.game),
            first=game.players[0],
            second=game.players[1],
            result=result,
        )


def _title(key: str) -> str:
    try:
        return find_game(key).title
    except UnknownName:
        return key


def _moment(game: RecentGame) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(round(game.date.timestamp()))
