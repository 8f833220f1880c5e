"""The facts of a list of recent games."""

import json
import os
from datetime import datetime
from pathlib import Path

import pytest

from kalahloa.controllers import recent_games
from kalahloa.controllers.game_files import write_record
from kalahloa.controllers.player import HUMAN
from kalahloa.controllers.recent_games import RecentFacts
from kalahloa.models.cancellation import Stop
from kalahloa.models.record import Record
from kalahloa.models.registry import find_game
from tests.controllers.conftest import COMPUTER


def write(path: Path, moves: str = "b1-b3 a4-c4 g1-g3", **names: tuple[str, str]) -> Record:
    record = Record(find_game("loa"), **names)
    for text in moves.split():
        record.play(record.position.read_move(text))
    write_record(path, record, (HUMAN, COMPUTER))
    return record


def test_the_facts_are_those_of_the_file(tmp_path: Path):
    path = tmp_path / "game.kalahloa"
    write(path, players=("", "Ann"))
    os.utime(path, (1_700_000_000, 1_700_000_000))

    facts = RecentFacts().read(path, Stop())

    assert facts is not None
    assert (facts.path, facts.game, facts.result, facts.moves) == (path, "loa", "*", 3)
    assert facts.players == ("Human", "Ann")
    assert facts.date == datetime.fromtimestamp(1_700_000_000)


def test_a_player_without_a_name_is_what_plays(tmp_path: Path):
    path = tmp_path / "game.kalahloa"
    write(path)

    facts = RecentFacts().read(path, Stop())

    assert facts is not None
    assert facts.players == ("Human", COMPUTER.title)


def test_moves_are_those_of_the_current_line_to_its_end(tmp_path: Path):
    path = tmp_path / "game.kalahloa"
    record = write(path)
    record.jump(1)
    record.play(record.position.read_move("h4-f4"))
    record.jump(0)
    write_record(path, record, (HUMAN, HUMAN))

    facts = RecentFacts().read(path, Stop())

    assert facts is not None
    assert facts.moves == 2


def test_the_result_of_a_finished_game_is_told(tmp_path: Path):
    record = Record(find_game("tictactoe"))
    for text in "1 4 2 5 3".split():
        record.play(record.position.read_move(text))
    path = tmp_path / "game.kalahloa"
    write_record(path, record, (HUMAN, HUMAN))

    facts = RecentFacts().read(path, Stop())

    assert facts is not None
    assert (facts.result, facts.moves) == ("1-0", 5)


def test_a_file_is_read_again_only_when_it_has_changed(tmp_path: Path, monkeypatch):
    path = tmp_path / "game.kalahloa"
    write(path)
    reads = []
    read_plain = recent_games.read_plain
    monkeypatch.setattr(
        recent_games, "read_plain", lambda *words: (reads.append(words), read_plain(*words))[1]
    )
    facts = RecentFacts()

    for _ in range(3):
        facts.read(path, Stop())
    write(path, "b1-b3")
    later = facts.read(path, Stop())

    assert len(reads) == 2
    assert later is not None
    assert later.moves == 1


@pytest.mark.parametrize(
    "damage",
    [
        {"nodes": [{"parent": 1, "move": "b1-b3"}]},
        {"nodes": [{"parent": -1, "move": "b1-b3"}]},
        {"nodes": 5},
        {"nodes": [7]},
        {"followed": [99]},
        {"current": 99},
        {"current": -1},
        {"current": "x"},
        {"players": None},
        {"players": ["one"]},
        {"result": ["1-0"]},
    ],
)
def test_a_damaged_file_has_no_facts_or_harmless_ones(tmp_path: Path, damage):
    path = tmp_path / "game.kalahloa"
    write(path)
    plain = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(plain | damage), encoding="utf-8")

    facts = RecentFacts().read(path, Stop())

    assert facts is None or facts.result == "*"


@pytest.mark.parametrize("content", ["", "[]", "5", "null", '{"nodes": []}', "\x00"])
def test_what_is_no_game_has_no_facts(tmp_path: Path, content):
    path = tmp_path / "game.kalahloa"
    path.write_text(content, encoding="utf-8")

    assert RecentFacts().read(path, Stop()) is None
    assert RecentFacts().read(tmp_path / "nowhere", Stop()) is None
