"""Makes what a search tree needs, piece by piece, before any of it is seen."""

from collections.abc import Iterator

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.features.trees.search_state import TreeRun
from kalahloa.models.game.game import Game
from kalahloa.views.look.frame_work import FrameWork
from kalahloa.views.trees.node_card import NodeCard
from kalahloa.views.trees.thumbnails import Thumbnails


class Preparation(QObject):
    """Makes the boards of *card* and *thumbnails* for a game, in turns of the event loop.

    To make them and to show the tree in the same turn takes more than a frame.
    """

    ended = Signal()
    """All is there."""

    def __init__(self, card: NodeCard, thumbnails: Thumbnails, parent: QObject) -> None:
        super().__init__(parent)
        self._card = card
        self._thumbnails = thumbnails
        self._pieces: Iterator[None] = iter(())
        self._work = FrameWork(self, self._make)
        self._game: Game | None = None

    @property
    def is_busy(self) -> bool:
        """Whether something is still to be made."""
        return self._work.is_active

    def is_done_for(self, run: TreeRun) -> bool:
        """Return whether there is all that *run* needs."""
        return run.game is self._card.game and self._thumbnails.is_measured

    def begin(self, run: TreeRun) -> None:
        """Make what *run* needs, unless that of its game has begun."""
        if not self.is_busy or run.game is not self._game:
            self._game = run.game
            self._pieces = self._made(run)
            self._work.start()

    def finish(self) -> None:
        """Make now what is still to be made."""
        if self.is_busy:
            for _ in self._make():
                pass

    def drop(self) -> None:
        """Make nothing more."""
        self._work.stop()

    def _make(self) -> Iterator[None]:
        for _ in self._pieces:
            yield
        self._work.stop()
        self.ended.emit()

    def _made(self, run: TreeRun) -> Iterator[None]:
        self._card.show_game(run.game)
        yield
        yield from self._thumbnails.measured(run.position)
