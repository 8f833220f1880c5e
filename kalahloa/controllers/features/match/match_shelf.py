"""Looks after kept matches on a thread of its own: lists them, and opens and keeps their games."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.work.background import Background
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import Stop

with lazy_imports():
    from kalahloa.controllers.features.match import match_shelving

if TYPE_CHECKING:
    from kalahloa.controllers.features.match.state import MatchBegun
    from kalahloa.models.heuristics.source import HeuristicSource
    from kalahloa.models.match.match import PairPlayed


@dataclass(frozen=True)
class ShelfRequest:
    """A request to call the function `deed` of `match_shelving` with `values`."""

    number: int
    deed: str
    values: tuple[Any, ...]
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class ShelfAnswer:
    """The answer to request `number`; `error` is a sentence if there is none."""

    number: int
    result: Any = None
    error: str = ""


class MatchShelf(Background[ShelfRequest]):
    """Answers all requests, one after the other."""

    answered = Signal(object)
    """A `ShelfAnswer`; emitted on the shelf's thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("matches", parent)

    def ask_stock(self, game: str) -> int:
        """Ask for the `Stock` of *game*."""
        return self._ask("stock", game)

    def ask_text(self, match: "MatchBegun", number: int, swapped: bool, pair: "PairPlayed") -> int:
        """Ask for a game of pair *number* in SGF, as text; the second of a pair is *swapped*."""
        config = match.config.beginning(pair.start)
        game = pair.games[swapped]
        return self._ask("game_text", config, match.versions, number, swapped, game)

    def keep(
        self,
        match: "MatchBegun",
        pairs: "tuple[PairPlayed, ...]",
        first: int,
        open_library: Callable[[], Any],
    ) -> int:
        """Save *pairs* in the library; the first of them has the number *first*."""
        return self._ask("keep_games", match.config, match.versions, pairs, first, open_library)

    def keep_version(self, source: "HeuristicSource") -> int:
        """Have *source* kept under a name that is free, which is the answer."""
        return self._ask("keep_version", source)

    def _ask(self, deed: str, *values: Any) -> int:
        self._number += 1
        return self.submit(ShelfRequest(self._number, deed, values))

    def work(self, request: ShelfRequest) -> None:
        """Answer *request*."""
        try:
            result = getattr(match_shelving, request.deed)(*request.values)
        except KalahloaError as problem:
            self.answered.emit(ShelfAnswer(request.number, error=in_words(problem)))
        except Exception as problem:  # a plug-in may raise anything
            sentence = translate("Match", "This cannot be done: {reason}.")
            error = fill(sentence, reason=shorten(problem))
            self.answered.emit(ShelfAnswer(request.number, error=error))
        else:
            self.answered.emit(ShelfAnswer(request.number, result))
