"""A study page in a real browser: mouse, keys, variations and questions, at three widths."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kalahloa.models.drawing.board_look import BoardLook
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Drawing, Mark, Notes, Shape
from kalahloa.models.record.json_record import RecordSnapshot
from kalahloa.models.record.record import Record
from kalahloa.models.study.pages.study_page import write_study_page
from tests.end_to_end.browser import CHROMIUM, Browser
from tests.end_to_end.program import need

pytestmark = need(CHROMIUM)
LOA = find_game("loa")
WIDTHS = (390, 800, 1600)
HOSTILE = "</script><script>document.title='x'</script><img src=x onerror=alert(1)>\"'"
SHOWN = ".chapter:not([hidden])"


def played(game: str, moves: str, **given: object) -> Record:
    record = Record(find_game(game), **given)
    for text in moves.split():
        record.play(record.position.read_move(text))
    return record


def annotated() -> Record:
    """Return a game with a variation, a comment, drawings and, at the fourth move, a question."""
    record = played("loa", "c8-c6 h4-f2 g8-g6 h2-e2 d8-e7", players=(HOSTILE, "Babbage"))
    record.annotate(record.nodes[1], Notes(f"A comment {HOSTILE}", (Mark.GOOD,)))
    record.annotate(record.nodes[3], Notes("", (), (Drawing(Shape.ARROW, "g6", "e4"),)))
    record.annotate(record.nodes[4], Notes("And now?\n?"))
    record.jump(1)
    record.play(record.position.read_move("a2-c2"))
    record.play(record.position.legal_moves()[0])
    return record


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a page of two chapters: the game above, whose nodes 3 and 4 vary from 2, and Kalah."""
    records = [annotated(), played("kalah", "3 6 2 1", players=("Grace", "Alan"))]
    path = tmp_path_factory.mktemp("pages") / "study.html"
    path.write_bytes(write_study_page([RecordSnapshot.of(record) for record in records]))
    return path


@pytest.fixture(scope="module")
def one_browser() -> Iterator[Browser]:
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture
def browser(one_browser: Browser) -> Iterator[Browser]:
    """Return a browser in which the page must not complain, or ask for anything but itself."""
    yield one_browser
    assert one_browser.errors == []
    assert len(one_browser.requests) == 1 and one_browser.requests[0].startswith("file:")


def said(browser: Browser) -> str:
    """Return the sentence below the board."""
    return browser.evaluate(f"document.querySelector('{SHOWN} .said').textContent")


def announced(browser: Browser) -> str:
    """Return what a screen reader says."""
    return browser.evaluate("document.getElementById('said').textContent")


def current(browser: Browser) -> str | None:
    """Return the move that is marked in the text, which must be seen."""
    return browser.evaluate(
        f"(() => {{ const it = document.querySelector('{SHOWN} .text [aria-current]');"
        " if (!it) return null;"
        " const {x, y, width, height} = it.getBoundingClientRect();"
        " const at = document.elementFromPoint(x + width / 2, y + height / 2);"
        " return it === at ? it.textContent : 'hidden'; })()"
    )


def picture(browser: Browser) -> str:
    return browser.evaluate(f"document.querySelector('{SHOWN} .board > svg').innerHTML")


def click_cell(browser: Browser, name: str) -> None:
    """Click the middle of the square *name* of the first chapter's board."""
    cell = next(
        cell for cell in LOA.cells(LOA.rulebook.default, BoardLook()).values() if cell.label == name
    )
    x, y = browser.evaluate(
        f"(() => {{ const svg = document.querySelector('{SHOWN} .board > svg');"
        " svg.scrollIntoView({block: 'nearest'});"
        f" const at = new DOMPoint({cell.rect.centre.x}, {cell.rect.centre.y})"
        ".matrixTransform(svg.getScreenCTM()); return [at.x, at.y]; })()"
    )
    browser.click_at(x, y)


# -- walking ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", WIDTHS)
def test_keys_walk_through_the_main_line_and_its_variations(browser, page, width):
    browser.open(page, width)
    start = picture(browser)
    assert said(browser) == "The start. Black to move."

    browser.press("ArrowRight")
    assert current(browser) == "1. c8-c6 !"
    assert picture(browser) != start
    browser.press("ArrowRight")
    assert current(browser) == "1… h4-f2"
    browser.press("ArrowDown")
    assert current(browser) == "1… a2-c2"
    browser.press("End")
    assert said(browser).startswith("2. Black: ")
    browser.press("ArrowLeft")
    browser.press("ArrowUp")
    assert current(browser) == "1… h4-f2"
    browser.press("Home")
    assert current(browser) is None
    assert picture(browser) == start


