"""Recorded searches at a desk: what is searched, what is looked at, what is said of it."""

from collections.abc import Callable, Iterator
from threading import Event

import pytest

from kalahloa.controllers.commands.commands import BY_KEY
from kalahloa.controllers.commands.typed import Interpreter
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.features.trees.search_actions import read_order
from kalahloa.controllers.features.trees.search_state import MAX_KEPT, TreeOrder, TreeRun, _kept
from kalahloa.controllers.features.trees.search_words import node_words, run_sentence
from kalahloa.controllers.features.trees.tree_job import TreeRequest, search_here
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.search.searchers import lecture_searchers
from kalahloa.models.search.tree_lines import moves_to
from kalahloa.models.text.errors import BadCommand

TICTACTOE, KALAH, LOA = (find_game(key) for key in ("tictactoe", "kalah", "loa"))
START = "XO./.X./..O X"


@pytest.fixture
def desk(qapp) -> Iterator[Desk]:
    made = Desk.of(TICTACTOE)
    made.tree_search._search = search_here  # quicker than with a process for each test
    made.document.new_game(TICTACTOE, start=START)
    yield made
    made.shut_down()


def typed(desk: Desk, line: str) -> str:
    return Interpreter(desk).execute(line)


def done(desk: Desk, qtbot) -> None:
    qtbot.waitUntil(lambda: not desk.tree_search.running, timeout=30_000)


def searched(desk: Desk, qtbot, words: str = "") -> TreeRun:
    typed(desk, f"tree {words}".strip())
    done(desk, qtbot)
    run = desk.tree_search.run
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
def waiting(desk: Desk) -> Iterator[Waiting]:
    made = Waiting()
    desk.tree_search._search = made
    yield made
    made.go.set()


# -- searching -------------------------------------------------------------------------------------


def test_the_search_is_made_in_a_process_of_its_own_as_it_would_be_here(desk, qtbot):
    here = searched(desk, qtbot, "alpha-beta-table 4")
    other = Desk.of(TICTACTOE)
    other.document.new_game(TICTACTOE, start=START)

    there = searched(other, qtbot, "alpha-beta-table 4")

    assert other.tree_search._lane._sandbox._sandbox().pid is not None
    assert there.result.nodes == here.result.nodes
    assert [node.value for node in there.tree.root.walk()] == [
        node.value for node in here.tree.root.walk()
    ]
    sandbox = other.tree_search._lane._sandbox._sandbox()
    other.shut_down()
    assert sandbox.pid is None


@pytest.mark.parametrize("name", [one.name for one in lecture_searchers()])
def test_each_searcher_searches_the_position_shown(desk, qtbot, name):
    run = searched(desk, qtbot, f"{name} 4")

    assert run.searcher.name == name
    assert (run.depth, run.result.depth, run.heuristic) == (4, 4, "open-marks")
    assert run.node is desk.document.node
    assert run.position.position_string() == START
    assert run.pass_index == len(run.passes) - 1
    assert run.result.nodes == sum(map(len, run.passes))
    assert not run.unrecorded and not run.dropped


def test_the_answer_to_a_typed_search_comes_when_it_has_ended(desk, qtbot):
    answers: list[str] = []
    desk.tree_search.answered.connect(answers.append)

    assert typed(desk, "tree alpha-beta 2") == "Searching to depth 2: Alpha-beta."
    assert desk.document.place.tree.running and desk.is_busy
    done(desk, qtbot)

    run = desk.tree_search.run
    assert answers == [run_sentence(run)]
    assert answers[0].startswith("Alpha-beta, depth 2: ")
    assert f"{run.result.nodes} nodes" in answers[0]
    assert desk.document.place.tree.is_there and not desk.is_busy


def test_a_search_is_stopped_and_the_tree_of_before_stays(desk, qtbot, waiting):
    waiting.go.set()
    before = searched(desk, qtbot)
    waiting.go.clear()

    typed(desk, "tree 4")
    qtbot.waitUntil(lambda: len(waiting.begun) == 2)
    answer = typed(desk, "tree stop")

    assert answer == "The search was stopped."
    assert not desk.tree_search.running
    assert desk.tree_search.run is before
    qtbot.waitUntil(waiting.begun[1].stop.is_set)
    assert typed(desk, "tree stop") == "No search is going on."


def test_a_new_record_ends_the_search_and_takes_the_tree_away(desk, qtbot, waiting):
    waiting.go.set()
    searched(desk, qtbot)
    waiting.go.clear()
    typed(desk, "tree 4")

    desk.document.new_game(KALAH)

    assert not desk.tree_search.running
    assert desk.tree_search.run is None
    assert not desk.document.place.tree.is_there
    waiting.go.set()
    qtbot.wait(20)
    assert desk.tree_search.run is None


def test_a_walk_leaves_tree_and_search_alone(desk, qtbot):
    run = searched(desk, qtbot)

    desk.turns.play_text("3")

    assert desk.tree_search.run is run
    assert run.node is desk.document.record.root


