"""The command palette: any command, found by typing, with the keyboard alone."""

from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import createdByPython

from kalahloa.controllers.features.course.course import Course
from kalahloa.controllers.features.puzzles.state import PuzzleState
from kalahloa.controllers.session.commands import COMMANDS
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.models.study.puzzles.shipped import shipped_puzzles
from kalahloa.views.window import palette
from kalahloa.views.window.palette import CommandPalette, PaletteEntry, found
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands

ENTRIES = [
    PaletteEntry("undo", "Undo", "Take back the last move", name="undo"),
    PaletteEntry("redo", "Redo", "Go forward again", reason="There is nothing to redo."),
    PaletteEntry("first", "First position", "Go to the start", name="start"),
    PaletteEntry("player", "First player", "Choose who plays the first side"),
]


def keys(*arguments: object) -> list[str]:
    return [entry.key for entry in found(ENTRIES, *arguments)]


# -- what is found ---------------------------------------------------------------------------------


def test_all_words_are_found_by_their_beginnings_in_any_order():
    assert keys("fi pl") == ["player"]
    assert keys("POS first") == ["first"]
    assert keys("fi xyz") == []


@pytest.mark.parametrize("text", ["strasse", "STRASSE", "ilgaz", "小明", "明", "😀", "o'brien"])
def test_names_of_all_scripts_are_found(text):
    names = ("Fritz Straße", "\u0131lgaz", "王小明", "Anna 😀", "Pat O\u2019Brien")
    entries = [PaletteEntry(name, f"{name} – Bert, Kalah, 18.09.26") for name in names]

    assert len(found(entries, text)) == 1


@pytest.mark.parametrize("text", ["!!!", "\u200d", "😃"])
def test_signs_that_no_entry_has_find_nothing(text):
    assert keys(text) == []


def test_typed_names_and_tips_are_found_after_titles():
    assert keys("start") == ["first"]
    assert keys("go") == ["first", "redo"]
    assert keys("fi") == ["first", "player"]


def test_what_is_written_in_full_stands_first_also_where_it_is_not_possible():
    entries = [
        PaletteEntry("library", "Undo library change"),
        PaletteEntry("undo", "Undo", reason="There is nothing to undo."),
        PaletteEntry("edit", "Undo edit", reason="There is no edit to undo."),
    ]

    assert found(entries, "undo", ["library"])[0].key == "undo"
    assert [entry.key for entry in found(entries, "Undo Edit")] == ["edit"]
    assert [entry.key for entry in found(entries, "und")] == ["library", "undo", "edit"]


def test_what_was_used_last_stands_first():
    assert keys("") == ["undo", "redo", "first", "player"]
    assert keys("", ["player", "redo"]) == ["player", "redo", "undo", "first"]
    assert keys("fi", ["player"]) == ["player", "first"]


def test_letters_in_their_order_are_found_where_no_word_begins_so():
    assert keys("irst") == ["player", "first"]
    assert keys("fpos") == ["first"]
    assert keys("zz") == keys("zzz") == []


def test_other_names_are_found_before_tips_and_in_full_before_what_is_possible():
    entries = [
        PaletteEntry("tip", "Go on", "Revert nothing"),
        PaletteEntry("undo", "Undo", words="take back, revert", reason="Nothing to undo."),
    ]

    assert [entry.key for entry in found(entries, "revert")] == ["undo", "tip"]
    assert [entry.key for entry in found(entries, "take back")] == ["undo"]
    assert [entry.key for entry in found(entries, "rev")] == ["undo", "tip"]


# -- in the window ---------------------------------------------------------------------------------


