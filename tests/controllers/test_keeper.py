"""Games are kept as they are played, and read back whole."""

import json
import os
import random
import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QThread, QTimer

from kalahloa.controllers import game_files
from kalahloa.controllers.document import Document
from kalahloa.controllers.game_files import GameFile, GameSnapshot, read_record, write_record
from kalahloa.controllers.keeper import Keeper
from kalahloa.controllers.player import HUMAN
from kalahloa.controllers.work import game_writer
from kalahloa.controllers.work.game_writer import GameWriter
from kalahloa.models.errors import BadFile
from kalahloa.models.plain_record import to_plain
from kalahloa.models.record import Record
from kalahloa.models.registry import find_game
from tests.controllers.conftest import COMPUTER


@pytest.fixture
def keeper(desk, tmp_path: Path) -> Iterator[Keeper]:
    made = Keeper(desk.document, tmp_path / "games")
    yield made
    made.shut_down()


def test_a_game_is_written_after_a_move_without_being_asked(keeper, desk, qtbot):
    desk.turns.play_text("b1-b3")

    qtbot.waitUntil(lambda: len(keeper.games()) == 1)

    record, _ = read_record(keeper.games()[0])
    assert record.current.text == "b1-b3"


def test_a_game_without_moves_leaves_no_file(keeper, desk):
    keeper.save()

    assert keeper.games() == []


def test_a_new_game_keeps_the_old_one_in_its_file(keeper, desk):
    desk.turns.play_text("b1-b3")
    desk.document.new_game(find_game("kalah"))
    desk.turns.play_text("3")
    keeper.save()

    kept = {read_record(path)[0].game.key for path in keeper.games()}
    assert kept == {"loa", "kalah"}


def test_the_last_game_is_gone_on_with_variations_players_and_place(keeper, desk, tmp_path):
    desk.document.new_game(desk.document.game, players=(HUMAN, HUMAN))
    desk.turns.play_text("b1-b3")
    desk.walks.undo()
    desk.turns.play_text("b1-d3")
    desk.turns.play_text("a4-c4")
    desk.walks.undo()
    desk.document.set_player(1, COMPUTER)
    keeper.save()
    plain = to_plain(desk.document.record)
    desk.document.new_game(find_game("kalah"))

    assert keeper.restore_last()

    assert to_plain(desk.document.record) == plain
    assert desk.document.players == (HUMAN, COMPUTER)
    assert desk.document.place.held
    assert desk.document.place.redo_target is not None


def test_a_damaged_file_is_said_and_passed_over(keeper, desk):
    desk.turns.play_text("b1-b3")
    keeper.save()
    good = keeper.games()[0]
    bad = keeper.folder / "later.kalahloa"
    bad.write_text("{", encoding="utf-8")
    newer = good.stat().st_mtime + 60
    os.utime(bad, (newer, newer))
    heard: list[str] = []
    keeper.failed.connect(heard.append)

    assert keeper.restore_last()

    assert "later.kalahloa" in heard[0]
    assert desk.document.node.text == "b1-b3"


def test_a_folder_that_cannot_be_written_is_said_once_and_play_goes_on(desk, tmp_path):
    blocker = tmp_path / "file"
    blocker.write_text("in the way", encoding="utf-8")
    keeper = Keeper(desk.document, blocker / "games")
    heard: list[str] = []
    keeper.failed.connect(heard.append)

    desk.turns.play_text("b1-b3")
    keeper.save()
    keeper.save()

    assert len(heard) == 1
    assert desk.document.node.text == "b1-b3"
    keeper.shut_down()


# -- what was shown is on the disk -----------------------------------------------------------------


def test_changes_that_follow_each_other_closely_are_saved_all_the_same(keeper, desk, qtbot):
    desk.turns.play_text("b1-b3")
    ticker = QTimer()
    ticker.timeout.connect(
        lambda: desk.walks.redo() if desk.document.place.redo_target else desk.walks.undo()
    )
    ticker.start(10)

    qtbot.waitUntil(lambda: len(keeper.games()) == 1)

    ticker.stop()


