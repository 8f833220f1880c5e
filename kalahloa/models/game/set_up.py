"""A board as it is being set up, cell by cell; no rule is checked before it is read."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from kalahloa.models.game.position import Position
from kalahloa.models.text.sentence import Sentence


@dataclass(frozen=True)
class SetUp(ABC):
    """The contents of all cells, the side to move and the rules; a value that is never changed.

    `contents` are the numbers of what is in each cell, in the order of the cells of the game's
    board: a number of things where the game `counts` them, else 0 for nothing and 1 and 2 for
    a piece of the first and the second side.  `phase` is an index into `phases()`.
    """

    rules: Any
    contents: tuple[int, ...]
    side: int
    phase: int = 0

    counts: ClassVar[bool] = False
    """Whether a cell holds a number of things, rather than one of several kinds."""
    most: ClassVar[int] = 2
    """The largest number in a cell."""
    keys: ClassVar[Mapping[str, int]] = {}
    """What the keys of these letters put into a cell."""
    hint: ClassVar[Sentence]
    """How the board is filled with mouse and keys."""

    # -- for a game ----------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def read(cls, text: str, rules: Any) -> Self:
        """Return what the position string *text* describes, a legal position or not.

        Raises `BadPosition` where *text* is malformed.
        """

    @classmethod
    @abstractmethod
    def empty(cls, rules: Any) -> Self:
        """Return the empty board, the first side to move."""

    @abstractmethod
    def text(self) -> str:
        """Return the position string; the game's `read` tells whether it is a legal position."""

    @abstractmethod
    def swapped(self) -> Self:
        """Return the set-up in which each side has what the other one had, the move included."""

    @abstractmethod
    def status(self, side: int) -> Sentence:
        """Return in a few words what *side* has on the board."""

    def total(self) -> str:
        """Return a sentence on all that is on the board; empty where there is nothing to say."""
        return ""

    def phases(self) -> tuple[Sentence, ...]:
        """Return what can be in force besides board and side, in words; most games have nothing."""
        return ()

    def with_rules(self, rules: Any) -> Self:
        """Return this set-up under *rules*; what does not fit on their board is left out."""
        return replace(self, rules=rules)

    # -- for all games -------------------------------------------------------------------------

    @classmethod
    def of(cls, position: Position) -> Self:
        """Return the set-up of *position*."""
        return cls.read(position.position_string(), position.rules)

    def with_side(self, side: int) -> Self:
        """Return this set-up with *side* (0 or 1) to move."""
        return replace(self, side=side)

    def with_phase(self, phase: int) -> Self:
        """Return this set-up with another `phase`."""
        return replace(self, phase=phase)

    def put(self, cell: int, content: int) -> Self:
        """Return this set-up with *content* in *cell*, brought into the range 0 to `most`."""
        contents = list(self.contents)
        contents[cell] = min(max(content, 0), self.most)
        return replace(self, contents=tuple(contents))

    def step(self, cell: int, by: int) -> Self:
        """Return this set-up with *by* more in *cell*; kinds come round in a circle."""
        content = self.contents[cell] + by
        return self.put(cell, content if self.counts else content % (self.most + 1))

    def carry(self, origin: int, target: int) -> Self:
        """Return this set-up with what is in *origin* moved to *target*.

        It is added to what is there where things are counted, and replaces it elsewhere.
        """
        if origin == target or not self.contents[origin]:
            return self
        content = self.contents[origin] + (self.contents[target] if self.counts else 0)
        return self.put(origin, 0).put(target, content)
