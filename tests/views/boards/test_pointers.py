"""Where to look, and what the other side threatens, as they are seen on every board."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage

from kalahloa.controllers.features.analysis.threat_state import Threat, ThreatSearch
from kalahloa.views.boards.pointers import DASHES
from kalahloa.views.look.theme import DARK, LIGHT
from tests.views.checker import board_shows_record

GAMES = ("loa", "kalah", "tictactoe")
STARTS = {
    "loa": "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b",
    "kalah": "<6,4,2,0,6,1,3,2,5,1,4,0,5,3,2> S",
    "tictactoe": "OX./OO./X.X X",
}
pytestmark = pytest.mark.usefixtures("brief")

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def begun(open_window, qtbot):
    """Return a function that opens a window on a position of a game."""

    def opened(game: str):
        hands = open_window(game, scripted=False)
        hands.document.new_game(hands.document.game, start=STARTS[game])
        return hands

    return opened


def ask(hands, qtbot, key: Qt.Key, keys: Qt.KeyboardModifier = CTRL) -> None:
    hands.press(key, keys)
    qtbot.waitUntil(
        lambda: not (hands.place.hinting or (hands.place.get(ThreatSearch) is not None)),
        timeout=20_000,
    )


def picture(hands) -> QImage:
    return hands.board.grab().toImage()


def colour_at(hands, point: QPointF) -> QColor:
    board = hands.board
    return QColor(picture(hands).pixelColor(board.mapFromScene(point)))


@pytest.mark.parametrize("game", GAMES)
def test_the_first_step_marks_cells_and_the_second_the_move(begun, qtbot, game):
    hands = begun(game)
    plain = picture(hands)

    ask(hands, qtbot, Qt.Key.Key_H)
    board_shows_record(hands)
    where = picture(hands)
    assert hands.board.pointers.clue == hands.place.hint.clue.cells != ()
    assert hands.board.state.hint is None and hands.board.state.hint_text == ""
    assert hands.window.status.sentence.text().startswith("Hint: ")

    ask(hands, qtbot, Qt.Key.Key_H)
    board_shows_record(hands)
    assert hands.board.pointers.clue == ()
    assert hands.board.state.hint == hands.place.hint.move
    assert plain != where != picture(hands)


@pytest.mark.parametrize("game", GAMES)
def test_a_threat_is_seen_until_a_move_is_made(begun, qtbot, game):
    hands = begun(game)
    plain = picture(hands)

    ask(hands, qtbot, Qt.Key.Key_H, CTRL | SHIFT)
    board_shows_record(hands)
    assert hands.board.pointers.threat.cells == hands.place[Threat].cells != ()
    label = hands.board.pointers.threat.label
    assert label.text() == f"Threat: {hands.place[Threat].label}"
    assert hands.board.board_rect().contains(label.area())
    assert picture(hands) != plain

    hands.document.play(hands.document.position.legal_moves()[0])
    qtbot.waitUntil(lambda: hands.board.pointers.threat.cells == ())
    assert not label.isVisible()
    board_shows_record(hands)


def test_a_threat_of_several_cells_points_from_the_first_to_the_last(begun):
    board = begun("tictactoe").board
    ends = []
    for cells in ((0, 4, 8), (0, 8)):
        board.pointers.threat.show(cells, "")
        ends.append(board.pointers.threat._way.path().pointAtPercent(1.0))

    assert ends[0] == ends[1]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_a_threat_has_its_own_colour_and_dashes(begun, qtbot, theme):
    hands = begun("loa")
    hands.window.set_theme(theme)
    ask(hands, qtbot, Qt.Key.Key_H)
    ask(hands, qtbot, Qt.Key.Key_H)
    ask(hands, qtbot, Qt.Key.Key_H, CTRL | SHIFT)
    pointers = hands.board.pointers

    pen = pointers.threat._way.pen()
    head = pointers.threat._head.path().boundingRect().center()

    assert pen.color() == theme.threat != theme.accent
    assert pen.dashPattern() == pytest.approx(DASHES)
    assert hands.board._marks._arrow.brush().color() == theme.accent
    assert hands.board._marks._arrow.pen().style() is Qt.PenStyle.SolidLine
    assert colour_at(hands, head) == theme.threat


@pytest.mark.parametrize("game", GAMES)
def test_both_stay_with_their_cells_when_the_board_is_turned(begun, qtbot, game):
    hands = begun(game)
    ask(hands, qtbot, Qt.Key.Key_H)
    ask(hands, qtbot, Qt.Key.Key_H, CTRL | SHIFT)
    clue, threat = hands.board.pointers.clue, hands.board.pointers.threat.cells

    hands.document.turn_board()

    board = hands.board
    assert (board.pointers.clue, board.pointers.threat.cells) == (clue, threat)
    middle = board.pointers._clue.path().boundingRect().center()
    cells = [board.cell_rect(cell).center() for cell in clue]
    mean = sum((cell.x() for cell in cells), 0.0) / len(cells)
    if len(clue) == 1:
        assert abs(middle.x() - mean) < 1
    board_shows_record(hands)


def test_the_threat_is_said_and_written_in_the_text_view(begun, qtbot):
    hands = begun("tictactoe")

    ask(hands, qtbot, Qt.Key.Key_H, CTRL | SHIFT)

    sentence = "If it were O's turn: 6. Value +1 for O, proven."
    assert hands.window.status.sentence.text() == sentence
    hands.window.status.end_notice()
    assert hands.window.status.sentence.text() == sentence
    hands.window.show_view(text=True)
    assert sentence in hands.window.text.messages.toPlainText()


def test_neither_is_drawn_while_a_move_is_shown(begun, qtbot):
    hands = begun("loa")
    ask(hands, qtbot, Qt.Key.Key_H)
    hands.board.speed = 0.2

    hands.document.play(hands.document.position.read_move("b1-b3"))

    assert hands.board.animating
    assert hands.board.pointers.clue == ()
    hands.board.stop_animation()