def test_play_does_not_wait_for_the_disk_and_the_newest_state_is_written(keeper, desk, monkeypatch):
    disk, writes = threading.Event(), []
    write_whole = game_files.write_whole

    def write_slowly(path, parts):
        disk.wait()
        writes.append(path)
        write_whole(path, parts)

    monkeypatch.setattr(game_files, "write_whole", write_slowly)

    for _ in range(20):
        desk.turns.play_text("b1-b3")
        keeper._on_time()
        desk.walks.undo()
        keeper._on_time()
    desk.turns.play_text("b1-d3")
    disk.set()
    keeper.save()

    assert 1 <= len(writes) <= 2
    assert to_plain(read_record(keeper.games()[0])[0]) == to_plain(desk.document.record)


def test_the_last_state_is_written_when_the_session_has_shut_down(keeper, desk):
    for move in ("b1-b3", "a4-c4", "g1-g3"):
        desk.turns.play_text(move)

    keeper.shut_down()
    keeper.shut_down()

    assert to_plain(read_record(keeper.games()[0])[0]) == to_plain(desk.document.record)


def test_a_game_is_on_the_disk_before_it_takes_the_place_of_the_old_file(tmp_path, monkeypatch):
    record = Record(find_game("kalah"))
    calls = []
    for name in ("fsync", "replace"):
        do = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *a, n=name, do=do: (calls.append(n), do(*a)))

    write_record(tmp_path / "game.kalahloa", record, (HUMAN, HUMAN))

    assert calls[:2] == ["fsync", "replace"]


def test_a_file_of_the_users_with_a_name_like_an_unfinished_one_is_left_alone(tmp_path: Path):
    own = tmp_path / "game.kalahloa.part"
    own.write_text("mine", encoding="utf-8")

    write_record(tmp_path / "game.kalahloa", Record(find_game("kalah")), (HUMAN, HUMAN))

    assert own.read_text(encoding="utf-8") == "mine"


def test_a_long_game_is_read_back_as_it_was_written(tmp_path: Path):
    record = Record(find_game("kalah"))
    rng = random.Random(1)
    while len(record.nodes) < 1100:
        if record.current.outcome is not None:
            record.jump(rng.randrange(len(record.nodes)))
        else:
            record.play(rng.choice(record.position.legal_moves()))

    write_record(tmp_path / "game.kalahloa", record, (HUMAN, COMPUTER))

    read, players = read_record(tmp_path / "game.kalahloa")
    assert to_plain(read) == to_plain(record)
    assert players == (HUMAN, COMPUTER)


# -- players ---------------------------------------------------------------------------------------


def test_a_game_is_kept_with_its_own_players_when_the_next_one_begins(keeper, desk):
    desk.document.new_game(find_game("kalah"), players=(HUMAN, COMPUTER))
    desk.turns.play_text("1")

    desk.document.new_game(find_game("loa"), players=(HUMAN, HUMAN))
    keeper.save()

    assert read_record(keeper.games()[0])[1] == (HUMAN, COMPUTER)


def test_another_player_is_kept_without_another_move(keeper, desk, qtbot):
    desk.turns.play_text("b1-b3")
    keeper.save()

    desk.document.set_player(0, COMPUTER)

    qtbot.waitUntil(lambda: read_record(keeper.games()[0])[1] == (COMPUTER, HUMAN))


# -- two at once -----------------------------------------------------------------------------------


@pytest.fixture
def other(qapp, keeper) -> Iterator[Keeper]:
    """Return a session on the same folder, as another window has it."""
    made = Keeper(Document(find_game("loa")), keeper.folder)
    yield made
    made.shut_down()


def play(keeper: Keeper, text: str) -> None:
    """Make the move *text* in the document of *keeper*."""
    document = keeper._document
    document.play(document.position.read_move(text))


