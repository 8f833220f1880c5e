"""In the pseudo-language, no word of the window is plain English."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QDialog,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QWidget,
)

from kalahloa.app import make_window
from kalahloa.compiled import compiled_note
from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.names import names_of
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.models.game.registry import own_games
from kalahloa.models.library.search import GameCounts
from kalahloa.views.captions import captions, given_names
from kalahloa.views.look.language import PseudoLanguage
from kalahloa.views.window.main_window import MainWindow
from kalahloa.views.window.rooms import PAGES
from kalahloa.views.window.window_place import USUAL_SIZE

COMPUTER = Player(Level.of_engine(5))
FILLERS = {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
NO_LANGUAGE = {"Kalahloa", "Ctrl", "Alt", "Shift", "Space", "Home", "End", "Left", "Right", "Down"}
NO_LANGUAGE |= {"compiled", "debug", "swap", "pass", "Del", "Up"}
NOT_YET: set[str] = set()
"""Texts that are still to be translated."""


@pytest.fixture
def window(qapp, qtbot) -> Iterator[MainWindow]:
    translator = PseudoLanguage(qapp)
    QCoreApplication.installTranslator(translator)
    window = make_window("kalah")
    window.resize(USUAL_SIZE)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    yield window
    window.close()
    QCoreApplication.removeTranslator(translator)


def _texts(widget: QWidget) -> Iterator[str]:
    """Yield everything that *widget* and all in it show, or tell a screen reader."""
    for one in [widget, *widget.findChildren(QWidget)]:
        if one.objectName().startswith("qt_"):
            continue  # parts of Qt's own widgets
        yield from (one.toolTip(), one.statusTip(), one.accessibleName(), one.windowTitle())
        yield one.accessibleDescription()
        if isinstance(one, QLabel | QAbstractButton):
            yield one.text()
        elif isinstance(one, QMenu | QGroupBox):
            yield one.title()
        elif isinstance(one, QLineEdit):
            yield one.placeholderText()
        elif isinstance(one, QComboBox):
            yield from (one.itemText(index) for index in range(one.count()))
        elif isinstance(one, QPlainTextEdit) and one.objectName() == "messages":
            lines = one.toPlainText().splitlines()
            yield from (line for line in lines if not line.startswith("> "))  # what was typed
    for action in widget.findChildren(QAction):
        yield from (action.text(), action.toolTip(), action.statusTip())


def _keys() -> set[str]:
    """Return the names of presets, options and their values, which are what one types."""
    books = [game.rulebook for game in own_games()]
    options = [option for book in books for option in book.options]
    names = [
        *(preset.name for book in books for preset in book.presets),
        *(option.name for option in options),
        *(value for option in options for value in getattr(option, "values", ())),
    ]
    words = {word for name in names for word in re.split("[-_]", name)}
    return words | {word.capitalize() for word in words}


def _plain_words(widget: QWidget, allowed: set[str]) -> list[str]:
    return sorted(
        {
            text
            for text in _texts(widget)
            if text not in NOT_YET
            and set(
                re.findall(r"(?<![\w/.])[A-Za-z]{3,}(?![\w])", text.replace(compiled_note(), ""))
            )
            - allowed
        }
    )


@pytest.mark.parametrize("game", own_games(), ids=lambda game: game.key)
def test_no_word_of_the_window_is_plain_english(window, game, qtbot):
    allowed = FILLERS | NO_LANGUAGE | _keys()
    document = window._app.document
    document.new_game(game, players=(HUMAN, HUMAN))
    for text in (False, True):
        window.show_view(text=text)
        for _ in range(3):
            window._app.turns.play(document.position.legal_moves()[0])
        for line in ("players", "record", "rules", "zz", "undo 9", "moves"):
            window.text.line.setText(line)
            window.text.line.returnPressed.emit()
        window.actions_by_name["rematch"].trigger()
        window.status.say(window.status.sentence.text())

    assert _plain_words(window, allowed) == []
    assert len(set(_texts(window))) > 100


def test_sentences_of_models_may_be_said_as_they_are(window, qtbot):
    sentence = window._app.document.game.hint
    window.show_view(text=True)

    with qtbot.waitSignal(window.status.said) as said:
        window.status.say(sentence)
    window.text.say(sentence)

    assert said.args[0].startswith("[Ŧýṕé ŧĥé ñúḿƀéŕ")
    assert window.status.sentence.text() == said.args[0]
    assert window.text.messages.toPlainText().endswith(said.args[0])


@pytest.mark.parametrize(
    "differences",
    [
        {},
        {"thinking": True},
        {"held": True},
        {"players": (HUMAN, HUMAN)},
        {"players": (HUMAN, COMPUTER)},
    ],
    ids=str,
)
def test_all_of_a_caption_is_translated(window, differences):
    place = replace(window._app.document.place, players=(COMPUTER, HUMAN))
    place = replace(place, **differences)
    place = replace(place, names=names_of(place.players, ""))

    said = [part for part in captions(place) if part]

    assert said
    assert all(part.startswith("[") for part in said), said


def test_of_the_names_beside_the_board_those_of_players_are_translated(window):
    place = window._app.document.place
    names = ("Anna", str(COMPUTER.title))

    for players in ((HUMAN, COMPUTER), (COMPUTER, HUMAN)):
        given = given_names(replace(place, players=players, names=names))
        assert given.startswith("Anna – [") and str(COMPUTER.title) not in given


@pytest.mark.parametrize("key", ["new", "preferences", "first-player"])
def test_no_word_of_a_dialog_is_plain_english(window, key):
    window.actions_by_name[key].trigger()
    dialog = window.findChild(QDialog)
    assert dialog is not None

    words = _plain_words(dialog, FILLERS | NO_LANGUAGE | _keys())
    dialog.reject()

    assert words == []


@pytest.mark.parametrize("game", own_games(), ids=lambda game: game.key)
def test_no_word_that_a_board_says_is_plain_english(window, game):
    window._app.document.new_game(game)
    window.show_view(text=False)
    board = window.graphical.board
    assert board is not None

    said = {board.cell_name(cell) for cell in board.cells()}
    said |= {board.cell_description(cell) for cell in board.cells()}

    assert {text for text in said if set(re.findall("[A-Za-z]{3,}", text)) - FILLERS} == set()


@pytest.mark.parametrize("game", own_games(), ids=lambda game: game.key)
def test_no_remark_or_refusal_of_a_board_is_plain_english(window, game):
    document = window._app.document
    document.new_game(game, players=(HUMAN, HUMAN))
    window.show_view(text=False)
    window.set_preferences(Preferences(speed=0.0))
    document.play(document.position.legal_moves()[0])
    board = window.graphical.board
    said: list[str] = []
    board.remark.connect(said.append)
    board.refused.connect(said.append)

    cells = list(board.cells())
    for chosen in cells:
        document.jump(1)
        board.choose(chosen)
        for cell in cells:
            board.hover(cell)
        board.choose(cells[-1])

    plain = {text for text in said if set(re.findall(r"\b[A-Za-z]{3,}\b", text)) - FILLERS}
    assert plain == set()
    assert len(set(said)) > 9


def test_the_filters_of_the_library_are_as_wide_as_their_words(window, qtbot):
    window.resize(1180, 780)
    window.rooms.open_page("library")
    panel = window.panel_host.panel("games")
    filters = panel.filters
    panel._library.counted.emit(GameCounts({"loa": 123_456}))
    QCoreApplication.sendPostedEvents()

    assert filters.isVisible()
    assert filters.viewport().width() >= filters.widget().minimumSizeHint().width()
    assert filters.viewport().width() == filters.widget().width()


@pytest.mark.parametrize("width", [1180, 1600])
def test_the_buttons_below_the_graph_are_not_cut_off(window, qtbot, width):
    window.resize(width, 780)
    window.rooms.open_page("study")
    window.rooms.focus("graph")
    panel = window.panel_host.panel("graph")
    document = window._app.document
    document.new_game(document.game, players=(HUMAN, HUMAN))
    document.play(document.position.legal_moves()[0])
    qtbot.wait(50)

    parts = panel.visibleRegion().boundingRect()
    for button in (panel.previous_button, panel.next_button, panel.review_button):
        assert button.isVisible()
        assert parts.contains(button.geometry())


def test_every_page_opens_from_right_to_left(qapp, qtbot):
    before = qapp.layoutDirection()
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        window = make_window("kalah")
        qtbot.addWidget(window)
        window.resize(USUAL_SIZE)
        window.show()
        qtbot.waitExposed(window)
        for page in PAGES:
            window.rooms.open_page(page)
            window.panel_host.finish()
            assert window.grab().width() > 0
        window.close()
    finally:
        qapp.setLayoutDirection(before)