@pytest.mark.parametrize("width", WIDTHS)
def test_the_mouse_walks_by_buttons_and_by_moves(browser, page, width):
    browser.open(page, width)

    browser.click(f"{SHOWN} [data-step=forward]")
    assert current(browser) == "1. c8-c6 !"
    browser.click(f"{SHOWN} .text button[data-node='4']")
    assert said(browser).startswith("2. Black: ")
    browser.click(f"{SHOWN} [data-step=back]")
    assert current(browser) == "1… a2-c2"
    browser.click(f"{SHOWN} [data-step=start]")
    assert said(browser) == "The start. Black to move."
    browser.click(f"{SHOWN} [data-step=end]")
    # The variation that was played through last.
    assert said(browser).startswith("2. Black: ")


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_window(browser, page, width):
    for dark in (False, True):
        browser.open(page, width, dark=dark)
        browser.press("ArrowRight")

        assert browser.evaluate("document.documentElement.scrollWidth") <= width
        board = f"document.querySelector('{SHOWN} .board > svg').getBoundingClientRect()"
        assert browser.evaluate(f"{board}.left >= 0 && {board}.right <= innerWidth")
        assert browser.evaluate(f"{board}.width") > 250


def test_keys_walk_also_while_a_move_has_the_focus(browser, page):
    browser.open(page, 800)
    browser.click(f"{SHOWN} .text button[data-node='2']")

    browser.press("ArrowLeft")

    assert browser.evaluate("document.activeElement.textContent") == "1. c8-c6 !"
    assert browser.evaluate("document.activeElement.matches(':focus-visible')")
    for _ in range(20):
        browser.press("Tab")
        if browser.evaluate("document.activeElement.dataset.step") == "forward":
            break
    browser.press("Enter")
    assert current(browser) == "1… h4-f2"


def test_chapters_are_shown_one_at_a_time(browser, page):
    browser.open(page, 800)
    browser.press("ArrowRight")

    browser.click("nav li:nth-child(2) a")
    browser.wait_for("!document.getElementById('chapter-2').hidden")
    assert browser.evaluate("document.getElementById('chapter-1').hidden")
    assert said(browser) == "The start. South to move."
    browser.press("ArrowRight")
    assert current(browser) == "1. 3"
    browser.evaluate("history.back()")
    browser.wait_for("document.getElementById('chapter-2').hidden")
    assert current(browser) == "1. c8-c6 !"


# -- questions -------------------------------------------------------------------------------------


def at_question(browser: Browser, page: Path, width: int = 800) -> None:
    browser.open(page, width)
    browser.click(f"{SHOWN} .text button[data-node='2']")
    browser.press("End")
    assert said(browser).startswith("2. White: h2-e2")


def is_answer_seen(browser: Browser) -> bool:
    return browser.evaluate(
        f"document.querySelector(\"{SHOWN} .text button[data-node='7']\").offsetWidth > 0"
    )


def test_a_question_is_solved_by_clicking_the_move(browser, page):
    at_question(browser, page)
    assert not is_answer_seen(browser)
    browser.press("ArrowRight")
    assert announced(browser) == "Find the next move."

    click_cell(browser, "b1")
    assert announced(browser) == "Not this one. Try again."
    click_cell(browser, "d8")
    assert announced(browser) == "Now click where it goes."
    click_cell(browser, "d5")
    assert announced(browser) == "Not this one. Try again."
    click_cell(browser, "d8")
    assert not is_answer_seen(browser)
    click_cell(browser, "e7")

    assert announced(browser).startswith("Right! 3. Black: d8-e7")
    assert is_answer_seen(browser)
    assert current(browser) == "3. d8-e7"


@pytest.mark.parametrize("width", WIDTHS)
def test_the_answer_can_be_shown(browser, page, width):
    at_question(browser, page, width)

    browser.click(f"{SHOWN} [data-step=show]")

    assert current(browser) == "3. d8-e7"
    assert browser.evaluate(f"document.querySelector('{SHOWN} .question').hidden")


# -- for everybody ---------------------------------------------------------------------------------


def test_colours_follow_the_reader(browser, page):
    browser.open(page, 800)
    light = picture(browser), browser.evaluate("getComputedStyle(document.body).backgroundColor")

    browser.set_dark(True)
    browser.wait_for(
        f"document.querySelector('{SHOWN} .board > svg').innerHTML.includes('#54493B')"
    )
    dark = picture(browser), browser.evaluate("getComputedStyle(document.body).backgroundColor")

    assert light[0] != dark[0] and "#EBDCC0" in light[0]
    assert light[1] != dark[1]


def test_a_screen_reader_hears_moves_and_finds_buttons_and_the_board(browser, page):
    browser.open(page, 800)

    browser.press("ArrowRight")

    assert announced(browser) == (f"1. Black: c8-c6, Good move. White to move. A comment {HOSTILE}")
    found = browser.accessible()
    assert ("button", "Next move") in found and ("button", "1… h4-f2") in found
    (board,) = [name for role, name in found if role == "image"]
    assert board.startswith("1. Black: c8-c6, Good move. White to move. Black: 12 pieces")
    assert browser.evaluate(f"document.querySelector('{SHOWN} pre').textContent").count("\n") > 8


def test_hostile_text_does_nothing(browser, page):
    browser.open(page, 800)

    assert HOSTILE[:20] in browser.evaluate("document.body.textContent")
    assert browser.evaluate("document.title") != "x"
    assert browser.evaluate("document.images.length") == 0
    assert browser.evaluate("document.scripts.length") == 4


def test_without_scripts_the_text_and_the_boards_are_there(browser, page):
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(page, 800)
        names = [name for role, name in browser.accessible() if role in ("button", "image")]
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)

    assert "3. d8-e7" in names and "1. 3" in names
    assert "The start. South to move." in names
