"""The commands of the search tree: to search, to walk it, to compare."""

from dataclasses import replace

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, in_words, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.commands.conditions import GAME_OVER
from kalahloa.controllers.commands.orders import count
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.analysis.live_commands import follow_line
from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.search_state import (
    MAX_DEPTH,
    MIN_DEPTH,
    TreeOrder,
    TreeRun,
)
from kalahloa.controllers.features.trees.search_words import (
    compared_sentence,
    node_text,
    pass_words,
    searcher_title,
    searching_sentence,
)
from kalahloa.controllers.features.trees.tree_place import TreePlace
from kalahloa.models.game.game import Game
from kalahloa.models.search.search_tree import TreeNode
from kalahloa.models.search.searchers import find_lecture_searcher, lecture_searchers
from kalahloa.models.search.tree_lines import texts_to
from kalahloa.models.study.lines import read_line
from kalahloa.models.text.errors import BadCommand, IllegalMove
from kalahloa.models.text.quotation import quote

STOP, UP, BEST, END, NONE = "stop", "up", "best", "end", "none"
_NO_TREE = QT_TRANSLATE_NOOP("Commands", "There is no search tree yet; choose Look inside.")


def _can_search(place: Place) -> bool:
    return place.get(TreePlace) is not None and (place.outcome is None or place[TreePlace].running)


def _has_tree(place: Place) -> bool:
    return place.get(TreePlace) is not None and place[TreePlace].is_there


TREE_SEARCH_COMMANDS = CommandTable()
"""The commands of the search tree, in the order of the menu."""


def start_search(app: AppContext, order: TreeOrder) -> str:
    """Search the position as *order* says; an answer shows the tree."""
    app[TreeSearch].set_order(order)
    app[TreeSearch].run_now(answer=True)
    return searching_sentence(order)


@TREE_SEARCH_COMMANDS.declare(
    key="look-inside",
    title=QT_TRANSLATE_NOOP("Commands", "Look insi&de"),
    tip=QT_TRANSLATE_NOOP("Commands", "Search this position and show the tree"),
    words=QT_TRANSLATE_NOOP(
        "Commands", "how the computer thinks, show the tree, search this position"
    ),
    menu="algorithms",
    group=1,
    icon="tree",
    possible=_can_search,
    otherwise=GAME_OVER,
    reveals=True,
    typed="tree",
    arguments="[SEARCHER] [DEPTH] …|stop",
    perform_order=start_search,
)
def search_tree(app: AppContext, words: list[str]) -> str:
    """Search the position as the words say, and else as before; or stop the search."""
    search = app[TreeSearch]
    if words == [STOP] or (not words and search.running):
        if not search.running:
            return translate("Commands", "No search is running.")
        search.stop()
        return translate("Commands", "Search stopped.")
    return start_search(app, read_tree_order(app.document.game, search.order, words))


def read_tree_order(game: Game, order: TreeOrder, words: list[str]) -> TreeOrder:
    """Return *order* with what *words* name: a searcher, a depth, a heuristic, in any order.

    Raises `BadCommand` for words that cannot be read.
    """
    names = [one.name for one in lecture_searchers()]
    heuristics = [one.name for one in game.heuristics]
    for word in words:
        lower = word.lower()
        if find_lecture_searcher(lower) is not None:
            order = replace(order, searcher=lower)
        elif lower in heuristics or lower.startswith("file:"):
            order = replace(order, heuristic=lower if lower in heuristics else word)
        elif word.isascii() and word.isdigit() and len(word) < 4:
            if not MIN_DEPTH <= int(word) <= MAX_DEPTH:
                sentence = translate("Commands", "The depth is from {least} to {most}.")
                raise BadCommand(fill(sentence, least=MIN_DEPTH, most=MAX_DEPTH))
            order = replace(order, depth=int(word))
        else:
            sentence = translate(
                "Commands",
                "'{word}' is neither a depth nor one of {searchers} nor one of {heuristics}.",
            )
            known = {"searchers": ", ".join(names), "heuristics": ", ".join(heuristics) or "-"}
            raise BadCommand(fill(sentence, word=quote(word), **known))
    return order


