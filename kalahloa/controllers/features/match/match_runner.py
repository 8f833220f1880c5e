"""Plays matches on all cores: worker processes play, a thread of this one counts and keeps."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.features.match.state import MatchNews, MatchOrder, MatchRequest
from kalahloa.controllers.work.background import Background
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import shorten

with lazy_imports():
    from kalahloa.controllers.features.match import match_playing


class MatchRunner(Background[MatchRequest]):
    """Plays one match at a time."""

    gives_way = True
    told = Signal(object)
    """A `MatchNews`, a few per second; emitted on the runner's thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("match", parent)

    def play(self, order: MatchOrder, workers: int) -> int:
        """Play *order* with so many processes; return the number of the request."""
        return self.submit(MatchRequest(self.next_number(), order, workers=workers))

    def resume(self, path: Path, workers: int) -> int:
        """Go on with the match in the file at *path*; return the number of the request."""
        return self.submit(MatchRequest(self.next_number(), None, path, workers))

    def work(self, request: MatchRequest) -> None:
        """Do what *request* says, and tell how it has ended."""
        news = MatchNews(request.number)
        error = ""
        try:
            # It takes a while, and the GUI need not wait for that.
            news = match_playing.play(request, self.told.emit)
        except KalahloaError as problem:
            error = in_words(problem)
        except Exception as problem:  # a plug-in may raise anything
            sentence = translate("Match", "The match cannot go on: {reason}.")
            error = fill(sentence, reason=shorten(problem))
        self.told.emit(replace(news, finished=True, error=error))
