"""The recorded tree of a search."""

from math import inf

import pytest

from kalahloa.models.position import Position
from kalahloa.models.registry import find_game
from kalahloa.models.search.lecture.alpha_beta import AlphaBetaSearch
from kalahloa.models.search.lecture.minimax import MinimaxSearch
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import SearchResult
from kalahloa.models.search.search_tree import NodeKind, TreeNode
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
    if node.kind is not NodeKind.INNER:
        assert not node.children
        assert not node.cut_off
        assert node.pruned == 0
        return
    assert node.depth > 0
    assert len(node.children) + node.pruned == len(moves)
    assert {child.move for child in node.children} <= set(moves)
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
    assert result.tree.value == result.value
    assert result.tree.is_complete()
    check(result.tree, position)


@every_sample
@pytest.mark.parametrize("searcher", SEARCHERS[:2], ids=lambda s: s.name)
def test_a_search_in_one_pass_counts_the_nodes_of_its_tree(
    searcher: Searcher, position: Position, depth: int
):
    result = record(searcher, position, depth)

    assert result.tree.count() == result.nodes


@every_sample
@every_searcher
def test_recording_does_not_change_the_result(searcher: Searcher, position: Position, depth: int):
    game = find_game(type(position).__name__.lower())

    with_tree = record(searcher, position, depth)
    without = searcher.choose(position, Limits(depth=depth), game.heuristic())

    assert without.tree is None
    assert (with_tree.value, with_tree.line, with_tree.nodes, with_tree.proven) == (
        without.value,
        without.line,
        without.nodes,
        without.proven,
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
    value = record(AlphaBetaSearch(ordering=True), position, 1).value

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
    assert result.tree.value == result.value
    assert len(result.tree.children) + result.tree.unrecorded == 6


def test_a_tree_is_walked_in_preorder():
    tree = record(MinimaxSearch(), start("tictactoe"), 2).tree

    texts = [node.text for node in tree.walk()]

    assert texts[:4] == ["", "1", "2", "3"]
    assert texts[10:12] == ["2", "1"]
