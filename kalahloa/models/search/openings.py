"""Openings for matches: positions reached by random legal moves, the same for the same seed.

Chance often gives one side so much that it wins against anybody.  Then a match of strong players
is decided by the openings, and tells nothing of who is the stronger; so there are even openings,
drawn by proof, in games whose openings a book knows.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from kalahloa.models.errors import BadCommand
from kalahloa.models.knowledge import NO_KNOWLEDGE, Knowledge, KnowledgeSource
from kalahloa.models.position import Position
from kalahloa.models.quotation import quote

RANDOM, EVEN = "random", "even"
MOST_PLIES = 60
MOST_SEED = 10**9
_TRIES = 2_000
"""So many openings that were seen before, or ended the game, mean that there are no more."""


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

        With no plies there is one, that of no moves.  Ends where no further ones turn up.  Raises
        `BadCommand` for even openings where *knowledge*, that of the game, has no book.
        """
        position = start.copy()
        is_fit = _is_draw_by(knowledge.book(position.rules)) if self.even else _is_anything
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

    def first(
        self, start: Position, count: int, knowledge: KnowledgeSource = NO_KNOWLEDGE
    ) -> list[tuple[int, ...]]:
        """Return the first *count* of `moves`; raise `BadCommand` if there are fewer."""
        found = []
        for moves in self.moves(start, knowledge):
            found.append(moves)
            if len(found) == count:
                return found
        raise BadCommand(
            f"There are only {len(found)} openings {self.text}; longer ones differ more."
        )


def _is_anything(position: Position) -> bool:
    return True


def _is_draw_by(book: Knowledge) -> Callable[[Position], bool]:
    if not book.has_book:
        raise BadCommand("There are even openings only where a book of exact values knows them.")
    return lambda position: book.probe(position) == 0


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
        if plies <= MOST_PLIES and seed <= MOST_SEED:
            return Openings(plies, seed, kind == EVEN)
    raise BadCommand(
        f"Openings cannot be '{quote(text)}'; they are random:PLIES:SEED or even:PLIES:SEED, at "
        f"most {MOST_PLIES} plies."
    )
