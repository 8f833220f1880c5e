"""The thread of recorded searches: one at a time, each answered or cancelled."""

from collections.abc import Callable, Iterator

import pytest

from kalahloa.controllers.features.trees.search_state import TreeOrder
from kalahloa.controllers.features.trees.tree_job import (
    TreeLane,
    TreeNews,
    TreeRequest,
    search_here,
)
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.sandbox.orders import SearchOrder
from kalahloa.models.sandbox.sandbox import Sandbox
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.text.errors import HeuristicFailed, KalahloaError, SandboxFailed

TICTACTOE = find_game("tictactoe")


class Lane:
    """A lane, and what it has told."""

    def __init__(self, search: Callable | None = search_here) -> None:
        self.lane = TreeLane(search)
        self.told: list[TreeNews] = []
        self.lane.told.connect(self.told.append)

    def ask(self, order: TreeOrder) -> TreeRequest:
        position = TICTACTOE.start(TICTACTOE.rulebook.default)
        request = TreeRequest(self.lane.next_number(), TICTACTOE, position, order)
        self.lane.submit(request)
        return request

    @property
    def results(self) -> list[TreeNews]:
        return [news for news in self.told if news.result is not None]

    @property
    def errors(self) -> list[str]:
        return [news.error for news in self.told if news.error]

    def has_ended(self) -> bool:
        """Return whether a search has ended: progress may be told before."""
        return bool(self.results or self.errors)


@pytest.fixture
def lanes(qapp) -> Iterator[Callable[..., Lane]]:
    made: list[Lane] = []

    def make(*arguments: Callable | None) -> Lane:
        made.append(Lane(*arguments))
        return made[-1]

    yield make
    for one in made:
        one.lane.shut_down()


def test_a_search_is_answered_with_its_trees(lanes, qtbot):
    lane = lanes()

    request = lane.ask(TreeOrder("alpha-beta-ordered", 3, "open-lines"))
    qtbot.waitUntil(lambda: bool(lane.results))

    (news,) = lane.results
    assert news.number == request.number and not news.error
    assert [tree.root.depth for tree in news.result.passes] == [1, 2, 3]


def test_only_the_last_of_several_requests_is_answered(lanes, qtbot):
    lane = lanes()

    lane.ask(TreeOrder("game-tree", 6))
    last = lane.ask(TreeOrder("game-tree", 2))
    qtbot.waitUntil(lambda: bool(lane.results))

    assert [news.number for news in lane.results] == [last.number]


def test_progress_is_told_meanwhile(lanes, qtbot):
    lane = lanes()

    lane.ask(TreeOrder("game-tree", 7))
    qtbot.waitUntil(lambda: any(news.progress is not None for news in lane.told), timeout=30_000)

    assert lane.told[0].progress.nodes > 0
    assert not lane.results


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (KalahloaError("It does not compile."), "It does not compile."),
        (MemoryError(), "The search has failed: MemoryError"),
        (SystemExit(3), "The search has failed: 3"),
        (SearchStopped("It was closed."), "The search has failed: It was closed."),
    ],
    ids=["ours", "memory", "exit", "stopped by itself"],
)
def test_whatever_fails_is_a_sentence(lanes, qtbot, error, sentence):
    def fails(request: TreeRequest, report: Callable[..., None]):
        raise error

    lane = lanes(fails)
    lane.ask(TreeOrder())
    qtbot.waitUntil(lane.has_ended)

    assert lane.told == [TreeNews(lane.told[0].number, error=sentence)]


def test_where_no_process_can_be_had_the_search_is_made_here(lanes, qtbot, monkeypatch):
    def fails(*_: object) -> None:
        raise SandboxFailed("It cannot be started.")

    monkeypatch.setattr(Sandbox, "search", fails)
    lane = lanes(None)

    lane.ask(TreeOrder("alpha-beta", 2))
    qtbot.waitUntil(lambda: bool(lane.results))

    assert lane.results[0].result.depth == 2


def test_a_heuristic_of_the_users_is_never_run_here(lanes, qtbot, monkeypatch):
    asked: list[object] = []

    def fails(self: Sandbox, order: SearchOrder, *_: object) -> None:
        asked.append(order.source)
        raise HeuristicFailed("It takes too long.", 3)

    monkeypatch.setattr(Sandbox, "search", fails)
    HeuristicStore().save(HeuristicSource("mine", "tictactoe", MINE))
    lane = lanes(None)

    lane.ask(TreeOrder("alpha-beta", 2, "file:mine"))
    qtbot.waitUntil(lane.has_ended)

    assert lane.told == [TreeNews(lane.told[0].number, error="It takes too long.")]
    assert [source.text for source in asked] == [MINE]


def test_the_users_heuristic_values_the_leaves(lanes, qtbot):
    HeuristicStore().save(HeuristicSource("mine", "tictactoe", MINE))
    lane = lanes(None)

    lane.ask(TreeOrder("game-tree", 1, "file:mine"))
    qtbot.waitUntil(lane.has_ended, timeout=60_000)

    assert lane.errors == []
    tree = lane.results[0].result.tree
    assert {child.value for child in tree.children} == {7.5}


MINE = "def evaluate(position):\n    return 7.5\n"
