"""The compiled classes take any argument from Python code: they refuse it, and nothing crashes."""

import json
import os
import pickle
import subprocess
import sys
import threading

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.search.engine.pvs import Search
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.proof_search import ProofSearch
from kalahloa.models.search.proof.proof_table import ProofTable
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.search.transposition_table import TranspositionTable
from kalahloa.models.text.errors import BadGame, IllegalMove
from tests.hostile import REFUSALS, Counting, begun, hostile_values, played
from tests.processes import ROOT

GAMES = ("loa", "kalah", "tictactoe")


def attack(pure: bool, seed: int) -> dict:
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-m", "tests.hostile", "--seed", str(seed)],
        cwd=ROOT,
        env=os.environ | {"KALAHLOA_PURE": str(int(pure))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_no_argument_of_any_method_crashes_the_interpreter_and_both_modes_refuse_the_same():
    here = attack(not is_compiled(), 1)
    assert here["wrong"] == []
    assert len(here["outcomes"]) > 3_000
    if not is_compiled():
        return
    pure = attack(True, 1)
    assert pure["wrong"] == []
    assert pure["outcomes"].keys() == here["outcomes"].keys()
    # One mode refuses a tuple for a list, what is no str, and arguments that nobody reads.
    differing = {
        call.split()[1]
        for call, outcome in here["outcomes"].items()
        if (outcome == "done") != (pure["outcomes"][call] == "done")
    }
    assert differing <= {
        "Search.exclude",
        "ProofExtraction",
        "ProofPath",
        "Position.parse_move",
        "SearchPosition.parse_move",
        "SolvablePosition.parse_move",
        "Counting.parse_move",
    }


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("move", [-1, 77, 10**8, 2**31, -(2**40), 10**30])
def test_a_move_that_is_not_legal_is_refused_and_changes_nothing(key, move):
    position = played(key)
    before = position.copy()
    for method in (position.make, position.transition, position.describe):
        with pytest.raises(IllegalMove):
            method(move)
    assert position == before


def test_no_move_is_legal_once_the_game_is_over():
    position = Kalah([0, 0, 1, 0, 0, 9], 0, KalahRules(pits=2))
    assert position.is_over()
    with pytest.raises(IllegalMove, match="The game is over"):
        position.make(1)


@pytest.mark.parametrize("key", GAMES)
def test_number_that_is_no_int_is_no_move(key):
    for move in (1.0, "1", None):
        with pytest.raises(TypeError):
            begun(key).make(move)


@pytest.mark.skipif(not is_compiled(), reason="Python has no attributes that cannot be set.")
@pytest.mark.parametrize("name", ["side", "hash", "rules", "ply"])
def test_nobody_sets_the_attributes_of_a_position(name):
    for position in [*map(begun, GAMES), Counting()]:
        before = getattr(position, name)
        with pytest.raises(AttributeError):
            setattr(position, name, 1)
        assert getattr(position, name) is before or getattr(position, name) == before


@pytest.mark.skipif(not is_compiled(), reason="Python has no attributes that cannot be set.")
def test_a_game_in_python_cannot_have_a_third_side_to_move():
    class Mistaken(Counting):
        def do_move(self, move):
            self.side = 2

    position = Mistaken()
    with pytest.raises(BadGame, match="0 or 1, not 2"):
        position.make(1)
    assert (position.side, position.ply) == (0, 0)


def test_a_position_that_is_not_set_up_does_not_exist():
    for position in map(begun, GAMES):
        with pytest.raises(TypeError):
            type(position).__new__(type(position))


def test_moves_on_a_position_after_the_search_was_made_do_not_lead_it_astray():
    position = begun("kalah")
    search = Search(position, TranspositionTable(1))
    position.make(1)
    search.run(3, -32000, 32000)
    assert position == played_once()
    assert search.principal_variation()[0] in position.legal_moves()


def played_once():
    position = begun("kalah")
    position.make(1)
    return position


def test_an_evaluator_that_raises_leaves_the_position_where_it_was():
    calls = []

    def fails(position):
        calls.append(position.ply)
        if len(calls) == 5:
            position.make(position.legal_moves()[0])
            raise ZeroDivisionError
        return 0.0

    position = begun("loa")
    search = Search(position, TranspositionTable(1), fails)
    with pytest.raises(ZeroDivisionError):
        search.run(3, -32000, 32000)
    assert position == begun("loa")
    assert search.run(1, -32000, 32000) == 0


def test_an_evaluator_cannot_take_back_moves_of_the_search():
    def takes_back(position):
        with pytest.raises(IndexError):
            position.unmake()
        position.make(position.legal_moves()[0])
        return 0.0

    position = begun("loa")
    Search(position, TranspositionTable(1), takes_back).run(2, -32000, 32000)
    assert position == begun("loa")


def test_moves_that_an_evaluator_leaves_are_none_of_the_search():
    def judges(position):
        return position.hash % 1000 / 100

    def looks_ahead(position):
        value = judges(position)
        position.make(position.legal_moves()[0])
        return value

    found = []
    for evaluator in (judges, looks_ahead):
        search = Search(begun("loa"), TranspositionTable(1), evaluator)
        value = search.run(2, -32000, 32000)
        found.append((value, search.principal_variation(), search.node_count()))

    assert found[0] == found[1]


def test_a_position_is_searched_by_one_search_at_a_time():
    asked = threading.Event()
    go_on = threading.Event()

    def waits(_position):
        asked.set()
        assert go_on.wait(60)
        return 0.0

    table = TranspositionTable(1)
    search = Search(begun("loa"), table, waits)
    thread = threading.Thread(target=search.run, args=(1, -32000, 32000))
    thread.start()
    try:
        assert asked.wait(60)
        with pytest.raises(ValueError, match="running"):
            search.run(1, -32000, 32000)
        with pytest.raises(ValueError, match="running"):
            search.principal_variation()
        for change in (table.grow, table.forget, table.keep_moves):
            with pytest.raises(ValueError, match="in use"):
                change()
    finally:
        go_on.set()
        thread.join()
    table.forget()


def test_what_a_search_is_using_stays_while_it_runs():
    position = begun("kalah")
    search = Search(position, TranspositionTable(1))
    thread = threading.Thread(target=search.run, args=(40, -32000, 32000))
    thread.start()
    try:
        while not search.node_count():
            assert thread.is_alive()
        with pytest.raises(ValueError, match="running on this position"):
            position.use_tablebase(None)
        with pytest.raises(ValueError, match="running on this position"):
            position.use_network(None)
    finally:
        search.stop()
        thread.join()
    position.use_tablebase(None)
    position.use_network(None)


def test_only_legal_moves_can_be_tried_in_a_proof():
    position = begun("loa")
    search = ProofSearch(position, ProofTable(1))
    with pytest.raises(ValueError, match="legal"):
        search.restrict([7])
    search.restrict(position.legal_moves()[:2])
    position.make(position.legal_moves()[0])
    with pytest.raises(ValueError, match="another position"):
        search.run(100)


def test_what_is_no_number_is_no_function_in_machine_code():
    class Pretends:
        function_address = 12345

        def __call__(self, _position):
            return 0.0

    search = Search(begun("kalah"), TranspositionTable(1), Pretends())
    assert search.run(2, -32000, 32000) == 0


def test_a_pickled_position_with_an_illegal_move_is_refused():
    kind, (game, arguments, moves) = played("loa").__reduce__()
    with pytest.raises(IllegalMove):
        kind(game, arguments, (*moves, 4095))
    assert pickle.loads(pickle.dumps(played("loa"))) == played("loa")


@pytest.mark.parametrize("searcher", ["engine", "alpha-beta", "game-tree"])
@pytest.mark.parametrize("limit", ["depth", "seconds", "nodes", "soft_seconds"])
def test_limits_of_any_value_are_refused_or_searched_with(searcher, limit):
    position = played("tictactoe")  # a game tree from the start on would take seconds
    for value in hostile_values():
        try:
            found = find_searcher(searcher).choose(
                position, Limits(**{"depth": 1, limit: value}), find_game("tictactoe").heuristic()
            )
        except REFUSALS:
            continue
        assert found.move in position.legal_moves()
        assert found.nodes > 0
        assert position == played("tictactoe")
