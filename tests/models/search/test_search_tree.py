"""The recorded tree of a search."""

import tracemalloc
from itertools import pairwise
from math import inf
from random import Random

import pytest

from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.lecture.alpha_beta import AlphaBetaSearch
from kalahloa.models.search.lecture.minimax import MinimaxSearch
from kalahloa.models.search.lecture.negascout import NegaScoutSearch
from kalahloa.models.search.lecture.scale import estimated_value, finished_value, lecture_value
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import SearchResult
from kalahloa.models.search.search_tree import NodeKind, SearchTree, TreeCounts, TreeNode
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.searchers import lecture_searchers
from tests.models.random_play import random_position, start

SEARCHERS = lecture_searchers()
every_searcher = pytest.mark.parametrize("searcher", SEARCHERS, ids=lambda s: s.name)
SAMPLES = [
    (random_position("loa", 2, 20), 2),
    (random_position("kalah", 2, 20), 4),
    (random_position("tictactoe", 2, 2), 5),
]
every_sample = pytest.mark.parametrize(("position", "depth"), SAMPLES, ids=str)


def record(searcher: Searcher, position: Position, depth: int) -> SearchResult:
    game = find_game(type(position).__name__.lower())
    return searcher.choose(position, Limits(depth=depth), game.heuristic(), record_tree=True)


def check(node: TreeNode, position: Position) -> None:
    """Assert that *node* and its descendants are consistent with *position*."""
    assert node.side == position.side
    assert node.alpha < node.beta
    moves = position.legal_moves()
    if node.kind is NodeKind.FINISHED:
        assert position.is_over()
    elif node.kind is NodeKind.ESTIMATED:
        assert not position.is_over()
        assert node.depth == 0
    elif node.kind is NodeKind.TABLE:
        assert node.depth > 0
    if node.kind is not NodeKind.INNER:
        assert not node.children
        assert not node.cut_off
        assert node.pruned == 0
        return
    assert node.depth > 0
    searched = [child.move for child in node.children if not child.is_again]
    assert len(searched) + node.pruned == len(moves)
    assert len(set(searched)) == len(searched)
    assert set(searched) <= set(moves)
    values = []
    for child in node.children:
        assert child.text == position.format_move(child.move)
        position.make(child.move)
        again = position.side == node.side
        values.append(child.value if again else -child.value)
        assert child.depth == node.depth - (not again)
        check(child, position)
        position.unmake()
    assert node.value == max(values)
    assert node.last_alpha == max(node.alpha, node.value)
    assert node.cut_off == (node.value >= node.beta)
    # The move that cut off is the last one that was searched.
    assert all(value < node.beta for value in values[:-1])
    assert node.pruned == 0 or node.cut_off


@every_sample
@every_searcher
def test_the_recorded_tree_is_the_search_tree(searcher: Searcher, position: Position, depth: int):
    result = record(searcher, position, depth)

    assert result.tree.move is None
    assert result.tree.text == ""
    assert result.tree.depth == depth
    assert result.tree.value == lecture_value(result.score)
    assert result.tree.is_complete()
    check(result.tree, position)


@every_sample
@every_searcher
def test_the_trees_of_all_passes_have_the_nodes_that_were_counted(
    searcher: Searcher, position: Position, depth: int
):
    result = record(searcher, position, depth)

    assert sum(len(tree) for tree in result.passes) == result.nodes
    assert result.tree == result.passes[-1].root
    if not searcher.deepens:
        assert len(result.passes) == 1
    assert [tree.root.depth for tree in result.passes] == sorted(
        tree.root.depth for tree in result.passes
    )


@every_sample
@every_searcher
def test_recording_does_not_change_the_result(searcher: Searcher, position: Position, depth: int):
    game = find_game(type(position).__name__.lower())

    with_tree = record(searcher, position, depth)
    without = searcher.choose(position, Limits(depth=depth), game.heuristic())

    assert without.tree is None
    assert (with_tree.score, with_tree.line, with_tree.nodes) == (
        without.score,
        without.line,
        without.nodes,
    )


def test_minimax_has_no_window_and_no_cutoffs():
    tree = record(MinimaxSearch(), start("kalah"), 3).tree

    assert all((node.alpha, node.beta) == (-inf, inf) for node in tree.walk())
    assert not any(node.cut_off for node in tree.walk())


