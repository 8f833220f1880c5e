"""Tunes weights in the background: worker processes play, sample and fit."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.features.tuning.state import TuningNews, TuningOrder, TuningRequest
from kalahloa.controllers.work.background import Background
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import shorten

with lazy_imports():
    from kalahloa.controllers.features.tuning import tuning_work


class TuningRunner(Background[TuningRequest]):
    """Tunes one heuristic at a time."""

    gives_way = True
    told = Signal(object)
    """A `TuningNews`, at most ten per second; emitted on the runner's thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("tuning", parent)

    def tune(self, order: TuningOrder, workers: int, open_library: Callable[[], Any] | None) -> int:
        """Do what *order* says; return the number of the request."""
        return self.submit(TuningRequest(self.next_number(), order, workers, open_library))

    def work(self, request: TuningRequest) -> None:
        """Do what *request* says, and tell how it has ended."""
        news = TuningNews(request.number)
        error = ""
        try:
            # It takes a while, and the GUI need not wait for that.
            news = tuning_work.tune(request, self.told.emit)
        except KalahloaError as problem:
            error = in_words(problem)
        except Exception as problem:  # a plug-in may raise anything
            sentence = translate("Tuning", "The weights cannot be tuned: {reason}.")
            error = fill(sentence, reason=shorten(problem))
        self.told.emit(replace(news, finished=True, error=error))
