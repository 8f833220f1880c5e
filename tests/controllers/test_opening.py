"""Games opened on a background thread, and the list of recent ones."""

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from kalahloa.controllers import game_files
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.game_files import MAX_FILE_BYTES, GameFile, read_record, write_record
from kalahloa.controllers.keeper import Keeper
from kalahloa.controllers.player import HUMAN
from kalahloa.controllers.work import game_reader
from kalahloa.models import plain_file
from kalahloa.models.annotation import MAX_COMMENT_TEXT
from kalahloa.models.record import Record
from kalahloa.models.registry import find_game
from tests.controllers.conftest import COMPUTER


@pytest.fixture
def keeper(desk, tmp_path: Path) -> Iterator[Keeper]:
    made = Keeper(desk.document, tmp_path / "games")
    yield made
    made.shut_down()


def write(path: Path, *moves: str, game: str = "kalah") -> Path:
    record = Record(find_game(game))
    for text in moves:
        record.play(record.position.read_move(text))
    write_record(path, record, (HUMAN, COMPUTER))
    return path


def opened(qtbot, keeper: Keeper, path: Path) -> None:
    with qtbot.waitSignal(keeper.opened) as told:
        keeper.open_later(path)
    assert told.args == [path]


def refused(qtbot, keeper: Keeper, path: Path) -> str:
    with qtbot.waitSignal(keeper.failed) as told:
        keeper.open_later(path)
    return told.args[0]


def lines(keeper: Keeper) -> set[tuple[str, ...]]:
    records = [read_record(path)[0] for path in keeper.games()]
    return {tuple(node.text for node in record.line()) for record in records}


def test_a_game_is_there_with_its_players_when_opened_is_emitted(keeper, desk, tmp_path, qtbot):
    path = write(tmp_path / "game.kalahloa", "3", "1")

    opened(qtbot, keeper, path)

    assert [node.text for node in desk.document.record.line()] == ["3", "1"]
    assert desk.document.players == (HUMAN, COMPUTER)


def test_nothing_changes_before_the_game_is_read(keeper, desk, tmp_path, monkeypatch, qtbot):
    path = write(tmp_path / "game.kalahloa", "3")
    go_on = threading.Event()
    load_game = game_reader.load_game
    monkeypatch.setattr(game_reader, "load_game", lambda *w: (go_on.wait(), load_game(*w))[1])

    keeper.open_later(path)
    desk.turns.play_text("b1-b3")

    assert desk.document.record.current.text == "b1-b3"
    with qtbot.waitSignal(keeper.opened):
        go_on.set()
    keeper.save()
    assert ("b1-b3",) in lines(keeper)


def test_the_later_of_two_files_is_opened_and_the_first_is_left_to_others(
    keeper, desk, monkeypatch, qtbot
):
    one = write(keeper.folder / "one.kalahloa", "1")
    two = write(keeper.folder / "two.kalahloa", "2")
    go_on, began = threading.Event(), threading.Event()
    load_game = game_reader.load_game

    def load(*words):
        game = load_game(*words)
        began.set()
        go_on.wait()
        return game

    monkeypatch.setattr(game_reader, "load_game", load)
    keeper.open_later(one)
    began.wait()
    keeper.open_later(two)

    with qtbot.waitSignal(keeper.opened) as told:
        go_on.set()

    assert told.args == [two]
    assert desk.document.record.current.text == "2"
    GameFile.open(one).close()  # not locked
    with pytest.raises(BlockingIOError):
        GameFile.open(two)


def test_a_game_of_the_folder_goes_on_in_its_file(keeper, desk, qtbot):
    path = write(keeper.folder / "one.kalahloa", "1")

    opened(qtbot, keeper, path)
    desk.turns.continue_play()
    desk.document.set_player(1, HUMAN)
    desk.turns.play_text("2")
    keeper.save()

    assert lines(keeper) == {("1", "2")}


