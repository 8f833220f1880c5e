"""Questions about a tree: the values of its nodes, what is cut, what the table answers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import ClassVar

from kalahloa.models.course.figure import figure_value
from kalahloa.models.course.question import (
    NONE,
    AnswerKind,
    AnswerVerdict,
    CourseQuestion,
    read_nodes,
    read_written_value,
)
from kalahloa.models.course.small_tree import SmallNode, SmallTree
from kalahloa.models.course.trial_search import short_estimate
from kalahloa.models.search.search_tree import NodeKind, SearchTree, TreeNode
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

_CLOSE = 0.005
"""Values that differ by less look the same."""


# -- the values of nodes ---------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ValuesQuestion(CourseQuestion):
    """What the inner nodes of a tree are worth, the values of its leaves given."""

    form: ClassVar[AnswerKind] = AnswerKind.VALUES
    sides: tuple[str, str]

    def check(self, words: Sequence[str]) -> AnswerVerdict:
        """See `CourseQuestion.check`; the deepest wrong value is told first."""
        tree = self._tree
        given = self._read(words)
        for index in sorted(self.asked, key=lambda index: (-tree[index].ply, index)):
            node = tree[index]
            if index not in given:
                missing = QT_TRANSLATE_NOOP("Models", "The value of {node} is missing.")
                return AnswerVerdict(False, missing.format(node=node.name))
            if abs(given[index] - tree.shown(node)) > _CLOSE:
                return AnswerVerdict(False, self._why_not(node, given[index]))
        root = tree.root
        best = next(
            tree[child] for child in root.children if tree.to_parent(tree[child]) == root.value
        )
        return AnswerVerdict(
            True,
            QT_TRANSLATE_NOOP(
                "Models", "Right: {root} is worth {value}, and {move} is the move to play."
            ).format(root=root.name, value=short_estimate(tree.shown(root)), move=best.text),
        )

    def solution(self) -> tuple[str, ...]:
        """See `CourseQuestion.solution`."""
        tree = self._tree
        return tuple(
            f"{tree[index].name}={short_estimate(tree.shown(tree[index]))}" for index in self.asked
        )

    @property
    def _tree(self) -> SmallTree:
        assert self.tree is not None
        return self.tree

    def _read(self, words: Sequence[str]) -> dict[int, float]:
        """Return the values in *words*, by node: with names, or all of them in order."""
        tree = self._tree
        given = [part for word in words for part in word.replace(";", " ").split()]
        if given and not any("=" in word for word in given):
            if len(given) > len(self.asked):
                raise BadCommand(
                    QT_TRANSLATE_NOOP("Models", "There are only %n value(s) to find.").counted(
                        len(self.asked)
                    )
                )
            return {
                index: read_written_value(word)
                for index, word in zip(self.asked, given, strict=False)
            }
        found = {}
        for word in given:
            name, _, value = word.partition("=")
            node = tree.named(name)
            if node is None or node.index not in self.asked:
                raise BadCommand(
                    QT_TRANSLATE_NOOP(
                        "Models", "'{word}' is not one of the nodes to value."
                    ).format(word=quote(name))
                )
            found[node.index] = read_written_value(value)
        if not found:
            raise BadCommand(QT_TRANSLATE_NOOP("Models", "Type at least one value."))
        return found

    def _why_not(self, node: SmallNode, given: float) -> str:
        tree = self._tree
        children = [tree[child] for child in node.children]
        if tree.negated:
            values = [tree.to_parent(child) for child in children]
            if abs(given + max(values)) <= _CLOSE:
                return QT_TRANSLATE_NOOP(
                    "Models",
                    "{node}: the sign is wrong. In negamax, a value is for the side to move, "
                    "here {side}, for which the moves are worth {values}.",
                ).format(node=node.name, side=self.sides[node.side], values=_listed(values))
            return QT_TRANSLATE_NOOP(
                "Models",
                "{node} is not {given}: the moves are worth {values} for {side}, who is to "
                "move, and the largest counts.",
            ).format(
                node=node.name,
                given=short_estimate(given),
                side=self.sides[node.side],
                values=_listed(values),
            )
        values = [tree.shown(child) for child in children]
        other = min(values) if tree.maximises(node) else max(values)
        if abs(given - other) <= _CLOSE:
            text = (
                QT_TRANSLATE_NOOP(
                    "Models",
                    "{node} is a MAX node: of {values} it takes the largest; {given} is the "
                    "smallest.",
                )
                if tree.maximises(node)
                else QT_TRANSLATE_NOOP(
                    "Models",
                    "{node} is a MIN node: of {values} it takes the smallest; {given} is the "
                    "largest.",
                )
            )
        else:
            text = (
                QT_TRANSLATE_NOOP(
                    "Models",
                    "{node} is not {given}: it is a MAX node and takes the largest of {values}.",
                )
                if tree.maximises(node)
                else QT_TRANSLATE_NOOP(
                    "Models",
                    "{node} is not {given}: it is a MIN node and takes the smallest of {values}.",
                )
            )
        return text.format(node=node.name, given=short_estimate(given), values=_listed(values))


def _named(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(names) or (NONE,)


def _listed(values: Sequence[float]) -> str:
    return ", ".join(map(short_estimate, values))


# -- what is cut -----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class CutsQuestion(CourseQuestion):
    """Which nodes of the whole tree alpha-beta does not search.

    `tree` is the whole tree, `pruned` the one that alpha-beta has searched.  To mark a node marks
    what is below it.
    """

    form: ClassVar[AnswerKind] = AnswerKind.NODES
    pruned: SearchTree
    sides: tuple[str, str]

    @property
    def _tree(self) -> SmallTree:
        assert self.tree is not None
        return self.tree

    def searched(self) -> dict[int, TreeNode]:
        """Return the searched nodes of the pruned tree, by the index they have in the whole one."""
        found = {0: self.pruned.root}
        for node in self._tree:
            above = found.get(node.parent)
            if above is not None:
                for child in above.children:
                    if child.move == node.move:
                        found[node.index] = child
        return found

    @property
    def answer(self) -> frozenset[int]:
        """The indices of all nodes that are not searched."""
        return frozenset(range(len(self._tree))) - self.searched().keys()

    def check(self, words: Sequence[str]) -> AnswerVerdict:
        """See `CourseQuestion.check`; the first node at which the answer is wrong is told."""
        tree, searched = self._tree, self.searched()
        marked = {node.index for index in read_nodes(tree, words) for node in tree.below(index)}
        for node in tree:
            if node.index in marked and node.index in searched:
                return AnswerVerdict(False, self._why_searched(node, searched))
            if node.index not in marked and node.index not in searched:
                return AnswerVerdict(False, self._why_cut(node, searched))
        missing = len(tree.leaves) - sum(node.index in searched for node in tree.leaves)
        return AnswerVerdict(
            True,
            QT_TRANSLATE_NOOP("Models", "Right: the search skips {leaves} of {all} leaves.").format(
                leaves=missing, all=len(tree.leaves)
            ),
        )

    def solution(self) -> tuple[str, ...]:
        """See `CourseQuestion.solution`; of what is cut, the uppermost nodes are named."""
        tree, cut = self._tree, self.answer
        return _named(tree[index].name for index in sorted(cut) if tree[index].parent not in cut)

    def _why_searched(self, node: SmallNode, searched: dict[int, TreeNode]) -> str:
        if node.parent < 0:
            return QT_TRANSLATE_NOOP(
                "Models", "{node} is the root, which every search visits."
            ).format(node=node.name)
        low, high = self._bounds(searched[node.index])
        if low == -inf and high == inf:
            text = QT_TRANSLATE_NOOP(
                "Models", "{node} is searched: neither side is sure of anything yet."
            )
        elif high == inf:
            text = QT_TRANSLATE_NOOP(
                "Models",
                "{node} is searched: MAX is sure of {low} elsewhere, but nothing here shows yet "
                "that MIN can hold it to that.",
            )
        elif low == -inf:
            text = QT_TRANSLATE_NOOP(
                "Models",
                "{node} is searched: MIN can hold MAX to {high} elsewhere, but nothing here shows "
                "yet that MAX gets as much.",
            )
        else:
            text = QT_TRANSLATE_NOOP(
                "Models",
                "{node} is searched: MAX is sure of {low}, MIN of {high}, and a value between them "
                "would still count.",
            )
        return text.format(node=node.name, low=figure_value(low), high=figure_value(high))

    def _bounds(self, node: TreeNode) -> tuple[float, float]:
        """Return alpha and beta when *node* was entered, from the point of view of MAX."""
        if node.side == self.pruned.root.side:
            return node.alpha, node.beta
        return 0.0 - node.beta, 0.0 - node.alpha

    def _why_cut(self, node: SmallNode, searched: dict[int, TreeNode]) -> str:
        above = next(one for one in reversed(self._tree.path(node.index)) if one.index in searched)
        found = searched[above.index]
        cause = found.children[-1]
        low, high = self._bounds(found)
        value = found.value if found.side == self.pruned.root.side else 0.0 - found.value
        text = (
            QT_TRANSLATE_NOOP(
                "Models",
                "{node} is cut off: {move} gives MAX {value} at {above}, and MIN can hold MAX "
                "to {bound} elsewhere, so MIN avoids {above}.",
            )
            if found.side == self.pruned.root.side
            else QT_TRANSLATE_NOOP(
                "Models",
                "{node} is cut off: {move} holds MAX to {value} at {above}, and MAX is sure of "
                "{bound} elsewhere, so MAX avoids {above}.",
            )
        )
        return text.format(
            node=node.name,
            move=cause.text,
            value=figure_value(value),
            above=above.name,
            bound=figure_value(high if found.side == self.pruned.root.side else low),
        )


# -- what the table answers ------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TableQuestion(CourseQuestion):
    """Which nodes of a tree were answered by the transposition table.

    `earlier` is, for each of them, the node at which the same position was searched.
    """

    form: ClassVar[AnswerKind] = AnswerKind.NODES
    earlier: dict[int, int]

    def check(self, words: Sequence[str]) -> AnswerVerdict:
        """See `CourseQuestion.check`; the first node at which the answer is wrong is told."""
        tree = self.tree
        assert tree is not None
        marked = read_nodes(tree, words)
        for node in tree:
            if node.index in marked and node.index not in self.earlier:
                return AnswerVerdict(False, self._why_searched(tree, node))
            if node.index in self.earlier and node.index not in marked:
                same = tree[self.earlier[node.index]]
                text = QT_TRANSLATE_NOOP(
                    "Models",
                    "The table answers {node}: {line} leads to the same position as {other}, "
                    "already searched at {same}.",
                )
                return AnswerVerdict(
                    False,
                    text.format(
                        node=node.name,
                        line=tree.line(node.index),
                        other=tree.line(same.index),
                        same=same.name,
                    ),
                )
        return AnswerVerdict(
            True,
            QT_TRANSLATE_NOOP("Models", "Right: the table saves %n search(es).").counted(
                len(self.earlier)
            ),
        )

    def solution(self) -> tuple[str, ...]:
        """See `CourseQuestion.solution`."""
        tree = self.tree
        assert tree is not None
        return _named(tree[index].name for index in sorted(self.earlier))

    def _why_searched(self, tree: SmallTree, node: SmallNode) -> str:
        if node.children:
            text = QT_TRANSLATE_NOOP(
                "Models",
                "{node} was searched: it has nodes below it, and no earlier line led there.",
            )
        elif node.kind is NodeKind.FINISHED:
            text = QT_TRANSLATE_NOOP(
                "Models", "The game is over at {node}: its value is known without a table."
            )
        else:
            text = QT_TRANSLATE_NOOP(
                "Models", "{node} is at the horizon: the heuristic gives its value."
            )
        return text.format(node=node.name)
