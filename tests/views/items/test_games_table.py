"""The rows of the table of games: what is drawn, and that it is laid out once."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage, QStaticText

from kalahloa.controllers.features.library.library_view import Listing
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.game_rows import GameHeader, NewGame
from kalahloa.models.library.library import Library
from kalahloa.models.library.search import Totals
from kalahloa.models.record.record import Record
from kalahloa.views.boards.kalah_board import KalahBoardView
from kalahloa.views.items import game_rows
from kalahloa.views.items.games import PLAYERS, PLIES, TAGS, GamesModel
from kalahloa.views.items.games_table import GamesTable
from kalahloa.views.look.contrast import MARK, contrast
from kalahloa.views.look.theme import DARK, LIGHT, THEMES

ROWS = 12


@pytest.fixture
def headers(tmp_path) -> list[GameHeader]:
    """Games of Lines of Action, each of other players."""
    loa = find_game("loa")
    with Library.open(tmp_path / "library.sqlite") as library:
        library.add_many(
            NewGame.of(Record(loa, players=(f"First {number}", f"Second {number}")), created=1e9)
            for number in range(ROWS)
        )
        return library.search()


@pytest.fixture
def table(headers, qtbot, monkeypatch) -> GamesTable:
    monkeypatch.setattr(game_rows, "BUDGET_SECONDS", 60.0)
    made = GamesTable(GamesModel(), LIGHT)
    qtbot.addWidget(made)
    made.resize(900, 500)
    show(made, headers)
    with qtbot.waitExposed(made):
        made.show()
    qtbot.mouseMove(made.viewport(), QPoint(890, 450))  # wherever another test has left it: no row
    return made


def show(table: GamesTable, headers: list[GameHeader]) -> None:
    table.games.show_listing(Listing(totals=Totals(len(headers), 0, 0, 0), headers=tuple(headers)))


def cell(table: GamesTable, row: int, column: int) -> QImage:
    return table.viewport().grab(table.visualRect(table.games.index(row, column))).toImage()


def colours(image: QImage, area: QRect | None = None) -> set[str]:
    area = area or image.rect()
    return {
        QColor(image.pixel(x, y)).name()
        for x in range(area.left(), area.right() + 1)
        for y in range(area.top(), area.bottom() + 1)
    }


def test_a_row_is_drawn_with_its_own_words(table, headers):
    first, second = cell(table, 0, PLAYERS), cell(table, 1, PLAYERS)

    show(table, [headers[1], headers[0]])

    assert first != second
    assert cell(table, 0, PLAYERS) == second
    assert cell(table, 1, PLAYERS) == first


def test_rows_that_are_chosen_or_under_the_mouse_are_marked_in_all_columns(table, qtbot):
    def grounds(row: int) -> set[str]:
        """The colours of the left edges of the row's cells."""
        edge = QRect(0, 0, 3, 20)
        return set().union(*(colours(cell(table, row, column), edge) for column in range(TAGS)))

    plain = grounds(1)
    index = table.games.index(1, PLIES)
    qtbot.mouseMove(table.viewport(), table.visualRect(index).center())
    qtbot.waitUntil(lambda: grounds(1) == {LIGHT.window.name()})
    assert grounds(0) == grounds(2) == plain
    table.selectRow(2)
    qtbot.mouseMove(table.viewport(), table.visualRect(table.games.index(0, PLIES)).center())
    qtbot.waitUntil(lambda: grounds(0) == {LIGHT.window.name()})

    assert grounds(1) == plain
    assert grounds(2) == {LIGHT.accent.name()}