def test_a_failure_is_told_in_a_sentence(desk, qtbot):
    said: list[str] = []
    desk.tree_search.message.connect(said.append)

    def fails(request: TreeRequest, report: Callable[..., None]):
        raise ZeroDivisionError("division by zero")

    desk.tree_search._search = fails
    typed(desk, "tree")
    done(desk, qtbot)

    assert said == ["The search has failed: division by zero"]
    assert desk.tree_search.run is None


def test_nothing_is_searched_where_the_game_is_over_or_secret(desk):
    desk.document.new_game(TICTACTOE, start="XX./OO./... X")
    desk.turns.play_text("3")
    with pytest.raises(BadCommand, match="The game is over"):
        typed(desk, "tree")
    desk.tree_search.run_now()
    assert not desk.tree_search.running

    class Exercise:
        running = True

        def stop(self) -> None:
            self.running = False

    desk.document.new_game(TICTACTOE)
    exercise = Exercise()
    desk.exercises.begin(exercise)
    desk.document.turn_board()
    with pytest.raises(BadCommand, match="Find the move yourself"):
        typed(desk, "tree")
    with pytest.raises(BadCommand, match="Find the move yourself"):
        typed(desk, "node")


def test_words_are_read_in_any_order_and_kept_for_the_next_search(desk, qtbot):
    order = read_order(LOA, TreeOrder(), ["4", "captures", "NEGASCOUT"])
    assert order == TreeOrder("negascout", 4, "captures")
    assert read_order(LOA, order, ["2"]) == TreeOrder("negascout", 2, "captures")
    assert read_order(LOA, order, ["file:Mine"]) == TreeOrder("negascout", 4, "file:Mine")
    for words in (["9"], ["0"], ["engine"], ["kalah-difference"]):
        with pytest.raises(BadCommand):
            read_order(LOA, order, words)

    searched(desk, qtbot, "game-tree 2")
    assert desk.tree_search.order == TreeOrder("game-tree", 2)
    assert searched(desk, qtbot).searcher.name == "game-tree"


def test_a_heuristic_of_another_game_is_forgotten(desk):
    desk.document.new_game(LOA)
    desk.tree_search.set_order(TreeOrder(heuristic="captures"))

    desk.document.new_game(LOA)
    assert desk.tree_search.order.heuristic == "captures"
    desk.document.new_game(KALAH)

    assert desk.tree_search.order.heuristic == ""


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


def test_a_node_is_found_by_its_moves_in_writing(desk, qtbot):
    run = searched(desk, qtbot, "game-tree 3")

    answer = typed(desk, "node 3 6")

    node = desk.tree_search.node
    assert moves_to(node) == (3, 6)
    assert answer.startswith("3 6. MAX: X is to move. Value for X: ")
    assert [line.split()[0] for line in answer.splitlines()[1:]] == [
        child.text for child in node.children
    ]
    assert run.position.position_string() == START


def test_a_move_that_was_cut_off_leads_to_the_node_before_it(desk, qtbot):
    run = searched(desk, qtbot, "alpha-beta 4")
    node = next(one for one in run.tree.root.walk() if one.pruned)
    position = run.position_at(node.index)
    cut = next(
        move
        for move in position.legal_moves()
        if move not in {child.move for child in node.children}
    )
    words = " ".join([*(one.text for one in node.path()[1:]), position.format_move(cut)])

    answer = typed(desk, f"node {words}")

    assert desk.tree_search.shown == node.index
    assert answer.startswith(f"{position.format_move(cut)} was cut off here")
    assert f"{node.pruned} move" in answer and "✂" in answer
    assert "can hold X to" in answer


def test_moves_that_cannot_be_made_change_nothing(desk, qtbot):
    searched(desk, qtbot)
    typed(desk, "node 3")
    shown = desk.tree_search.shown

    with pytest.raises(BadCommand):
        typed(desk, "node 1 1")

    assert desk.tree_search.shown == shown


def test_best_play_is_followed_and_one_goes_up_again(desk, qtbot):
    run = searched(desk, qtbot, "alpha-beta 4")

    typed(desk, "node end")
    assert moves_to(desk.tree_search.node) == run.result.line
    assert "Nothing follows" in typed(desk, "node best")
    typed(desk, "node up")
    assert moves_to(desk.tree_search.node) == run.result.line[:-1]
    while desk.tree_search.shown:
        typed(desk, "node up")
    assert "root of the tree" in typed(desk, "node up")
    typed(desk, "node best")
    assert moves_to(desk.tree_search.node) == run.result.line[:1]


def test_another_pass_begins_at_its_root(desk, qtbot):
    run = searched(desk, qtbot, "alpha-beta-ordered 3")
    typed(desk, "node best")
    listed = typed(desk, "treepass").splitlines()

    assert len(listed) == len(run.passes) == 3
    assert listed[2].startswith("→ 3. Depth 3 · ")
    assert typed(desk, "treepass 1") == "Depth 1."
    assert desk.tree_search.run.tree is run.passes[0]
    assert desk.tree_search.shown == 0
    with pytest.raises(BadCommand, match="3 passes"):
        typed(desk, "treepass 4")


