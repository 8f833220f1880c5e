"""Files with a game are written whole, and read with care."""

import json
import os
import random
from pathlib import Path

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.saving.game_files import GameSnapshot, read_record
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.record.record import Record
from kalahloa.models.text.errors import BadFile
from tests.controllers.conftest import COMPUTER


def test_a_game_is_on_the_disk_before_it_takes_the_place_of_the_old_file(tmp_path, monkeypatch):
    record = Record(find_game("kalah"))
    calls = []
    for name in ("fsync", "replace"):
        do = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *a, n=name, do=do: (calls.append(n), do(*a)))

    GameSnapshot.of(record, (None, None)).write(tmp_path / "game.kalahloa")

    assert calls[:2] == ["fsync", "replace"]


def test_a_file_of_the_users_with_a_name_like_an_unfinished_one_is_left_alone(tmp_path: Path):
    own = tmp_path / "game.kalahloa.part"
    own.write_text("mine", encoding="utf-8")

    GameSnapshot.of(Record(find_game("kalah")), (None, None)).write(tmp_path / "game.kalahloa")

    assert own.read_text(encoding="utf-8") == "mine"


def test_a_long_game_is_read_back_as_it_was_written(tmp_path: Path):
    record = Record(find_game("kalah"))
    rng = random.Random(1)
    while len(record.nodes) < 1100:
        if record.current.outcome is not None:
            record.jump(rng.randrange(len(record.nodes)))
        else:
            record.play(rng.choice(record.position.legal_moves()))

    GameSnapshot.of(record, (None, COMPUTER.to_json())).write(tmp_path / "game.kalahloa")

    read, players = read_record(tmp_path / "game.kalahloa")
    assert record_to_json(read) == record_to_json(record)
    assert players == (HUMAN, COMPUTER)


@pytest.mark.parametrize("opening", ["[", '{"nodes": '])
def test_a_file_that_is_nested_deeper_than_python_reads_is_damaged(tmp_path, opening):
    path = tmp_path / "deep.kalahloa"
    path.write_text(opening * 100_000)

    with pytest.raises(BadFile, match="damaged"):
        read_record(path)


@pytest.mark.parametrize(
    "damage",
    [
        {"game": "chess"},
        {"rules": {"start": "upside-down"}},
        {"start": "nonsense"},
        {"nodes": [{"parent": 0, "move": "b1-b4"}]},
        {"nodes": [{"parent": 7, "move": "b1-b3"}]},
        {"nodes": 5},
        {"followed": [99]},
        {"current": -1},
        {"current": "1"},
        {"version": 99},
        {"players": None},
    ],
)
def test_a_record_with_a_wrong_part_is_refused_with_a_sentence(tmp_path: Path, damage):
    record = Record(find_game("loa"))
    record.play(record.position.read_move("b1-b3"))
    path = tmp_path / "game.kalahloa"
    GameSnapshot.of(record, (None, None)).write(path)
    plain = json.loads(path.read_text(encoding="utf-8"))

    path.write_text(json.dumps(plain | damage), encoding="utf-8")

    with pytest.raises(BadFile) as caught:
        read_record(path)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("levels", [None, 5, [], [None], [None, None, None], {"0": None}])
def test_levels_that_are_no_pair_give_a_note_and_not_two_silent_humans(tmp_path: Path, levels):
    record = Record(find_game("kalah"))
    record.play(3)
    path = tmp_path / "game.kalahloa"
    GameSnapshot.of(record, (None, COMPUTER.to_json())).write(path)
    plain = json.loads(path.read_text(encoding="utf-8"))

    path.write_text(json.dumps(plain | {"levels": levels}), encoding="utf-8")

    _, players = read_record(path)
    assert players == (HUMAN, HUMAN)
    assert all("Cannot read the players" in player.note for player in players)


def test_a_file_without_levels_is_played_by_two_humans(tmp_path: Path):
    record = Record(find_game("kalah"))
    path = tmp_path / "game.kalahloa"
    path.write_text(json.dumps(record_to_json(record)), encoding="utf-8")

    _, players = read_record(path)

    assert [(player, player.note) for player in players] == [(HUMAN, ""), (HUMAN, "")]


def test_any_flipped_byte_is_read_or_refused_but_never_raises_else(tmp_path: Path):
    record = Record(find_game("kalah"))
    for move in (3, 6, 1):
        record.play(move)
    path = tmp_path / "game.kalahloa"
    GameSnapshot.of(record, (None, COMPUTER.to_json())).write(path)
    whole = path.read_bytes()

    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        try:
            read_record(path)
        except BadFile:
            continue
