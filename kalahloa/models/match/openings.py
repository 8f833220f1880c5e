"""Openings for matches: positions reached by random legal moves, the same for the same seed.

Chance often gives one side so much that it wins against anybody.  Then a match of strong players
is decided by the openings, and tells nothing of who is the stronger; so there are even openings,
drawn by proof, in games whose openings a book knows.
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
"""After so many openings that were seen before, or ended the game, the rest is looked for."""
_MAX_POSITIONS = 50_000
"""So many positions are looked at for openings that chance has not found."""


@dataclass(frozen=True, slots=True)
class Openings:
    """Openings of *plies* random moves; none is over, and no two lead to the same position.

    They are *even* if only those count that a book of exact values knows to be draws.
    """

    plies: int
    seed: int
    even: bool = False

    @property
    def text(self) -> str:
        """The openings as `read_openings` takes them back."""
        return f"{EVEN if self.even else RANDOM}:{self.plies}:{self.seed}"

    def moves(
        self, start: Position, knowledge: KnowledgeSource = NO_KNOWLEDGE
    ) -> Iterator[tuple[int, ...]]:
        """Yield the openings from *start*, which is left alone, in the order of their numbers.

        With no plies there is one, that of no moves.  Those that chance does not find in many
        tries come last, as far as there are not too many positions to look through.  Raises
        `BadCommand` for even openings where *knowledge*, that of the game, has no book.
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
        """Return what says whether a position that is not over may be where an opening ends."""
        book = self._book(start, knowledge)
        return _is_anything if book is None else lambda position: book.probe(position) == 0

    def _book(self, start: Position, knowledge: KnowledgeSource) -> Knowledge | None:
        """Return the book of even openings, None where any opening will do."""
        if not self.even:
            return None
        book = knowledge.book(start.rules)
        if not book.has_book:
            raise BadCommand(
                "There are even openings only where a book of exact values knows them."
            )
        return book

    def _all(
        self, start: Position, knowledge: KnowledgeSource
    ) -> list[tuple[str, tuple[int, ...]]]:
        """Return all openings, each with the position that it leads to.

        Where there are too many positions it is those that are found first.
        """
        is_fit = self._fitness(start, knowledge)
        found = []
        for plies, level in enumerate(self._levels(start, knowledge)):
            if plies == self.plies:
                found = [
                    (board, moves) for board, moves in level.items() if is_fit(_after(start, moves))
                ]
                break
        return found

    def _levels(
        self, start: Position, knowledge: KnowledgeSource
    ) -> Iterator[dict[str, tuple[int, ...]]]:
        """Yield how to reach the positions after no move, after one, and so on, a line for each.

        For even openings they end where the book does: it knows what leads to what it knows.
        """
        book = self._book(start, knowledge)
        level: dict[str, tuple[int, ...]] = {start.position_string(): ()}
        looked_at = 0
        while level:
            yield level
            following: dict[str, tuple[int, ...]] = {}
            for moves in level.values():
                position = _after(start, moves)
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
        """Return the first *count* openings from *start*, or as many as there are, one at least.

        Raises `BadCommand` where there is none.
        """
        found = list(islice(self.moves(start, knowledge), count))
        if not found:
            raise BadCommand(f"There is no opening {self.text}. {self._advice(start, knowledge)}")
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
        """Return a sentence on which openings there are more of."""
        if not self.even:
            return (
                "There are more of more moves." if self.plies == 0 else "Longer ones differ more."
            )
        counts = {
            plies: count
            for plies, level in enumerate(self._levels(start, knowledge))
            if (
                count := sum(
                    self._fitness(start, knowledge)(_after(start, line)) for line in level.values()
                )
            )
        }
        if not counts:
            return "The book knows no draws."
        best = max(counts, key=lambda plies: counts[plies])
        return (
            f"Even openings have {min(counts)} to {max(counts)} moves; most of them, "
            f"{counts[best]}, have {best}."
        )


def _is_anything(position: Position) -> bool:
    return True


def _after(start: Position, moves: tuple[int, ...]) -> Position:
    """Return the position that *moves* lead to from *start*."""
    position = start.copy()
    for move in moves:
        position.make(move)
    return position


def read_openings(text: str) -> Openings:
    """Return the openings that *text* writes, such as ``random:4:1`` and ``even:4:1``.

    Those are the number of plies and the seed.  Raises `BadCommand` for anything else.
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
        f"Openings cannot be '{quote(text)}'; they are random:PLIES:SEED or even:PLIES:SEED, at "
        f"most {MAX_PLIES} plies."
    )
