"""The table of features: the only place that names all of them."""

import logging
from collections.abc import Iterator
from functools import cache
from importlib import import_module

from kalahloa.controllers.commands.declaration import FeatureDeclaration
from kalahloa.models.game.plugins import PluginFailed, load_plugin, plugins

ENTRY_POINT_GROUP = "kalahloa.features"
"""The group of entry points of features in other packages; each is a `FeatureDeclaration`."""
FEATURES = (
    "kalahloa.controllers.features.analysis.feature",
    "kalahloa.controllers.features.clock.feature",
    "kalahloa.controllers.features.teaching.feature",
    "kalahloa.controllers.features.reviews.feature",
    "kalahloa.controllers.features.guessing.feature",
    "kalahloa.controllers.features.book.feature",
    "kalahloa.controllers.features.proofs.feature",
    "kalahloa.controllers.features.puzzles.feature",
    "kalahloa.controllers.features.library.feature",
    "kalahloa.controllers.features.course.feature",
    "kalahloa.controllers.features.trees.feature",
    "kalahloa.controllers.features.comparison.feature",
    "kalahloa.controllers.features.match.feature",
    "kalahloa.controllers.features.tuning.feature",
    "kalahloa.controllers.features.lab.feature",
)
"""The modules of the built-in features, each with a `FEATURE`; they follow in this order."""


_log = logging.getLogger(__name__)


@cache
def declarations() -> tuple[FeatureDeclaration, ...]:
    """Return what all features declare, the built-in ones first.

    What is wrong with those of other packages is in the log.
    """
    own = [import_module(module).FEATURE for module in FEATURES]
    return (*own, *_from_elsewhere())


def _from_elsewhere() -> Iterator[FeatureDeclaration]:
    for point in plugins(ENTRY_POINT_GROUP):
        try:
            declared = load_plugin(point)
            if not isinstance(declared, FeatureDeclaration):
                raise PluginFailed("it is no FeatureDeclaration")
        except PluginFailed as error:
            _log.warning("The feature %s cannot be loaded: %s", point.name, error)
            continue
        yield declared
