"""What a feature declares, so that it stands nowhere else than in the table of features."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeVar

from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.commands.exercise_card import ExerciseCard
from kalahloa.controllers.core.app_context import Feature
from kalahloa.controllers.core.place import Place


@dataclass(frozen=True, slots=True)
class Headline:
    """What stands above the board: a short `title` and a sentence `detail`, for the user.

    Without a title, the usual one stays.
    """

    title: str
    detail: str = ""


class PanelColumn(Enum):
    """Where on a page of the window a panel stands."""

    LEFT = "left"
    """Left of everything else."""
    MAIN = "main"
    """It has most of the page; the board stands above the panels of the side then."""
    SIDE = "side"
    """Beside the board."""
    BELOW = "below"
    """Below the board, where that leaves room; at the side elsewhere."""


MIN_USABLE = 150
"""The height in pixels below which most panels with lists are hard to use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelPlacement:
    """A panel of the window, and where it is shown at first.

    The panel called `key` is the class of that name in the module `kalahloa.views.panels.KEY`:
    `SearchTreePanel` for ``search_tree``.  `title` is what the user calls it, to be translated.

    It is shown on `pages`, in `column`.  Panels of one `card` stand one below the other in it;
    those of one `group` share a place, one behind the other.  One that `grows` takes the height
    that others leave; with less than `usable` pixels it is hard to use.  One that `stays` is not
    added to another page that shows the board.  With `when` it is shown only where that is true of
    the place; with `sometimes`, that holds on those pages, and it is always shown on the others.

    It stands `after` the panel of this key, or else after the one before it in its table.
    """

    key: str
    title: str
    pages: tuple[str, ...]
    column: PanelColumn = PanelColumn.SIDE
    card: str = ""
    group: str = ""
    grows: bool = False
    usable: int = MIN_USABLE
    stays: bool = False
    when: Callable[[Place], bool] | None = None
    sometimes: tuple[str, ...] = ()
    after: str = ""


@dataclass(frozen=True, slots=True)
class ExerciseDeclaration:
    """A kind of exercise: `card` returns what is shown of it on the page called `key`.

    `title` is what the user calls it, to be translated.
    """

    key: str
    title: str
    card: Callable[[Place], ExerciseCard]

    def headline(self, place: Place) -> Headline | None:
        """Return what stands above the board while an exercise of the kind is on it."""
        shown = self.card(place)
        return Headline(shown.task, shown.feedback) if shown.is_on else None


@dataclass(frozen=True, slots=True)
class FeatureDeclaration:
    """The controllers of a feature, in the order in which they follow, its commands and panels.

    Where commands and panels stand among those of other features, their `after` says.  `headline`
    returns what the feature says above the board at a place, or None where it has nothing to say;
    the first feature of the table that speaks is heard.  `exercise` is what the user can train.
    """

    controllers: tuple[type[Feature], ...] = ()
    commands: Sequence[Command] = ()
    panels: tuple[PanelPlacement, ...] = ()
    headline: Callable[[Place], Headline | None] | None = None
    exercise: ExerciseDeclaration | None = None


class Placed(Protocol):
    """Something with a key that may stand `after` the one with another key."""

    @property
    def key(self) -> str: ...
    @property
    def after(self) -> str: ...


P = TypeVar("P", bound=Placed)


def arranged(*tables: Sequence[P]) -> tuple[P, ...]:
    """Return what is in *tables* in the order in which it stands.

    Each stands after the one whose key its `after` is, or else after the one before it in its
    table.
    """
    rows: dict[str, list[P]] = {"": []}
    for table in tables:
        row = rows[""]
        for one in table:
            if one.after:
                row = rows.setdefault(one.after, [])
            row.append(one)
    order: list[P] = []

    def place(row: list[P]) -> None:
        for one in row:
            order.append(one)
            place(rows.pop(one.key, []))

    place(rows.pop(""))
    while rows:  # after what is not there
        place(rows.pop(next(iter(rows))))
    return tuple(order)
