"""Games are kept in the library as they are played, also by two programs at once."""

import gc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QThread, QTimer

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.saving import library_writer
from kalahloa.controllers.saving.game_files import GameSnapshot, read_record
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.saving.library_writer import LibraryWriter, Written
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.bulk import empty_trash
from kalahloa.models.library.game_rows import StoredGame
from kalahloa.models.library.library import Library
from kalahloa.models.record.annotation import Mark, Notes
from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.record.record import Record
from kalahloa.models.study.edits import Remove, SetNotes
from kalahloa.models.text.errors import LibraryFull, LibraryUnavailable
from tests.controllers.conftest import COMPUTER
from tests.disk import Disk
from tests.full_disk import no_room
from tests.library_games import kept_rows, noted

FULL = LibraryFull("The library cannot be written: the disk is full.")


@pytest.fixture(autouse=True)
def _no_garbage() -> Iterator[None]:
    """Destroy what a test leaves on this thread, before another test's threads come to it."""
    yield
    gc.collect()


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path / "library.sqlite")


@pytest.fixture
def keeper(app, disk: Disk) -> Iterator[Keeper]:
    made = Keeper(app.document, disk.open, mend=disk.mend)
    yield made
    disk.gate.set()
    made.shut_down()


@pytest.fixture
def other(qapp, keeper, disk: Disk) -> Iterator[Keeper]:
    """Return a session on the same library, as another window has it."""
    made = Keeper(Document(find_game("loa")), disk.open, mend=disk.mend)
    yield made
    disk.gate.set()
    made.shut_down()


def play(keeper: Keeper, *texts: str) -> None:
    """Make moves in the document of *keeper*."""
    document = keeper._document
    for text in texts:
        document.play(document.position.read_move(text))


def raising(error: Exception) -> Callable[..., None]:
    """Return a function that raises *error*, whatever it is called with."""

    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


def stored(keeper: Keeper, disk: Disk) -> StoredGame:
    """Return the rows of the game of *keeper*."""
    assert keeper.game_id is not None
    with Library.open(disk.path) as library:
        return library.load(keeper.game_id)


def look(qtbot, keeper: Keeper) -> None:
    """Have *keeper* see what others have written."""
    keeper.find_changes()
    keeper._writer.wait()
    keeper._receive_results()
    keeper.save()


# -- what was shown is on the disk -----------------------------------------------------------------


def test_a_game_is_written_after_a_move_without_being_asked(keeper, app, disk, qtbot):
    app.turns.play_text("b1-b3")

    qtbot.waitUntil(lambda: keeper.game_id is not None)

    assert disk.lines() == {("b1-b3",)}


def test_a_resignation_is_written_and_so_is_that_it_was_taken_back(keeper, app, disk, qtbot):
    app.turns.play_text("b1-b3")
    Interpreter(app).execute("resign")
    qtbot.waitUntil(lambda: [record.result for record in disk.records()] == ["1-0"])
    assert stored(keeper, disk).header.result == "1-0"

    app.study.undo_edit()

    qtbot.waitUntil(lambda: [record.result for record in disk.records()] == ["*"])
    assert stored(keeper, disk).header.result == "*"


def test_each_further_move_is_written_without_being_asked(keeper, app, disk, qtbot):
    for number, text in enumerate(("b1-b3", "a4-c4", "c1xc4"), 1):
        app.turns.play_text(text)
        qtbot.waitUntil(
            lambda number=number: [len(record.nodes) for record in disk.records()] == [number + 1]
        )

    assert disk.lines() == {("b1-b3", "a4-c4", "c1xc4")}


def test_a_move_is_written_while_the_guis_thread_is_busy(keeper, app, disk):
    app.turns.play_text("b1-b3")
    keeper._writer.wait()  # in which no timer ends

    app.turns.play_text("a4-c4")
    keeper._writer.wait()

    assert disk.lines() == {("b1-b3", "a4-c4")}


def test_every_letter_of_a_comment_is_handed_over_in_the_turn_in_which_it_is_shown(
    keeper, app, disk
):
    keeper.follow_edits(app.study)
    play(keeper, "b1-b3")
    for end in range(1, 8):
        app.study.comment(app.document.node, "capture"[:end])

        keeper._writer.wait()  # in which no timer ends
        (kept,) = disk.records()
        assert kept.main_line()[0].comment == "capture"[:end]
    app.study.undo_edit()
    keeper._writer.wait()
    (kept,) = disk.records()
    assert kept.main_line()[0].comment == ""