def test_the_current_game_is_opened_again_with_what_was_just_played(
    keeper, desk, qtbot, monkeypatch
):
    desk.turns.play_text("b1-b3")
    keeper.save()
    (path,) = keeper.games()
    disk = threading.Event()
    write_whole = game_files.write_whole
    monkeypatch.setattr(game_files, "write_whole", lambda *w: (disk.wait(), write_whole(*w))[1])
    desk.turns.play_text("a4-c4")

    with qtbot.waitSignal(keeper.opened):
        keeper.open_later(path)
        desk.turns.play_text("g1-g3")
        disk.set()

    desk.turns.play_text("h2-f2")
    keeper.save()
    assert lines(keeper) == {("b1-b3", "a4-c4", "g1-g3", "h2-f2")}
    assert keeper.games() == [path]


def test_a_game_left_a_moment_ago_is_opened_from_its_own_file(keeper, desk, qtbot):
    desk.turns.play_text("b1-b3")
    keeper.save()
    (path,) = keeper.games()
    desk.turns.play_text("a4-c4")
    desk.document.new_game(find_game("kalah"))
    heard: list[str] = []
    keeper.message.connect(heard.append)

    opened(qtbot, keeper, path)

    assert desk.document.record.current.text == "a4-c4"
    assert heard == []


def test_the_file_that_was_current_when_it_was_asked_for_is_read_if_another_game_has_begun(
    keeper, desk, qtbot, monkeypatch
):
    desk.turns.play_text("b1-b3")
    keeper.save()
    (path,) = keeper.games()
    keeper.open_later(path)
    desk.document.new_game(find_game("kalah"))
    desk.turns.play_text("3")

    with qtbot.waitSignal(keeper.opened):
        pass

    keeper.save()
    assert desk.document.record.game.key == "loa"
    assert lines(keeper) == {("b1-b3",), ("3",)}


def test_a_game_that_is_open_elsewhere_is_opened_as_a_copy(keeper, desk, qtbot, qapp):
    path = write(keeper.folder / "one.kalahloa", "1")
    with_it = Desk.of(find_game("loa"))
    other = Keeper(with_it.document, keeper.folder)
    other.open(path)
    heard: list[str] = []
    keeper.message.connect(heard.append)

    opened(qtbot, keeper, path)

    assert "open in another window" in heard[0]
    assert len(keeper.games()) == 1
    other.shut_down()
    with_it.shut_down()


# -- what goes wrong -------------------------------------------------------------------------------


def test_a_file_that_cannot_be_read_is_said_by_name_and_changes_nothing(
    keeper, desk, tmp_path, qtbot
):
    desk.turns.play_text("b1-b3")
    for name, content in (
        ("empty", ""),
        ("text", "hello"),
        ("other", "{}"),
        ("wrong", json.dumps({"format": "kalahloa record", "version": 99})),
    ):
        path = tmp_path / f"{name}.kalahloa"
        path.write_text(content, encoding="utf-8")

        assert path.name in refused(qtbot, keeper, path)

    assert "nowhere" in refused(qtbot, keeper, tmp_path / "nowhere.kalahloa")
    assert desk.document.record.current.text == "b1-b3"


def test_a_damaged_file_of_the_folder_is_not_left_locked(keeper, qtbot):
    path = write(keeper.folder / "one.kalahloa", "1")
    path.write_text("damaged", encoding="utf-8")

    refused(qtbot, keeper, path)

    GameFile.open(path).close()


def test_a_file_that_is_too_large_is_refused_unread(keeper, tmp_path, qtbot, monkeypatch):
    path = tmp_path / "large.kalahloa"
    with path.open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    monkeypatch.setattr(plain_file, "from_json", lambda *words: pytest.fail("it was read"))

    assert refused(qtbot, keeper, path).endswith(
        "large.kalahloa is too large: it has 64 MB, and a game has at most 64 MB."
    )


