"""Openings for matches, determined by a seed: random legal moves, or even positions.

A random opening is often won for one side, which makes pairs between strong players draws.  Even
openings are won for neither side, as far as that can be known (see `even_openings`).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from kalahloa.models.game.knowledge import NO_KNOWLEDGE, Knowledge, KnowledgeSource
from kalahloa.models.game.position import Position
from kalahloa.models.match.even_openings import EvenOpenings
from kalahloa.models.match.opening import Opening, after
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote
from kalahloa.models.work.cancellation import never

RANDOM, EVEN = "random", "even"
MAX_PLIES = 60
MAX_SEED = 10**9
MAX_COUNT = 100_000
COUNTED_SEED = 1
"""The seed of even openings that were asked for by their number."""
_TRIES = 2_000
"""After this number of successive failures the remaining openings are enumerated."""
_EARLY_PLIES = 8
"""Openings from a book are no longer, unless that is asked for."""
_MAX_POSITIONS = 50_000
"""The number of positions visited, at most, when openings are enumerated."""


@dataclass(frozen=True, slots=True)
class Openings:
    """Openings of *plies* random moves, none of which ends the game, to different positions.

    *even* openings are even positions instead (see `even_openings`), those of *plies* plies first.
    With a *count* there are that many of them, and their length does not matter.
    """

    plies: int
    seed: int
    even: bool = False
    count: int | None = None

    @property
    def text(self) -> str:
        """The text form, which `read_openings` reads."""
        if self.count is not None:
            return f"{EVEN}:{self.count}"
        return f"{EVEN if self.even else RANDOM}:{self.plies}:{self.seed}"

    def offered(
        self,
        start: Position,
        count: int,
        knowledge: KnowledgeSource = NO_KNOWLEDGE,
        *,
        read: Callable[[str], Position] | None = None,
        fewer: bool = False,
        report: Callable[[int], None] | None = None,
        stopped: Callable[[], bool] = never,
    ) -> list[Opening]:
        """Return *count* openings from *start*; raise `BadCommand` if there are not so many.

        If there are *fewer*, and that is allowed, all of them are returned; there must be one.
        *read* reads position strings if *start* is the usual start of the game: then fair starts
        are among the even openings.  *report* is called with the number found so far.  Once
        *stopped* returns True, no more are looked for.
        """
        if not self.even:
            find = self.up_to if fewer else self.first
            return [Opening(moves) for moves in find(start, count, knowledge)]
        offers = self._even(start, knowledge, read, stopped)
        found: list[Opening] = []
        for opening in islice(offers, count if self.count is None else min(count, self.count)):
            found.append(opening)
            if report is not None:
                report(len(found))
        if not found or (len(found) < count and not fewer and not stopped()):
            raise BadCommand(self._too_few(len(found)))
        return found

    def _too_few(self, count: int) -> str:
        if not count:
            return f"Found no even openings for {self.text}."
        openings = "is only 1 opening" if count == 1 else f"are only {count} openings"
        return f"There {openings} for {self.text}, enough for {2 * count} games."

    def _even(
        self,
        start: Position,
        knowledge: KnowledgeSource,
        read: Callable[[str], Position] | None,
        stopped: Callable[[], bool],
    ) -> Iterator[Opening]:
        plies = None if self.count is not None else self.plies
        finder = EvenOpenings(start, knowledge, self.seed, plies, stopped)
        return finder.offer(lambda _: self._drawn(start, knowledge), read)

    def _drawn(self, start: Position, knowledge: KnowledgeSource) -> Iterator[tuple[int, ...]]:
        """Yield the lines to drawn positions of the book: all after `plies` plies, then early ones.

        A book may follow draws far into the game, which is no opening any more.
        """
        if self.count is None:
            yield from self.moves(start, knowledge)
        is_fit = self._fitness(start, knowledge)
        rest = [
            moves
            for level in islice(self._levels(start, knowledge), _EARLY_PLIES + 1)
            for moves in level.values()
            if is_fit(after(start, moves))
        ]
        Random(f"drawn {self.seed}").shuffle(rest)
        yield from rest

    def moves(
        self, start: Position, knowledge: KnowledgeSource = NO_KNOWLEDGE
    ) -> Iterator[tuple[int, ...]]:
        """Yield the openings from *start*, which is not changed, in an order set by the seed.

        With 0 plies there is one opening, without moves.  Openings that random play has not found
        come last; they are enumerated up to a maximal number of positions.  *knowledge* is that of
        the game; even openings are only those of its book, of which there may be none.
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
        return knowledge.book(start.rules) if self.even else None

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
            raise BadCommand(
                f"Found no openings of {self.plies} plies for {self.text}. {self._advice()}"
            )
        return found

    def first(
        self, start: Position, count: int, knowledge: KnowledgeSource = NO_KNOWLEDGE
    ) -> list[tuple[int, ...]]:
        """Return the first *count* openings from *start*; raise `BadCommand` if there are fewer."""
        found = self.up_to(start, count, knowledge)
        if len(found) < count:
            openings = "is only 1 opening" if len(found) == 1 else f"are only {len(found)} openings"
            raise BadCommand(
                f"There {openings} for {self.text}, enough for {2 * len(found)} games. "
                f"{self._advice()}"
            )
        return found

    def _advice(self) -> str:
        """Return a sentence that suggests other openings, of which there are more."""
        return "Use more plies for more openings."


def _is_anything(position: Position) -> bool:
    return True


def read_openings(text: str) -> Openings:
    """Read openings such as ``random:4:1`` and ``even:4:1``: the kind, the plies and the seed.

    ``even:200`` are so many even openings of any length.  Raises `BadCommand` for anything else.
    """
    kind, *numbers = text.strip().lower().split(":")
    if (
        kind in (RANDOM, EVEN)
        and 1 <= len(numbers) <= 2
        and all(number.isascii() and number.isdigit() and len(number) < 12 for number in numbers)
    ):
        first, *seeds = map(int, numbers)
        if seeds and first <= MAX_PLIES and seeds[0] <= MAX_SEED:
            return Openings(first, seeds[0], kind == EVEN)
        if not seeds and kind == EVEN and 1 <= first <= MAX_COUNT:
            return Openings(0, COUNTED_SEED, True, first)
    raise BadCommand(
        f"'{quote(text)}' is not valid; type random:PLIES:SEED, even:PLIES:SEED or "
        f"even:COUNT, with at most {MAX_PLIES} plies."
    )