def opened(hands: Hands) -> CommandPalette:
    hands.press(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    popup = hands.window.palette_popup
    assert popup.isVisible()
    return popup


def do(hands: Hands, text: str) -> None:
    """Find *text* and press Enter."""
    popup = opened(hands)
    QTest.keyClicks(popup.line, text)
    QTest.keyClick(popup.line, Qt.Key.Key_Return)
    assert not popup.isVisible()


def test_a_command_is_done_by_typing_alone(open_window):
    hands = open_window("kalah")
    hands.click_move(3)

    do(hands, "und")

    assert hands.texts() == []
    board_shows_record(hands)


def test_every_command_with_a_title_is_there_once_with_its_key(open_window):
    hands = open_window("kalah")

    listed = [entry.key for entry in opened(hands).shown]

    wanted = [one.key for one in COMMANDS if one.title and one.key != "palette"]
    others = ("panel-", "room-", "overlay-", "setting-", "play-game-", "learn-rules-", "puzzles-")
    assert [key for key in listed if not key.startswith(others)] == wanted
    assert len(set(listed)) == len(listed)
    assert {"panel-moves", "panel-players", "room-play", "room-study", "room-guess"} <= set(listed)
    shown = {entry.key: entry for entry in hands.window.palette_popup.shown}
    assert shown["hint"].keys == "Ctrl+H"
    assert shown["room-study"].keys == "Ctrl+3"


def test_each_command_is_the_first_or_second_hit_for_three_other_names(open_window):
    hands = open_window("kalah")
    entries = opened(hands).shown

    for command in COMMANDS:
        if not command.title or command.key == "palette":
            continue
        words = command.words.split(",")
        assert len(words) >= 3, command.key
        for word in words:
            hits = [entry.key for entry in found(entries, word)[:2]]
            assert command.key in hits, (command.key, word, hits)


WORDS_OF_PLAYERS = """
    dark difficulty opponent restart resign sound tutorial settings draw level quit save screen font
    bigger undo hint help rules puzzle lesson library statistics export pdf picture
"""


def test_words_of_players_find_something_by_itself(open_window):
    popup = opened(open_window("kalah"))

    for word in WORDS_OF_PLAYERS.split():
        popup.line.setText(word)

        assert popup.shown, word
        assert popup.shown[0].key != "find-in-library", word


def test_settings_are_chosen_in_the_palette(open_window):
    hands = open_window("kalah")

    do(hands, "dark")
    do(hands, "sound on")

    assert hands.window.preferences.scheme == "dark"
    assert hands.window.preferences.sound


def test_a_game_is_begun_against_a_level_only_where_a_number_is_typed(open_window):
    hands = open_window("kalah")
    popup = opened(hands)
    popup.line.setText("level")
    assert not any(entry.key.startswith("level-") for entry in popup.shown)
    popup.close()

    do(hands, "play lines level 3")

    assert hands.place.game.key == "loa"
    assert "3" in hands.place.players[1].title


def test_a_chapter_of_the_course_is_found_once_the_chapters_are_read(open_window, qtbot):
    hands = open_window("kalah")
    popup = opened(hands)
    course = hands.app[Course]
    qtbot.waitUntil(lambda: bool(course.state.headings))

    popup.line.setText("chapter 2")
    assert popup.shown[0].title.startswith("Chapter 2: ")
    QTest.keyClick(popup.line, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: course.state.lesson is not None)
    assert course.state.lesson.chapter.number == 2


def test_a_page_of_a_chapter_is_found_by_its_title(open_window, qtbot):
    hands = open_window("kalah")
    popup = opened(hands)
    course = hands.app[Course]
    qtbot.waitUntil(lambda: bool(course.state.headings))
    heading = course.state.headings[2]

    popup.line.setText(heading.pages[1])
    assert popup.shown[0].title == f"{heading.pages[1]} (chapter 3, {heading.title})"
    QTest.keyClick(popup.line, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: course.state.lesson is not None)
    assert (course.state.lesson.chapter.number, course.state.page) == (3, 1)


@pytest.mark.parametrize(
    "words", ["puzzle kalah", "kalah tactics", "kalah exercise", "solve kalah"]
)
def test_a_puzzle_of_a_game_is_found_by_what_players_call_it(open_window, qtbot, words):
    hands = open_window("loa")
    popup = opened(hands)
    popup.line.setText(words)
    assert "Solve a puzzle of Kalah" in [entry.title for entry in popup.shown[:2]]

    next(entry for entry in popup.shown if entry.key == "puzzles-kalah").run()

    qtbot.waitUntil(lambda: hands.place.get(PuzzleState) is not None, timeout=20_000)
    assert hands.place[PuzzleState].puzzle.game == "kalah"


def test_a_puzzle_is_found_by_its_id(open_window, qtbot):
    hands = open_window("kalah")
    puzzle = shipped_puzzles("loa")[7]

    do(hands, puzzle.id)

    qtbot.waitUntil(lambda: hands.place.get(PuzzleState) is not None, timeout=20_000)
    assert hands.place[PuzzleState].puzzle == puzzle


def test_a_game_of_the_library_is_found_by_player_game_and_year(open_window, qtbot):
    hands = open_window("kalah")
    record = Record(find_game("loa"), players=("Mona Winands", "Computer"))
    record.play(record.position.read_move("b1-b3"))
    number = hands.disk.add(record)
    hands.keeper.recent(200)
    qtbot.waitUntil(lambda: bool(hands.keeper.recent(200)), timeout=20_000)
    year = date.today().year
    for words in ("winands", f"mona {year}", f"lines open game mona {year}"):
        popup = opened(hands)
        popup.line.setText(words)
        assert popup.shown[0].key == f"game-{number}", words
        popup.close()

    do(hands, "winands")

    qtbot.waitUntil(lambda: hands.texts() == ["b1-b3"], timeout=20_000)
    assert hands.place.names[0] == "Mona Winands"


def test_where_nothing_is_found_the_nearest_the_library_and_the_help_are_offered(open_window):
    hands = open_window("kalah")
    popup = opened(hands)

    popup.line.setText("preferancez")
    assert popup.shown[0].key == "preferences"
    popup.line.setText("Xqzzy Wvvk")
    assert [entry.key for entry in popup.shown] == ["find-in-library", "help"]
    QTest.keyClick(popup.line, Qt.Key.Key_Return)

    assert hands.window.rooms.page.key == "library"
    assert hands.window.rooms.host.panel("games").search.text() == "Xqzzy Wvvk"


def test_panels_rooms_and_pages_are_switched(open_window):
    hands = open_window("kalah")

    do(hands, "panel play")
    assert not hands.window.rooms.is_shown("players")
    do(hands, "go study")
    assert hands.window.rooms.page.key == "study"
    do(hands, "go guess")
    assert hands.window.rooms.page.key == "guess"
    do(hands, "go home")
    assert hands.window.rooms.page.key == "home"
    do(hands, "go play")

    assert hands.window.rooms.page.key == "play"
    assert not hands.window.rooms.is_shown("players")


def test_what_is_not_possible_says_why(open_window):
    hands = open_window("kalah")
    popup = opened(hands)
    QTest.keyClicks(popup.line, "undo")
    first = popup.list.model().index(0, 0)
    assert "There is nothing to undo." in first.data()
    enabled = popup.palette().text().color()
    assert first.data(Qt.ItemDataRole.ForegroundRole).color() != enabled

    QTest.keyClick(popup.line, Qt.Key.Key_Return)

    assert hands.window.status.sentence.text() == "There is nothing to undo."
    assert hands.texts() == []


def test_arrows_walk_and_escape_closes_without_doing_anything(open_window):
    hands = open_window("kalah")
    focus = QApplication.focusWidget()
    popup = opened(hands)

    QTest.keyClick(popup.line, Qt.Key.Key_Down)
    QTest.keyClick(popup.line, Qt.Key.Key_Down)
    assert popup.list.currentIndex().row() == 2
    QTest.keyClick(popup.line, Qt.Key.Key_PageUp)
    assert popup.list.currentIndex().row() == 0
    QTest.keyClick(popup.line, Qt.Key.Key_Escape)

    assert not popup.isVisible()
    assert QApplication.focusWidget() is focus
    board_shows_record(hands)


def test_the_command_used_last_stands_first_the_next_time(open_window):
    hands = open_window("kalah")

    do(hands, "flip")

    assert opened(hands).shown[0].key == "flip"
    assert hands.place.flipped


@pytest.mark.parametrize("size", [(1180, 780), (480, 400)])
def test_the_palette_fits_into_the_window(open_window, size):
    hands = open_window("kalah")
    hands.window.resize(*size)

    popup = opened(hands)

    assert hands.window.geometry().contains(popup.geometry())


def test_a_screen_reader_is_told_what_enter_would_do(open_window, monkeypatch):
    hands = open_window("kalah")
    spoken: list[str] = []
    monkeypatch.setattr(palette, "announce", lambda _widget, text: spoken.append(text))
    popup = opened(hands)

    QTest.keyClicks(popup.line, "undo")

    assert spoken[-1] == "Undo, Ctrl+Z, There is nothing to undo."
    for widget in (popup.line, popup.list):
        assert QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def test_a_tip_from_outside_is_shown_as_plain_text(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(700, 500)
    window.show()
    popup = CommandPalette(lambda: [PaletteEntry("panel", "Panel", "<b>tip</b>")], str, window)

    popup.open()

    assert (
        popup.list.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
        == "<span>&lt;b&gt;tip&lt;/b&gt;</span>"
    )
    popup.close()


def test_the_actions_of_rooms_live_as_long_as_the_window(open_window):
    hands = open_window("loa")

    # PySide lets go of actions that C++ has made with whatever it takes for their parent.
    assert all(createdByPython(action) for action in hands.window.bar.room_actions.values())