def test_an_edit_is_written_at_once_with_what_takes_it_back(keeper, app, disk):
    app.turns.play_text("b1-b3")
    keeper.follow_edits(app.study)

    app.study.comment(app.document.node, "Bold")
    app.turns.play_text("a4-c4")
    app.study.toggle_mark(app.document.node, Mark.GOOD)
    keeper._writer.wait()

    (game,) = disk.games()
    assert [node.comment for node in game.record.line()] == ["Bold", ""]
    assert len(game.edits) == 2


def test_a_game_without_moves_is_not_kept(keeper, app, disk):
    app.document.new_game(find_game("kalah"), comment="A fair start")
    keeper.save()

    assert keeper.game_id is None


def test_the_library_is_open_before_the_first_move(keeper, app, disk, qtbot):
    app.document.new_game(find_game("kalah"))

    qtbot.waitUntil(lambda: keeper._writer._library is not None)

    assert not disk.games()


def test_the_library_is_open_after_the_check_at_the_start(keeper, qtbot):
    keeper.check_later()

    qtbot.waitUntil(lambda: keeper._writer._library is not None)


def test_a_game_in_which_only_something_was_written_is_kept(keeper, app, disk):
    app.document.edit(SetNotes(0, Notes(), Notes("Why not b1-b3?")))
    keeper.save()

    assert disk.records()[0].root.comment == "Why not b1-b3?"


def test_a_new_game_leaves_the_old_one_in_the_library(keeper, app, disk):
    app.turns.play_text("b1-b3")
    app.document.new_game(find_game("kalah"))
    app.turns.play_text("3")
    keeper.save()

    assert {record.game.key for record in disk.records()} == {"loa", "kalah"}


def test_what_was_written_just_before_the_next_game_is_kept(keeper, app, disk):
    app.turns.play_text("b1-b3")
    keeper.save()
    app.document.edit(SetNotes(1, Notes(), Notes("Too bold")))
    app.document.set_player(0, COMPUTER)
    app.document.new_game(find_game("kalah"), players=(HUMAN, HUMAN))  # before a timer ends
    keeper.save()

    (game,) = disk.games()
    assert game.record.nodes[1].comment == "Too bold"
    assert game.players == (COMPUTER, HUMAN)


def test_the_last_game_is_gone_on_with_variations_notes_players_and_place(keeper, app, disk):
    app.document.new_game(app.document.game, players=(HUMAN, HUMAN))
    app.turns.play_text("b1-b3")
    app.navigation.undo()
    app.turns.play_text("b1-d3")
    app.turns.play_text("a4-c4")
    app.document.edit(SetNotes(2, Notes(), Notes("Two\n\nparagraphs", (Mark.GOOD,))))
    app.document.edit(Remove(1))
    app.navigation.undo()
    app.document.set_player(1, COMPUTER)
    keeper.save()
    plain = record_to_json(app.document.record)
    app.document.new_game(find_game("kalah"))

    assert keeper.restore_last()

    assert record_to_json(app.document.record) == plain
    assert app.document.record.nodes[1].removed
    assert app.document.players == (HUMAN, COMPUTER)
    assert app.document.place.held
    assert app.document.place.redo_target is not None


def test_a_game_that_was_opened_goes_on_as_the_same_game(keeper, app, disk):
    play(keeper, "b1-b3", "a4-c4")
    keeper.save()
    app.document.new_game(find_game("kalah"))

    keeper.restore_last()
    play(keeper, "c1xc4")
    app.document.edit(SetNotes(1, Notes(), Notes("Later")))
    keeper.save()

    (record,) = disk.records()
    assert [(node.text, node.comment) for node in record.line()] == [
        ("b1-b3", "Later"),
        ("a4-c4", ""),
        ("c1xc4", ""),
    ]


def test_changes_that_follow_each_other_closely_are_saved_all_the_same(keeper, app, qtbot):
    app.turns.play_text("b1-b3")
    ticker = QTimer()
    ticker.timeout.connect(
        lambda: app.navigation.redo() if app.document.place.redo_target else app.navigation.undo()
    )
    ticker.start(2)

    qtbot.waitUntil(lambda: keeper.game_id is not None)

    ticker.stop()


