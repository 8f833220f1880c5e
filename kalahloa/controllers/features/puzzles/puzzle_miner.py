"""Looks for puzzles in the games of the library, on a thread of its own.

Not in the queue of searches: it may take hours, and nothing that is shown depends on it.  So it
neither waits for an analysis without an end nor stops one, and gives way to all of them.
"""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.features.puzzles.state import MineNews, MineRequest
from kalahloa.controllers.saving.opening import OpenLibrary
from kalahloa.controllers.work.background import Background
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import shorten

with lazy_imports():
    from kalahloa.controllers.features.puzzles import puzzle_mining


class PuzzleMiner(Background[MineRequest]):
    """Looks through one library after the other; what was found is kept as it is found."""

    gives_way = True
    told = Signal(object)
    """A `MineNews`, at most ten per second; emitted on the miner's thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("mining puzzles", parent)
        self._seen: dict[int, int] = {}
        """The revisions of the games that were looked through, by their numbers."""

    def mine(self, game: str, open_library: OpenLibrary) -> int:
        """Look for puzzles of *game* in the library; return the number of the request."""
        return self.submit(MineRequest(self.next_number(), game, open_library))

    def work(self, request: MineRequest) -> None:
        """Do what *request* says, and tell how it has ended."""
        news = MineNews(request.number, request.game)
        error = ""
        try:
            # It takes a while, and the GUI need not wait for that.
            news = puzzle_mining.mine(request, self._seen, self.told.emit)
        except KalahloaError as problem:
            error = in_words(problem)
        except Exception as problem:  # a plug-in may raise anything
            sentence = translate("Puzzles", "The games cannot be looked through: {reason}.")
            error = fill(sentence, reason=shorten(problem))
        stopped = request.stop.is_set()
        self.told.emit(replace(news, finished=True, stopped=stopped, error=error))
