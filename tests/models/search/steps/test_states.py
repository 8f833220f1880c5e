"""The state of a recorded search at each step, compared with a plain replay of the search."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from math import inf, nextafter
from random import Random

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.search.lecture import recording
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.search_tree import NodeKind, SearchTree, TreeNode
from kalahloa.models.search.searchers import find_searcher, lecture_searchers
from kalahloa.models.search.steps.state import SearchState, state_at
from kalahloa.models.search.steps.step_map import StepMap
from tests.models.random_play import random_position, start

SEARCHERS = [searcher.name for searcher in lecture_searchers()]
PRUNING = SEARCHERS[2:]
KINDS = (
    ("tictactoe", 3, 4),
    ("tictactoe", 5, 3),
    ("kalah", 15, 3),
    ("kalah", 40, 4),
    ("loa", 9, 2),
)
every_searcher = pytest.mark.parametrize("searcher", SEARCHERS)
every_kind = pytest.mark.parametrize(("game", "plies", "depth"), KINDS)


def recorded(game: str, plies: int, depth: int, searcher: str) -> tuple[SearchTree, ...]:
    """Return the passes of a search of a position after some random moves."""
    position = random_position(game, plies, plies)
    heuristic = find_game(game).heuristic()
    found = find_searcher(searcher).choose(
        position, Limits(depth=depth), heuristic, record_tree=True
    )
    return found.passes


trees = cache(recorded)


@dataclass
class Frame:
    """A call of the search that has not returned."""

    node: TreeNode
    best: float | None = None
    child: TreeNode | None = None
    searched: set[int] = field(default_factory=set)


def replay(tree: SearchTree) -> Iterator[tuple[list[Frame], TreeNode | None]]:
    """Go through the search as it happened; yield the stack after each step, and what returned."""
    stack: list[Frame] = []

    def search(node: TreeNode) -> Iterator[tuple[list[Frame], TreeNode | None]]:
        stack.append(Frame(node))
        yield stack, None
        children = node.children
        for place, child in enumerate(children):
            yield from search(child)
            frame = stack[-1]
            comes_again = place + 1 < len(children) and children[place + 1].is_again
            value = child.value if child.side == node.side else -child.value
            if not comes_again:
                frame.searched.add(child.move)
                if frame.best is None or value > frame.best:
                    frame.best, frame.child = value, child
            yield stack, child
        if len(stack) > 1:
            stack.pop()

    yield from search(tree.root)
    yield stack, tree.root


def assert_is(state: SearchState, stack: list[Frame], returned: TreeNode | None) -> None:
    assert state.returned == returned
    assert [level.node for level in state.levels] == [frame.node for frame in stack]
    for level, frame in zip(state.levels, stack, strict=True):
        assert level.value == frame.best
        assert level.best == frame.child
        assert level.searched == len(frame.searched)


@every_kind
@every_searcher
def test_the_state_at_every_step_is_that_of_a_plain_replay(searcher, game, plies, depth):
    for tree in trees(game, plies, depth, searcher):
        number = -1
        for number, (stack, returned) in enumerate(replay(tree)):
            assert_is(state_at(tree, number), stack, returned)
        assert number == tree.step_count - 1


@every_kind
@pytest.mark.parametrize("searcher", PRUNING)
def test_the_window_of_a_node_is_what_the_stack_has_come_to_when_it_is_entered(
    searcher, game, plies, depth
):
    for tree in trees(game, plies, depth, searcher):
        for node in list(tree.root.walk())[1:]:
            levels = state_at(tree, tree.entered_at(node.index)).levels
            above = levels[-2]
            low = node.alpha if node.side == above.node.side else -node.beta
            high = node.beta if node.side == above.node.side else -node.alpha
            assert low == above.alpha
            assert high in (above.beta, nextafter(above.alpha, inf))


@every_kind
@every_searcher
def test_cuts_are_where_moves_are_left_out_and_the_window_is_closed(searcher, game, plies, depth):
    for tree in trees(game, plies, depth, searcher):
        cuts = []
        for number in range(tree.step_count):
            state = state_at(tree, number)
            if state.is_cut:
                cuts.append(number)
                assert state.here.alpha >= state.here.beta
                assert state.returned_value == state.here.value
                assert state.node.pruned
        assert len(cuts) == sum(node.pruned > 0 for node in tree.root.walk())
        steps = StepMap(tree)
        steps.complete()
        assert walk_by(steps.next_cut, -1) == cuts
        assert walk_by(steps.previous_cut, tree.step_count) == cuts[::-1]
        assert steps.cut_count() == len(cuts)


@every_kind
@every_searcher
def test_changes_of_the_best_move_are_those_of_a_plain_replay(searcher, game, plies, depth):
    for tree in trees(game, plies, depth, searcher):
        best, changes = None, []
        for number, (stack, _) in enumerate(replay(tree)):
            if stack[0].child is not None and stack[0].child != best:
                best = stack[0].child
                changes.append(number)
        steps = StepMap(tree)
        assert walk_by(steps.next_change, -1) == changes
        assert walk_by(steps.previous_change, tree.step_count) == changes[::-1]


def walk_by(find, start: int) -> list[int]:
    """Return all steps that *find* leads to from *start* on."""
    found = []
    step = find(start)
    while step is not None:
        found.append(step)
        step = find(step)
    return found


@pytest.mark.parametrize("most_ply", [1, 2, 3])
@pytest.mark.parametrize("searcher", ["game-tree", "alpha-beta", "negascout"])
def test_steps_below_a_ply_are_left_out_both_ways(searcher, most_ply):
    tree = trees("kalah", 20, 4, searcher)[-1]
    steps = StepMap(tree, most_ply)
    steps.complete()
    wanted = [n for n in range(tree.step_count) if tree.step(n).node.ply <= most_ply]

    assert [0, *walk_by(steps.following, 0)] == wanted
    assert walk_by(steps.preceding, tree.step_count - 1) == wanted[-2::-1]
    cuts = [number for number in wanted if state_at(tree, number).is_cut]
    assert walk_by(steps.next_cut, -1) == cuts
    for number in range(tree.step_count):
        following = steps.following(number)
        assert following == next((step for step in wanted if step > number), None)
        assert steps.preceding(number) == next((s for s in wanted[::-1] if s < number), None)
        assert steps.nearest(number) in wanted
        assert steps.nearest(number) >= number


def test_the_ply_to_which_steps_are_shown_can_be_changed_before_and_after_all_cuts_are_known():
    tree = trees("kalah", 20, 4, "alpha-beta")[-1]
    early, late, fresh = StepMap(tree), StepMap(tree), StepMap(tree, 2)
    early.limit(2)
    for steps in (early, late, fresh):
        steps.complete()
    late.limit(2)

    cuts = walk_by(fresh.next_cut, -1)
    assert cuts and walk_by(early.next_cut, -1) == cuts == walk_by(late.next_cut, -1)
    late.limit(None)
    assert late.cut_count() == sum(node.pruned > 0 for node in tree.root.walk())


def test_cuts_are_known_from_the_start_of_the_search_on(monkeypatch):
    monkeypatch.setattr("kalahloa.models.search.steps.step_map.PORTION", 50)
    tree = trees("kalah", 20, 5, "alpha-beta")[-1]
    whole, part = StepMap(tree), StepMap(tree)
    whole.complete()
    assert len(tree) > 500

    while not part.is_complete:
        before = part.known_until
        assert [cut for cut in walk_by(part.next_cut, -1) if cut < before] == [
            cut for cut in walk_by(whole.next_cut, -1) if cut < before
        ]
        part.advance()
    assert part.known_until == tree.step_count


@pytest.mark.parametrize("count", [1, 7, 100, 5000])
def test_ticks_are_the_parts_of_the_search_with_cuts(count):
    tree = trees("tictactoe", 3, 4, "alpha-beta")[-1]
    steps = StepMap(tree)
    steps.complete()

    ticks = steps.ticks(count)

    assert len(ticks) == count
    parts = [False] * count
    for cut in walk_by(steps.next_cut, -1):
        parts[next(n for n in range(count) if cut < tree.step_count * (n + 1) // count)] = True
    assert ticks == parts


def test_a_search_that_was_not_recorded_to_its_end_is_walked_through_as_far_as_it_was(monkeypatch):
    monkeypatch.setattr(recording, "MAX_NODES", 60)
    for searcher in SEARCHERS:
        for tree in recorded("tictactoe", 2, 5, searcher):
            steps = StepMap(tree)
            steps.complete()
            for number, (stack, returned) in enumerate(replay(tree)):
                state = state_at(tree, number)
                assert state.returned == returned
                assert [level.node for level in state.levels] == [frame.node for frame in stack]
                assert state.is_cut == (steps.next_cut(number - 1) == number)


def synthetic(count: int, width: int = 8, depth: int = 7, seed: int = 1) -> SearchTree:
    """Return a tree of *count* nodes with random values, windows and cuts."""
    random, tree = Random(seed), SearchTree()

    def grow(parent: int, ply: int) -> None:
        left = depth - ply
        index = tree.enter(parent, ply or None, str(ply), ply % 2, left, -inf, inf)
        if not left or len(tree) >= count:
            tree.leave(index, random.uniform(-9, 9), NodeKind.ESTIMATED)
            return
        for _ in range(width):
            if len(tree) < count:
                grow(index, ply + 1)
        tree.leave(index, random.uniform(-9, 9), NodeKind.INNER, random.choice((0, 0, 3)))

    grow(-1, 0)
    return tree


def test_steps_in_a_large_tree_cost_no_more_than_in_a_small_one(monkeypatch):
    looked: list[int] = []
    node = SearchTree.node

    def counted(tree: SearchTree, index: int) -> TreeNode:
        looked.append(index)
        return node(tree, index)

    monkeypatch.setattr(SearchTree, "node", counted)
    small, large = synthetic(5_000), synthetic(80_000)
    counts = []
    for tree in (small, large):
        random = Random(2)
        looked.clear()
        for _ in range(300):
            state_at(tree, random.randrange(tree.step_count))
        counts.append(len(looked))

    assert counts[1] < counts[0] * 2


def test_a_step_that_is_not_there_is_refused():
    tree = trees("tictactoe", 5, 2, "alpha-beta")[-1]

    with pytest.raises(IndexError):
        state_at(tree, tree.step_count)
    with pytest.raises(IndexError):
        state_at(tree, -1)


def test_the_line_leads_to_the_node_where_the_search_is():
    position = start("kalah")
    tree = trees("kalah", 0, 3, "alpha-beta")[-1]

    for number in range(0, tree.step_count, 7):
        state, here = state_at(tree, number), position.copy()
        for move in state.line:
            here.make(move)
        assert here.side == state.node.side
        assert state.node.index or not state.line
