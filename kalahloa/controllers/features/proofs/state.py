"""How searching for forced wins stands, and what was found at a place."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kalahloa.controllers.base.setting import SettingGroup, setting
from kalahloa.models.game.position import Position
from kalahloa.models.record.node import Node
from kalahloa.models.study.forced.margins import DEFAULT_MEBIBYTES

if TYPE_CHECKING:
    from kalahloa.models.study.forced.question import Verdict, WinQuestion

DEFAULT_TIME = 30
MAX_TIME = 86_400
MAX_TABLE = 65_536
"""Maximum time in seconds, and size of the table in MiB, that are kept in settings."""


@dataclass(frozen=True, slots=True)
class ProofLimits(SettingGroup):
    """The limits of a search that the panel asks for: a time, and the table's size in MiB."""

    GROUP = "proof"

    seconds: int = setting(DEFAULT_TIME, 1, MAX_TIME)
    mebibytes: int = setting(DEFAULT_MEBIBYTES, 1, MAX_TABLE)


@dataclass(frozen=True, slots=True)
class Proved:
    """A verdict that was found at `node` of the record, and its `number`, unlike any other's.

    `position` is that at the node; nobody may make moves on it.
    """

    number: int
    node: Node
    position: Position = field(compare=False, repr=False)
    question: "WinQuestion"
    verdict: "Verdict"


@dataclass(frozen=True)
class ProofState:
    """How proving stands, and what is proven at this node and above.

    `asked` is the question that is searched for at the moment, `asked_at` the node that it is
    about; both are None if there is none.  `by_margin` is whether margins count in this game.
    `results` are the verdicts at this node, the newest first.  `tree` is the newest proven win at
    this node, or at the nearest node above; `moves` lead from there to this node.
    """

    asked: "WinQuestion | None" = None
    asked_at: Node | None = None
    by_margin: bool = False
    results: tuple[Proved, ...] = ()
    tree: Proved | None = None
    moves: tuple[int, ...] = ()

    @property
    def running(self) -> bool:
        """Whether a question is being answered."""
        return self.asked is not None
