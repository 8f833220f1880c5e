"""The menu of the games that were played last."""

from PySide6.QtCore import QDateTime, QLocale, Signal, Slot
from PySide6.QtWidgets import QMenu, QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.models.library.game_rows import GameHeader
from kalahloa.views.items.game_words import game_words, player_words, result_words

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
        self._shown: list[GameHeader] | None = None
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

    def _described(self, game: GameHeader) -> str:
        """Return the game's date, name, players and result."""
        changed = QDateTime.fromSecsSinceEpoch(round(game.modified))
        first, second = player_words(game)
        return fill(
            self.tr("{date}: {game}, {first} – {second}, {result}"),
            date=QLocale().toString(changed, QLocale.FormatType.ShortFormat),
            game=game_words(game.game),
            first=first,
            second=second,
            result=result_words(game)[0],
        )