def test_play_does_not_wait_for_the_disk_and_everything_is_written(keeper, app, disk):
    disk.gate.clear()
    for _ in range(20):
        app.turns.play_text("b1-b3")
        keeper._on_time()
        app.navigation.undo()
        keeper._on_time()
    app.turns.play_text("b1-d3")

    disk.gate.set()
    keeper.save()

    assert record_to_json(disk.records()[0]) == record_to_json(app.document.record)


def test_a_walk_writes_only_where_the_game_was_left(keeper, app, disk):
    play(keeper, "b1-b3", "a4-c4")
    app.document.jump(0)
    play(keeper, "b1-d3")
    keeper.save()
    before = kept_rows(disk.path)

    app.document.jump(2)
    app.document.jump(1)
    keeper.save()

    assert kept_rows(disk.path) == before
    (record,) = disk.records()
    assert [node.text for node in record.line()] == ["b1-b3", "a4-c4"]
    assert record.current.number == 1


def test_what_was_tried_and_taken_out_again_is_not_written_until_something_else_is(
    keeper, app, disk
):
    play(keeper, "b1-b3")
    keeper.save()
    before = kept_rows(disk.path)
    keeper.hold(True)
    play(keeper, "a4-c4", "b3-b5")
    edit = app.document.edit(Remove(2)).inverse
    keeper.hold(False)
    keeper.save()
    assert kept_rows(disk.path) == before

    app.document.edit(edit)
    keeper.save()

    assert disk.lines() == {("b1-b3", "a4-c4", "b3-b5")}


def test_a_game_is_left_where_another_window_left_it_last(keeper, app, other, disk):
    play(keeper, "b1-b3", "a4-c4")
    keeper.save()
    assert other.restore_last()
    app.navigation.undo()
    keeper.save()

    other._document.jump(0)
    other.save()

    assert disk.records()[0].current.number == 0


def test_where_a_game_was_left_that_is_no_longer_there_writes_nothing(keeper, app, disk):
    play(keeper, "b1-b3")
    keeper.save()
    with Library.open(disk.path) as library:
        library.trash([keeper.game_id])
        empty_trash(library)

    app.navigation.undo()
    keeper.save()

    assert disk.games() == []


def test_the_last_state_is_written_when_the_session_has_shut_down(keeper, app, disk):
    for move in ("b1-b3", "a4-c4", "g1-g3"):
        app.turns.play_text(move)

    keeper.shut_down()
    keeper.shut_down()

    assert record_to_json(disk.records()[0]) == record_to_json(app.document.record)


# -- players ---------------------------------------------------------------------------------------


def test_a_game_is_kept_with_its_own_players_when_the_next_one_begins(keeper, app, disk):
    app.document.new_game(find_game("kalah"), players=(HUMAN, COMPUTER))
    app.turns.play_text("1")
    app.document.new_game(find_game("loa"), players=(HUMAN, HUMAN))
    keeper.save()

    keeper.restore_last()

    assert app.document.players == (HUMAN, COMPUTER)


def test_another_player_is_kept_without_another_move(keeper, app, disk, qtbot):
    app.turns.play_text("b1-b3")
    keeper.save()

    app.document.set_player(0, COMPUTER)

    qtbot.waitUntil(lambda: disk.games()[0].players == (COMPUTER, HUMAN))


WON = ("1", "4", "2", "5", "3")


def test_opening_a_game_of_others_and_choosing_players_leaves_who_has_played(keeper, app, disk):
    record = Record(find_game("kalah"), players=("Anna", "Ben"))
    with Library.open(disk.path) as library:
        number = library.add(record, levels=({"searcher": "one of another program"}, None))
        assert library.load(number).header.levels[0] is not None
    before = kept_rows(disk.path)
    keeper.restore_last()

    app.document.set_player(0, COMPUTER)
    app.document.set_players((HUMAN, COMPUTER))
    keeper.save()

    assert kept_rows(disk.path) == before


def test_players_chosen_after_the_end_leave_who_has_played(keeper, app, disk):
    app.document.new_game(find_game("tictactoe"), players=(HUMAN, COMPUTER))
    app.document.players = (HUMAN, HUMAN)  # who play for both
    play(keeper, *WON)
    keeper.save()
    before = kept_rows(disk.path)
    app.document.players = (HUMAN, COMPUTER)

    app.document.set_players((COMPUTER, HUMAN))
    app.document.open_exercise(Record(find_game("loa")))
    app.document.return_to_own()
    app.document.set_player(1, Player(Level.of_engine(9)))
    keeper.save()

    assert kept_rows(disk.path) == before
    assert stored(keeper, disk).header.levels == (None, COMPUTER.to_json())


