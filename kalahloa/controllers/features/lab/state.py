"""What the heuristic lab has open, and what a heuristic says of the position that is shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kalahloa.controllers.features.lab.reports import EngineOpinion, LabReport, RankedMove
    from kalahloa.models.heuristics.speed import Speed


@dataclass(frozen=True, slots=True)
class Opened:
    """A heuristic in the lab.

    `is_kept` is whether there is a file of it, `is_changed` whether the text differs from that.
    `must_ask` is whether it has code from elsewhere that nobody has agreed to run.  `is_outdated`
    is whether another program has changed the file while there were changes here.
    """

    name: str
    is_kept: bool = True
    is_changed: bool = False
    must_ask: bool = False
    is_outdated: bool = False


@dataclass(frozen=True, slots=True)
class LabSpeed:
    """What is known of the speed of a heuristic.

    While it is measured (`running`), `doing` says what is done, if that takes long.  Then there is
    a `speed`, or a `problem`, with the `line` of the text if that is known.
    """

    running: bool = False
    doing: str = ""
    speed: "Speed | None" = None
    problem: str = ""
    line: int | None = None

    @property
    def is_known(self) -> bool:
        """Whether there is anything to tell."""
        return self.running or self.speed is not None or bool(self.problem)


@dataclass(frozen=True, slots=True)
class LabFailure:
    """Why a heuristic could not be run: a sentence, and the line of its text if that is known."""

    sentence: str
    line: int | None = None


@dataclass(frozen=True)
class LabState:
    """The lab in the game that is open.

    `opened` are the user's heuristics, `current` the name of the one that is edited, empty if there
    is none.  `examples` are the names of those that one can start from.  `running` is whether one
    is being run.  `report` is what it says of the position that is shown, `failure` why it could
    not be run, each None where there is none; `engine` is the engine's opinion.  `chosen` is the
    move that is looked at.  `can_restore` is whether one was deleted that can be brought back.
    `problem` is a sentence where there can be no lab in this game.  `weights` are those of the
    heuristic that is edited, by their names, as they stand in its text.  `speed` is what is known
    of its speed.
    """

    opened: tuple[Opened, ...] = ()
    current: str = ""
    examples: tuple[str, ...] = ()
    loading: bool = False
    running: bool = False
    report: "LabReport | None" = None
    failure: LabFailure | None = None
    engine: "EngineOpinion | None" = None
    chosen: int | None = None
    can_restore: bool = False
    problem: str = ""
    weights: Mapping[str, float] = field(default_factory=dict)
    speed: LabSpeed = LabSpeed()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the user's heuristics."""
        return tuple(one.name for one in self.opened)

    @property
    def heuristic(self) -> Opened | None:
        """The heuristic that is edited."""
        return next((one for one in self.opened if one.name == self.current), None)

    @property
    def chosen_move(self) -> "RankedMove | None":
        """The move that is looked at: the one chosen, or the heuristic's best."""
        if self.report is None or not self.report.moves:
            return None
        chosen = None if self.chosen is None else self.report.find(self.chosen)
        return chosen or self.report.moves[0]


NO_LAB = LabState()
