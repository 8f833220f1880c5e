"""What is shown of the analysis that goes on while a position is shown, and how it is set."""

from dataclasses import dataclass, field

from kalahloa.controllers.features.analysis.findings import NO_EFFORT, Effort
from kalahloa.controllers.work.live_settings import LiveSettings
from kalahloa.models.game.position import Position
from kalahloa.models.record.record import Node
from kalahloa.models.search.move_values import Line


@dataclass(frozen=True)
class Live:
    """How the analysis of the position that is shown stands.

    `on` is whether positions are analysed now, `paused` whether that is interrupted, and `running`
    whether one is searched at this moment.  `node` and its `position` are what the `lines` are
    about: the current node, unless the analysis is `locked` to another one.  `proven` are those of
    which the value is exact, also while nothing is analysed.  `effort` is how far the analysis has
    gone there.  Nobody may make moves on `position`.
    """

    node: Node
    position: Position = field(compare=False)
    on: bool = False
    paused: bool = False
    locked: bool = False
    running: bool = False
    settings: LiveSettings = field(default_factory=LiveSettings)
    lines: tuple[Line, ...] = ()
    proven: tuple[Line, ...] = ()
    effort: Effort = NO_EFFORT

    @property
    def is_proven(self) -> bool:
        """Whether the values of all lines are proven."""
        return bool(self.lines) and all(line.value.proven for line in self.lines)

    @property
    def depth(self) -> int:
        """The depth in plies to which each of the lines was searched, but for proven ones.

        A search that begins again at a node says less of them than one before it has found.
        """
        depths = [line.value.depth for line in self.lines if not line.value.proven]
        return min(depths, default=0) or self.effort.depth
