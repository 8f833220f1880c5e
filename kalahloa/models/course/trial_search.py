"""The searches of the course: small ones, by the lecture's searchers, recorded."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.lecture.lecture_searcher import LectureSearcher
from kalahloa.models.search.lecture.scale import finished_value, lecture_value
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import SearchResult
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.numbers import signed
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never

PLAIN = "game-tree"
PRUNING = "alpha-beta"
MAX_KEPT = 40
"""So many results are kept, of some thousand nodes each."""
MAX_DEPTH = 60
"""Deep enough for the end of an endgame."""


@dataclass(frozen=True)
class StartingPoint:
    """A game and a position of it from which figures and exercises begin.

    *rules* are the game's; *start* is a position string, or empty for the start of a game.
    """

    game: Game
    rules: object
    start: str = ""
    heuristic: str | None = None

    def position(self) -> Position:
        """Return the position; raise `BadPosition` if it cannot be read."""
        if not self.start:
            return self.game.start(self.rules)
        return self.game.read(self.start, self.rules)

    def walked(self, rng: Random, plies: int) -> Position | None:
        """Return the position after *plies* random moves; None if the game is over by then."""
        position = self.position()
        for _ in range(plies):
            moves = [] if position.is_over() else position.legal_moves()
            if not moves:
                return None
            position.make(rng.choice(moves))
        return (
            None if position.is_over() else self.game.read(position.position_string(), self.rules)
        )


def search(
    ground: StartingPoint,
    position: Position,
    searcher: str,
    depth: int,
    *,
    record: bool = True,
    stopped: Callable[[], bool] = never,
) -> SearchResult:
    """Search *position*, which must not be over, to *depth*, and record the trees of all passes.

    Raises `BadFile` if *searcher* is none of the lecture's, and `SearchStopped`.
    """
    found = find_searcher(searcher)
    if not isinstance(found, LectureSearcher):
        raise BadFile(QT_TRANSLATE_NOOP("Models", "The engine does not record its tree."))
    heuristic = ground.game.heuristic(ground.heuristic)
    limits = Limits(depth=depth)
    return found.choose(position.copy(), limits, heuristic, stopped=stopped, record_tree=record)


@lru_cache(maxsize=MAX_KEPT)
def _kept(
    game: str, rules: Any, start: str, heuristic: str | None, searcher: str, depth: int
) -> SearchResult:
    """Return the result of a search, of the whole tree, that texts and figures ask for again."""
    ground = StartingPoint(find_game(game), rules, start, heuristic)
    return search(ground, ground.position(), searcher, depth)


def kept_search(ground: StartingPoint, searcher: str, depth: int) -> SearchResult:
    """Do what `search` does with the position of *ground*, once for all; raises what it raises."""
    key = (ground.game.key, ground.rules, ground.start, ground.heuristic)
    return _kept(*key, searcher, depth)


def value_after(
    ground: StartingPoint,
    position: Position,
    move: int,
    depth: int,
    stopped: Callable[[], bool] = never,
) -> tuple[float, tuple[int, ...], bool]:
    """Return what *move* is worth at *depth*, the line that follows, and whether that is proven.

    The value is for the side that makes it.  As in the searchers, a move costs depth only if the
    other side is to move then, and sooner wins are worth more.
    """
    after = position.copy()
    after.make(move)
    same = after.side == position.side
    left = depth if same else depth - 1
    outcome = after.outcome() if after.is_over() else None
    if outcome is not None:
        return finished_value(outcome.score_for(position.side), 1), (), True
    if left < 1:
        value = ground.game.heuristic(ground.heuristic)(after)
        return (value if same else 0.0 - value), (), False
    result = search(ground, after, PRUNING, left, record=False, stopped=stopped)
    score = result.score.for_side(position.side)
    if score.plies is not None:
        score = replace(score, plies=score.plies + 1)
    return lecture_value(score), result.line, score.proven


def short_estimate(value: float) -> str:
    """Return an estimate as it is read: ``+2``, ``−0.5``, ``0``; at most two decimals."""
    text = signed(value, 2)
    head, dot, tail = text.partition(".")
    tail = tail.rstrip("0")
    return head + (dot + tail if tail else "")
