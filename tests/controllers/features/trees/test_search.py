"""Recorded searches in an app context: what is searched, what is looked at, what is said of it."""

from collections.abc import Callable, Iterator
from threading import Event

import pytest

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.search_commands import read_tree_order
from kalahloa.controllers.features.trees.search_state import MAX_KEPT, TreeOrder, TreeRun, _kept
from kalahloa.controllers.features.trees.search_words import run_sentence, tree_node_words
from kalahloa.controllers.features.trees.tree_job import TreeRequest, search_here
from kalahloa.controllers.features.trees.tree_place import TreePlace
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.search.searchers import lecture_searchers
from kalahloa.models.search.tree_lines import moves_to
from kalahloa.models.text.errors import BadCommand, KalahloaError

TICTACTOE, KALAH, LOA = (find_game(key) for key in ("tictactoe", "kalah", "loa"))
START = "XO./.X./..O X"


@pytest.fixture
def app(qapp) -> Iterator[AppContext]:
    made = open_app(TICTACTOE)
    made[TreeSearch]._search = search_here  # quicker than with a process for each test
    made.document.new_game(TICTACTOE, start=START)
    yield made
    made.shut_down()


def typed(app: AppContext, line: str) -> str:
    return Interpreter(app).execute(line)


def done(app: AppContext, qtbot) -> None:
    qtbot.waitUntil(lambda: not app[TreeSearch].running, timeout=30_000)


def searched(app: AppContext, qtbot, words: str = "") -> TreeRun:
    typed(app, f"tree {words}".strip())
    done(app, qtbot)
    run = app[TreeSearch].run
    assert run is not None
    return run


class Waiting:
    """A search that waits until it is stopped or let go."""

    def __init__(self) -> None:
        self.go = Event()
        self.begun: list[TreeRequest] = []

    def __call__(self, request: TreeRequest, report: Callable[..., None]):
        self.begun.append(request)
        while not self.go.wait(0.002):
            if request.stop.is_set():
                raise SearchStopped
        return search_here(request, report)


@pytest.fixture
def waiting(app: AppContext) -> Iterator[Waiting]:
    made = Waiting()
    app[TreeSearch]._search = made
    yield made
    made.go.set()


# -- searching -------------------------------------------------------------------------------------


def test_the_search_is_made_in_a_process_of_its_own_as_it_would_be_here(app, qtbot):
    here = searched(app, qtbot, "alpha-beta-table 4")
    other = open_app(TICTACTOE)
    other.document.new_game(TICTACTOE, start=START)

    there = searched(other, qtbot, "alpha-beta-table 4")

    assert other[TreeSearch]._sandbox._sandbox().pid is not None
    assert there.result.nodes == here.result.nodes
    assert [node.value for node in there.tree.root.walk()] == [
        node.value for node in here.tree.root.walk()
    ]
    sandbox = other[TreeSearch]._sandbox._sandbox()
    other.shut_down()
    assert sandbox.pid is None


@pytest.mark.parametrize("name", [one.name for one in lecture_searchers()])
def test_each_searcher_searches_the_position_shown(app, qtbot, name):
    run = searched(app, qtbot, f"{name} 4")

    assert run.searcher.name == name
    assert (run.depth, run.result.depth, run.heuristic) == (4, 4, "open-marks")
    assert run.node is app.document.node
    assert run.position.position_string() == START
    assert run.pass_index == len(run.passes) - 1
    assert run.result.nodes == sum(map(len, run.passes))
    assert not run.unrecorded and not run.dropped


def test_the_answer_to_a_typed_search_comes_when_it_has_ended(app, qtbot):
    answers: list[str] = []
    app[TreeSearch].answered.connect(answers.append)

    assert typed(app, "tree alpha-beta 2") == "Searching to depth 2: Alpha-beta."
    assert app.document.place[TreePlace].running and app.is_busy
    done(app, qtbot)

    run = app[TreeSearch].run
    assert answers == [run_sentence(run)]
    assert answers[0].startswith("Alpha-beta, depth 2: ")
    assert f"{run.result.nodes} nodes" in answers[0]
    assert app.document.place[TreePlace].is_there and not app.is_busy