def lines(keeper: Keeper) -> set[tuple[str, ...]]:
    """Return the line played in each file."""
    records = [read_record(path)[0] for path in keeper.games()]
    return {tuple(node.text for node in record.line()) for record in records}


def test_a_game_that_is_open_elsewhere_goes_on_in_a_copy_and_nothing_is_lost(keeper, desk, other):
    desk.turns.play_text("b1-b3")
    keeper.save()
    heard: list[str] = []
    other.message.connect(heard.append)

    assert other.restore_last()
    play(other, "a4-c4")
    other.save()
    desk.turns.play_text("h4-f4")
    keeper.save()

    assert lines(keeper) == {("b1-b3", "a4-c4"), ("b1-b3", "h4-f4")}
    assert len(heard) == 1
    assert "open in another window" in heard[0]


def test_a_copy_in_which_nothing_is_played_makes_no_file(keeper, desk, other):
    desk.turns.play_text("b1-b3")
    keeper.save()

    other.restore_last()
    other.shut_down()

    assert len(keeper.games()) == 1


def test_a_game_that_was_left_may_be_opened_elsewhere_and_grows_there(keeper, desk, other):
    desk.turns.play_text("b1-b3")
    desk.document.new_game(find_game("kalah"))
    keeper.save()

    other.restore_last()
    play(other, "a4-c4")
    other.save()

    assert lines(keeper) == {("b1-b3", "a4-c4")}


def test_the_current_game_opened_again_at_once_has_its_last_move(keeper, desk):
    desk.turns.play_text("b1-b3")
    keeper.save()
    desk.turns.play_text("a4-c4")

    keeper.open(keeper.games()[0])
    desk.turns.play_text("g1-g3")
    keeper.save()

    assert lines(keeper) == {("b1-b3", "a4-c4", "g1-g3")}


def test_a_copy_is_not_written_over_a_game_that_is_open_elsewhere(keeper, desk, other):
    desk.turns.play_text("b1-b3")
    keeper.save()
    (path,) = keeper.games()
    play(other, "b1-d3")
    heard: list[str] = []
    other.failed.connect(heard.append)

    other.save_copy(path)
    other.save()

    assert lines(keeper) == {("b1-b3",), ("b1-d3",)}
    assert "open in another window" in heard[0]


# -- what goes wrong -------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such pipes")
def test_what_is_no_file_among_the_games_is_named_and_passed_over(keeper, desk):
    desk.turns.play_text("b1-b3")
    keeper.save()
    (keeper.folder / "lost.kalahloa").symlink_to(keeper.folder / "nowhere")
    (keeper.folder / "folder.kalahloa").mkdir()
    os.mkfifo(keeper.folder / "pipe.kalahloa")
    heard: list[str] = []
    keeper.failed.connect(heard.append)

    assert keeper.restore_last()

    assert desk.document.node.text == "b1-b3"
    assert all(name in heard[0] for name in ("lost", "folder", "pipe"))
    with pytest.raises(BadFile):
        keeper.open(keeper.folder / "pipe.kalahloa")


def test_a_failure_to_keep_a_game_lasts_until_it_is_kept(desk, tmp_path):
    blocker = tmp_path / "file"
    blocker.write_text("in the way", encoding="utf-8")
    keeper = Keeper(desk.document, blocker / "games")
    desk.turns.play_text("b1-b3")
    keeper.save()
    failed = keeper.failure

    blocker.unlink()
    keeper.shut_down()

    assert "cannot be saved" in failed
    assert keeper.failure == ""
    assert lines(keeper) == {("b1-b3",)}


@pytest.fixture
def broken_disk(monkeypatch) -> Iterator[threading.Event]:
    """Return an event; no game can be written until it is set."""
    repaired = threading.Event()
    write_whole = game_files.write_whole

    def write(path, parts):
        if not repaired.is_set():
            raise OSError(28, "No space left on device")
        write_whole(path, parts)

    monkeypatch.setattr(game_files, "write_whole", write)
    yield repaired
    repaired.set()