def test_another_computer_in_the_middle_of_a_game_has_played_it(keeper, app, disk):
    app.document.new_game(find_game("loa"), players=(COMPUTER, HUMAN), names=("Hal", "Anna"))
    strong = Player(Level.of_engine(9))
    app.document.set_player(0, strong)
    app.document.play(app.document.position.read_move("b1-b3"))

    app.document.set_player(1, strong)
    keeper.save()

    header = stored(keeper, disk).header
    assert (header.players, header.levels) == (("Hal", "Anna"), (strong.to_json(), None))


# -- two at once -----------------------------------------------------------------------------------


def test_two_windows_with_one_game_both_keep_what_they_play(keeper, app, other, disk, qtbot):
    play(keeper, "b1-b3")
    keeper.save()

    assert other.restore_last()
    play(other, "a4-c4")
    play(keeper, "h4-f4")
    other.save()
    keeper.save()

    assert len(disk.games()) == 1
    assert disk.lines() == {("b1-b3", "a4-c4"), ("b1-b3", "h4-f4")}


def test_what_another_window_plays_is_shown_when_this_one_is_looked_at(
    keeper, app, other, disk, qtbot
):
    play(keeper, "b1-b3")
    keeper.save()
    other.restore_last()
    play(other, "a4-c4", "c1xc4", "a5-c5")
    other.save()
    heard = []
    app.document.changed.connect(heard.append)

    look(qtbot, keeper)

    record = app.document.record
    assert record.current.text == "b1-b3"
    assert [node.text for node in record.line()] == ["b1-b3", "a4-c4", "c1xc4", "a5-c5"]
    assert [node.text for change in heard for node in change.came] == ["a4-c4", "c1xc4", "a5-c5"]
    app.navigation.to_end()
    assert app.document.position.position_string() == record.replayed().position_string()


def test_two_windows_that_write_at_one_node_keep_both_texts(keeper, app, other, disk, qtbot):
    play(keeper, "b1-b3")
    keeper.save()
    other.restore_last()

    app.document.edit(SetNotes(1, Notes(), Notes("Mine")))
    other._document.edit(SetNotes(1, Notes(), Notes("Theirs")))
    other.save()
    keeper.save()
    look(qtbot, other)

    for record in (*disk.records(), app.document.record, other._document.record):
        assert sorted(record.nodes[1].comment.split("\n\n")) == ["Mine", "Theirs"]


def test_what_is_removed_in_one_window_goes_from_the_other(keeper, app, other, disk, qtbot):
    play(keeper, "b1-b3", "a4-c4")
    keeper.save()
    other.restore_last()
    app.document.edit(Remove(2))
    keeper.save()
    heard = []
    other._document.changed.connect(heard.append)

    look(qtbot, other)

    assert other._document.node.text == "b1-b3"
    assert [number for change in heard for number in change.went] == [2]


def test_looking_again_writes_nothing_new(keeper, app, other, disk, qtbot):
    play(keeper, "b1-b3")
    keeper.save()
    other.restore_last()
    play(other, "a4-c4")
    other.save()
    look(qtbot, keeper)
    before = stored(keeper, disk)

    for session in (keeper, other) * 3:
        look(qtbot, session)

    after = stored(keeper, disk)
    assert after.header.modified == before.header.modified
    assert {row.number: row for row in after.nodes} == {row.number: row for row in before.nodes}


def test_two_windows_in_turn_grow_one_tree(keeper, app, other, disk, qtbot):
    play(keeper, "b1-b3")
    keeper.save()
    other.restore_last()
    for text, reply in (("a4-c4", "h4-f4"), ("a5-c5", "h5-f5"), ("a6-c6", "h6-f6")):
        for session, move in ((keeper, text), (other, reply)):
            session._document.jump(0)
            play(session, "b1-b3", move)
            session.save()

    for session in (keeper, other):
        look(qtbot, session)

    assert len(disk.lines()) == 6
    for session in (keeper, other):
        record = session._document.record
        assert {node.text for node in record.root.children[0].children} == {
            "a4-c4",
            "a5-c5",
            "a6-c6",
            "h4-f4",
            "h5-f5",
            "h6-f6",
        }