def test_a_search_is_stopped_and_the_tree_of_before_stays(app, qtbot, waiting):
    waiting.go.set()
    before = searched(app, qtbot)
    waiting.go.clear()

    typed(app, "tree 4")
    qtbot.waitUntil(lambda: len(waiting.begun) == 2)
    answer = typed(app, "tree stop")

    assert answer == "Search stopped."
    assert not app[TreeSearch].running
    assert app[TreeSearch].run is before
    qtbot.waitUntil(waiting.begun[1].stop.is_set)
    assert typed(app, "tree stop") == "No search is running."


def test_only_the_last_of_several_searches_is_answered(app, qtbot, waiting):
    search, told = app[TreeSearch], []
    search.answered.connect(told.append)
    for words in ("game-tree 3", "game-tree 2"):
        typed(app, f"tree {words}")
        qtbot.waitUntil(lambda: bool(waiting.begun))
    waiting.go.set()

    done(app, qtbot)

    assert search.run.order.depth == 2 and len(told) == 1


def test_a_new_record_ends_the_search_and_takes_the_tree_away(app, qtbot, waiting):
    waiting.go.set()
    searched(app, qtbot)
    waiting.go.clear()
    typed(app, "tree 4")

    app.document.new_game(KALAH)

    assert not app[TreeSearch].running
    assert app[TreeSearch].run is None
    assert not app.document.place[TreePlace].is_there
    waiting.go.set()
    qtbot.wait(20)
    assert app[TreeSearch].run is None


def test_a_walk_leaves_tree_and_search_alone(app, qtbot):
    run = searched(app, qtbot)

    app.turns.play_text("3")

    assert app[TreeSearch].run is run
    assert run.node is app.document.record.root


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (KalahloaError("It does not compile."), "It does not compile."),
        (ZeroDivisionError("division by zero"), "The search failed: division by zero"),
        (MemoryError(), "The search failed: MemoryError"),
        (SystemExit(3), "The search failed: 3"),
        (SearchStopped("It was closed."), "The search failed: It was closed."),
    ],
    ids=["ours", "Python's", "memory", "exit", "stopped by itself"],
)
def test_whatever_fails_is_told_in_a_sentence(app, qtbot, error, sentence):
    said: list[str] = []
    app[TreeSearch].message.connect(said.append)

    def fails(request: TreeRequest, report: Callable[..., None]):
        raise error

    app[TreeSearch]._search = fails
    typed(app, "tree")
    done(app, qtbot)

    assert said == [sentence]
    assert app[TreeSearch].run is None


def test_nothing_is_searched_where_the_game_is_over_or_secret(app):
    app.document.new_game(TICTACTOE, start="XX./OO./... X")
    app.turns.play_text("3")
    with pytest.raises(BadCommand, match="The game is over"):
        typed(app, "tree")
    app[TreeSearch].run_now()
    assert not app[TreeSearch].running

    class Exercise:
        key, offers = "any", frozenset()
        running = True

        def stop(self) -> None:
            self.running = False

    app.document.new_game(TICTACTOE)
    exercise = Exercise()
    app.exercises.begin(exercise)
    app.document.turn_board()
    with pytest.raises(BadCommand, match="Find the move yourself"):
        typed(app, "tree")
    with pytest.raises(BadCommand, match="Find the move yourself"):
        typed(app, "node")


def test_words_are_read_in_any_order_and_kept_for_the_next_search(app, qtbot):
    order = read_tree_order(LOA, TreeOrder(), ["4", "captures", "NEGASCOUT"])
    assert order == TreeOrder("negascout", 4, "captures")
    assert read_tree_order(LOA, order, ["2"]) == TreeOrder("negascout", 2, "captures")
    assert read_tree_order(LOA, order, ["file:Mine"]) == TreeOrder("negascout", 4, "file:Mine")
    for words in (["9"], ["0"], ["engine"], ["kalah-difference"]):
        with pytest.raises(BadCommand):
            read_tree_order(LOA, order, words)

    searched(app, qtbot, "game-tree 2")
    assert app[TreeSearch].order == TreeOrder("game-tree", 2)
    assert searched(app, qtbot).searcher.name == "game-tree"


def test_a_heuristic_of_another_game_is_forgotten(app):
    app.document.new_game(LOA)
    app[TreeSearch].set_order(TreeOrder(heuristic="captures"))

    app.document.new_game(LOA)
    assert app[TreeSearch].order.heuristic == "captures"
    app.document.new_game(KALAH)

    assert app[TreeSearch].order.heuristic == ""


