"""The help: its page of keys and commands is made from the table of commands."""

import pytest
from PySide6.QtCore import QUrl

from kalahloa.controllers.session.commands import COMMANDS
from kalahloa.models.game.registry import own_games
from kalahloa.resources import resource
from kalahloa.views.boards import board_overlays
from kalahloa.views.look.keys import key_sequences
from kalahloa.views.look.style import style_sheet
from kalahloa.views.look.theme import DARK, LIGHT
from kalahloa.views.window.help_window import HelpWindow

PAGES = sorted(page.stem for page in resource("help").glob("*.html"))
SHORTCUTS = (
    *(
        "Ctrl+N",
        "Ctrl+O",
        "Ctrl+S",
        "Ctrl+Z",
        "Ctrl+Shift+Z",
        "Ctrl+H",
        "Ctrl+L",
        "Ctrl+E",
        "Ctrl+,",
    ),
    *("Ctrl+Q", "Alt+Left", "Alt+Right", "Alt+Home", "Alt+End", "Space", "F1", "F2", "Escape"),
)


@pytest.fixture
def window(qtbot) -> HelpWindow:
    made = HelpWindow()
    qtbot.addWidget(made)
    return made


def test_the_page_of_keys_lists_every_key_and_every_typed_command(window):
    window.show_page("keys")

    text = window.browser.toPlainText()
    for command in COMMANDS:
        if command.title and key_sequences(command):
            assert key_sequences(command)[0].toString() in text
            assert command.label in text
        if command.typed:
            assert f"{command.typed} {command.arguments}".strip() in text
            assert command.tip in text


def test_the_page_of_keys_lists_the_overlays_of_each_game(window):
    window.show_page("keys")

    text = window.browser.toPlainText()
    for game in own_games():
        for overlay in board_overlays(game.key):
            assert f"overlay {overlay.key}" in text
            assert f"{game.title}, {overlay.title}: {overlay.tip}" in text


def test_the_keys_that_people_know_are_among_them(window):
    window.show_page("keys")

    text = window.browser.toPlainText()
    assert [key for key in SHORTCUTS if key not in text] == []


@pytest.mark.parametrize("name", PAGES)
def test_every_page_links_to_all_others_and_names_itself_in_the_same_row(window, name):
    window.show_page(name)

    document = window.browser.document()
    first = document.firstBlock()
    links, bold = [], []
    pieces = first.begin()
    while not pieces.atEnd():
        piece = pieces.fragment()
        if piece.charFormat().isAnchor():
            links.append(piece.charFormat().anchorHref())
        elif piece.charFormat().fontWeight() > 500:
            bold.append(piece.text())
        pieces += 1
    assert sorted(links) == sorted(f"{page}.html" for page in PAGES if page != name)
    assert len(bold) == 1 and first.text().count(" · ") == len(PAGES) - 1


def test_a_link_leads_to_the_same_tables(window):
    window.browser.setSource(window.browser.source().resolved(QUrl("keys.html#commands")))

    assert "Ctrl+K" in window.browser.toPlainText()


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_page_can_be_read_in_light_and_dark(window, theme, qapp):
    usual = qapp.palette()
    try:
        qapp.setPalette(theme.palette())
        window.setStyleSheet(style_sheet(theme))
        window.show_page("keys")
        window.show()

        picture = window.browser.grab().toImage()
        shades = [
            picture.pixelColor(x, y).lightness()
            for x in range(20, 400, 3)
            for y in range(100, 500, 7)
        ]
        assert max(shades) - min(shades) > 120
    finally:
        qapp.setPalette(usual)


def test_a_link_to_a_lesson_asks_for_it_and_the_page_stays(window):
    wanted: list[str] = []
    window.lesson_wanted.connect(wanted.append)
    window.show_page("learning")

    window.browser.anchorClicked.emit(QUrl("kalahloa:lesson/alpha-beta"))

    assert wanted == ["alpha-beta"]
    assert window.browser.source().fileName() == "learning.html"


def test_a_link_to_another_page_is_followed(window):
    window.show_page("learning")

    window.browser.anchorClicked.emit(window.browser.source().resolved(QUrl("loa.html")))

    assert window.browser.source().fileName() == "loa.html"