def test_alpha_beta_counts_the_moves_pruned_by_a_cutoff():
    tree = record(AlphaBetaSearch(), start("kalah"), 3).tree

    assert (tree.alpha, tree.beta) == (-inf, inf)
    assert any(node.cut_off and node.pruned > 0 for node in tree.walk())


def test_the_root_records_the_aspiration_window():
    position = start("loa")
    value = record(AlphaBetaSearch(ordering=True), position, 1).score.number

    tree = record(AlphaBetaSearch(ordering=True, aspiration=50.0), position, 2).tree

    assert (tree.alpha, tree.beta) == (value - 50, value + 50)


def test_the_previous_principal_variation_is_searched_first():
    position = random_position("kalah", 3, 10)
    at_first_sight = record(AlphaBetaSearch(ordering=True), position, 1).move
    before = record(AlphaBetaSearch(ordering=True), position, 3)

    tree = record(AlphaBetaSearch(ordering=True), position, 4).tree

    assert before.move != at_first_sight
    node = tree
    for move in before.line:
        node = node.children[0]
        assert node.move == move


@pytest.mark.parametrize("limit", [1, 2, 50, 1000])
def test_recording_ends_at_its_limit_and_counts_the_rest(
    limit: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("kalahloa.models.search.lecture.recording.MAX_NODES", limit)
    position = start("kalah")

    result = record(MinimaxSearch(), position, 4)

    assert result.tree.count() == limit
    assert not result.tree.is_complete()
    assert result.nodes > limit
    assert result.tree.value == lecture_value(result.score)
    assert len(result.tree.children) + result.tree.unrecorded == 6


def test_a_tree_is_walked_in_preorder():
    tree = record(MinimaxSearch(), start("tictactoe"), 2).tree

    texts = [node.text for node in tree.walk()]

    assert texts[:4] == ["", "1", "2", "3"]
    assert texts[10:12] == ["2", "1"]


# -- against the definition ------------------------------------------------------------------------


def plain_value(position: Position, depth: int, ply: int, evaluate) -> float:
    """Return the minimax value for the side to move, by its definition."""
    outcome = position.outcome()
    if outcome is not None:
        return finished_value(outcome.score_for(position.side), ply)
    if depth == 0:
        return estimated_value(evaluate(position))
    values = []
    for move in position.legal_moves():
        side = position.side
        position.make(move)
        changes = position.side != side
        value = plain_value(position, depth - changes, ply + 1, evaluate)
        values.append(-value if changes else value)
        position.unmake()
    return max(values)


def agree(
    node: TreeNode, position: Position, evaluate, known: dict[tuple[int, ...], float]
) -> None:
    """Assert that the values in the tree of *node* are what the definition says of them."""
    for one in node.walk():
        path = one.path()
        line = tuple(step.move for step in path[1:])
        if (one.depth, *line) not in known:
            for move in line:
                position.make(move)
            known[one.depth, *line] = plain_value(position, one.depth, one.ply, evaluate)
            for _ in line:
                position.unmake()
        exact = known[one.depth, *line]
        if one.value <= one.alpha:
            assert exact <= one.value
        elif one.value >= one.beta:
            assert exact >= one.value
        else:
            assert exact == one.value


@pytest.mark.parametrize("searcher", SEARCHERS, ids=lambda s: s.name)
@pytest.mark.parametrize("key", ["tictactoe", "kalah", "loa"])
def test_every_value_and_window_agrees_with_plain_minimax(searcher: Searcher, key: str):
    chance = Random(key)
    for seed in range(6):
        position = random_position(key, seed, chance.randrange(30, 60) if key == "loa" else seed)
        if position.is_over():
            continue
        depth = {"tictactoe": 3, "kalah": 2, "loa": 1}[key]
        heuristic = find_game(key).heuristic()
        result = record(searcher, position, depth)
        known: dict[tuple[int, ...], float] = {}
        for tree in result.passes:
            agree(tree.root, position, heuristic, known)
        assert lecture_value(result.score) == plain_value(position, depth, 0, heuristic)


# -- passes, tables and second looks ---------------------------------------------------------------


def test_the_table_answers_for_positions_that_were_searched_before():
    position = start("tictactoe")
    plain = record(AlphaBetaSearch(ordering=True), position, 5)

    with_table = record(AlphaBetaSearch(ordering=True, table=True), position, 5)

    counts = TreeCounts.of(with_table.passes[-1])
    assert counts.hits > 0
    assert with_table.nodes < plain.nodes
    assert with_table.score == plain.score


@pytest.mark.parametrize("preset", ["tutorial", "olympiad", "openspiel"])
def test_the_table_changes_no_value_where_positions_come_again(preset: str):
    game = find_game("loa")
    rules = game.rulebook.read(preset, {})
    position = game.read("2b5/8/8/3w4/8/8/b6w/8 b", rules)
    for text in ("c8-d8", "d5-e5", "d8-c8", "e5-d5", "c8-d8", "d5-e5"):
        if not position.is_over():
            position.make(position.read_move(text))

    while position.is_over():
        position.unmake()

    for depth in (1, 2, 3, 4):
        plain, cached = (
            searcher.choose(position, Limits(depth=depth), game.heuristic())
            for searcher in (AlphaBetaSearch(ordering=True), AlphaBetaSearch(True, table=True))
        )
        assert cached.score == plain.score


def test_negascout_searches_again_what_is_better_than_expected():
    again = 0
    for seed in range(8):
        position = random_position("kalah", seed, 6)
        result = record(NegaScoutSearch(), position, 3)
        for tree in result.passes:
            again += TreeCounts.of(tree).again
            for node in tree.root.walk():
                if node.is_again:
                    assert node.beta - node.alpha > 1e-6, "It is searched for its value."

    assert again > 0


def test_an_aspiration_search_keeps_the_pass_that_failed():
    position = random_position("kalah", 3, 10)

    result = record(AlphaBetaSearch(ordering=True, aspiration=0.001), position, 4)

    depths = [tree.root.depth for tree in result.passes]
    assert len(depths) > len(set(depths))
    for tree, later in pairwise(result.passes):
        failed = not tree.root.alpha < tree.root.value < tree.root.beta
        assert failed == (tree.root.depth == later.root.depth)


# -- the search as it happened ---------------------------------------------------------------------


@pytest.mark.parametrize("searcher", SEARCHERS, ids=lambda s: s.name)
def test_steps_enter_and_leave_each_node_in_turn(searcher: Searcher):
    tree = record(searcher, start("tictactoe"), 3).passes[-1]
    open_nodes: list[int] = []

    for number in range(tree.step_count):
        step = tree.step(number)
        if step.is_entry:
            assert open_nodes == [node.index for node in step.node.path()[:-1]]
            assert tree.entered_at(step.node.index) == number
            open_nodes.append(step.node.index)
        else:
            assert open_nodes.pop() == step.node.index
            assert tree.left_at(step.node.index) == number

    assert not open_nodes
    for number in (-1, tree.step_count):
        with pytest.raises(IndexError):
            tree.step(number)


def test_counts_are_those_of_the_nodes():
    tree = record(AlphaBetaSearch(), start("kalah"), 3).passes[-1]
    nodes = list(tree.root.walk())

    counts = TreeCounts.of(tree)

    assert counts == TreeCounts(
        nodes=len(nodes),
        leaves=sum(node.kind in (NodeKind.ESTIMATED, NodeKind.FINISHED) for node in nodes),
        hits=0,
        cutoffs=sum(node.cut_off for node in nodes),
        pruned=sum(node.pruned for node in nodes),
        again=0,
        unrecorded=0,
    )
    assert counts.leaves + sum(node.kind is NodeKind.INNER for node in nodes) == counts.nodes


def test_a_tree_has_no_node_beyond_its_last():
    tree = record(MinimaxSearch(), start("tictactoe"), 1).passes[0]

    assert [tree.node(index).text for index in (0, 1, 9)] == ["", "1", "9"]
    for index in (-1, 10):
        with pytest.raises(IndexError):
            tree.node(index)


def test_a_node_takes_less_than_a_hundred_bytes():
    tree = SearchTree()
    tracemalloc.start()
    try:
        tree.enter(-1, None, "", 0, 1, -inf, inf)
        for move in range(100_000):
            index = tree.enter(0, move % 50, f"{move % 50}", 1, 0, -1.0, 1.0)
            tree.leave(index, 0.5, NodeKind.ESTIMATED)
        tree.leave(0, 0.5, NodeKind.INNER)
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert size < 100 * len(tree)
    assert len(tree) == 100_001