def test_the_last_passes_are_kept_as_far_as_memory_goes():
    class Tree(list):  # type: ignore[type-arg]
        def __init__(self, size: int) -> None:
            self.size = size

        def __len__(self) -> int:
            return self.size

    def sizes(*given: int) -> list[int]:
        return [len(tree) for tree in _kept(tuple(map(Tree, given)))]  # type: ignore[arg-type]

    assert sizes(1, 10, MAX_KEPT) == [MAX_KEPT]
    assert sizes(1, 10, MAX_KEPT + 5) == [MAX_KEPT + 5]
    assert sizes(7, MAX_KEPT - 10, 3, 7) == [MAX_KEPT - 10, 3, 7]
    assert sizes(5) == [5]
    assert sizes() == []


# -- looking at nodes ------------------------------------------------------------------------------


def test_a_node_is_found_by_its_moves_in_writing(app, qtbot):
    run = searched(app, qtbot, "game-tree 3")

    answer = typed(app, "node 3 6")

    node = app[TreeSearch].node
    assert moves_to(node) == (3, 6)
    assert answer.startswith("3 6. MAX: X is to move. Value for X: ")
    assert [line.split()[0] for line in answer.splitlines()[1:]] == [
        child.text for child in node.children
    ]
    assert run.position.position_string() == START


def test_a_move_that_was_cut_off_leads_to_the_node_before_it(app, qtbot):
    run = searched(app, qtbot, "alpha-beta 4")
    node = next(one for one in run.tree.root.walk() if one.pruned)
    position = run.position_at(node.index)
    cut = next(
        move
        for move in position.legal_moves()
        if move not in {child.move for child in node.children}
    )
    words = " ".join([*(one.text for one in node.path()[1:]), position.format_move(cut)])

    answer = typed(app, f"node {words}")

    assert app[TreeSearch].shown == node.index
    assert answer.startswith(f"{position.format_move(cut)} was cut off; showing")
    assert f"{node.pruned} move" in answer and "✂" in answer
    assert "can hold X to" in answer


def test_moves_that_cannot_be_made_change_nothing(app, qtbot):
    searched(app, qtbot)
    typed(app, "node 3")
    shown = app[TreeSearch].shown

    with pytest.raises(BadCommand):
        typed(app, "node 1 1")

    assert app[TreeSearch].shown == shown


def test_best_play_is_followed_and_one_goes_up_again(app, qtbot):
    run = searched(app, qtbot, "alpha-beta 4")

    typed(app, "node end")
    assert moves_to(app[TreeSearch].node) == run.result.line
    assert "Nothing follows" in typed(app, "node best")
    typed(app, "node up")
    assert moves_to(app[TreeSearch].node) == run.result.line[:-1]
    while app[TreeSearch].shown:
        typed(app, "node up")
    assert "root of the tree" in typed(app, "node up")
    typed(app, "node best")
    assert moves_to(app[TreeSearch].node) == run.result.line[:1]


def test_another_pass_begins_at_its_root(app, qtbot):
    run = searched(app, qtbot, "alpha-beta-ordered 3")
    typed(app, "node best")
    listed = typed(app, "treepass").splitlines()

    assert len(listed) == len(run.passes) == 3
    assert listed[2].startswith("→ 3. Depth 3 · ")
    assert typed(app, "treepass 1") == "Depth 1."
    assert app[TreeSearch].run.tree is run.passes[0]
    assert app[TreeSearch].shown == 0
    with pytest.raises(BadCommand, match="3 passes"):
        typed(app, "treepass 4")


def test_values_are_those_of_max_or_of_the_mover(app, qtbot):
    searched(app, qtbot, "game-tree 1")
    typed(app, "node best")
    assert "Value for X: +4.00, estimated by" in typed(app, "node")

    typed(app, "negamax")

    assert app[TreeSearch].max_side is None
    answer = typed(app, "node")
    assert "MIN" not in answer and "Value for O: −4.00, " in answer
    typed(app, "negamax")
    assert app[TreeSearch].max_side == 0


