"""Keeps what analysis and reviews find with the game that is open."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from kalahloa.controllers.saving.open_game import OpenGame
from kalahloa.models.library.analyses import Accuracies
from kalahloa.models.library.game_rows import Json
from kalahloa.models.study.review.reviewed import ReviewedPly


class FindingsKeeper(QObject):
    """Adds findings to the game that *game* returns, and calls *write* to save them."""

    def __init__(
        self, game: Callable[[], OpenGame], write: Callable[[], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._game = game
        self._write = write

    @Slot(int, object)
    def keep_analysis(self, number: int, data: Json) -> None:
        """Keep what was found at the node with this number, as JSON values."""
        self._game().queue_analysis(number, data)
        self._write()

    @Slot(object)
    def keep_plies(self, plies: list[ReviewedPly]) -> None:
        """Keep what a review has found of *plies*."""
        self._game().queue_reviews(plies)
        self._write()

    @Slot(int, object)
    def keep_accuracy(self, plies: int, accuracy: Accuracies) -> None:
        """Keep both sides' accuracies in a line of *plies* plies."""
        self._game().queue_accuracy(plies, accuracy)
        self._write()
