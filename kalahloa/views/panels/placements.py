"""Where the panels of the window are shown at first."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, translate
from kalahloa.controllers.commands.declaration import PanelPlacement, arranged
from kalahloa.controllers.session.features import declarations

_OF_NO_FEATURE = (
    PanelPlacement(
        key="players",
        title=QT_TRANSLATE_NOOP("Panels", "Players"),
        workspaces=("play", "study"),
        after="preview",
    ),
    PanelPlacement(
        key="moves",
        title=QT_TRANSLATE_NOOP("Panels", "Moves"),
        workspaces=("play", "study", "learn"),
        behind=("puzzles",),
        is_tall=True,
        after="comparison",
    ),
    PanelPlacement(
        key="comment",
        title=QT_TRANSLATE_NOOP("Panels", "Comment"),
        workspaces=("study",),
        behind=("graph",),
        behind_if_low=("moves",),
        after="graph",
    ),
)
PANELS = {
    placement.key: placement
    for placement in arranged(*(declared.panels for declared in declarations()), _OF_NO_FEATURE)
}
"""The panels by key, in the order in which they stand."""


def panel_title(key: str) -> str:
    """Return the title of the panel called *key* in the user's language."""
    return translate("Panels", PANELS[key].title)


def workspaces_of(key: str) -> tuple[str, ...]:
    """Return the workspaces in which the panel called *key* is shown at first."""
    entry = PANELS.get(key)
    return ("study",) if entry is None else entry.workspaces


def panels_beside(workspace: str) -> list[str]:
    """Return the keys of the panels that stand beside the board in *workspace*."""
    return [key for key, entry in PANELS.items() if entry.beside and workspace in entry.workspaces]


def is_round(key: str) -> bool:
    """Return whether the panel stands left of the board or below it in a wide window."""
    entry = PANELS.get(key)
    return entry is not None and (entry.left or entry.below)


def is_main_panel(key: str) -> bool:
    """Return whether the panel has the room of the board where that is not shown."""
    entry = PANELS.get(key)
    return entry is not None and entry.is_main


def is_tall(key: str) -> bool:
    """Return whether the panel has more height than the others of its side."""
    entry = PANELS.get(key)
    return entry is not None and entry.is_tall