def test_a_game_that_was_not_saved_is_not_forgotten_when_the_next_one_begins(
    keeper, desk, broken_disk
):
    desk.turns.play_text("b1-b3")
    desk.document.new_game(find_game("kalah"))
    keeper.save()
    meanwhile = keeper.failure

    broken_disk.set()
    keeper.save()

    assert "No space left on device" in meanwhile
    assert keeper.failure == ""
    assert lines(keeper) == {("b1-b3",)}


def test_a_game_that_was_not_saved_is_tried_again_by_itself(keeper, desk, broken_disk, qtbot):
    keeper._retry.setInterval(5)
    desk.turns.play_text("b1-b3")
    with qtbot.waitSignal(keeper.failure_changed) as told:
        pass
    assert "No space left" in told.args[0]

    with qtbot.waitSignal(keeper.failure_changed) as told:
        broken_disk.set()

    assert told.args == [""]
    assert lines(keeper) == {("b1-b3",)}
    assert not keeper._retry.isActive()


def test_a_game_that_was_not_saved_stays_locked_until_it_is(keeper, desk, broken_disk, monkeypatch):
    broken_disk.set()
    desk.turns.play_text("b1-b3")
    keeper.save()
    (path,) = keeper.games()
    broken_disk.clear()
    desk.turns.play_text("a4-c4")
    desk.document.new_game(find_game("kalah"))
    keeper.save()
    with pytest.raises(BlockingIOError):
        GameFile.open(path)

    broken_disk.set()
    keeper.save()
    keeper.save()

    GameFile.open(path).close()
    assert lines(keeper) == {("b1-b3", "a4-c4")}


def test_at_the_end_the_failure_of_an_earlier_game_is_still_there(keeper, desk, broken_disk):
    desk.turns.play_text("b1-b3")
    desk.document.new_game(find_game("kalah"))
    heard: list[str] = []
    keeper.failed.connect(heard.append)

    keeper.shut_down()

    assert len(heard) == 1
    assert keeper.failure == heard[0]


def test_each_game_that_cannot_be_saved_is_said_once(keeper, desk, broken_disk):
    heard: list[str] = []
    keeper.failed.connect(heard.append)
    for game, move in (("loa", "b1-b3"), ("kalah", "3")):
        desk.document.new_game(find_game(game))
        desk.turns.play_text(move)
        keeper.save()
        keeper.save()

    assert len(heard) == 2


def test_a_copy_that_could_not_be_written_can_be_written_later(keeper, desk, broken_disk):
    desk.turns.play_text("b1-b3")
    target = keeper.folder / "copy.kalahloa"
    keeper.folder.mkdir(exist_ok=True)
    keeper.save_copy(target)
    keeper.save()
    broken_disk.set()

    keeper.save_copy(target)
    keeper.save()

    assert read_record(target)[0].current.text == "b1-b3"


