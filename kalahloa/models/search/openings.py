"""Openings for matches: positions reached by random legal moves, the same for the same seed."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from kalahloa.models.errors import BadCommand
from kalahloa.models.position import Position

MOST_PLIES = 60
MOST_SEED = 10**9
_TRIES = 2_000
"""So many openings that were seen before, or ended the game, mean that there are no more."""


@dataclass(frozen=True, slots=True)
class Openings:
    """Openings of *plies* random moves; none is over, and no two lead to the same position."""

    plies: int
    seed: int

    @property
    def text(self) -> str:
        """The openings as `read_openings` takes them back."""
        return f"random:{self.plies}:{self.seed}"

    def moves(self, start: Position) -> Iterator[tuple[int, ...]]:
        """Yield the openings from *start*, which is left alone, in the order of their numbers.

        With no plies there is one, that of no moves.  Ends where no further ones turn up.
        """
        position = start.copy()
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
            for _ in line:
                position.unmake()
            if fit:
                seen.add(board)
                failures = 0
                yield tuple(line)
            else:
                failures += 1

    def first(self, start: Position, count: int) -> list[tuple[int, ...]]:
        """Return the first *count* openings from *start*; raise `BadCommand` if there are fewer."""
        found = []
        for moves in self.moves(start):
            found.append(moves)
            if len(found) == count:
                return found
        raise BadCommand(
            f"There are only {len(found)} openings {self.text}; longer ones differ more."
        )


def read_openings(text: str) -> Openings:
    """Return the openings that *text* writes, ``random:PLIES:SEED``; raise `BadCommand`."""
    kind, *numbers = text.strip().lower().split(":")
    if (
        kind == "random"
        and len(numbers) == 2
        and all(number.isascii() and number.isdigit() and len(number) < 12 for number in numbers)
    ):
        plies, seed = map(int, numbers)
        if plies <= MOST_PLIES and seed <= MOST_SEED:
            return Openings(plies, seed)
    short = text if len(text) <= 40 else text[:39] + "…"
    raise BadCommand(
        f"Openings cannot be '{short}'; they are random:PLIES:SEED, at most {MOST_PLIES} plies."
    )