def test_a_game_that_another_program_deleted_for_good_is_kept_anew(keeper, app, disk):
    play(keeper, "b1-b3")
    keeper.save()
    with Library.open(disk.path) as library:
        library.trash([keeper.game_id])
        empty_trash(library)

    play(keeper, "a4-c4")
    keeper.save()

    assert disk.lines() == {("b1-b3", "a4-c4")}
    assert keeper.failure == ""


def test_a_game_deleted_for_good_while_two_windows_play_it_comes_back_as_one(
    keeper, app, other, disk, qtbot
):
    play(keeper, "b1-b3", "a4-c4")
    keeper.save()
    uid = stored(keeper, disk).header.uid
    other.restore_last()
    with Library.open(disk.path) as library:
        library.trash([keeper.game_id])
        empty_trash(library)

    play(keeper, "b3-b5")
    keeper.save()
    play(other, "g1-g3")
    other._document.edit(SetNotes(1, Notes(), Notes("Forward.")))
    other.save()
    for session in (keeper, other, keeper):
        look(qtbot, session)

    assert len(disk.games()) == 1
    assert stored(keeper, disk).header.uid == uid
    assert disk.lines() == {("b1-b3", "a4-c4", "b3-b5"), ("b1-b3", "a4-c4", "g1-g3")}
    assert keeper.game_id == other.game_id
    for session in (keeper, other):
        root = session._document.record.root
        assert root.children[0].notes.comment == "Forward."
        assert [one.text for one in root.children[0].children] == ["a4-c4"]
        assert len(root.children[0].children[0].children) == 2
    assert keeper.failure == other.failure == ""


# -- edits -----------------------------------------------------------------------------------------


@pytest.fixture
def reopened(qapp, disk: Disk) -> Iterator[Callable[[], tuple[Keeper, AppContext]]]:
    """Return what goes on with the last game as the program does after a restart."""
    made: list[tuple[Keeper, AppContext]] = []

    def reopen() -> tuple[Keeper, AppContext]:
        app = open_app(find_game("loa"))
        keeper = Keeper(app.document, disk.open, app.document)
        keeper.follow_edits(app.study)
        made.append((keeper, app))
        assert keeper.restore_last()
        return keeper, app

    yield reopen
    for keeper, app in made:
        keeper.shut_down()
        app.shut_down()


def test_a_deletion_is_taken_back_after_a_restart(keeper, app, disk, reopened):
    keeper.follow_edits(app.study)
    play(keeper, "b1-b3", "a4-c4", "c1xc4")
    app.study.comment(app.document.node, "A fine capture")
    app.study.end_typing()
    app.document.jump(1)
    app.study.delete_from(app.document.record.nodes[2])
    keeper.save()

    later, again = reopened()
    texts = [node.text for node in again.document.record.main_line()]
    again.study.undo_edit()
    comments = [node.comment for node in again.document.record.main_line()]
    again.study.undo_edit()
    later.save()

    assert texts == ["b1-b3"]
    assert comments == ["", "", "A fine capture"]
    (kept,) = disk.records()
    assert [(node.text, node.comment) for node in kept.main_line()] == [
        ("b1-b3", ""),
        ("a4-c4", ""),
        ("c1xc4", ""),
    ]
    later.shut_down()
    _, third = reopened()
    assert third.document.place.undo_edit == ""


def test_an_edit_after_another_windows_moves_is_taken_back_at_the_right_node(
    keeper, app, other, disk, qtbot, reopened
):
    keeper.follow_edits(app.study)
    play(keeper, "b1-b3")
    keeper.save()
    other.restore_last()
    play(other, "a4-c4")
    other.save()
    play(keeper, "h4-f4")  # number 2 here, and 3 in the library
    keeper.save()
    look(qtbot, keeper)
    app.study.comment(app.document.node, "Mine")
    keeper.save()

    later, again = reopened()
    again.study.undo_edit()
    later.save()

    assert [node.comment for node in disk.records()[0].nodes] == ["", "", "", ""]


def test_an_edit_that_could_not_be_written_is_written_later(keeper, app, disk, reopened):
    keeper.follow_edits(app.study)
    play(keeper, "b1-b3")
    keeper.save()
    keeper._writer._close()
    disk.trouble = FULL
    app.study.comment(app.document.node, "Mine")
    keeper.save()
    disk.trouble = None
    keeper.save()

    _, again = reopened()

    assert again.document.place.undo_edit


