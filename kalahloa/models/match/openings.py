"""Openings for matches: random legal moves, determined by a seed.

A random opening is often won for one side, which makes pairs between strong players draws.  Even
openings are those that a book of exact values knows to be drawn; they exist only in games with a
book.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from kalahloa.models.errors import BadCommand
from kalahloa.models.knowledge import NO_KNOWLEDGE, Knowledge, KnowledgeSource
from kalahloa.models.position import Position
from kalahloa.models.quotation import quote

RANDOM, EVEN = "random", "even"
MAX_PLIES = 60
MAX_SEED = 10**9
_TRIES = 2_000
"""After this number of successive failures the remaining openings are enumerated."""
_MAX_POSITIONS = 50_000
"""The number of positions visited, at most, when openings are enumerated."""


@dataclass(frozen=True, slots=True)
class Openings:
    """Openings of *plies* random moves, none of which ends the game, to different positions.

    *even* openings are restricted to positions that a book of exact values knows to be drawn.
    """

    plies: int
    seed: int
    even: bool = False

    @property
    def text(self) -> str:
        """The text form, which `read_openings` reads."""
        return f"{EVEN if self.even else RANDOM}:{self.plies}:{self.seed}"

    def moves(
        self, start: Position, knowledge: KnowledgeSource = NO_KNOWLEDGE
    ) -> Iterator[tuple[int, ...]]:
        """Yield the openings from *start*, which is not changed, in an order set by the seed.

        With 0 plies there is one opening, without moves.  Openings that random play has not found
        come last; they are enumerated up to a maximal number of positions.  *knowledge* is that of
        the game; raises `BadCommand` for even openings if it has no book.
        """
        position = start.copy()
        is_fit = self._fitness(start, knowledge)
        chance = Random(f"openings {self.seed}")
        seen: set[str] = set()
        failures = 0
        while failures < _TRIES:
            line: list[int] = []
            while len(line) < self.plies and not position.is_over():
                line.append(chance.choice(position.legal_moves()))
                position.make(line[-1])
            board = position.position_string()
            fit = len(line) == self.plies and not position.is_over() and board not in seen
            fit = fit and is_fit(position)
            for _ in line:
                position.unmake()
            if fit:
                seen.add(board)
                failures = 0
                yield tuple(line)
            else:
                failures += 1
        rest = [found for found in self._all(start, knowledge) if found[0] not in seen]
        chance.shuffle(rest)
        yield from (moves for _, moves in rest)

    def _fitness(self, start: Position, knowledge: KnowledgeSource) -> Callable[[Position], bool]:
        """Return a predicate: may an opening end in this position, whose game is not over?"""
        book = self._book(start, knowledge)
        return _is_anything if book is None else lambda position: book.probe(position) == 0

    def _book(self, start: Position, knowledge: KnowledgeSource) -> Knowledge | None:
        """Return the book for even openings, or None if the openings need not be even."""
        if not self.even:
            return None
        book = knowledge.book(start.rules)
        if not book.has_book:
            raise BadCommand(
                "Even openings need a book of exact values, which this game has not got."
            )
        return book

    def _all(
        self, start: Position, knowledge: KnowledgeSource
    ) -> list[tuple[str, tuple[int, ...]]]:
        """Return all openings, each after the text of its final position.

        If there are too many positions, only those visited first are returned.
        """
        is_fit = self._fitness(start, knowledge)
        found = []
        for plies, level in enumerate(self._levels(start, knowledge)):
            if plies == self.plies:
                found = [
                    (board, moves) for board, moves in level.items() if is_fit(after(start, moves))
                ]
                break
        return found

    def _levels(
        self, start: Position, knowledge: KnowledgeSource
    ) -> Iterator[dict[str, tuple[int, ...]]]:
        """Yield the positions after 0, 1, 2 … plies, each with a line that leads to it.

        For even openings only positions in the book are included.
        """
        book = self._book(start, knowledge)
        level: dict[str, tuple[int, ...]] = {start.position_string(): ()}
        looked_at = 0
        while level:
            yield level
            following: dict[str, tuple[int, ...]] = {}
            for moves in level.values():
                position = after(start, moves)
                for move in position.legal_moves():
                    position.make(move)
                    looked_at += 1
                    board = position.position_string()
                    if (
                        board not in following
                        and not position.is_over()
                        and (book is None or book.probe(position) is not None)
                    ):
                        following[board] = (*moves, move)
                    position.unmake()
                if looked_at >= _MAX_POSITIONS:
                    break
            level = following

    def up_to(
        self, start: Position, count: int, knowledge: KnowledgeSource = NO_KNOWLEDGE
    ) -> list[tuple[int, ...]]:
        """Return the first *count* openings from *start*, or all of them if there are fewer.

        Raises `BadCommand` if there are none.
        """
        found = list(islice(self.moves(start, knowledge), count))
        if not found:
            raise BadCommand(f"There are no openings {self.text}. {self._advice(start, knowledge)}")
        return found

    def first(
        self, start: Position, count: int, knowledge: KnowledgeSource = NO_KNOWLEDGE
    ) -> list[tuple[int, ...]]:
        """Return the first *count* openings from *start*; raise `BadCommand` if there are fewer."""
        found = self.up_to(start, count, knowledge)
        if len(found) < count:
            openings = "is only 1 opening" if len(found) == 1 else f"are only {len(found)} openings"
            raise BadCommand(
                f"There {openings} {self.text}, for {2 * len(found)} games. "
                f"{self._advice(start, knowledge)}"
            )
        return found

    def _advice(self, start: Position, knowledge: KnowledgeSource) -> str:
        """Return a sentence that suggests other openings, of which there are more."""
        if not self.even:
            return (
                "There are more with more plies." if self.plies == 0 else "Longer ones differ more."
            )
        counts = {
            plies: count
            for plies, level in enumerate(self._levels(start, knowledge))
            if (
                count := sum(
                    self._fitness(start, knowledge)(after(start, line)) for line in level.values()
                )
            )
        }
        if not counts:
            return "The book has no drawn positions."
        best = max(counts, key=lambda plies: counts[plies])
        return (
            f"Even openings have {min(counts)} to {max(counts)} plies; most of them, "
            f"{counts[best]}, have {best}."
        )


def _is_anything(position: Position) -> bool:
    return True


def after(start: Position, moves: tuple[int, ...]) -> Position:
    """Return the position that *moves* lead to from *start*."""
    position = start.copy()
    for move in moves:
        position.make(move)
    return position


def read_openings(text: str) -> Openings:
    """Read openings such as ``random:4:1`` and ``even:4:1``: the kind, the plies and the seed.

    Raises `BadCommand` for anything else.
    """
    kind, *numbers = text.strip().lower().split(":")
    if (
        kind in (RANDOM, EVEN)
        and len(numbers) == 2
        and all(number.isascii() and number.isdigit() and len(number) < 12 for number in numbers)
    ):
        plies, seed = map(int, numbers)
        if plies <= MAX_PLIES and seed <= MAX_SEED:
            return Openings(plies, seed, kind == EVEN)
    raise BadCommand(
        f"'{quote(text)}' is not valid; openings are random:PLIES:SEED or even:PLIES:SEED, with at "
        f"most {MAX_PLIES} plies."
    )
