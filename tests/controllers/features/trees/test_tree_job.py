"""Recorded searches, here and in a process of their own."""

from collections.abc import Iterator

import pytest

from kalahloa.controllers.features.trees.search_state import TreeOrder
from kalahloa.controllers.features.trees.tree_job import TreeRequest, TreeSandbox, search_here
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.sandbox.orders import SearchOrder
from kalahloa.models.sandbox.sandbox import Sandbox
from kalahloa.models.search.request import Progress, SearchStopped
from kalahloa.models.text.errors import HeuristicFailed, SandboxFailed
from kalahloa.models.work.cancellation import Stop

TICTACTOE = find_game("tictactoe")


def request(order: TreeOrder, stop: Stop | None = None) -> TreeRequest:
    return TreeRequest(
        TICTACTOE, TICTACTOE.start(TICTACTOE.rulebook.default), order, stop or Stop()
    )


@pytest.fixture
def sandbox() -> Iterator[TreeSandbox]:
    made = TreeSandbox()
    yield made
    made.close()


def ignore(_progress: Progress) -> None:
    pass


def test_a_search_is_answered_with_its_trees():
    found = search_here(request(TreeOrder("alpha-beta-ordered", 3, "open-lines")), ignore)

    assert [tree.root.depth for tree in found.passes] == [1, 2, 3]


def test_progress_is_told_meanwhile():
    stop, told = Stop(), []

    def report(progress: Progress) -> None:
        told.append(progress)
        stop.set()

    with pytest.raises(SearchStopped):
        search_here(request(TreeOrder("game-tree", 9), stop), report)

    assert told[0].nodes > 0


def test_where_no_process_can_be_had_the_search_is_made_here(sandbox, monkeypatch):
    def fails(*_: object) -> None:
        raise SandboxFailed("It cannot be started.")

    monkeypatch.setattr(Sandbox, "search", fails)

    assert sandbox(request(TreeOrder("alpha-beta", 2)), ignore).depth == 2


def test_a_heuristic_of_the_users_is_never_run_here(sandbox, monkeypatch):
    asked: list[object] = []

    def fails(self: Sandbox, order: SearchOrder, *_: object) -> None:
        asked.append(order.source)
        raise HeuristicFailed("It takes too long.", 3)

    monkeypatch.setattr(Sandbox, "search", fails)
    HeuristicStore().save(HeuristicSource("mine", "tictactoe", MINE))

    with pytest.raises(HeuristicFailed, match="It takes too long"):
        sandbox(request(TreeOrder("alpha-beta", 2, "file:mine")), ignore)

    assert [source.text for source in asked] == [MINE]


def test_the_users_heuristic_values_the_leaves(sandbox):
    HeuristicStore().save(HeuristicSource("mine", "tictactoe", MINE))

    found = sandbox(request(TreeOrder("game-tree", 1, "file:mine")), ignore)

    assert {child.value for child in found.tree.children} == {7.5}


MINE = "def evaluate(position):\n    return 7.5\n"