def test_a_line_that_is_promoted_as_soon_as_it_is_played_stays_first(keeper, app, disk):
    play(keeper, "b1-b3")
    keeper.save()
    app.navigation.undo()
    play(keeper, "b1-d3")
    app.study.promote(app.document.node)
    keeper.save()

    first = [child.text for child in disk.records()[0].root.children]
    assert first == [child.text for child in app.document.record.root.children]
    assert first == ["b1-d3", "b1-b3"]


def test_an_edit_and_a_move_for_which_there_was_no_room_are_written_later(
    keeper, app, disk, reopened
):
    keeper.follow_edits(app.study)
    play(keeper, "b1-b3")
    keeper.save()
    with no_room():
        play(keeper, "a4-c4")
        app.study.comment(app.document.node, "Mine")
        keeper.save()
        assert keeper.failure
    play(keeper, "c1xc4")
    keeper.save()

    assert not keeper.failure
    assert [node.comment for node in disk.records()[0].nodes] == ["", "", "Mine", ""]
    later, again = reopened()
    again.study.undo_edit()
    later.save()
    assert [node.comment for node in disk.records()[0].nodes] == ["", "", "", ""]


# -- what goes wrong -------------------------------------------------------------------------------


def test_a_library_that_cannot_be_used_is_said_once_and_play_goes_on(keeper, app, disk):
    disk.trouble = FULL
    heard: list[str] = []
    keeper.failed.connect(heard.append)

    app.turns.play_text("b1-b3")
    keeper.save()
    keeper.save()

    assert heard == [str(FULL)]
    assert keeper.failure == str(FULL)
    assert app.document.node.text == "b1-b3"


def test_a_failure_to_keep_a_game_lasts_until_it_is_kept(keeper, app, disk):
    disk.trouble = FULL
    play(keeper, "b1-b3")
    keeper.save()
    play(keeper, "a4-c4")
    keeper.save()
    failed = keeper.failure

    disk.trouble = None
    keeper.shut_down()

    assert failed == str(FULL)
    assert keeper.failure == ""
    assert disk.lines() == {("b1-b3", "a4-c4")}


def test_what_cannot_be_written_in_the_middle_of_a_game_is_written_later(keeper, app, disk):
    play(keeper, "b1-b3")
    keeper.save()
    disk.path.chmod(0o400)
    library = keeper._writer._library
    keeper._writer._close()
    assert library is not None
    disk.trouble = FULL
    play(keeper, "a4-c4")
    app.document.edit(SetNotes(1, Notes(), Notes("Not lost")))
    keeper.save()
    play(keeper, "c1xc4")
    keeper.save()
    assert keeper.failure

    disk.path.chmod(0o600)
    disk.trouble = None
    keeper.save()

    assert keeper.failure == ""
    assert record_to_json(disk.records()[0]) == record_to_json(app.document.record)


def test_a_game_that_was_not_saved_is_not_forgotten_when_the_window_is_looked_at(
    keeper, app, disk, qtbot, monkeypatch
):
    play(keeper, "b1-b3")
    keeper.save()
    with monkeypatch.context() as trouble:
        trouble.setattr(Library, "save", raising(FULL))
        play(keeper, "a4-c4")
        keeper.save()
        keeper.find_changes()
        keeper._writer.wait()
        keeper._receive_results()
        assert keeper.failure == str(FULL)
    keeper.shut_down()

    assert disk.lines() == {("b1-b3", "a4-c4")}


def test_a_game_that_was_not_saved_is_not_forgotten_when_the_next_one_begins(keeper, app, disk):
    disk.trouble = FULL
    app.turns.play_text("b1-b3")
    app.document.new_game(find_game("kalah"))
    keeper.save()
    meanwhile = keeper.failure

    disk.trouble = None
    keeper.save()

    assert meanwhile == str(FULL)
    assert keeper.failure == ""
    assert disk.lines() == {("b1-b3",)}


def test_a_game_that_was_not_saved_is_tried_again_by_itself(keeper, app, disk, qtbot):
    disk.trouble = FULL
    keeper._retry.setInterval(5)
    app.turns.play_text("b1-b3")
    with qtbot.waitSignal(keeper.failure_changed) as told:
        pass
    assert told.args == [str(FULL)]

    with qtbot.waitSignal(keeper.failure_changed) as told:
        disk.trouble = None

    assert told.args == [""]
    assert disk.lines() == {("b1-b3",)}
    assert not keeper._retry.isActive()


