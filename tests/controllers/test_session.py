"""Games are kept as they are played, and read back whole."""

import json
import os
from pathlib import Path

import pytest

from kalahloa.controllers.player import HUMAN
from kalahloa.controllers.session import Session, read_record, write_record
from kalahloa.models.errors import BadFile
from kalahloa.models.games import find_game
from kalahloa.models.record import Record
from tests.controllers.conftest import COMPUTER


@pytest.fixture
def session(controller, tmp_path: Path) -> Session:
    return Session(controller, tmp_path / "games")


def test_a_game_is_written_after_a_move_without_being_asked(session, controller, qtbot):
    controller.play_text("b1-b3")

    qtbot.waitUntil(lambda: len(session.games()) == 1)

    record, _ = read_record(session.games()[0])
    assert record.current.text == "b1-b3"


def test_a_game_without_moves_leaves_no_file(session, controller):
    session.save()

    assert session.games() == []


def test_a_new_game_keeps_the_old_one_in_its_file(session, controller):
    controller.play_text("b1-b3")
    controller.new_game(find_game("kalah"))
    controller.play_text("3")
    session.save()

    kept = {read_record(path)[0].game.key for path in session.games()}
    assert kept == {"loa", "kalah"}


def test_the_last_game_is_gone_on_with_variations_players_and_place(session, controller, tmp_path):
    controller.new_game(controller.game, players=(HUMAN, HUMAN))
    controller.play_text("b1-b3")
    controller.undo()
    controller.play_text("b1-d3")
    controller.play_text("a4-c4")
    controller.undo()
    controller.set_player(1, COMPUTER)
    session.save()
    plain = controller.record.to_plain()
    controller.new_game(find_game("kalah"))

    assert session.restore_last()

    assert controller.record.to_plain() == plain
    assert controller.players == (HUMAN, COMPUTER)
    assert controller.held
    assert controller.can_redo


def test_a_damaged_file_is_said_and_passed_over(session, controller):
    controller.play_text("b1-b3")
    session.save()
    good = session.games()[0]
    bad = session.folder / "later.kalahloa"
    bad.write_text("{", encoding="utf-8")
    newer = good.stat().st_mtime + 60
    os.utime(bad, (newer, newer))
    heard: list[str] = []
    session.failed.connect(heard.append)

    assert session.restore_last()

    assert "later.kalahloa" in heard[0]
    assert controller.record.current.text == "b1-b3"


def test_a_folder_that_cannot_be_written_is_said_once_and_play_goes_on(controller, tmp_path):
    blocker = tmp_path / "file"
    blocker.write_text("in the way", encoding="utf-8")
    session = Session(controller, blocker / "games")
    heard: list[str] = []
    session.failed.connect(heard.append)

    controller.play_text("b1-b3")
    session.save()
    session.save()

    assert len(heard) == 1
    assert controller.record.current.text == "b1-b3"


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
    write_record(path, record, (HUMAN, HUMAN))
    plain = json.loads(path.read_text(encoding="utf-8"))

    path.write_text(json.dumps(plain | damage), encoding="utf-8")

    with pytest.raises(BadFile) as caught:
        read_record(path)
    assert str(caught.value).endswith(".")


def test_any_flipped_byte_is_read_or_refused_but_never_raises_else(tmp_path: Path):
    record = Record(find_game("kalah"))
    for move in (3, 6, 1):
        record.play(move)
    path = tmp_path / "game.kalahloa"
    write_record(path, record, (HUMAN, COMPUTER))
    whole = path.read_bytes()

    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        try:
            read_record(path)
        except BadFile:
            continue
