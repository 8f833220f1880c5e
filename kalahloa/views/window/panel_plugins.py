"""The panels that installed packages bring, by entry points in the group `kalahloa.panels`."""

import logging
from functools import cache

from kalahloa.models.game.plugins import load_plugin, plugins
from kalahloa.models.text.quotation import shorten
from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.placements import PANELS

ENTRY_POINT_GROUP = "kalahloa.panels"
_log = logging.getLogger(__name__)


@cache
def panels_from_outside() -> dict[str, type[Panel]]:
    """Return the classes of installed packages' panels by key, without those that cannot be loaded.

    What was wrong with these is in the log.
    """
    classes: dict[str, type[Panel]] = {}
    for point in plugins(ENTRY_POINT_GROUP):
        try:
            loaded = load_plugin(point)
            if not (isinstance(loaded, type) and issubclass(loaded, Panel) and loaded.key):
                raise TypeError("it is not a Panel with a key")
        except Exception as error:  # a package may raise anything
            _log.warning("The panel %s cannot be loaded: %s", point.name, shorten(error))
            continue
        if loaded.key not in PANELS:
            classes.setdefault(loaded.key, loaded)
    return classes