def test_at_the_end_the_failure_of_an_earlier_game_is_still_there(keeper, app, disk):
    disk.trouble = FULL
    app.turns.play_text("b1-b3")
    app.document.new_game(find_game("kalah"))
    heard: list[str] = []
    keeper.failed.connect(heard.append)

    keeper.shut_down()

    assert heard == [str(FULL)]
    assert keeper.failure == str(FULL)


def test_the_same_trouble_with_two_games_is_said_once(keeper, app, disk):
    disk.trouble = FULL
    heard: list[str] = []
    keeper.failed.connect(heard.append)
    for game, move in (("loa", "b1-b3"), ("kalah", "3")):
        app.document.new_game(find_game(game))
        app.turns.play_text(move)
        keeper.save()

    assert heard == [str(FULL)]


def test_a_damaged_game_is_said_and_passed_over(keeper, app, disk):
    play(keeper, "b1-b3")
    keeper.save()
    app.document.new_game(find_game("kalah"))
    play(keeper, "3")
    keeper.save()
    with Library.open(disk.path) as library:
        library._database.execute("UPDATE nodes SET text = 'x9' WHERE text = '3'")
    app.document.new_game(find_game("tictactoe"))
    heard: list[str] = []
    keeper.failed.connect(heard.append)

    assert keeper.restore_last()

    assert app.document.node.text == "b1-b3"
    assert len(heard) == 1


def test_a_library_that_cannot_be_opened_leaves_the_new_game_and_says_why(keeper, app, disk):
    disk.trouble = LibraryUnavailable("There is no folder for the library.")
    heard: list[str] = []
    keeper.failed.connect(heard.append)

    assert not keeper.restore_last()

    assert heard == ["There is no folder for the library."]