def test_values_are_those_of_max_or_of_the_mover(desk, qtbot):
    searched(desk, qtbot, "game-tree 1")
    typed(desk, "node best")
    assert "Value for X: +4.00, as" in typed(desk, "node")

    typed(desk, "negamax")

    assert desk.tree_search.max_side is None
    answer = typed(desk, "node")
    assert "MIN" not in answer and "Value for O: −4.00, as" in answer
    typed(desk, "negamax")
    assert desk.tree_search.max_side == 0


def test_only_the_nodes_of_a_step_have_been_seen(desk, qtbot):
    run = searched(desk, qtbot, "alpha-beta 4")
    tree = run.tree
    step = tree.entered_at(5)
    said = {
        index: node_words(run, tree.node(index), 0, step).value
        for index in (0, tree.node(5).parent.index, 5, 6)
    }

    assert "has no value yet" in said[0]
    assert "has no value yet" in said[5]
    assert said[6] == "Not searched yet."
    assert node_words(run, tree.node(5), 0, tree.left_at(5)).value.startswith("Value for X")


def test_looking_at_a_node_is_told_once(desk, qtbot):
    searched(desk, qtbot)
    told: list[int] = []
    desk.tree_search.changed.connect(lambda: told.append(desk.tree_search.shown))

    desk.tree_search.show(3)
    desk.tree_search.show(3)
    desk.tree_search.show(3, 9)

    assert told == [3, 3]
    with pytest.raises(IndexError):
        desk.tree_search.show(10**7)


# -- two searchers ---------------------------------------------------------------------------------


def test_the_same_node_is_looked_at_in_two_searchers(desk, qtbot):
    run = searched(desk, qtbot, "game-tree 4")
    typed(desk, "treecompare alpha-beta")
    assert desk.tree_search.is_comparing
    done(desk, qtbot)
    other = desk.tree_search.other

    assert desk.tree_search.run is run
    assert other.searcher.name == "alpha-beta" and other.depth == 4
    assert other.result.nodes < run.result.nodes
    typed(desk, "node best")
    found = other.tree.node(desk.tree_search.other_shown)
    assert moves_to(found) == run.result.line[:1]
    answer = typed(desk, "treecompare")
    assert answer.startswith("Game-tree search: ") and "Alpha-beta: " in answer


def test_a_node_that_the_other_searcher_has_cut_off_is_said_so(desk, qtbot):
    run = searched(desk, qtbot, "game-tree 4")
    typed(desk, "treecompare alpha-beta")
    done(desk, qtbot)
    other = desk.tree_search.other
    node = next(one for one in other.tree.root.walk() if one.pruned)
    searched_moves = {child.move for child in node.children}
    cut = next(
        move for move in other.position_at(node.index).legal_moves() if move not in searched_moves
    )

    desk.tree_search.show_moves((*moves_to(node), cut))

    assert desk.tree_search.other_shown == node.index
    assert "Alpha-beta has not looked at it." in typed(desk, "treecompare")
    assert run is desk.tree_search.run


def test_a_new_search_is_compared_as_well_until_nothing_is(desk, qtbot):
    searched(desk, qtbot, "game-tree 2")
    typed(desk, "treecompare negascout")
    done(desk, qtbot)

    searched(desk, qtbot, "alpha-beta 3")
    done(desk, qtbot)
    assert desk.tree_search.other.order == TreeOrder("negascout", 3)
    typed(desk, "treecompare none")

    assert desk.tree_search.other is None
    searched(desk, qtbot)
    assert desk.tree_search.other is None


# -- the board -------------------------------------------------------------------------------------


def test_a_node_is_put_on_the_board_as_a_variation(desk, qtbot):
    run = searched(desk, qtbot, "alpha-beta 3")
    desk.turns.play_text("3")
    typed(desk, "node end")
    texts = [node.text for node in desk.tree_search.node.path()[1:]]

    answer = typed(desk, "treehere")

    assert answer == f"The board shows the node {' '.join(texts)}."
    assert [node.text for node in desk.document.node.path()[1:]] == texts
    assert [child.text for child in run.node.children] == list(dict.fromkeys(["3", texts[0]]))


def test_the_root_is_put_on_the_board_without_a_new_move(desk, qtbot):
    run = searched(desk, qtbot)
    desk.turns.play_text("3")

    typed(desk, "treehere")

    assert desk.document.node is run.node
    assert len(desk.document.record.nodes) == 2


def test_a_position_that_is_deleted_is_said_so(desk, qtbot):
    desk.turns.play_text("3")
    searched(desk, qtbot)
    desk.study.delete_from(desk.document.node)

    with pytest.raises(BadCommand, match="is deleted"):
        typed(desk, "treehere")


def test_without_a_tree_the_commands_say_why(desk):
    for line in ("node", "treepass", "treecompare", "treehere"):
        with pytest.raises(BadCommand, match="There is no search tree"):
            typed(desk, line)
    assert not BY_KEY["export-tree"].possible(desk.document.place)
