"""The positions that are to be repeated: picked by when they are due, kept whole in a file."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.registry import find_game
from kalahloa.models.study.training import deck as decks
from kalahloa.models.study.training.deck import (
    DeckItem,
    add_items,
    deck_path,
    latest,
    make_item,
    pick_item,
    read_deck,
    scheduled,
)
from kalahloa.models.study.training.kinds import ExerciseKind
from kalahloa.models.study.training.schedule import DAY, FAILED, SOLVED, Attempt, due
from kalahloa.models.text.errors import BadFile

KALAH, LOA = find_game("kalah"), find_game("loa")
NOW = 1_700_000_000_000
HEAD = b'{"format": "kalahloa training deck", "version": 1, "items": '


def item(pit: int = 1, time: int = NOW, kind: ExerciseKind = ExerciseKind.MISTAKES) -> DeckItem:
    """Return an item after South has played *pit*, where the next move was wrong."""
    position = KALAH.start(KALAH.rulebook.default)
    position.make(position.read_move(str(pit)))
    wrong = position.format_move(position.legal_moves()[0])
    return make_item(kind, KALAH, position, wrong, time)


def loa_item(time: int = NOW) -> DeckItem:
    return make_item(ExerciseKind.MISTAKES, LOA, LOA.start(LOA.rulebook.default), "b1-b3", time)


# -- picking ---------------------------------------------------------------------------------------


def test_it_is_due_the_day_after_it_was_wrong_and_then_later_and_later():
    one = item()

    assert due(scheduled([one], ()), NOW + DAY - 1) == []
    assert due(scheduled([one], ()), NOW + DAY) == [one.id]
    solved = [Attempt(NOW + DAY, one.id, SOLVED)]
    assert due(scheduled([one], solved), NOW + 2 * DAY - 1) == []
    assert due(scheduled([one], solved), NOW + 2 * DAY) == [one.id]


def test_the_same_failure_kept_as_an_attempt_counts_once():
    one = item()

    assert scheduled([one], [Attempt(NOW, one.id, FAILED)]) == (Attempt(NOW, one.id, FAILED),)


def test_what_is_due_longest_comes_first_and_this_game_before_others():
    old, new, other = item(1, NOW - 3 * DAY), item(2, NOW - 2 * DAY), loa_item(NOW - 9 * DAY)

    assert pick_item([new, old, other], (), NOW, {}, "kalah") == old
    assert pick_item([new, old, other], (), NOW, {}, "loa") == other
    assert pick_item([new, old], (), NOW, {}, "loa") == old


def test_where_nothing_is_due_the_latest_comes_and_none_twice_before_the_others():
    old, new = item(1, NOW - 5), item(2, NOW)

    assert pick_item([old, new], (), NOW, {}, "kalah") == new
    assert pick_item([old, new], (), NOW, {new.id: NOW + 1}, "kalah") == old
    shown = {new.id: NOW + 1, old.id: NOW + 1}
    assert pick_item([old, new], (), NOW, shown, "kalah") == new
    assert pick_item([], (), NOW, {}, "kalah") is None


def test_any_item_of_a_position_tells_the_kind_of_mistake():
    told = replace(item(1, NOW - 5), mistake=MistakeKind.EXPOSED)

    assert latest([told], [item(1, NOW)]) == (replace(told, time=NOW),)
    assert latest([item(1, NOW)], [replace(told, time=NOW + 5)])[0].mistake is MistakeKind.EXPOSED


@given(st.permutations([item(1, 5), replace(item(1, 3), mistake=MistakeKind.SHUT_IN), item(2, 8)]))
def test_the_kind_does_not_depend_on_where_an_item_comes_from(order):
    assert latest(order[:1], order[1:]) == (
        replace(item(1, 5), mistake=MistakeKind.SHUT_IN),
        item(2, 8),
    )


def test_an_item_begins_a_game_at_its_position():
    one = item()

    record = one.record()

    assert record.position.position_string() == one.position
    assert record.position.read_move(one.played) in record.position.legal_moves()


# -- the file --------------------------------------------------------------------------------------


def test_the_deck_is_in_the_folder_of_the_user(monkeypatch, tmp_path):
    monkeypatch.setenv("KALAHLOA_DATA", str(tmp_path))

    assert deck_path() == tmp_path / "training" / "deck.json"
    assert read_deck(deck_path()).items == ()


def test_what_is_added_is_read_again_and_the_latest_of_a_position_stays(tmp_path):
    path = tmp_path / "training" / "deck.json"

    add_items(path, [item(1, 5), loa_item(7)])
    kept = add_items(path, [item(1, 9), item(2, 8, ExerciseKind.OPENINGS)])

    assert kept.items == read_deck(path).items
    assert kept.items == (loa_item(7), item(2, 8, ExerciseKind.OPENINGS), item(1, 9))


def test_the_kind_of_mistake_is_read_again_and_an_unknown_one_is_none(tmp_path):
    path = tmp_path / "training" / "deck.json"
    known = replace(item(1, 5), mistake=MistakeKind.MISSED_EXTRA_TURN)

    add_items(path, [known])
    assert read_deck(path).items == (known,)

    path.write_text(path.read_text().replace("missed extra turn", "of a later version"))
    assert read_deck(path).items == (item(1, 5),)


@settings(deadline=None)  # each waits for the disk four times
@given(st.permutations([item(1, 5), item(1, 9), item(2, 8), loa_item(7)]))
def test_the_order_in_which_things_are_added_does_not_matter(tmp_path_factory, order):
    path = tmp_path_factory.mktemp("deck") / "deck.json"

    for one in order:
        add_items(path, [one])

    assert read_deck(path).items == (loa_item(7), item(2, 8), item(1, 9))


def test_two_programs_that_add_at_the_same_time_lose_nothing(tmp_path):
    path = tmp_path / "deck.json"
    items = [item(pit, pit) for pit in range(1, 7)]

    with ThreadPoolExecutor(4) as executor:
        list(executor.map(lambda one: add_items(path, [one]), items))

    assert set(read_deck(path).items) == set(items)


def test_the_oldest_are_forgotten_when_there_are_too_many(tmp_path, monkeypatch):
    monkeypatch.setattr(decks, "MAX_ITEMS", 2)

    kept = add_items(tmp_path / "deck.json", [item(pit, pit) for pit in (1, 2, 3)])

    assert [one.time for one in kept.items] == [2, 3]


def test_positions_of_games_that_are_not_installed_stay_in_the_file(tmp_path):
    path = tmp_path / "deck.json"
    strange = {"game": "chess", "position": "…", "anything": [1]}
    path.write_bytes(HEAD + json.dumps([strange]).encode() + b"}")

    kept = add_items(path, [item()])

    assert kept.items == (item(),) and kept.others == (strange,)
    assert json.loads(path.read_bytes())["items"][0] == strange


OVER = "<6,30,18,0,0,0,0,0,0,0,0,0,0,0,0> S"
PLAIN = {
    "kind": "mistakes",
    "game": "kalah",
    "rules": {},
    "position": KALAH.start(KALAH.rulebook.default).position_string(),
    "played": "1",
    "time": 1,
}


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"{", b"[]", b"[" * 10_000, b"\xff", HEAD + b"3}", HEAD + b"[3]}"),
        b'{"format": "kalahloa puzzles", "version": 1, "items": []}',
        b'{"format": "kalahloa training deck", "version": true, "items": []}',
        *(
            HEAD + json.dumps([PLAIN | change]).encode() + b"}"
            for change in (
                {"kind": "chess"},
                {"kind": "puzzles"},
                {"kind": "guess", "played": ""},
                {"game": 7},
                {"game": "k" * 61},
                {"rules": {"stones": 99}},
                {"position": "nowhere"},
                {"position": "x" * 9_999},
                {"played": "7"},
                {"played": ""},
                {"played": None},
                {"kind": "openings", "played": "", "position": OVER},
                {"time": -1},
                {"time": 1.5},
                {"time": 1 << 60},
            )
        ),
    ],
)
def test_a_deck_that_is_damaged_is_kept_aside_and_told_of(tmp_path, content):
    path = tmp_path / "deck.json"
    path.write_bytes(content)
    with pytest.raises(BadFile, match="damaged"):
        read_deck(path)

    kept = add_items(path, [item()])

    assert kept.items == read_deck(path).items == (item(),)
    (note,) = kept.notes
    assert str(tmp_path / "deck.json.damaged-1") in note
    assert (tmp_path / "deck.json.damaged-1").read_bytes() == content


@pytest.mark.parametrize(
    "change", [{"position": "x" * 20_000}, {"played": "1" * 200}, {"position": OVER}]
)
def test_what_could_not_be_read_again_is_left_out_and_told_of(tmp_path, change):
    path = tmp_path / "deck.json"
    add_items(path, [item(1)])

    kept = add_items(path, [replace(item(2), **change), item(3)])

    assert kept.items == read_deck(path).items == (item(1), item(3))
    assert kept.notes == ("Kalah cannot read this position back, so it will not come again.",)
    assert [name.name for name in tmp_path.glob("deck*")] == ["deck.json"]


ADDS_UNTIL_KILLED = """
import sys
from pathlib import Path
from tests.models.study.training.test_deck import add_items, item
for time in range(1_000_000):
    one = item(1 + time % 6, time)
    add_items(Path(sys.argv[1]), [one])
    print(time, flush=True)
"""


def test_a_program_that_is_killed_has_kept_what_it_said_it_had(tmp_path):
    path = tmp_path / "deck.json"
    for _ in range(3):
        command = [sys.executable, "-c", ADDS_UNTIL_KILLED, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout is not None
            said = [int(program.stdout.readline()) for _ in range(20)]
            program.kill()
            said += [int(line) for line in program.stdout if line.endswith("\n")]

        times = [one.time for one in read_deck(path).items]
        assert len(times) == 6 and max(times) >= said[-1]
        path.unlink()


def test_a_sound_file_is_read(tmp_path):
    path = tmp_path / "deck.json"
    path.write_bytes(HEAD + json.dumps([PLAIN]).encode() + b"}")

    (one,) = read_deck(path).items

    assert one == make_item(
        ExerciseKind.MISTAKES, KALAH, KALAH.start(KALAH.rulebook.default), "1", 1
    )


def test_a_deck_of_a_newer_version_is_left_alone(tmp_path):
    path = tmp_path / "deck.json"
    newer = {"format": "kalahloa training deck", "version": 2, "items": []}
    path.write_text(json.dumps(newer))

    with pytest.raises(BadFile):
        add_items(path, [item()])

    assert json.loads(path.read_text()) == newer