@pytest.mark.parametrize("step", ["save", "_hand_over"])
def test_an_exception_at_the_end_leaves_no_thread(app, disk, monkeypatch, step):
    keeper = Keeper(app.document, disk.open)
    app.turns.play_text("b1-b3")
    monkeypatch.setattr(keeper, step, lambda: 1 // 0)

    with pytest.raises(ZeroDivisionError):
        keeper.shut_down()

    assert not keeper._writer._thread.isRunning()
    assert not keeper._reader._thread.isRunning()
    keeper.shut_down()


def test_an_exception_in_the_writers_last_wait_leaves_no_thread(qapp, disk, monkeypatch):
    writer = LibraryWriter(disk.open)
    monkeypatch.setattr(writer, "wait", lambda: 1 // 0)
    writer.write(noted(3))

    with pytest.raises(ZeroDivisionError):
        writer.shut_down()

    assert not writer._thread.isRunning()
    assert disk.lines() == {("3",)} or disk.lines() == {("4",)}


def test_an_error_that_nobody_expects_in_one_write_does_not_end_the_writing(keeper, app, disk):
    disk.trouble = ValueError("the cat")
    app.turns.play_text("b1-b3")
    keeper.save()
    said = keeper.failure

    disk.trouble = None
    keeper.save()

    assert said == "Cannot save the game: the cat."
    assert keeper.failure == ""
    assert disk.lines() == {("b1-b3",)}


def test_what_waited_for_news_is_written_before_saving_ends(keeper, app, monkeypatch):
    app.turns.play_text("b1-b3")
    keeper.save()
    writer, game = keeper._writer, keeper._game
    news = [Written(game, has_news=True)]
    take = writer.pop_results
    monkeypatch.setattr(writer, "pop_results", lambda: [news.pop()] if news else take())
    before = writer.last_number

    keeper.save()

    assert writer.last_number > before
    assert writer._done == writer.last_number


def test_where_no_thread_can_be_started_games_are_kept_without_one(app, disk, monkeypatch):
    monkeypatch.setattr(QThread, "start", lambda thread: None)
    monkeypatch.setattr(library_writer, "MAX_WAIT_SECONDS", 0.01)
    keeper = Keeper(app.document, disk.open)
    app.turns.play_text("b1-b3")

    keeper.save()

    assert keeper.failure == ""
    assert disk.lines() == {("b1-b3",)}
    keeper.shut_down()


def test_what_the_thread_did_not_come_to_is_written_when_the_writer_shuts_down(qapp, disk):
    writer = LibraryWriter(disk.open)
    writer.shut_down()
    writer.write(noted(3, 1))

    writer.shut_down()

    assert len(disk.records()[0].line()) == 2


# -- damage ----------------------------------------------------------------------------------------


def damage(path: Path, start: int = 0, size: int = 100) -> None:
    """Overwrite *size* bytes of the library at *path*, and leave nothing of its log."""
    with Library.open(path) as library:
        library._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek(start)
        file.write(b"\x5a" * size)


def test_a_library_that_is_damaged_at_the_start_is_repaired_and_its_last_game_opened(
    keeper, app, other, disk, qtbot
):
    play(other, "b1-b3", "a4-c4")
    other.shut_down()
    damage(disk.path)
    heard: list[str] = []
    keeper.failed.connect(heard.append)

    assert not keeper.restore_last()
    qtbot.waitUntil(lambda: app.document.node.text == "a4-c4")

    (said,) = heard
    (aside,) = disk.path.parent.glob("library damaged *.sqlite")
    assert aside.name in said and "1 game" in said
    assert disk.lines() == {("b1-b3", "a4-c4")}


def test_damage_that_a_check_finds_is_repaired_and_the_game_goes_on_in_the_new_file(
    keeper, app, disk, qtbot
):
    play(keeper, "b1-b3")
    keeper.save()
    heard: list[str] = []
    keeper.failed.connect(heard.append)
    with Library.open(disk.path) as library:
        size = library._database.execute("PRAGMA page_count").fetchone()[0] * 4096
    damage(disk.path, 4096 * 2, size - 4096 * 2)

    keeper.check_later()
    qtbot.waitUntil(lambda: bool(heard))
    play(keeper, "a4-c4")
    app.document.edit(SetNotes(1, Notes(), Notes("Later")))
    keeper.save()

    assert "was damaged" in heard[0]
    assert not keeper.failure
    assert ("b1-b3", "a4-c4") in disk.lines()
    assert "Later" in [node.comment for record in disk.records() for node in record.nodes]


def test_a_game_that_finds_damage_is_saved_when_that_is_repaired(keeper, app, disk, qtbot):
    play(keeper, "b1-b3")
    keeper.save()
    keeper._writer._close()
    damage(disk.path)

    play(keeper, "a4-c4")
    keeper.save()
    qtbot.waitUntil(lambda: not keeper.failure)

    assert ("b1-b3", "a4-c4") in disk.lines()


def test_a_library_that_is_whole_is_checked_in_silence(keeper, app, disk, qtbot):
    play(keeper, "b1-b3")
    keeper.save()
    heard: list[str] = []
    keeper.failed.connect(heard.append)

    keeper.check_later()
    qtbot.waitUntil(lambda: not keeper._checking)

    assert not heard


def test_a_library_that_was_taken_away_gets_the_open_game_again(keeper, app, disk):
    play(keeper, "b1-b3")
    keeper.save()
    for file in disk.path.parent.glob("library.sqlite*"):
        file.unlink()

    play(keeper, "a4-c4")
    keeper.save()

    assert not keeper.failure
    assert disk.lines() == {("b1-b3", "a4-c4")}


# -- copies ----------------------------------------------------------------------------------------


def test_a_copy_is_written_to_a_file_and_told(keeper, app, tmp_path, qtbot):
    app.turns.play_text("b1-b3")
    target = tmp_path / "copy.kalahloa"

    with qtbot.waitSignal(keeper.message) as told:
        keeper.save_copy(target)

    assert told.args == [f"Saved a copy of the game in {target}."]
    assert record_to_json(read_record(target)[0]) == record_to_json(app.document.record)


def test_a_copy_that_cannot_be_written_is_said_and_the_game_is_kept_all_the_same(
    keeper, app, disk, tmp_path, qtbot
):
    app.turns.play_text("b1-b3")
    blocker = tmp_path / "file"
    blocker.write_text("in the way", encoding="utf-8")

    with qtbot.waitSignal(keeper.failed) as told:
        keeper.save_copy(blocker / "copy.kalahloa")
    keeper.save()

    assert "copy.kalahloa" in told.args[0]
    assert keeper.failure == ""
    assert disk.lines() == {("b1-b3",)}


def test_an_error_in_one_copy_does_not_end_the_writing(keeper, app, tmp_path, qtbot, monkeypatch):
    monkeypatch.setattr(GameSnapshot, "write", lambda snapshot, path: 1 // 0)

    with qtbot.waitSignal(keeper.failed) as told:
        keeper.save_copy(tmp_path / "copy.kalahloa")

    assert "division" in told.args[0]
