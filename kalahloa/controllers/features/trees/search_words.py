"""What is said of a recorded search: of the whole, of its nodes, and why branches were cut."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isinf

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.features.trees.search_state import TreeOrder, TreeRun
from kalahloa.models.game.game import Game
from kalahloa.models.game.line import format_line
from kalahloa.models.search import tree_lines, tree_words
from kalahloa.models.search.lecture.lecture_searcher import LectureSearcher
from kalahloa.models.search.search_tree import NodeKind, TreeNode
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.search.tree_lines import (
    bound_for,
    last_window_for,
    left_out,
    texts_to,
    value_for,
    window_for,
)
from kalahloa.models.search.tree_words import cut_sentence, value_text

MAX_LISTED = 60
"""So many moves of a node are listed."""


# -- searches --------------------------------------------------------------------------------------


def searcher_title(name: str) -> str:
    """Return the title of the searcher called *name*."""
    return in_words(find_searcher(name).title)


def searching_sentence(order: TreeOrder) -> str:
    """Return that the search of *order* has begun."""
    sentence = translate("SearchTree", "Searching to depth {depth}: {searcher}.")
    return fill(sentence, searcher=searcher_title(order.searcher), depth=order.depth)


def run_facts(run: TreeRun) -> str:
    """Return the size and the time of *run* in a few words."""
    nodes = run.result.nodes
    words = [fill(translate("SearchTree", "{nodes} nodes"), nodes=f"{nodes:,}")]
    seconds = (
        f"{run.result.seconds:.2f}" if run.result.seconds < 10 else f"{run.result.seconds:.0f}"
    )
    words.append(fill(translate("SearchTree", "{seconds} s"), seconds=seconds))
    return " · ".join(words)


def run_sentence(run: TreeRun) -> str:
    """Return what came of *run*: the value, the best play, the size, and what is missing."""
    value = run.result.score.text
    sentence = translate(
        "SearchTree", "{searcher}, depth {depth}: {value} for {side} with {line}; {facts}."
    )
    words = fill(
        sentence,
        searcher=searcher_title(run.order.searcher),
        depth=run.result.depth,
        value=value,
        side=run.game.sides[run.max_side],
        line=" ".join(format_line(run.position, run.result.line)),
        facts=run_facts(run),
    )
    missing = missing_sentence(run)
    return f"{words} {missing}" if missing else words


def missing_sentence(run: TreeRun) -> str:
    """Return what of *run* is not in the tree, for want of memory; empty if all of it is."""
    if not run.unrecorded:
        return ""
    kept = sum(map(len, run.passes))
    sentence = translate(
        "SearchTree",
        "The tree holds {kept} of {nodes} nodes; {missing} were searched but not stored.",
    )
    return fill(
        sentence,
        kept=f"{kept:,}",
        nodes=f"{run.result.nodes:,}",
        missing=f"{run.unrecorded:,}",
    )


def pass_words(run: TreeRun, index: int) -> str:
    """Return what pass *index* of *run* is: its depth, and its window if it has one."""
    root = run.passes[index].root
    words = fill(translate("SearchTree", "Depth {depth}"), depth=root.depth)
    if isinf(root.alpha) and isinf(root.beta):
        return words
    return f"{words}, {window_words(window_for(root, run.max_side))}"


def window_words(window: tuple[float, float]) -> str:
    """Return a window as ``α −∞ β +1``."""
    alpha, beta = window
    return f"α {short_words(alpha)} β {short_words(beta)}"


def short_words(value: float) -> str:
    """Return *value* in the fewest characters: ``+0.84``, ``+8`` stones, ``+1 in 3``, ``−∞``."""
    return in_words(tree_words.short_value(value))


# -- nodes -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NodeWords:
    """What is said of a node: how to get there, who moves, what it is worth, and the rest."""

    way: str
    mover: str
    value: str
    window: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """All of it."""
        return " ".join(part for part in (self.way, self.mover, self.value, self.window) if part)


def role_of(run: TreeRun, side: int) -> str:
    """Return ``MAX`` or ``MIN``, whichever *side* is in *run*."""
    return "MAX" if side == run.max_side else "MIN"


def has_windows(searcher: LectureSearcher) -> bool:
    """Return whether *searcher* has windows at all."""
    return searcher.prunes


def tree_node_words(
    run: TreeRun, node: TreeNode, max_side: int | None, step: int | None = None
) -> NodeWords:
    """Return what is said of *node* from the point of view of *max_side*, after *step* if any."""
    texts = texts_to(node)
    way = " ".join(texts) if texts else translate("SearchTree", "The position searched")
    side = run.game.sides[node.side]
    mover = fill(translate("SearchTree", "{side} is to move"), side=side)
    if max_side is not None:
        mover = f"{role_of(run, node.side)}: {mover}"
    if step is not None and node.tree.entered_at(node.index) > step:
        return NodeWords(f"{way}.", f"{mover}.", translate("SearchTree", "Not searched yet."))
    window = _window_sentence(run, node, max_side, step)
    if step is not None and node.tree.left_at(node.index) > step:
        value = translate("SearchTree", "Still searching; no value yet.")
        return NodeWords(
            f"{way}.", f"{mover}.", value, window, _remarks(run, node, max_side, cut=False)
        )
    value = _value_sentence(run, node, max_side)
    return NodeWords(f"{way}.", f"{mover}.", value, window, _remarks(run, node, max_side, cut=True))


def signed_words(node: TreeNode, max_side: int | None) -> str:
    """Return the value of *node* with the sign of a bound: ``≤ +0.84``."""
    return tree_lines.signed_value(node, max_side, short_words)


def _value_sentence(run: TreeRun, node: TreeNode, max_side: int | None) -> str:
    side = run.game.sides[node.side if max_side is None else max_side]
    sign, value = bound_for(node, max_side), value_for(node, max_side)
    words = value_text(value)
    if sign == "≥":
        words = fill(translate("SearchTree", "at least {value}"), value=words)
    elif sign == "≤":
        words = fill(translate("SearchTree", "at most {value}"), value=words)
    sentences = {
        NodeKind.INNER: translate("SearchTree", "Value for {side}: {value}."),
        NodeKind.ESTIMATED: translate(
            "SearchTree", "Value for {side}: {value}, estimated by {heuristic}."
        ),
        NodeKind.FINISHED: translate(
            "SearchTree", "Value for {side}: {value}; the game is over here."
        ),
        NodeKind.TABLE: translate(
            "SearchTree",
            "Value for {side}: {value}, from the table: this position was searched before.",
        ),
    }
    return fill(sentences[node.kind], side=side, value=words, heuristic=run.heuristic)


def _window_sentence(run: TreeRun, node: TreeNode, max_side: int | None, step: int | None) -> str:
    if not has_windows(run.searcher):
        return ""
    alpha, beta = map(short_words, window_for(node, max_side))
    if step is not None and node.tree.left_at(node.index) > step:
        sentence = translate("SearchTree", "Entered with α {alpha}, β {beta}.")
        return fill(sentence, alpha=alpha, beta=beta)
    last_alpha, last_beta = map(short_words, last_window_for(node, max_side))
    if (alpha, beta) == (last_alpha, last_beta):
        sentence = translate("SearchTree", "Entered and left with α {alpha}, β {beta}.")
        return fill(sentence, alpha=alpha, beta=beta)
    sentence = translate(
        "SearchTree",
        "Entered with α {alpha}, β {beta}, left with α {last_alpha}, β {last_beta}.",
    )
    return fill(sentence, alpha=alpha, beta=beta, last_alpha=last_alpha, last_beta=last_beta)


def _remarks(run: TreeRun, node: TreeNode, max_side: int | None, *, cut: bool) -> tuple[str, ...]:
    remarks = []
    if cut and node.pruned:
        remarks.append(cut_words(run, node, max_side))
    if node.is_again:
        remarks.append(
            translate("SearchTree", "The search visited the move again, with another window.")
        )
    unrecorded = node.unrecorded
    if unrecorded:
        text = translate(
            "SearchTree", "%n move(s) (was|were) searched but not stored.", "", unrecorded
        )
        remarks.append(text)
    return tuple(remarks)


def cut_words(run: TreeRun, node: TreeNode, max_side: int | None) -> str:
    """Return how many moves of *node* were cut off, and why; empty if none were.

    The values are from the point of view of *max_side*.
    """
    pruned = node.pruned
    if not pruned:
        return ""
    count = translate("SearchTree", "%n move(s) not searched.", "", pruned)
    reason = in_words(cut_sentence(node, run.game.sides, max_side))
    return f"{count} {reason}".strip()


def children_text(run: TreeRun, node: TreeNode, max_side: int | None) -> str:
    """Return the moves of *node*, one a line with value and window, and what was left out."""
    children = node.children
    rows = []
    width = max((len(child.text) for child in children), default=0)
    for child in children[:MAX_LISTED]:
        row = f"  {child.text:{width}}  {signed_words(child, max_side)}"
        notes = [window_words(window_for(child, max_side))] if has_windows(run.searcher) else []
        if child.kind is NodeKind.TABLE:
            notes.append(translate("SearchTree", "from the table"))
        if child.is_again:
            notes.append(translate("SearchTree", "searched again"))
        rows.append(f"{row}  ({', '.join(notes)})" if notes else row)
    if len(children) > MAX_LISTED:
        rows.append("  …")
    position = run.position_at(node.index)
    texts = [position.format_move(move) for move in left_out(node, position)]
    if texts:
        rows.append(f"  ✂ {' '.join(texts[:MAX_LISTED])}")
    return "\n".join(rows)


def node_text(run: TreeRun, node: TreeNode, max_side: int | None) -> str:
    """Return all that can be said of *node*, and its moves, for a reader of text."""
    words = tree_node_words(run, node, max_side)
    parts = [words.sentence, *words.remarks, children_text(run, node, max_side)]
    return "\n".join(part for part in parts if part)


def compared_sentence(
    runs: Sequence[TreeRun], nodes: Sequence[TreeNode], max_side: int | None
) -> str:
    """Return what the searchers of *runs* say of the same node, which each has as one of *nodes*.

    A searcher that has not looked at it has the last node on the way to it.
    """
    depth = max(node.ply for node in nodes)
    words = []
    for run, node in zip(runs, nodes, strict=True):
        title = searcher_title(run.order.searcher)
        if node.ply < depth:
            sentence = translate("SearchTree", "{searcher} did not search it.")
            words.append(fill(sentence, searcher=title))
            continue
        count = len({child.move for child in node.children})
        sentence = translate("SearchTree", "{searcher}: {value}, with {searched}.")
        if not count:
            sentence = translate("SearchTree", "{searcher}: {value}.")
        searched = translate("SearchTree", "%n move(s) searched", "", count)
        value = signed_words(node, max_side)
        words.append(fill(sentence, searcher=title, value=value, searched=searched))
    return " ".join(words)


def heuristics_of(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the names and titles of the heuristics of *game*."""
    return tuple((one.name, in_words(one.title)) for one in game.heuristics)
