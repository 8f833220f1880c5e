"""Recorded searches, and stepping through them."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import (
    FeatureDeclaration,
    PanelColumn,
    PanelPlacement,
)
from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.search_commands import TREE_SEARCH_COMMANDS
from kalahloa.controllers.features.trees.steps import TreeSteps
from kalahloa.controllers.features.trees.steps_commands import STEP_COMMANDS

FEATURE = FeatureDeclaration(
    controllers=(TreeSearch, TreeSteps),
    commands=(*TREE_SEARCH_COMMANDS, *STEP_COMMANDS),
    panels=(
        PanelPlacement(
            key="search_tree",
            title=QT_TRANSLATE_NOOP("Panels", "Search tree"),
            pages=("course", "search"),
            column=PanelColumn.MAIN,
            grows=True,
            after="statistics",
        ),
        PanelPlacement(
            key="search_steps",
            title=QT_TRANSLATE_NOOP("Panels", "Search steps"),
            pages=("course", "search"),
            column=PanelColumn.MAIN,
            grows=True,
        ),
    ),
)
