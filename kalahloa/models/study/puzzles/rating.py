"""How hard a puzzle is: what levels of the engine solve it."""

from collections.abc import Callable
from dataclasses import replace

from kalahloa.models.game.registry import find_game
from kalahloa.models.search.levels.levels import at_level
from kalahloa.models.search.limits import NO_LIMITS
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.study.puzzles.puzzle import MAX_RATING, Puzzle
from kalahloa.models.work.cancellation import never

HIGHEST_TRIED = MAX_RATING - 1
"""The highest level that is tried: a puzzle that it does not solve has the rating above it."""
SEEDS = (1, 2, 3)
"""The levels that choose at random must find the solution with each of these seeds."""
_LEVELS_THAT_CHOOSE = 4


class Rater:
    """Rates puzzles by the engine's levels, whose searches are limited by depth or nodes.

    The ratings are the same on every machine.
    """

    def __init__(self) -> None:
        self._levels: dict[tuple[int, int], Searcher] = {}

    def rating(self, puzzle: Puzzle, stopped: Callable[[], bool] = never) -> int:
        """Return the lowest level from which on each level finds every move of the solution.

        It is 1 to `MAX_RATING`, which says that `HIGHEST_TRIED` does not.  Raises `SearchStopped`
        once *stopped* returns True.
        """
        rating = MAX_RATING
        for level in range(HIGHEST_TRIED, 0, -1):
            if not self.solves(level, puzzle, stopped):
                break
            rating = level
        return rating

    def rated(self, puzzle: Puzzle, stopped: Callable[[], bool] = never) -> Puzzle:
        """Return *puzzle* with its rating; raises what `rating` raises."""
        return replace(puzzle, rating=self.rating(puzzle, stopped))

    def solves(self, level: int, puzzle: Puzzle, stopped: Callable[[], bool] = never) -> bool:
        """Return whether the engine at *level* finds every move of the solution."""
        seeds = SEEDS if level <= _LEVELS_THAT_CHOOSE else SEEDS[:1]
        return all(self._solves(level, seed, puzzle, stopped) for seed in seeds)

    def _solves(self, level: int, seed: int, puzzle: Puzzle, stopped: Callable[[], bool]) -> bool:
        if (level, seed) not in self._levels:
            self._levels[level, seed] = at_level(level, seed, varies=False)
        searcher = self._levels[level, seed]
        game = find_game(puzzle.game)
        position = puzzle.start()
        solver = position.side
        for text in puzzle.solution:
            move = position.read_move(text)
            if position.side == solver:
                if stopped():
                    raise SearchStopped
                # Each move by itself: what came before it tells a player nothing.
                found = searcher.choose(
                    position.copy(stack=False), NO_LIMITS, game.heuristic(), stopped=stopped
                )
                if found.move != move:
                    return False
            position.make(move)
        return True
