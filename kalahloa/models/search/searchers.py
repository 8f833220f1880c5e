"""The list of searchers, which all games share: the lecture's and the engine."""

from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.lecture.alpha_beta import ASPIRATION, AlphaBetaSearch
from kalahloa.models.search.lecture.lecture_searcher import LectureSearcher
from kalahloa.models.search.lecture.minimax import MinimaxSearch
from kalahloa.models.search.lecture.negamax import NegamaxSearch
from kalahloa.models.search.lecture.negascout import NegaScoutSearch
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.text.errors import UnknownName
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

_SEARCHERS: tuple[Searcher, ...] = (
    MinimaxSearch(),
    NegamaxSearch(),
    AlphaBetaSearch(),
    AlphaBetaSearch(ordering=True),
    AlphaBetaSearch(ordering=True, aspiration=ASPIRATION),
    AlphaBetaSearch(ordering=True, table=True),
    NegaScoutSearch(),
    Engine(network=True),
)

_BY_NUMBER = tuple(one.numbered() for one in _SEARCHERS if isinstance(one, LectureSearcher))


def searchers() -> tuple[Searcher, ...]:
    """Return all searchers, from the simplest to the strongest."""
    return _SEARCHERS


def lecture_searchers() -> tuple[LectureSearcher, ...]:
    """Return the lecture's searchers, the simplest first."""
    return tuple(one for one in _SEARCHERS if isinstance(one, LectureSearcher))


def find_lecture_searcher(name: str) -> LectureSearcher | None:
    """Return the lecture's searcher called *name*, None if none of them has that name."""
    word = name.strip().lower()
    known = (*lecture_searchers(), *_BY_NUMBER)
    return next((one for one in known if one.name == word), None)


def find_searcher(name: str) -> Searcher:
    """Return the searcher called *name*; raise `UnknownName` if there is none.

    The lecture's have `BY_NUMBER` at the end of their names to try moves by number.
    """
    for searcher in (*_SEARCHERS, *_BY_NUMBER):
        if searcher.name == name.strip().lower():
            return searcher
    known = ", ".join(searcher.name for searcher in _SEARCHERS)
    raise UnknownName(
        QT_TRANSLATE_NOOP(
            "Models", "There is no searcher '{name}'; choose one of: {known}."
        ).format(name=quote(name), known=known)
    )


__all__ = [
    "AlphaBetaSearch",
    "Engine",
    "MinimaxSearch",
    "Searcher",
    "find_searcher",
    "lecture_searchers",
    "searchers",
]