@pytest.mark.parametrize("step", ["save", "_hand_over"])
def test_an_exception_at_the_end_leaves_no_thread(desk, tmp_path, monkeypatch, step):
    keeper = Keeper(desk.document, tmp_path)
    desk.turns.play_text("b1-b3")
    monkeypatch.setattr(keeper, step, lambda: 1 // 0)

    with pytest.raises(ZeroDivisionError):
        keeper.shut_down()

    assert not keeper._writer._thread.isRunning()
    assert not keeper._reader._thread.isRunning()
    keeper.shut_down()


def test_an_exception_in_the_writers_last_wait_leaves_no_thread(qapp, tmp_path, monkeypatch):
    writer = GameWriter()
    record = Record(find_game("kalah"))
    record.play(3)
    monkeypatch.setattr(writer, "wait", lambda: 1 // 0)
    file = GameFile(tmp_path)
    writer.write(file, GameSnapshot.of(record, (HUMAN, HUMAN)))
    writer.close(file)

    with pytest.raises(ZeroDivisionError):
        writer.shut_down()

    assert not writer._thread.isRunning()
    assert len(list(tmp_path.glob("*.kalahloa"))) == 1


def test_an_error_that_nobody_expects_in_one_write_does_not_end_the_writing(
    keeper, desk, monkeypatch
):
    write_whole, failures = game_files.write_whole, [ValueError("the cat")]

    def write(path, parts):
        if failures:
            raise failures.pop()
        write_whole(path, parts)

    monkeypatch.setattr(game_files, "write_whole", write)
    desk.turns.play_text("b1-b3")
    keeper.save()
    said = keeper.failure

    keeper.save()

    assert said == "The game cannot be saved: the cat."
    assert keeper.failure == ""
    assert lines(keeper) == {("b1-b3",)}


def test_games_begun_in_the_same_second_have_files_of_their_own(tmp_path, monkeypatch):
    noon = datetime(2026, 1, 1, 12)
    monkeypatch.setattr(game_files, "datetime", SimpleNamespace(now=lambda: noon))
    for move in ("b1-b3", "b1-d3", "c1-a3"):
        record = Record(find_game("loa"))
        record.play(record.position.read_move(move))
        file = GameFile(tmp_path)
        file.write(GameSnapshot.of(record, (HUMAN, HUMAN)))
        file.close()

    names = sorted(path.name for path in tmp_path.iterdir())

    stem = "2026-01-01 12.00.00 loa"
    assert names == [f"{stem} 2.kalahloa", f"{stem} 3.kalahloa", f"{stem}.kalahloa"]


@pytest.mark.parametrize("opening", ["[", '{"nodes": '])
def test_a_file_that_is_nested_deeper_than_python_reads_is_damaged(tmp_path, opening):
    path = tmp_path / "deep.kalahloa"
    path.write_text(opening * 100_000)

    with pytest.raises(BadFile, match="damaged"):
        read_record(path)


def test_where_no_thread_can_be_started_games_are_kept_without_one(desk, tmp_path, monkeypatch):
    monkeypatch.setattr(QThread, "start", lambda thread: None)
    monkeypatch.setattr(game_writer, "MAX_WAIT_SECONDS", 0.01)
    keeper = Keeper(desk.document, tmp_path)
    desk.turns.play_text("b1-b3")

    keeper.save()

    assert keeper.failure == ""
    assert lines(keeper) == {("b1-b3",)}
    keeper.shut_down()


def test_what_the_thread_did_not_come_to_is_written_when_the_writer_shuts_down(qapp, tmp_path):
    record = Record(find_game("kalah"))
    record.play(3)
    writer = GameWriter()
    writer.shut_down()
    path = tmp_path / "late.kalahloa"
    writer.write(GameFile(tmp_path, path), GameSnapshot.of(record, (HUMAN, HUMAN)))

    writer.shut_down()

    assert to_plain(read_record(path)[0]) == to_plain(record)


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


@pytest.mark.parametrize("levels", [None, 5, [], [None], [None, None, None], {"0": None}])
def test_levels_that_are_no_pair_give_a_note_and_not_two_silent_humans(tmp_path: Path, levels):
    record = Record(find_game("kalah"))
    record.play(3)
    path = tmp_path / "game.kalahloa"
    write_record(path, record, (HUMAN, COMPUTER))
    plain = json.loads(path.read_text(encoding="utf-8"))

    path.write_text(json.dumps(plain | {"levels": levels}), encoding="utf-8")

    _, players = read_record(path)
    assert players == (HUMAN, HUMAN)
    assert all("The list of players cannot be read" in player.note for player in players)


def test_a_file_without_levels_is_played_by_two_humans(tmp_path: Path):
    record = Record(find_game("kalah"))
    path = tmp_path / "game.kalahloa"
    path.write_text(json.dumps(to_plain(record)), encoding="utf-8")

    _, players = read_record(path)

    assert [(player, player.note) for player in players] == [(HUMAN, ""), (HUMAN, "")]


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
