"""The puzzles of a game with the results so far: what is due, and which one comes next."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kalahloa.models.study.puzzles.puzzle import MAX_RATING, Puzzle
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet
from kalahloa.models.study.training.schedule import (
    Attempt,
    Card,
    cards,
    due,
    streak,
    suggested_rating,
)


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """How one stands with a set of puzzles.

    `total` is how many there are; `attempted` of them were, `passed` in the last attempt.  `due` is
    how many puzzles of the game are to be repeated, of all sets; `next_due` is when the first of
    those that are not due yet will be, in milliseconds since 1970, None if there is none.
    `in_a_row` counts the latest attempts at puzzles of the game that were passed; `rating` is what
    suits the solver.
    """

    total: int
    attempted: int
    passed: int
    due: int
    next_due: int | None
    in_a_row: int
    rating: int


class PuzzlePicker:
    """The puzzles of one game, and the attempts at them."""

    def __init__(self, shipped: Iterable[Puzzle], mined: Iterable[Puzzle] = ()) -> None:
        self._shipped = {puzzle.id: puzzle for puzzle in shipped}
        self._mined: dict[str, Puzzle] = {}
        self._attempts: tuple[Attempt, ...] = ()
        self._cards: dict[str, Card] = {}
        self._last: dict[str, Attempt] = {}
        self._rating = 0
        self.add_mined(mined)

    @property
    def is_empty(self) -> bool:
        """Whether there are no puzzles."""
        return not (self._shipped or self._mined)

    def add_mined(self, puzzles: Iterable[Puzzle]) -> None:
        """Add *puzzles* found in games, without those that are there."""
        for puzzle in puzzles:
            if puzzle.id not in self._shipped:
                self._mined.setdefault(puzzle.id, puzzle)
        self.set_attempts(self._attempts)

    def set_attempts(self, attempts: Iterable[Attempt]) -> None:
        """Make *attempts*, the oldest first, the results so far; those at others are left out."""
        known = self._shipped.keys() | self._mined.keys()
        self._attempts = tuple(attempt for attempt in attempts if attempt.item in known)
        self._cards = cards(self._attempts)
        self._last = {attempt.item: attempt for attempt in self._attempts}
        ratings = {
            puzzle.id: puzzle.rating
            for puzzles in (self._mined, self._shipped)
            for puzzle in puzzles.values()
            if puzzle.rating
        }
        self._rating = min(MAX_RATING, suggested_rating(self._attempts, ratings))

    def find(self, identity: str) -> Puzzle | None:
        """Return the puzzle with this id, or None."""
        return self._shipped.get(identity) or self._mined.get(identity)

    def _in(self, chosen: PuzzleSet) -> dict[str, Puzzle]:
        if chosen is PuzzleSet.SHIPPED:
            return self._shipped
        if chosen is PuzzleSet.MINED:
            return self._mined
        everything = self._shipped | self._mined
        return {
            identity: everything[identity]
            for identity, card in self._cards.items()
            if card.failures
        }

    def standing(self, chosen: PuzzleSet, until: int) -> PuzzleStanding:
        """Return how one stands; due is what is at *until*, in milliseconds since 1970."""
        puzzles = self._in(chosen)
        last = [self._last[identity] for identity in puzzles if identity in self._last]
        later = [
            card.due for card in self._cards.values() if card.due is not None and card.due > until
        ]
        return PuzzleStanding(
            total=len(puzzles),
            attempted=len(last),
            passed=sum(attempt.passed for attempt in last),
            due=len(due(self._attempts, until)),
            next_due=min(later, default=None),
            in_a_row=streak(self._attempts),
            rating=self._rating,
        )

    def pick(self, chosen: PuzzleSet, until: int, shown: Mapping[str, int]) -> Puzzle | None:
        """Return the puzzle that comes next in the set, or None if that is empty.

        First come those that are due at *until*, the longest due first; then those that were never
        attempted, nearest to the rating that suits the solver; then the one attempted longest ago.
        Those that were *shown*, at so many milliseconds since 1970, and not attempted since, come
        after all others.
        """
        puzzles = self._in(chosen)
        wanted = [
            identity
            for identity in puzzles
            if identity not in shown or shown[identity] <= self._last_time(identity)
        ] or list(puzzles)
        if not wanted:
            return None
        waiting = set(wanted)
        for identity in due(self._attempts, until):
            if identity in waiting:
                return puzzles[identity]
        if chosen is PuzzleSet.FAILED:
            return puzzles[min(wanted, key=lambda identity: self._cards[identity].due or 0)]
        new = [puzzles[identity] for identity in wanted if identity not in self._last]
        if new:
            return min(new, key=self._distance)
        return puzzles[min(wanted, key=lambda identity: self._last[identity].time)]

    def _last_time(self, identity: str) -> int:
        """Return when the puzzle with this id was attempted last, -1 if never."""
        return self._last[identity].time if identity in self._last else -1

    def _distance(self, puzzle: Puzzle) -> tuple[int, int]:
        """Return how far the rating is from what suits; of two as far, the easier one is nearer."""
        rating = puzzle.rating or self._rating
        return abs(rating - self._rating), rating
