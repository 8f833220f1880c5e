"""The steps of the search that a figure shows: what is known in the tree at each, and in words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import isinf

from kalahloa.models.course.figure import ShownFigure, figure_value
from kalahloa.models.course.node_words import shown_value
from kalahloa.models.course.small_tree import SmallTree
from kalahloa.models.search.search_tree import SearchTree
from kalahloa.models.search.searchers import find_lecture_searcher
from kalahloa.models.search.steps.state import SearchState, state_at
from kalahloa.models.search.steps.step_words import StepTeller, StepText


@dataclass(frozen=True)
class FigureStep:
    """What is known of a tree at a step of its search.

    `here` is the index of the node that the step is about, `path` are those from the root to it.
    `values` has what is written in the nodes that were entered by then, `bounds` the alpha or beta
    of those on the way; at the nodes `cut`, moves were cut off.
    """

    number: int
    here: int
    path: frozenset[int]
    values: Mapping[int, str]
    bounds: Mapping[int, str]
    cut: frozenset[int]
    text: StepText


@dataclass(frozen=True)
class FigureSteps:
    """The steps of the search of a tree, of a game whose sides are called *sides*.

    A leaf is searched in one step: at the end of it its value is known.
    """

    tree: SmallTree
    record: SearchTree
    sides: tuple[str, str]
    prunes: bool
    _known: dict[int, FigureStep] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, shown: ShownFigure) -> "FigureSteps | None":
        """Return the steps of the figure *shown*; None if it shows no tree."""
        if shown.tree is None or shown.record is None:
            return None
        searcher = find_lecture_searcher(shown.figure.searcher)
        first, second = shown.figure.ground.game.sides
        prunes = searcher is not None and searcher.prunes
        return cls(shown.tree, shown.record, (first, second), prunes)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The steps of the recorded search that are shown, in order."""
        record = self.record
        shown = []
        for number in range(record.step_count):
            step = record.step(number)
            if not (step.is_entry and self.tree[step.node.index].is_leaf):
                shown.append(number)
        return tuple(shown)

    def __len__(self) -> int:
        return len(self.numbers)

    def step(self, number: int) -> FigureStep:
        """Return step *number*, from 0."""
        if number not in self._known:
            self._known[number] = self._made(number)
        return self._known[number]

    def first_of(self, index: int) -> int:
        """Return the first step that is about the node *index*."""
        return next(n for n in range(len(self)) if self.step(n).here == index)

    def _made(self, number: int) -> FigureStep:
        recorded = self.numbers[number]
        state = state_at(self.record, recorded)
        here = state.step.node.index
        tree, path = self.tree, [node.index for node in self.tree.path(here)]
        values, cut = {}, set()
        for node in tree:
            if self.record.left_at(node.index) <= recorded:
                values[node.index] = shown_value(tree, node)
            elif self.record.entered_at(node.index) <= recorded:
                values[node.index] = self._so_far(state, node.index)
            if node.pruned and self._is_cut_by(node.index, recorded):
                cut.add(node.index)
        text = StepTeller(self.sides, self.prunes).describe(state)
        bounds = self._bounds(state) if self.prunes else {}
        return FigureStep(number, here, frozenset(path), values, bounds, frozenset(cut), text)

    def _is_cut_by(self, index: int, recorded: int) -> bool:
        """Return whether the last move of the node that is searched has come back by then."""
        last = self.tree[index].children[-1]
        return self.record.left_at(last) <= recorded

    def _so_far(self, state: SearchState, index: int) -> str:
        """Return what is known of a node that is not left yet."""
        tree, node = self.tree, self.tree[index]
        value = next((one.value for one in state.levels if one.node.index == index), None)
        if value is None:
            return ""
        sign = "≥" if tree.negated or tree.maximises(node) else "≤"
        return f"{sign}{figure_value(tree.shown(node, value))}"

    def _bounds(self, state: SearchState) -> dict[int, str]:
        """Return what the side to move is sure of, at the nodes on the way."""
        tree, bounds = self.tree, {}
        for level in state.levels:
            node = tree[level.node.index]
            if not isinf(level.alpha):
                name = "α" if tree.negated or tree.maximises(node) else "β"
                bounds[node.index] = f"{name} = {figure_value(tree.shown(node, level.alpha))}"
        return bounds
