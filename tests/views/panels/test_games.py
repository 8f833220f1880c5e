"""The library: a table of games that is searched, filtered, sorted, opened from and deleted in."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox

from kalahloa.controllers.base.player import Level, Player
from kalahloa.controllers.core.offer import Offer
from kalahloa.controllers.features.guessing.state import Guessing
from kalahloa.controllers.features.library.library_view import PAGE, Changing
from kalahloa.models.game.registry import find_game
from kalahloa.models.library import bulk, queries
from kalahloa.models.library import library as library_module
from kalahloa.models.library.game_rows import NewGame
from kalahloa.models.library.importer import ImportProgress
from kalahloa.models.library.library import Library
from kalahloa.models.library.origins import Origin
from kalahloa.models.library.query import Query
from kalahloa.models.notation.sgf.reader import read_games
from kalahloa.models.record.annotation import Notes
from kalahloa.models.record.record import Record
from kalahloa.views.dialogs.import_report import ImportReportDialog
from kalahloa.views.dialogs.tags import TagsDialog
from kalahloa.views.items.games import ACCURACY, DATE, PLIES, TAGS
from kalahloa.views.panels.games import GamesPanel
from kalahloa.views.panels.preview import PreviewPanel
from kalahloa.views.window.status_line import Rank
from tests.views.conftest import Hands

CONTROL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton
FIRST_DAY = 1_700_000_000.0
DAY = 86_400.0
X_WINS, O_WINS, DRAWN, UNFINISHED = "1 4 2 5 3", "1 4 2 5 9 6", "1 2 3 5 4 6 8 7 9", "5 1"


def record_of(
    moves: str, players: tuple[str, str] = ("Anna", "Bert"), game: str = "tictactoe"
) -> Record:
    record = Record(find_game(game), players=players)
    for move in moves.split():
        record.play(record.position.read_move(move))
    return record


def add(hands: Hands, *records: Record, **facts) -> list[int]:
    """Add games to the library, a day apart, and return their ids."""
    with Library.open(hands.disk.path) as library:
        before = library.count()
        return library.add_many(
            [
                NewGame.of(record, created=FIRST_DAY + DAY * (before + number), **facts)
                for number, record in enumerate(records)
            ]
        )


def notice(hands: Hands) -> str:
    """Return the last notice of the status line."""
    return hands.window.status.sentence_of(Rank.NOTICE)


class Shelf:
    """The library in a window, and hands on it."""

    def __init__(self, hands: Hands, qtbot) -> None:
        self.hands = hands
        self.qtbot = qtbot
        host = hands.window.panel_host
        games, preview = host.panel("games"), host.panel("preview")
        assert isinstance(games, GamesPanel) and isinstance(preview, PreviewPanel)
        self.panel, self.preview = games, preview
        self.table = games.table

    def go(self) -> None:
        """Go to the library and wait for the list."""
        with self.qtbot.waitSignal(self.hands.window.library.listed):
            self.hands.window.rooms.open_page("library")

    def rows(self) -> list[tuple[str, ...]]:
        """Return the texts of the rows, as they are shown."""
        games = self.panel.games
        return [
            tuple(str(games.index(row, column).data()) for column in range(games.columnCount()))
            for row in range(games.rowCount())
        ]

    def names(self) -> list[str]:
        """Return who played, row by row."""
        return [row[2] for row in self.rows()]

    def click(self, row: int, column: int = 0, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
        """Click a cell."""
        place = self.table.visualRect(self.panel.games.index(row, column)).center()
        QTest.mouseClick(self.table.viewport(), LEFT, modifiers, place)

    def type(self, text: str) -> None:
        """Type into the search field, and wait for the list of the last letter."""
        self.hands.press(Qt.Key.Key_F, CONTROL)
        assert self.panel.search.hasFocus()
        self.panel.search.selectAll()
        for letter in text[:-1]:
            QTest.keyClick(self.panel.search, letter)
        with self.qtbot.waitSignal(self.hands.window.library.listed):
            QTest.keyClick(self.panel.search, text[-1])

    def listed(self, deed) -> None:
        """Do *deed* and wait for the list after it."""
        with self.qtbot.waitSignal(self.hands.window.library.listed):
            deed()

    def menu(self) -> dict[str, object]:
        """Open the context menu of the current game by its key; return its actions by text."""
        place = self.table.visualRect(self.table.currentIndex()).center()
        QTest.mouseClick(self.table.viewport(), Qt.MouseButton.RightButton, pos=place)
        self.panel._show_menu(self.table.viewport().mapToGlobal(place))
        menu = next(one for one in self.panel.findChildren(QMenu) if one.isVisible())
        return {action.text(): action for action in menu.actions() if action.text()}


@pytest.fixture
def shelf(open_window, qtbot) -> Iterator[Shelf]:
    hands = open_window("tictactoe")
    hands.window.resize(1180, 780)
    yield Shelf(hands, qtbot)


# -- the list --------------------------------------------------------------------------------------


def test_an_empty_library_says_how_games_come_into_it(shelf):
    shelf.go()

    assert shelf.panel.empty.isVisible()
    assert "No games yet" in shelf.panel.empty.text()
    assert shelf.panel.totals.whole == "0 games"
    assert not shelf.hands.window.stack.isVisible()


def test_a_new_game_leaves_the_library_to_be_played(shelf, qtbot):
    shelf.go()
    rooms = shelf.hands.window.rooms
    assert rooms.page.key == "library"

    shelf.hands.document.new_game(find_game("kalah"))

    qtbot.waitUntil(lambda: rooms.current.key == "play")


def test_switching_the_view_shows_the_board_again(shelf):
    shelf.go()
    window = shelf.hands.window
    was_text = window.text_shown

    QTest.keyClick(window, Qt.Key.Key_F2)

    assert window.rooms.page.has_board
    assert window.text_shown is not was_text
    assert window.stack.isVisible()


def test_all_games_are_listed_the_newest_first_with_how_they_ended(shelf):
    computer = Player(Level(depth=2)).to_json()
    add(shelf.hands, record_of(X_WINS), record_of(DRAWN, ("Cleo", "Dora")))
    add(shelf.hands, record_of(O_WINS, ("Human", "Engine")), levels=(None, computer))
    add(shelf.hands, record_of(UNFINISHED, ("", "")))

    shelf.go()

    rows = shelf.rows()
    assert [row[2] for row in rows] == [
        "Human – Human",
        "You – Engine",
        "Cleo – Dora",
        "Anna – Bert",
    ]
    assert [row[3] for row in rows] == ["not finished", "Lost", "Draw", "X won"]
    assert [row[4] for row in rows] == ["2", "6", "9", "5"]
    assert {row[1] for row in rows} == {"Tic-tac-toe"}
    assert shelf.panel.totals.whole == "4 games · first side won 1 · second side won 1 · 1 drawn"
    assert shelf.table.hasFocus()


def test_a_click_on_a_heading_sorts_and_another_one_turns_the_order(shelf):
    add(shelf.hands, record_of(DRAWN), record_of(UNFINISHED), record_of(O_WINS))
    shelf.go()
    header = shelf.table.horizontalHeader()

    def click(column: int) -> None:
        place = QPoint(header.sectionViewportPosition(column) + 8, header.height() // 2)
        shelf.listed(lambda: QTest.mouseClick(header.viewport(), LEFT, pos=place))

    click(PLIES)
    assert [row[PLIES] for row in shelf.rows()] == ["2", "6", "9"]
    click(PLIES)
    assert [row[PLIES] for row in shelf.rows()] == ["9", "6", "2"]
    click(DATE)
    assert [row[PLIES] for row in shelf.rows()] == ["6", "2", "9"]


# -- finding ---------------------------------------------------------------------------------------


def test_what_is_typed_is_searched_for_as_one_types(shelf):
    add(shelf.hands, record_of(X_WINS), record_of(DRAWN, ("Cleo", "Dora")))
    shelf.go()

    shelf.type("cle")

    assert shelf.names() == ["Cleo – Dora"]
    shelf.type("zzz")
    assert shelf.names() == []
    assert "No game matches" in shelf.panel.empty.text()
    assert shelf.preview.header is None


def test_filters_for_game_result_date_comment_and_tag_work_together(shelf):
    said = record_of(X_WINS, ("Emil", "Fritz"))
    said.annotate(said.nodes[2], Notes("A brilliant sacrifice"))
    add(shelf.hands, record_of(X_WINS), record_of(DRAWN, ("Cleo", "Dora")))
    add(shelf.hands, said, tags=("best",))
    add(shelf.hands, record_of("1", ("Gina", "Hugo"), "kalah"))
    shelf.go()
    filters = shelf.panel.filters
    assert filters.isVisible()

    shelf.listed(lambda: filters.games["kalah"].click())
    assert shelf.names() == ["Emil – Fritz", "Cleo – Dora", "Anna – Bert"]
    shelf.listed(lambda: filters.result.setCurrentIndex(1))
    assert shelf.names() == ["Emil – Fritz", "Anna – Bert"]
    shelf.listed(lambda: QTest.keyClicks(filters.comment, "b"))
    assert shelf.names() == ["Emil – Fritz"]
    shelf.listed(filters.clear_button.click)
    assert len(shelf.names()) == 4
    shelf.qtbot.waitUntil(lambda: filters.tag.findData("best") > 0)
    shelf.listed(lambda: filters.tag.setCurrentIndex(filters.tag.findData("best")))
    assert shelf.names() == ["Emil – Fritz"]
    shelf.listed(filters.clear_button.click)
    shelf.listed(lambda: filters.since.setText("2023-11-15"))
    assert "Anna – Bert" not in shelf.names() and len(shelf.names()) == 3


def test_filters_tell_how_many_games_there_are(shelf):
    add(shelf.hands, record_of(X_WINS), record_of(DRAWN), tags=("best",))
    add(shelf.hands, record_of("1", ("Gina", "Hugo"), "kalah"))
    shelf.go()
    filters = shelf.panel.filters

    def shown() -> list[str]:
        boxes = [box.text() for box in filters.games.values()]
        return sorted(boxes) + [
            one.itemText(row) for one in (filters.result, filters.tag) for row in range(one.count())
        ]

    shelf.qtbot.waitUntil(lambda: "Kalah (1)" in shown())
    assert shown() == [
        "Kalah (1)",
        "Lines of Action",
        "Tic-tac-toe (2)",
        "All results",
        "First side won (1)",
        "Second side won",
        "Draw (1)",
        "Not finished (1)",
        "All tags",
        "best (2)",
    ]
    shelf.listed(lambda: filters.tag.setCurrentIndex(1))
    assert filters.tag.currentText() == "best (2)"
    shelf.listed(lambda: shelf.panel._ask("trash-game", "1"))
    shelf.qtbot.waitUntil(lambda: "Tic-tac-toe (1)" in shown())
    assert filters.tag.currentText() == "best (1)"


def test_a_change_of_many_games_is_told_and_can_be_stopped(shelf, monkeypatch):
    monkeypatch.setattr(bulk, "HOLD_SECONDS", 0.0)
    ids = add(shelf.hands, *[record_of(X_WINS)] * 40)
    shelf.go()
    panel = shelf.panel
    seen: list[tuple[bool, str]] = []

    def stop(changing: Changing | None) -> None:
        if changing is not None and not seen:
            seen.append((panel.progress.isVisible(), panel.progress.text()))
            panel.stop_button.click()

    shelf.hands.window.library.changing.connect(stop, Qt.ConnectionType.QueuedConnection)
    shelf.table.selectAll()
    shelf.listed(lambda: QTest.keyClick(shelf.table, Qt.Key.Key_Delete))

    assert seen == [(True, "Changing: 1 of 40 games")]
    assert not panel.progress.isVisible() and not panel.stop_button.isVisible()
    with Library.open(shelf.hands.disk.path) as library:
        gone = library.count(Query(trashed=True))
    assert 1 <= gone < len(ids)
    assert panel.games.rowCount() == len(ids) - gone
    shelf.listed(shelf.hands.window.library.restore)
    assert panel.games.rowCount() == len(ids)


def test_an_undo_that_is_stopped_can_be_gone_on_with(shelf, monkeypatch):
    monkeypatch.setattr(bulk, "HOLD_SECONDS", 0.0)
    ids = add(shelf.hands, *[record_of(X_WINS)] * 40)
    shelf.go()
    library, games = shelf.hands.window.library, shelf.panel.games
    shelf.table.selectAll()
    shelf.listed(lambda: QTest.keyClick(shelf.table, Qt.Key.Key_Delete))

    library.changing.connect(library.stop_changing, Qt.ConnectionType.DirectConnection)
    shelf.listed(library.restore)
    assert 1 <= games.rowCount() < len(ids)
    library.changing.disconnect(library.stop_changing)
    shelf.listed(library.restore)

    assert games.rowCount() == len(ids)


def test_a_player_who_is_looked_for_is_told_wins_and_losses(shelf):
    add(shelf.hands, record_of(X_WINS), record_of(O_WINS), record_of(DRAWN, ("Cleo", "Anna")))
    add(shelf.hands, record_of(O_WINS, ("Cleo", "Anna")), record_of(X_WINS, ("Cleo", "Dora")))
    shelf.go()

    shelf.listed(lambda: QTest.keyClicks(shelf.panel.filters.player, "a"))

    assert shelf.panel.totals.text() == "4 games · 2 won · 1 lost · 1 drawn"
    shelf.listed(shelf.panel.filters.clear_button.click)
    assert "first side won" in shelf.panel.totals.text()


@pytest.fixture
def german():
    """Dates are shown as in German."""
    before = QLocale()
    QLocale.setDefault(QLocale("de_DE"))
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize("text", ["yesterday", "31.02.26", "18.09", "09/08/26😀"])
def test_a_date_that_is_none_is_explained_and_nothing_is_listed(shelf, german, text):
    add(shelf.hands, record_of(X_WINS))
    shelf.go()
    filters = shelf.panel.filters

    filters.since.setText(text)

    sentence = (
        f"“{text}” is not a day, a month or a year, such as 2026-05-12, 12.05.26, 2026-05 or 2026."
    )
    assert filters.date_note.isVisible() and filters.date_note.text() == sentence
    assert filters.since.accessibleDescription() == sentence
    assert shelf.panel.games.rowCount() == 0
    assert shelf.panel.empty.isVisible() and shelf.panel.empty.text() == sentence
    assert not filters.is_clear
    shelf.listed(filters.since.clear)
    assert len(shelf.names()) == 1
    assert not filters.date_note.isVisible() and not shelf.panel.empty.isVisible()


def test_dates_are_read_as_the_table_shows_them(shelf, german):
    for day in ("2026-09-18", "2026-09-19", "1998-05-04"):
        record = record_of(X_WINS)
        record.details = {"date": day}
        add(shelf.hands, record)
    shelf.go()
    filters, games = shelf.panel.filters, shelf.panel.games
    shown = [games.index(row, 0).data() for row in range(3)]
    assert shown == ["19.09.26", "18.09.26", "04.05.98"]

    shelf.listed(lambda: filters.since.setText(shown[1]))
    assert games.rowCount() == 2
    shelf.listed(lambda: filters.until.setText(shown[1]))
    assert games.rowCount() == 1


def test_what_was_asked_for_before_is_not_listed_where_a_filter_is_refused(shelf):
    add(shelf.hands, record_of(X_WINS))
    shelf.go()
    panel = shelf.panel

    panel.search.setText("a")
    panel.filters.player.setText("\u200d")
    shelf.listed(shelf.hands.window.library.refresh)

    assert panel.games.rowCount() == 0
    assert "no letters or signs" in panel.empty.text()
    assert panel.totals.text() == ""


@pytest.mark.parametrize("words", ["strasse", "小明", "😀", "ilgaz"])
def test_names_of_all_scripts_are_found(shelf, words):
    names = ("Fritz Straße", "王小明", "Anna 😀", "\u0131lgaz")
    for name in names:
        add(shelf.hands, record_of(X_WINS, (name, "Bert")))
    shelf.go()

    shelf.listed(lambda: shelf.panel.search.setText(words))
    assert shelf.panel.games.rowCount() == 1
    shelf.listed(shelf.panel.search.clear)
    shelf.listed(lambda: shelf.panel.filters.player.setText(words))
    assert shelf.panel.games.rowCount() == 1


def test_the_position_on_the_board_is_looked_for(shelf):
    add(shelf.hands, record_of(X_WINS), record_of("5 1 9", ("Cleo", "Dora")))
    shelf.hands.click_move(5)
    shelf.go()
    filters = shelf.panel.filters
    assert filters.where.whole == "Tic-tac-toe, after 5"

    shelf.listed(filters.position.click)
    shelf.listed(lambda: filters.player.setText("cleo"))

    assert shelf.names() == ["Cleo – Dora"]
    shelf.listed(lambda: filters.player.setText("anna"))
    assert shelf.names() == []


# -- opening ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_key", [True, False])
def test_enter_or_a_double_click_opens_the_game_on_the_board(shelf, qtbot, by_key):
    add(shelf.hands, record_of(X_WINS), record_of(DRAWN))
    shelf.go()
    shelf.click(1)

    with qtbot.waitSignal(shelf.hands.keeper.opened):
        if by_key:
            shelf.hands.press(Qt.Key.Key_Return)
        else:
            place = shelf.table.visualRect(shelf.panel.games.index(1, 0)).center()
            QTest.mouseDClick(shelf.table.viewport(), LEFT, pos=place)

    assert [node.text for node in shelf.hands.document.record.nodes[1:]] == X_WINS.split()
    assert shelf.hands.window.rooms.page.has_board
    assert shelf.hands.window.stack.isVisible()


def test_the_moves_of_a_game_are_guessed_from_its_start_by_the_menu(shelf, qtbot):
    add(shelf.hands, record_of(X_WINS), record_of(O_WINS))
    shelf.go()

    shelf.menu()["Guess its moves"].trigger()
    qtbot.waitUntil(lambda: shelf.hands.place.get(Guessing) is not None)

    place = shelf.hands.place
    assert place.node is place.root and place.secret
    assert place[Guessing].sides == (1,)  # O has won
    assert shelf.hands.window.rooms.page.has_board
    assert shelf.hands.window.panel_host.panel("training").is_seen
    assert "Guess O's moves." in shelf.hands.window.status.sentence.text()


def test_the_library_command_shows_it(shelf):
    add(shelf.hands, record_of(X_WINS))
    shelf.hands.window.show_view(text=True)

    shelf.listed(lambda: shelf.hands.type_line("library"))

    assert shelf.hands.window.rooms.page.key == "library"


# -- the trash -------------------------------------------------------------------------------------


def test_delete_puts_the_selected_games_into_the_trash_and_undo_brings_them_back(shelf, qtbot):
    add(shelf.hands, *(record_of(X_WINS, (name, "Z")) for name in ("A", "B", "C")))
    shelf.go()
    shelf.click(0)
    shelf.click(1, modifiers=Qt.KeyboardModifier.ShiftModifier)

    shelf.listed(lambda: shelf.hands.press(Qt.Key.Key_Delete))

    assert shelf.names() == ["A – Z"]
    assert shelf.panel.trash_button.text() == "Trash (2)"
    status = shelf.hands.window.status
    assert status.offered is not None
    shelf.listed(lambda: QTest.mouseClick(status.offer, LEFT))
    assert shelf.names() == ["C – Z", "B – Z", "A – Z"]


def test_the_trash_is_looked_at_restored_from_and_emptied_after_a_question(shelf, qtbot):
    add(shelf.hands, record_of(X_WINS), record_of(DRAWN, ("Cleo", "Dora")))
    shelf.go()
    shelf.table.selectAll()
    shelf.listed(lambda: shelf.hands.press(Qt.Key.Key_Delete))
    assert shelf.names() == []

    shelf.listed(shelf.panel.trash_button.click)
    assert len(shelf.names()) == 2
    shelf.click(0)
    shelf.listed(shelf.menu()["Restore to the library"].trigger)
    assert len(shelf.names()) == 1
    shelf.panel.empty_button.click()
    box = next(one for one in shelf.panel.findChildren(QMessageBox))
    shelf.listed(lambda: next(b for b in box.buttons() if "Delete permanently" in b.text()).click())

    assert shelf.names() == []
    assert shelf.panel.empty.text() == "The trash is empty."
    shelf.listed(shelf.panel.trash_button.click)
    assert shelf.names() == ["Cleo – Dora"]


def ask_tags(shelf, qtbot) -> TagsDialog:
    """Ask for the tags of the selected games by the menu, and return the dialog."""
    shelf.menu()["Tags…"].trigger()
    qtbot.waitUntil(lambda: bool(shelf.panel.findChildren(TagsDialog)))
    return shelf.panel.findChildren(TagsDialog)[-1]


def toggle(dialog: TagsDialog, tag: str) -> None:
    """Press Space at a *tag*, until it is another state than that of some games only."""
    dialog.list.setCurrentItem(dialog.list.findItems(tag, Qt.MatchFlag.MatchExactly)[0])
    QTest.keyClick(dialog.list, Qt.Key.Key_Space)


def test_tags_are_asked_for_and_kept(shelf, qtbot):
    add(shelf.hands, record_of(X_WINS))
    shelf.go()
    shelf.click(0)

    dialog = ask_tags(shelf, qtbot)
    QTest.keyClicks(dialog.new, "good, old,good")
    shelf.listed(dialog.accept)

    assert shelf.rows()[0][TAGS] == "good, old"


def test_tags_of_several_games_change_only_where_one_has_changed_them(shelf, qtbot):
    tags = {"A": ("common", "mine"), "B": ("common",), "C": ("common", "mine", "old")}
    with shelf.hands.keeper.open_library() as library:
        for name, given in tags.items():
            library.add(record_of(X_WINS, (name, "Z")), tags=given)
    shelf.go()
    shelf.table.selectAll()
    before = [row[TAGS] for row in shelf.rows()]

    dialog = ask_tags(shelf, qtbot)
    toggle(dialog, "common")
    QTest.keyClicks(dialog.new, "new")
    shelf.listed(dialog.accept)

    assert [row[TAGS] for row in shelf.rows()] == ["mine, new, old", "new", "mine, new"]
    status = shelf.hands.window.status
    assert notice(shelf.hands) == "Changed the tags of 3 games."
    shelf.listed(lambda: QTest.mouseClick(status.offer, LEFT))
    assert [row[TAGS] for row in shelf.rows()] == before


def test_an_old_offer_takes_back_its_own_edit_or_none(shelf, qtbot):
    library = shelf.hands.window.library
    with shelf.hands.keeper.open_library() as opened:
        game = opened.add(record_of(X_WINS, ("A", "Z")), tags=("old",))
    shelf.go()
    offers: list[Offer] = []
    library.edited.connect(lambda _, offer: offers.append(offer))
    shelf.listed(lambda: library.tag([game], ["one"]))
    shelf.listed(lambda: library.trash([game]))
    shelf.listed(lambda: library.restore([game]))
    shelf.listed(lambda: library.tag([game], ["two"]))
    tag, trash, _, _ = offers

    shelf.listed(tag.take)
    assert shelf.rows()[0][TAGS] == "old, one, two"
    assert "stays as it is" in notice(shelf.hands)
    shelf.listed(trash.take)
    assert shelf.names() == ["A – Z"]
    assert not tag.holds()
    tag.take()
    assert notice(shelf.hands) == "That change is already undone."
    shelf.listed(library.undo)
    assert shelf.rows()[0][TAGS] == "old, one"


def test_restoring_brings_back_what_was_put_into_the_trash_last_and_nothing_else(shelf):
    first, second, third = add(shelf.hands, *[record_of(X_WINS)] * 3)
    shelf.go()
    library = shelf.hands.window.library
    shelf.listed(lambda: library.trash([first]))
    shelf.listed(lambda: library.trash([second]))
    shelf.listed(lambda: library.tag([third], ["kept"]))

    shelf.listed(library.restore)

    with Library.open(shelf.hands.disk.path) as opened:
        assert [header.id for header in opened.search(Query(trashed=True))] == [first]
        assert opened.headers([third])[0].tags == ("kept",)


def test_a_page_of_the_list_of_before_does_not_come_into_the_new_one(shelf, qtbot):
    add(shelf.hands, record_of(X_WINS), record_of("1", ("Gina", "Hugo"), "kalah"))
    shelf.go()
    library = shelf.hands.window.library
    pages: list[list[str]] = []
    library.page_found.connect(lambda _, headers: pages.append([header.game for header in headers]))

    library.want(0)
    shelf.listed(lambda: library.show(Query(games=("kalah",))))
    assert pages == []

    with qtbot.waitSignal(library.page_found):
        library.want(0)
    assert pages == [["kalah"]]


def test_rules_that_are_looked_for_stay_so_when_other_games_come_or_go(shelf):
    shelf.go()
    filters = shelf.panel.filters
    shelf.listed(lambda: filters.rules.setCurrentIndex(filters.rules.findData("empty-capture")))

    shelf.listed(lambda: filters.games["tictactoe"].click())
    assert filters.query().presets == ("empty-capture",)
    shelf.listed(lambda: filters.games["kalah"].click())

    assert filters.query().presets == ()


def test_what_an_import_has_left_is_indexed_when_the_library_is_shown(shelf, qtbot):
    with shelf.hands.keeper.open_library() as library:
        library.add_read_games(
            [(NewGame.of(record_of(X_WINS)), Origin("/somewhere", 1, 1, "digest"))]
        )
        assert not library.is_indexed

    with qtbot.waitSignal(shelf.hands.window.library.imported):
        shelf.go()

    with shelf.hands.keeper.open_library() as library:
        assert library.is_indexed


def test_export_and_copy_take_the_game_that_is_looked_at(shelf, qtbot, tmp_path):
    for cell in (4, 0):
        shelf.hands.click_cell(cell)
    add(shelf.hands, record_of(X_WINS, ("Anna", "Bert")))
    shelf.go()
    row = shelf.names().index("Anna – Bert")
    shelf.click(row)
    qtbot.waitUntil(lambda: shelf.preview.shown_game() is not None)
    qtbot.waitUntil(lambda: shelf.preview.header.players == ("Anna", "Bert"))

    shelf.hands.window.actions_by_name["copy-game"].trigger()
    qtbot.waitUntil(lambda: "Copied" in notice(shelf.hands))

    assert "PB[Anna]PW[Bert]" in QGuiApplication.clipboard().text()


def test_keys_that_edit_the_game_on_the_board_do_nothing_while_the_library_hides_it(shelf):
    for cell in (4, 0):
        shelf.hands.click_cell(cell)
    nodes = shelf.hands.document.place.node_count
    shelf.go()

    shelf.hands.press(Qt.Key.Key_Delete, CONTROL)

    assert shelf.hands.document.place.node_count == nodes
    assert not shelf.hands.document.record.nodes[-1].removed
    assert "The board is hidden" in notice(shelf.hands)


# -- files -----------------------------------------------------------------------------------------


def test_games_are_copied_as_sgf_from_the_menu(shelf, qtbot):
    add(shelf.hands, record_of(X_WINS), record_of(O_WINS), record_of(DRAWN))
    shelf.go()
    clipboard = QApplication.clipboard()
    clipboard.clear()
    shelf.click(0)
    shelf.click(1, modifiers=CONTROL)

    shelf.menu()["Copy as SGF"].trigger()

    qtbot.waitUntil(lambda: clipboard.text() != "")
    games = read_games(clipboard.text().encode())
    moves = [" ".join(node.text for node in game.record.nodes[1:]) for game in games]
    assert moves == [DRAWN, O_WINS]


def test_files_that_are_dropped_are_imported(shelf, qtbot, tmp_path):
    shelf.go()
    path = tmp_path / "games.sgf"
    path.write_text("(;GM[9]FF[4]PB[Anna]PW[Bert];B[c8c6];W[h4f2])")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    none = Qt.KeyboardModifier.NoModifier
    copy = Qt.DropAction.CopyAction
    event = QDropEvent(QPointF(40, 40), copy, data, LEFT, none)
    event.ignore()
    shelf.panel.dragEnterEvent(event)
    assert shelf.panel.acceptDrops()
    assert event.isAccepted()

    shelf.listed(lambda: shelf.panel.dropEvent(event))

    assert shelf.names() == ["Anna – Bert"]


def test_what_was_not_read_is_listed_with_the_reason(shelf, qtbot, tmp_path):
    shelf.go()
    good, bad = tmp_path / "good.sgf", tmp_path / "bad.sgf"
    good.write_text("(;GM[9]FF[4]PB[Anna]PW[Bert];B[c8c6])")
    bad.write_text("nothing at all")

    shelf.listed(lambda: shelf.panel.asked.emit("import", [str(good), str(bad)]))
    dialog = next(iter(shelf.hands.window.findChildren(ImportReportDialog)))

    assert dialog.isVisible()
    assert dialog.summary.text() == "Imported 1 game.\n1 file or game could not be read."
    assert "bad.sgf" in dialog.list.toPlainText()
    assert shelf.names() == ["Anna – Bert"]
    assert not shelf.panel.progress.isVisible() and not shelf.panel.stop_button.isVisible()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_what_was_not_read_is_listed_where_the_library_was_never_shown(
    open_window, qtbot, tmp_path
):
    hands = open_window("loa")
    bad = tmp_path / "bad.sgf"
    bad.write_text("nothing at all")

    hands.keeper.import_later([bad])
    qtbot.waitUntil(lambda: hands.window.findChildren(ImportReportDialog) != [])
    dialog = hands.window.findChildren(ImportReportDialog)[0]

    assert dialog.isVisible()
    assert "bad.sgf" in dialog.list.toPlainText()
    assert "games" not in hands.window.panel_host.panels
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_an_import_that_runs_already_is_seen_when_the_library_is_shown(
    open_window, qtbot, monkeypatch
):
    hands = open_window("loa")
    running = ImportProgress(1, 3, 2)
    monkeypatch.setattr(type(hands.keeper), "import_progress", running)

    hands.window.rooms.open_page("library")
    panel = hands.window.panel_host.panel("games")
    assert isinstance(panel, GamesPanel)

    assert panel.progress.text() == "Importing: 1 of 3 files, 2 games"
    assert panel.stop_button.isVisible()


def test_games_are_dragged_out_as_files_that_are_written_when_somebody_takes_them(shelf):
    add(shelf.hands, record_of(X_WINS), record_of(DRAWN))
    shelf.go()
    shelf.table.selectAll()

    data = shelf.panel.dragged_files()

    assert data is not None and data.hasUrls()
    paths = [Path(url.toLocalFile()) for url in data.urls()]
    assert [path.suffix for path in paths] == [".sgf", ".sgf"]
    assert all(path.read_bytes().startswith(b"(;") for path in paths)
    assert data.urls() == data.urls()


# -- many games ------------------------------------------------------------------------------------


def test_rows_far_down_are_read_when_they_are_shown(shelf, qtbot):
    add(shelf.hands, *(record_of(UNFINISHED, (f"P{n}", "Z")) for n in range(3 * PAGE)))
    shelf.go()
    games = shelf.panel.games
    assert games.rowCount() == 3 * PAGE

    shelf.hands.press(Qt.Key.Key_End)

    last = games.index(3 * PAGE - 1, 2)
    qtbot.waitUntil(lambda: last.data() == "P0 – Z")
    assert shelf.table.visualRect(last).isValid()
    qtbot.waitUntil(lambda: shelf.preview.players.whole == "P0 – Z")


def test_games_that_were_never_shown_are_deleted_with_the_others(shelf, monkeypatch):
    add(shelf.hands, *(record_of(UNFINISHED, (f"P{n}", "Z")) for n in range(3 * PAGE)))
    shelf.go()
    read_headers = library_module.read_headers
    read: list[int] = []
    for module in (queries, library_module):
        monkeypatch.setattr(
            module,
            "read_headers",
            lambda database, ids: read.append(len(ids)) or read_headers(database, ids),
        )

    shelf.hands.press(Qt.Key.Key_A, CONTROL)
    shelf.listed(lambda: shelf.hands.press(Qt.Key.Key_Delete))

    assert shelf.panel.games.rowCount() == 0
    assert shelf.panel.trash_button.text() == f"Trash ({3 * PAGE})"
    assert max(read, default=0) <= PAGE  # their ids are enough


def test_a_library_that_cannot_be_read_says_so(shelf, qtbot):
    shelf.hands.disk.trouble = OSError("no disk")

    with qtbot.waitSignal(shelf.hands.window.library.failed):
        shelf.hands.window.rooms.open_page("library")

    assert "no disk" in shelf.panel.empty.text()


def test_the_accuracy_is_shown_where_it_is_known(shelf):
    add(shelf.hands, record_of(X_WINS))
    with shelf.hands.disk.open() as library:
        (header,) = library.search()
        library.keep_accuracy(header.id, header.plies, (100.0, 66.7))

    shelf.go()

    assert shelf.rows()[0][ACCURACY] == "100 / 67 %"


def test_a_click_on_the_heading_of_the_accuracy_puts_the_best_games_first(shelf):
    shelf.hands.window.resize(1600, 900)
    first, _, third = add(shelf.hands, *[record_of(X_WINS)] * 3)
    with shelf.hands.disk.open() as library:
        library.keep_accuracy(first, 5, (40.0, 60.0))
        library.keep_accuracy(third, 5, (90.0, 80.0))
    shelf.go()
    header = shelf.table.horizontalHeader()

    def click() -> list[str]:
        place = QPoint(header.sectionViewportPosition(ACCURACY) + 8, header.height() // 2)
        shelf.listed(lambda: QTest.mouseClick(header.viewport(), LEFT, pos=place))
        return [row[ACCURACY] for row in shelf.rows()]

    assert click() == ["90 / 80 %", "40 / 60 %", ""]
    assert click() == ["40 / 60 %", "90 / 80 %", ""]