TREE_SEARCH_COMMANDS.declare(
    key="project-tree",
    title=QT_TRANSLATE_NOOP("Commands", "Detach tr&ee"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show the tree full screen, in large letters"),
    words=QT_TRANSLATE_NOOP("Commands", "tree on the projector, tree full screen, big tree"),
    menu="algorithms",
    group=1,
    reveals=True,
)
TREE_SEARCH_COMMANDS.declare(
    key="export-tree",
    title=QT_TRANSLATE_NOOP("Commands", "E&xport the search tree…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Save the tree shown as a picture"),
    words=QT_TRANSLATE_NOOP("Commands", "tree as picture, save tree, print tree"),
    menu="algorithms",
    group=1,
    possible=_has_tree,
    otherwise=_NO_TREE,
    reveals=True,
)


@TREE_SEARCH_COMMANDS.declare(
    key="tree-node",
    tip=QT_TRANSLATE_NOOP("Commands", "Show a node of the tree, and its moves"),
    possible=_has_tree,
    otherwise=_NO_TREE,
    reveals=True,
    typed="node",
    arguments="[MOVES]|up|best|end",
)
def tree_node(app: AppContext, words: list[str]) -> str:
    """Go to the node after the typed moves, or ``up``, or along ``best`` play; tell about it."""
    run, search = _run(app), app[TreeSearch]
    word = words[0].lower() if len(words) == 1 else ""
    note = ""
    if word == UP:
        parent = _node(app).parent
        if parent is None:
            note = translate("Commands", "This is the root of the tree.")
        else:
            search.show(parent.index)
    elif word in (BEST, END):
        if not search.show_best(1 if word == BEST else None):
            note = translate("Commands", "Nothing follows here.")
    elif words:
        note = _find(app, run, words)
    described = node_text(run, _node(app), search.max_side)
    return f"{note}\n{described}" if note else described


def _find(app: AppContext, run: TreeRun, words: list[str]) -> str:
    """Go to the node after the moves *words*; return what is said where it was not searched."""
    position = run.position.copy()
    moves = []
    try:
        for text in read_line(position, words):
            moves.append(position.read_move(text))
            position.make(moves[-1])
    except IllegalMove as error:
        raise BadCommand(in_words(error)) from error
    found = app[TreeSearch].show_moves(moves)
    if found == len(moves):
        return ""
    return missing_move(run, _node(app), moves[found])


def missing_move(run: TreeRun, node: TreeNode, move: int) -> str:
    """Return why *move* at *node* is not in the tree."""
    text = run.position_at(node.index).format_move(move)
    if node.pruned and not node.unrecorded:
        sentence = translate("SearchTree", "{move} was cut off; showing the node before it.")
    elif node.unrecorded:
        sentence = translate("SearchTree", "{move} is not stored; showing the node before it.")
    else:
        sentence = translate("SearchTree", "{move} was not searched; showing the node before it.")
    return fill(sentence, move=text)


@TREE_SEARCH_COMMANDS.declare(
    key="tree-pass",
    tip=QT_TRANSLATE_NOOP("Commands", "List the passes of the search, or show one"),
    possible=_has_tree,
    otherwise=_NO_TREE,
    reveals=True,
    typed="treepass",
    arguments="[N]",
)
def tree_pass(app: AppContext, words: list[str]) -> str:
    """Look at the pass with the typed number, from 1, or list the passes."""
    run = _run(app)
    if not words:
        rows = []
        for index in range(len(run.passes)):
            mark = "→" if index == run.pass_index else " "
            nodes = f"{len(run.passes[index]):,}"
            text = fill(translate("SearchTree", "{nodes} nodes"), nodes=nodes)
            rows.append(" ".join((mark, f"{index + 1}.", pass_words(run, index), "·", text)))
        return "\n".join(rows)
    number = count(words)
    if number > len(run.passes):
        passes = len(run.passes)
        raise BadCommand(translate("Commands", "The search has %n (pass|passes).", "", passes))
    app[TreeSearch].set_pass(number - 1)
    return pass_words(_run(app), number - 1) + "."


@TREE_SEARCH_COMMANDS.declare(
    key="negamax",
    tip=QT_TRANSLATE_NOOP("Commands", "Show values for MAX, or for the mover of each node"),
    typed="negamax",
)
def switch_negamax(app: AppContext, words: list[str]) -> str:
    """Show values for the mover of each node, or again for MAX."""
    search = app[TreeSearch]
    search.set_negamax(not search.negamax)
    if search.negamax:
        return translate("Commands", "Each value is for the side to move at its node.")
    return translate("Commands", "All values are for MAX, the side to move at the root.")


@TREE_SEARCH_COMMANDS.declare(
    key="compare-trees",
    tip=QT_TRANSLATE_NOOP("Commands", "Search with a second searcher, and compare nodes"),
    possible=_has_tree,
    otherwise=_NO_TREE,
    reveals=True,
    typed="treecompare",
    arguments="[SEARCHER|none]",
)
def compare_trees(app: AppContext, words: list[str]) -> str:
    """Search the same position by the named searcher as well, or say what both found here."""
    search = app[TreeSearch]
    if not words:
        run, other = _run(app), search.other
        if other is None:
            return translate("Commands", "Type treecompare and the name of a searcher.")
        nodes = (_node(app), other.tree.node(search.other_shown))
        return compared_sentence((run, other), nodes, search.max_side)
    name = words[0].lower()
    names = [one.name for one in lecture_searchers()]
    if len(words) > 1 or (name != NONE and find_lecture_searcher(name) is None):
        sentence = translate("Commands", "Type treecompare and one of {searchers}, or none.")
        raise BadCommand(fill(sentence, searchers=", ".join(names)))
    search.set_compare("" if name == NONE else name)
    if name == NONE:
        return translate("Commands", "Showing one tree.")
    sentence = translate("Commands", "Searching with {searcher} as well.")
    return fill(sentence, searcher=searcher_title(name))


def _run(app: AppContext) -> TreeRun:
    run = app[TreeSearch].run
    if run is None:
        raise BadCommand(translate("Commands", "There is no search tree yet; type tree."))
    return run


def _node(app: AppContext) -> TreeNode:
    node = app[TreeSearch].node
    assert node is not None
    return node


@TREE_SEARCH_COMMANDS.declare(
    key="tree-to-board",
    tip=QT_TRANSLATE_NOOP("Commands", "Show the node on the board, as a variation"),
    possible=_has_tree,
    otherwise=_NO_TREE,
    reveals=True,
    typed="treehere",
)
def tree_to_board(app: AppContext, words: list[str]) -> str:
    """Show the position of the node on the board, which is a variation of the record then."""
    run, node = _run(app), _node(app)
    texts = texts_to(node)
    if not run.node.in_tree:
        raise BadCommand(translate("Commands", "You have deleted the position searched."))
    if texts:
        follow_line(app, [str(run.node.number), *texts])
    else:
        app.document.go_to(run.node)
    sentence = translate("Commands", "The board shows the node {moves}.")
    if not texts:
        return translate("Commands", "The board shows the position searched.")
    return fill(sentence, moves=" ".join(texts))