@pytest.mark.parametrize("size", [MAX_COMMENT_TEXT + 1, 50_000_000])
def test_a_comment_that_is_too_long_is_refused_with_a_short_sentence(keeper, tmp_path, qtbot, size):
    path = write(tmp_path / "game.kalahloa", "1")
    plain = json.loads(path.read_text(encoding="utf-8"))
    plain["nodes"][0]["comment"] = "word " * (size // 5) + "x"
    path.write_text(json.dumps(plain), encoding="utf-8")

    sentence = refused(qtbot, keeper, path)

    assert "game.kalahloa" in sentence
    assert "word" not in sentence
    assert len(sentence) < 400


def test_an_exception_of_a_game_is_a_sentence_and_the_reader_goes_on(
    keeper, tmp_path, qtbot, monkeypatch
):
    path = write(tmp_path / "game.kalahloa", "1")
    with monkeypatch.context() as patch:
        patch.setattr(game_reader, "load_game", lambda *words: 1 // 0)
        assert "division" in refused(qtbot, keeper, path)

    opened(qtbot, keeper, path)


def test_a_game_that_nobody_waits_for_any_more_is_released_at_the_end(keeper, monkeypatch):
    path = write(keeper.folder / "one.kalahloa", "1")
    done = threading.Event()
    keeper._reader.finished.connect(done.set, Qt.ConnectionType.DirectConnection)

    keeper.open_later(path)
    done.wait()
    keeper.shut_down()

    GameFile.open(path).close()


def test_a_long_name_with_control_characters_is_shown_on_one_short_line(keeper, tmp_path, qtbot):
    path = tmp_path / ("x\n\x1b" * 60)
    path.write_text("damaged", encoding="utf-8")

    sentence = refused(qtbot, keeper, path)

    assert sentence.isprintable()
    assert len(sentence) < 400


# -- recent games ----------------------------------------------------------------------------------


def test_recent_games_are_told_when_they_are_known_the_newest_first(keeper, desk, qtbot):
    for number, path in enumerate([write(keeper.folder / f"{n}.kalahloa", "1") for n in "abcd"]):
        os.utime(path, (number, number))

    with qtbot.waitSignal(keeper.recent_changed):
        assert keeper.recent(3) == []

    assert [game.path.stem for game in keeper.recent(3)] == ["d", "c", "b"]
    assert [game.path.stem for game in keeper.recent(1)] == ["d"]


def test_the_current_game_and_damaged_ones_are_not_recent_games(keeper, desk, qtbot):
    write(keeper.folder / "one.kalahloa", "1")
    (keeper.folder / "two.kalahloa").write_text("damaged", encoding="utf-8")
    desk.turns.play_text("b1-b3")
    keeper.save()

    with qtbot.waitSignal(keeper.recent_changed):
        keeper.recent()

    assert [game.path.stem for game in keeper.recent()] == ["one"]


def test_asking_for_recent_games_does_not_cancel_the_opening_of_a_game(
    keeper, desk, tmp_path, qtbot
):
    path = write(tmp_path / "game.kalahloa", "3")

    with qtbot.waitSignal(keeper.opened):
        keeper.open_later(path)
        keeper.recent()

    assert desk.document.record.current.text == "3"


def test_recent_games_are_up_to_date_after_a_game_was_opened(keeper, tmp_path, qtbot):
    opened(qtbot, keeper, write(tmp_path / "game.kalahloa", "3"))
    write(keeper.folder / "one.kalahloa", "1")

    with qtbot.waitSignal(keeper.recent_changed):
        keeper.recent()

    assert "one" in [game.path.stem for game in keeper.recent()]


def test_a_game_that_is_opened_is_written_after_it_is_shown(keeper, desk, tmp_path, qtbot):
    path = write(tmp_path / "elsewhere.kalahloa", "3", "1")

    opened(qtbot, keeper, path)
    at_once = keeper._soon.isActive()
    qtbot.waitUntil(lambda: lines(keeper) == {("3", "1")})

    assert not at_once


def test_a_move_soon_after_opening_is_written_with_the_game(keeper, desk, tmp_path, qtbot):
    path = write(tmp_path / "elsewhere.kalahloa", "3", "1")

    opened(qtbot, keeper, path)
    desk.document.play(desk.document.position.legal_moves()[0])
    played = desk.document.node.text

    qtbot.waitUntil(lambda: lines(keeper) == {("3", "1", played)})