@pytest.mark.parametrize("theme", [*THEMES.values()], ids=map(str, THEMES))
def test_the_sides_of_a_chosen_game_stand_out_from_its_row(tmp_path, table, theme):
    with Library.open(tmp_path / "kalah.sqlite") as library:
        library.add_many([NewGame.of(Record(find_game("kalah"), players=("", "")), created=1e9)])
        show(table, library.search())
    table.set_theme(theme)

    table.selectRow(0)

    seen = cell(table, 0, PLAYERS)
    (south, _), (north, _) = KalahBoardView.side_colours(theme)
    assert min(contrast(side, theme.panel) for side in (south, north)) >= MARK
    row = [seen.pixelColor(x, seen.height() // 2).name() for x in range(seen.width())]
    disc = row.index(theme.panel.name())  # South's, on its pad, is the first thing in the cell
    assert south.name() in row[disc : disc + 4]
    other = row.index(north.name())
    assert theme.panel.name() in row[other - 4 : other]


def test_what_was_drawn_once_is_not_laid_out_again(table, monkeypatch):
    table.grab()
    made: list[str] = []

    def lay_out(text: str) -> QStaticText:
        made.append(text)
        return QStaticText(text)

    monkeypatch.setattr(game_rows, "QStaticText", lay_out)
    table.selectRow(3)
    table.grab()

    assert made == []


def test_texts_are_laid_out_anew_for_another_font_and_another_width(table):
    before = cell(table, 0, PLAYERS)
    font = table.font()
    font.setPointSize(font.pointSize() + 6)

    table.setFont(font)
    larger = cell(table, 0, PLAYERS)
    table.setColumnHidden(PLIES, True)
    table.resize(300, 500)

    assert larger.size() != before.size()
    assert cell(table, 0, PLAYERS) != larger


def test_names_that_have_no_room_are_cut_off_within_their_cell(table, headers):
    long = replace(headers[0], players=("M" * 60, "W" * 60))
    show(table, [long])
    image = cell(table, 0, PLAYERS)
    edge = QRect(image.width() - 6, 0, 6, image.height())

    assert len(colours(image)) > 3
    assert len(colours(image, edge)) == 1


def test_a_name_with_a_line_break_stays_in_its_row(table, headers):
    broken = replace(headers[0], details={"date": "one\ntwo\nthree"}, date="one\ntwo\nthree")
    show(table, [broken, *headers[1:]])
    rows = [cell(table, row, 0) for row in (0, 1)]

    assert rows[0].size() == rows[1].size()
    assert rows[0] != rows[1]


def test_another_theme_and_direction_are_followed(table):
    light = cell(table, 0, PLAYERS)

    table.set_theme(DARK)
    dark = cell(table, 0, PLAYERS)
    table.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    mirrored = cell(table, 0, PLAYERS)
    left = QRect(0, 0, 40, mirrored.height())

    assert light != dark
    assert len(colours(dark, left)) > 2
    assert len(colours(mirrored, left)) == 1


def test_rows_for_which_there_is_no_time_are_drawn_soon(table, headers, qtbot, monkeypatch):
    rows = [cell(table, row, PLAYERS) for row in range(ROWS)]
    monkeypatch.setattr(game_rows, "BUDGET_SECONDS", 1e-9)
    show(table, headers)
    known: list[int] = []

    def look() -> bool:
        known.append(sum(table.games.has_words(row) for row in range(ROWS)))
        return known[-1] == ROWS

    table.viewport().repaint()
    assert table.games.has_words(0)
    assert not table.games.has_words(ROWS - 1)
    qtbot.waitUntil(look)

    assert len(set(known)) > 2
    assert [cell(table, row, PLAYERS) for row in range(ROWS)] == rows


def test_what_was_drawn_is_drawn_again_however_little_time_there_is(table, monkeypatch):
    before = cell(table, ROWS - 1, PLAYERS)
    table.grab()
    monkeypatch.setattr(game_rows, "BUDGET_SECONDS", 0.0)

    assert cell(table, ROWS - 1, PLAYERS) == before


class AskedGames(GamesModel):
    """Counts how often it is asked how many rows there are."""

    asked = 0

    def rowCount(self, parent=QModelIndex()) -> int:
        self.asked += 1
        return super().rowCount(parent)


def test_the_headings_do_not_look_at_every_row_when_all_are_selected(headers, qtbot):
    games = AskedGames()
    table = GamesTable(games, LIGHT)
    qtbot.addWidget(table)
    table.resize(900, 500)
    many = Totals(100_000, 0, 0, 0)
    games.show_listing(Listing(totals=many, headers=tuple(headers)))
    table.show()

    table.selectAll()
    table.grab()

    assert table.chosen_rows == [(0, 100_000)]
    assert games.asked < 10_000
