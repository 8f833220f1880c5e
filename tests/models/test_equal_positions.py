"""Positions, records and results as values: ``==``, `hash`, `copy`, `deepcopy` and `pickle`."""

import copy
import os
import pickle
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.compiled import is_compiled
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Notes
from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.record.record import Record
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.searchers import find_searcher
from tests.hostile import Counting, begun, played
from tests.processes import ROOT

GAMES = ("loa", "kalah", "tictactoe", "counting")


def start(key):
    return Counting() if key == "counting" else begun(key)


def walked(key, choices):
    position = start(key)
    for choice in choices:
        moves = position.legal_moves()
        if not moves:
            break
        position.make(moves[choice % len(moves)])
    return position


@given(key=st.sampled_from(GAMES), choices=st.lists(st.integers(0, 30), max_size=12))
def test_a_copy_and_what_was_pickled_are_equal_to_the_position_and_go_on_alike(key, choices):
    position = walked(key, choices)
    for twin in (
        position.copy(),
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
    ):
        assert twin is not position
        assert twin == position
        assert hash(twin) == hash(position)
        assert twin.move_stack() == position.move_stack()
        assert twin.outcome() == position.outcome()
        while twin.ply:
            twin.unmake()
        assert twin == start(key)
    assert position == walked(key, choices)


@pytest.mark.parametrize("key", GAMES)
def test_another_board_side_or_game_is_not_equal(key):
    position = start(key)
    others = [walked(key, [0]), walked(key, [1]), *map(start, set(GAMES) - {key})]
    assert all(position != other for other in others)
    assert position != position.position_string()
    assert len({position, *others}) == 1 + len(others)


def test_other_rules_are_not_equal():
    game = find_game("loa")
    presets = [game.start(preset.rules) for preset in game.rulebook.presets]
    assert all(one != other for one in presets for other in presets if one is not other)


def test_a_position_that_stood_before_is_another_where_repetition_counts():
    position = begun("loa")
    for text in ("b1-b3", "a2-c2", "b3-b1", "c2-a2"):
        position.make(position.read_move(text))
    fresh = begun("loa")
    assert position.position_string() == fresh.position_string()
    assert position != fresh
    assert hash(position) == hash(fresh)
    assert pickle.loads(pickle.dumps(position)) == position
    assert position.copy(stack=False) == fresh


def test_the_way_to_a_position_does_not_count_where_nothing_can_come_again():
    one, other = begun("tictactoe"), begun("tictactoe")
    for move in (1, 2, 3):
        one.make(move)
    for move in (3, 2, 1):
        other.make(move)
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.skipif(not is_compiled(), reason="There is only one mode.")
def test_a_pickled_position_is_read_by_the_other_mode():
    script = (
        "import pickle, sys\n"
        "position = pickle.load(sys.stdin.buffer)\n"
        "from tests.hostile import played\n"
        "assert position == played(sys.argv[1]), position\n"
        "sys.stdout.buffer.write(pickle.dumps(position))\n"
    )
    for key in ("loa", "kalah"):
        done = subprocess.run(
            [sys.executable, "-c", script, key],
            cwd=ROOT,
            env=os.environ | {"KALAHLOA_PURE": "1"},
            input=pickle.dumps(played(key)),
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        assert pickle.loads(done.stdout) == played(key)


def test_a_record_that_was_copied_or_pickled_has_a_tree_of_its_own():
    record = Record(find_game("loa"), comment="the start", players=("one", "other"))
    for choice in range(150):
        moves = record.position.legal_moves()
        if not moves:
            break
        record.play(moves[choice % len(moves)])
    record.undo()
    record.undo()
    record.play(record.position.legal_moves()[-1])
    before = record_to_json(record)

    for twin in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert record_to_json(twin) == before
        assert twin.position == record.position
        twin.undo()
        twin.play(twin.position.legal_moves()[0])
        assert record_to_json(twin) != before
        assert record_to_json(record) == before


def everything_but_the_place(record):
    """Return what two equal records have in common, otherwise than `==` looks for it."""
    return (
        record.game.key,
        record.game.rulebook.as_mapping(record.rules),
        record.start,
        list(record.players),
        dict(record.details),
        [(node.ply, node.text, node.notes.to_json()) for node in record.root.subtree()],
    )


def edit(record, deed, number):
    """Do one thing with *record*, if it can be done."""
    node = record.nodes[number % len(record.nodes)]
    if deed == "play":
        moves = record.position.legal_moves()
        if moves:
            record.play(moves[number % len(moves)])
    elif deed == "name":
        record.players = (("", "one")[number % 2], "other")
    elif deed == "detail":
        record.details = {"place": str(number)} if number % 2 else {}
    elif deed == "comment":
        record.annotate(node, Notes(("", "good")[number % 2]))
    elif node.in_tree:
        if deed == "jump" or node.parent is None:
            record.jump(node.number)
        elif deed == "remove":
            record.remove(node)
        else:
            record.place_child(node, 0)


DEEDS = st.tuples(
    st.sampled_from(("play", "play", "jump", "comment", "remove", "first", "name", "detail")),
    st.integers(0, 3),
)


@given(
    key=st.sampled_from(("loa", "tictactoe")),
    deeds=st.lists(DEEDS, max_size=12),
    more=st.lists(DEEDS, max_size=3),
)
def test_records_are_equal_when_all_but_the_node_that_one_looks_at_is_the_same(key, deeds, more):
    one, other = Record(find_game(key)), Record(find_game(key))
    number = hash(one)
    for deed in deeds:
        edit(one, *deed)
        edit(other, *deed)
    assert one == other == copy.copy(one)
    for deed in more:
        edit(other, *deed)
    assert (one == other) == (everything_but_the_place(one) == everything_but_the_place(other))
    assert hash(one) == hash(other) == hash(copy.deepcopy(other)) == number
    other.jump(0)
    assert one != everything_but_the_place(one)
    assert (one == other) == (everything_but_the_place(one) == everything_but_the_place(other))


def test_games_rules_and_starts_make_records_different():
    presets = [
        Record(find_game("loa"), preset.rules) for preset in find_game("loa").rulebook.presets
    ]
    begun_later = Record(find_game("loa"), start=played("loa").position_string())
    records = {*presets, begun_later, *(Record(find_game(key)) for key in ("kalah", "tictactoe"))}
    assert len(records) == len(presets) + 3
    assert Record(find_game("loa")) in records


def test_records_of_ten_thousand_plies_are_compared_and_differ_at_their_ends():
    game = replace(find_game("tictactoe"), start=lambda rules: Counting(20_000, rules=rules))
    one, other = Record(game), Record(game)
    for _ in range(10_000):
        one.play(1)
        other.play(1)
    other.jump(0)
    assert one == other
    other.annotate(other.main_end, Notes("here"))
    assert one != other


def test_a_result_is_a_value():
    game = find_game("tictactoe")
    result = find_searcher("alpha-beta").choose(
        game.start(game.rulebook.default), Limits(depth=2), game.heuristic()
    )
    for twin in (copy.copy(result), copy.deepcopy(result), pickle.loads(pickle.dumps(result))):
        assert twin == result
        assert hash(twin) == hash(result)
