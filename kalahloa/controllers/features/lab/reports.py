"""What is found out in the lab: of a heuristic at a position, and of its versions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from kalahloa.models.game.position import Position
from kalahloa.models.record.node import Node

if TYPE_CHECKING:
    from kalahloa.models.heuristics.costs import FeatureCost
    from kalahloa.models.heuristics.differences import DiffLine
    from kalahloa.models.search.score import Score


@dataclass(frozen=True, slots=True)
class RankedMove:
    """A legal move, its notation, and the value of the position after it with the terms.

    Both are from the point of view of the side that makes the move.  `ending` is the outcome in
    words if the game is over then; there are no terms then.
    """

    move: int
    text: str
    value: float
    terms: Mapping[str, float] = field(default_factory=dict)
    ending: str = ""


@dataclass(frozen=True)
class LabReport:
    """What the heuristic `name` says at `node`, from the point of view of `side`, which is to move.

    `terms` are the values of its `weights`, by their names: what the value has of each.  `moves`
    are all legal moves, the best first.  `lines` are the values that lines of the text have in this
    position.  `seconds` is how long it took; `printed` is what the heuristic printed.  `costs` are
    those of the features that it asks for, `microseconds` is how long one evaluation takes.
    """

    name: str
    digest: str
    node: Node
    position: Position = field(compare=False, repr=False)
    side: int
    value: float
    terms: Mapping[str, float]
    weights: Mapping[str, float]
    moves: tuple[RankedMove, ...]
    lines: Mapping[int, str] = field(default_factory=dict)
    seconds: float = field(default=0.0, compare=False)
    printed: str = ""
    costs: Mapping[str, "FeatureCost"] = field(default_factory=dict, compare=False)
    microseconds: float = field(default=0.0, compare=False)

    def find(self, move: int) -> RankedMove | None:
        """Return the entry of *move*, if it is legal."""
        return next((one for one in self.moves if one.move == move), None)


@dataclass(frozen=True, slots=True)
class KeptVersion:
    """What a heuristic was before: its `number`, when it was written (`kept`, UTC), its `text`.

    `lines` are what differs in the text as it stands now, empty if nothing does.  `trusted` is
    whether it may run without being asked about; `problem` why it cannot be edited, or nothing.
    """

    number: int
    kept: datetime
    text: str
    lines: tuple["DiffLine", ...]
    trusted: bool = True
    problem: str = ""


@dataclass(frozen=True, slots=True)
class LabVersions:
    """The versions of the heuristic `name` of the game with the key `game`, the latest first."""

    game: str
    name: str
    versions: tuple[KeptVersion, ...]

    def find(self, number: int) -> KeptVersion | None:
        """Return the version with this number."""
        return next((one for one in self.versions if one.number == number), None)


@dataclass(frozen=True)
class EngineOpinion:
    """What the engine says of the same position: the values of moves, the best first.

    `answers` are the other side's best answers to moves in notation, where they are known.
    """

    values: Mapping[int, "Score"]
    answers: Mapping[int, str] = field(default_factory=dict)

    @property
    def best(self) -> int | None:
        """The best move, None if nothing is known."""
        return next(iter(self.values), None)
