"""The commands of the search tree: to search, to walk it, to compare."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.commands.conditions import GAME_OVER
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.trees.tree_place import TreePlace
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.features.trees import search_actions as act

_NO_TREE = QT_TRANSLATE_NOOP("Commands", "There is no search tree; Look inside makes one.")


def _can_search(place: Place) -> bool:
    return place.get(TreePlace) is not None and (place.outcome is None or place[TreePlace].running)


def _has_tree(place: Place) -> bool:
    return place.get(TreePlace) is not None and place[TreePlace].is_there


TREE_SEARCH_COMMANDS: tuple[Command, ...] = (
    Command(
        key="look-inside",
        title=QT_TRANSLATE_NOOP("Commands", "Look insi&de"),
        tip=QT_TRANSLATE_NOOP("Commands", "Search this position, and look at the tree"),
        menu="search",
        group=1,
        icon="tree",
        possible=_can_search,
        otherwise=GAME_OVER,
        reveals=True,
        run=act.search_tree,
        typed="tree",
        arguments="[SEARCHER] [DEPTH] …|stop",
    ),
    Command(
        key="project-tree",
        title=QT_TRANSLATE_NOOP("Commands", "Search tr&ee in a window of its own"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show the tree on all of the screen, in large letters"),
        menu="search",
        group=1,
        reveals=True,
    ),
    Command(
        key="export-tree",
        title=QT_TRANSLATE_NOOP("Commands", "E&xport the search tree…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Write the tree that is shown to a file, as a picture"),
        menu="search",
        group=1,
        possible=_has_tree,
        otherwise=_NO_TREE,
        reveals=True,
    ),
    Command(
        key="tree-node",
        tip=QT_TRANSLATE_NOOP("Commands", "Tell about a node of the tree, and its moves"),
        possible=_has_tree,
        otherwise=_NO_TREE,
        reveals=True,
        run=act.tree_node,
        typed="node",
        arguments="[MOVES]|up|best|end",
    ),
    Command(
        key="tree-pass",
        tip=QT_TRANSLATE_NOOP("Commands", "List the passes of the search, or look at one"),
        possible=_has_tree,
        otherwise=_NO_TREE,
        reveals=True,
        run=act.tree_pass,
        typed="treepass",
        arguments="[N]",
    ),
    Command(
        key="negamax",
        tip=QT_TRANSLATE_NOOP("Commands", "Show values for MAX, or for the mover of each node"),
        run=act.switch_negamax,
        typed="negamax",
    ),
    Command(
        key="compare-trees",
        tip=QT_TRANSLATE_NOOP("Commands", "Search by another searcher too, and compare a node"),
        possible=_has_tree,
        otherwise=_NO_TREE,
        reveals=True,
        run=act.compare_trees,
        typed="treecompare",
        arguments="[SEARCHER|none]",
    ),
    Command(
        key="tree-to-board",
        tip=QT_TRANSLATE_NOOP("Commands", "Put the node on the board, as a variation"),
        possible=_has_tree,
        otherwise=_NO_TREE,
        reveals=True,
        run=act.tree_to_board,
        typed="treehere",
    ),
)
"""The commands of the search tree, in the order of the menu."""
