"""Where the panels of the window are shown at first."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, translate
from kalahloa.controllers.commands.declaration import PanelPlacement, arranged
from kalahloa.controllers.core.exercises import ExerciseHere
from kalahloa.controllers.features.ending.state import EndCard
from kalahloa.controllers.session.features import declarations

MOVES_PAGES = (
    *("play", "study", "teach"),
    *("course", "search", "comparison", "match"),
)
"""The pages on which the list of moves stands."""
TRAINING_PAGES = tuple(one.exercise.key for one in declarations() if one.exercise is not None)
"""The pages of the exercises."""
_OF_NO_FEATURE = (
    PanelPlacement(
        key="training",
        title=QT_TRANSLATE_NOOP("Panels", "Exercise"),
        pages=TRAINING_PAGES,
        sometimes=("study",),
        when=lambda place: place.get(ExerciseHere) is not None,
        stays=True,
        after="ending",
    ),
    PanelPlacement(
        key="players",
        title=QT_TRANSLATE_NOOP("Panels", "Players"),
        pages=("play",),
        when=lambda place: place.get(EndCard) is None,
        after="ending",
    ),
    PanelPlacement(
        key="moves",
        title=QT_TRANSLATE_NOOP("Panels", "Moves"),
        pages=MOVES_PAGES,
        card="moves",
        grows=True,
        after="graph",
    ),
    PanelPlacement(
        key="comment",
        title=QT_TRANSLATE_NOOP("Panels", "Comment"),
        pages=("study",),
        card="moves",
        after="moves",
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