def test_only_the_nodes_of_a_step_have_been_seen(app, qtbot):
    run = searched(app, qtbot, "alpha-beta 4")
    tree = run.tree
    step = tree.entered_at(5)
    said = {
        index: tree_node_words(run, tree.node(index), 0, step).value
        for index in (0, tree.node(5).parent.index, 5, 6)
    }

    assert "no value yet" in said[0]
    assert "no value yet" in said[5]
    assert said[6] == "Not searched yet."
    assert tree_node_words(run, tree.node(5), 0, tree.left_at(5)).value.startswith("Value for X")


def test_looking_at_a_node_is_told_once(app, qtbot):
    searched(app, qtbot)
    told: list[int] = []
    app[TreeSearch].changed.connect(lambda: told.append(app[TreeSearch].shown))

    app[TreeSearch].show(3)
    app[TreeSearch].show(3)
    app[TreeSearch].show(3, 9)

    assert told == [3, 3]
    with pytest.raises(IndexError):
        app[TreeSearch].show(10**7)


# -- two searchers ---------------------------------------------------------------------------------


def test_the_same_node_is_looked_at_in_two_searchers(app, qtbot):
    run = searched(app, qtbot, "game-tree 4")
    typed(app, "treecompare alpha-beta")
    assert app[TreeSearch].is_comparing
    done(app, qtbot)
    other = app[TreeSearch].other

    assert app[TreeSearch].run is run
    assert other.searcher.name == "alpha-beta" and other.depth == 4
    assert other.result.nodes < run.result.nodes
    typed(app, "node best")
    found = other.tree.node(app[TreeSearch].other_shown)
    assert moves_to(found) == run.result.line[:1]
    answer = typed(app, "treecompare")
    assert answer.startswith("Game-tree search: ") and "Alpha-beta: " in answer


def test_a_node_that_the_other_searcher_has_cut_off_is_said_so(app, qtbot):
    run = searched(app, qtbot, "game-tree 4")
    typed(app, "treecompare alpha-beta")
    done(app, qtbot)
    other = app[TreeSearch].other
    node = next(one for one in other.tree.root.walk() if one.pruned)
    searched_moves = {child.move for child in node.children}
    cut = next(
        move for move in other.position_at(node.index).legal_moves() if move not in searched_moves
    )

    app[TreeSearch].show_moves((*moves_to(node), cut))

    assert app[TreeSearch].other_shown == node.index
    assert "Alpha-beta did not search it." in typed(app, "treecompare")
    assert run is app[TreeSearch].run


def test_a_new_search_is_compared_as_well_until_nothing_is(app, qtbot):
    searched(app, qtbot, "game-tree 2")
    typed(app, "treecompare negascout")
    done(app, qtbot)

    searched(app, qtbot, "alpha-beta 3")
    done(app, qtbot)
    assert app[TreeSearch].other.order == TreeOrder("negascout", 3)
    typed(app, "treecompare none")

    assert app[TreeSearch].other is None
    searched(app, qtbot)
    assert app[TreeSearch].other is None


# -- the board -------------------------------------------------------------------------------------


def test_a_node_is_put_on_the_board_as_a_variation(app, qtbot):
    run = searched(app, qtbot, "alpha-beta 3")
    app.turns.play_text("3")
    typed(app, "node end")
    texts = [node.text for node in app[TreeSearch].node.path()[1:]]

    answer = typed(app, "treehere")

    assert answer == f"The board shows the node {' '.join(texts)}."
    assert [node.text for node in app.document.node.path()[1:]] == texts
    assert [child.text for child in run.node.children] == list(dict.fromkeys(["3", texts[0]]))


def test_the_root_is_put_on_the_board_without_a_new_move(app, qtbot):
    run = searched(app, qtbot)
    app.turns.play_text("3")

    typed(app, "treehere")

    assert app.document.node is run.node
    assert len(app.document.record.nodes) == 2


def test_a_position_that_is_deleted_is_said_so(app, qtbot):
    app.turns.play_text("3")
    searched(app, qtbot)
    app.study.delete_from(app.document.node)

    with pytest.raises(BadCommand, match="have deleted"):
        typed(app, "treehere")


def test_without_a_tree_the_commands_say_why(app):
    for line in ("node", "treepass", "treecompare", "treehere"):
        with pytest.raises(BadCommand, match="There is no search tree"):
            typed(app, line)
    assert not BY_KEY["export-tree"].possible(app.document.place)
