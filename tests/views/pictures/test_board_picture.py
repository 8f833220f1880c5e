"""The board as a picture: what stands where, in every size, in both themes, in vectors too."""

import math
import re
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Drawing, Notes, Shape
from kalahloa.models.record.record import Record
from kalahloa.models.text.errors import BadFile
from kalahloa.resources import resource
from kalahloa.views.boards.stones import COLOURS
from kalahloa.views.look.theme import DARK, LIGHT
from kalahloa.views.pictures import board_picture
from kalahloa.views.pictures.board_picture import BoardPicture, Scene, share_gradients
from kalahloa.views.pictures.job import Slice
from kalahloa.views.pictures.options import MAX_WIDTH, BoardOptions, PictureOptions
from tests.views.pictures.games import MARKUP, MOVES, played, write

GAMES = tuple(MOVES)


def close_to(one: QColor, other: QColor, most: int = 40) -> bool:
    """Return whether no part of two colours differs by more than *most* of 255."""
    parts = zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)
    return all(abs(here - there) <= most for here, there in parts)


def difference(one: QImage, other: QImage) -> float:
    """Return the mean difference of two pictures of one size, over a grid of points, of 255."""
    assert one.size() == other.size()
    total = count = 0
    for x in range(0, one.width(), 5):
        for y in range(0, one.height(), 5):
            here, there = one.pixelColor(x, y), other.pixelColor(x, y)
            total += sum(
                abs(a - b) for a, b in zip(here.getRgb()[:3], there.getRgb()[:3], strict=True)
            )
            count += 3
    return total / count


def picture_of(record: Record, **options: object) -> BoardPicture:
    """Return the picture of *record*'s current position."""
    made = BoardPicture(record.game, PictureOptions(**options))
    made.show(Scene(record.position.copy(), record.current.move, title="A title", subtitle="Below"))
    return made


def colour_at(made: BoardPicture, image: QImage, cell: int, off: QPointF | None = None) -> QColor:
    """Return the colour in the middle of *cell*, or *off* from there in units of the scene."""
    point = made._board.cell_rect(cell).center() + (off or QPointF())
    place = made._transform().map(point) * made.options.scale
    return image.pixelColor(place.toPoint())


def read(content: bytes) -> QImage:
    image = QImage()
    assert image.loadFromData(content)
    return image


def rendered(svg: bytes, like: QImage) -> QImage:
    """Return *svg* drawn by a reader in the size of *like*."""
    reader = QSvgRenderer(svg)
    assert reader.isValid()
    image = QImage(like.size(), QImage.Format.Format_RGB32)
    image.fill(QColor("magenta"))
    painter = QPainter(image)
    reader.render(painter)
    painter.end()
    return image


# -- pixels ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize(("dark", "theme"), [(False, LIGHT), (True, DARK)])
def test_pieces_stand_on_their_squares_in_their_colours(qapp, dark, theme, flipped):
    made = picture_of(played("loa"), width=800, dark=dark, flipped=flipped)
    image = made.image()
    black, white = (colours[0] for colours in made._board.side_colours(theme))

    squares = {"c6": black, "f2": white, "e2": white, "g6": black, "a3": white}
    for name, colour in squares.items():
        cell = "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)
        assert close_to(colour_at(made, image, cell), colour), name
    assert close_to(colour_at(made, image, 8 * 3 + 3), theme.square_dark, 12)
    assert close_to(image.pixelColor(2, image.height() - 3), theme.window, 3)


def test_a_piece_throws_its_shadow_below_and_not_on_itself(qapp):
    made = picture_of(played("loa"), width=800)
    image = made.image()
    cell = 8 * 6  # a7, a white piece

    shadow = colour_at(made, image, cell, QPointF(20, 28))

    assert shadow.lightness() < LIGHT.square_dark.lightness() - 8
    assert colour_at(made, image, cell).lightness() > 230


@pytest.mark.parametrize("width", [400, 2400])
def test_every_stone_is_where_the_board_has_it(qapp, width):
    made = picture_of(played("kalah"), width=width)
    image = made.image()
    stones = made._board._stones
    seen = 0
    for lying in stones._cells:
        # Of a heap, the stone on top of the others.
        if lying:
            stone = lying[-1]
            point = stone.item.scenePos() + QPointF(0.35, 0.35) * stone.radius
            colour = image.pixelColor((made._transform().map(point)).toPoint())
            hue, other = COLOURS[stone.colour].hsvHueF(), colour.hsvHueF()
            assert abs(hue - other) < 0.09 or close_to(COLOURS[stone.colour], colour, 90)
            seen += 1
    assert seen == sum(1 for count in made._board.position.stones() if count)


def test_marks_stand_in_their_cells(qapp):
    made = picture_of(played("tictactoe"), width=600)
    image = made.image()

    for cell in (4, 2, 3):  # a cross
        assert close_to(colour_at(made, image, cell), LIGHT.text)
    for cell in (0, 6):  # a nought
        assert not close_to(colour_at(made, image, cell), LIGHT.text)
        assert not close_to(colour_at(made, image, cell, QPointF(56, 0)), LIGHT.panel)
    assert close_to(colour_at(made, image, 1), LIGHT.panel, 6)


@pytest.mark.parametrize("game", GAMES)
def test_the_last_move_is_marked(qapp, game):
    record = played(game)
    marked = picture_of(record, width=500).image()
    made = BoardPicture(record.game, PictureOptions(width=500))
    made.show(Scene(record.position.copy(), None, title="A title", subtitle="Below"))

    assert difference(marked, made.image()) > 0.05


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("scale", [1, 2, 3, 4])
def test_a_scale_multiplies_the_pixels_and_changes_nothing_else(qapp, game, scale):
    small = picture_of(played(game), width=300)
    large = picture_of(played(game), width=300, scale=scale)

    image = large.image()

    assert image.width() == 300 * scale
    assert image.size() == small.size * scale
    again = image.scaled(small.size)
    assert difference(again, small.image()) < 9
    assert image.dotsPerMeterX() == pytest.approx(scale * 3780, rel=0.01)


def test_without_a_caption_the_picture_is_the_board_alone(qapp):
    record = played("loa")
    with_it, without = (picture_of(record, width=500, caption=shown) for shown in (True, False))

    assert without.size.height() == math.ceil(500)
    assert with_it.size.height() > 530
    top = without.image().copy(0, 10, 500, 20)
    assert any(close_to(top.pixelColor(x, 5), LIGHT.frame, 4) for x in range(500))


def test_a_long_caption_is_cut_off(qapp):
    made = picture_of(played("loa"), width=200)
    made.show(Scene(made._board.position, None, title="m" * 5000))

    edge = made.image().copy(0, 0, 2, 30)

    assert all(close_to(edge.pixelColor(0, y), LIGHT.window, 3) for y in range(30))


def test_the_second_side_sits_at_the_bottom_of_a_turned_board(qapp):
    record = played("loa")
    plain = picture_of(record, width=400, caption=False).image()
    turned = picture_of(record, width=400, caption=False, flipped=True).image()

    assert difference(plain, turned) > 5


def test_a_large_picture_is_drawn_in_slices(qapp):
    made = picture_of(played("kalah"), width=3000)

    slices = [part for part in made.painted() if isinstance(part, Slice)]

    pixels = made.size.width() * made.size.height()
    assert len(slices) >= pixels // 150_000


def test_the_first_board_is_made_in_slices_and_another_position_in_none(qapp):
    QPixmapCache.clear()  # of the wood, which boards share
    record = played("kalah")
    made = BoardPicture(record.game, PictureOptions())
    scene = Scene(record.position.copy(), record.current.move)

    first = list(made.shown(scene, 0.25))
    again = list(made.shown(scene))

    assert len(first) >= 5
    assert {part.share for part in first} == {0.25}
    assert again == []


def test_a_board_that_was_given_up_in_any_slice_can_be_shown_afterwards(qapp):
    record = played("kalah")
    scene = Scene(record.position.copy(), record.current.move)
    usual = picture_of(record, caption=False).image()

    for count in range(1, 6):
        QPixmapCache.clear()
        made = BoardPicture(record.game, PictureOptions(caption=False))
        job = made.shown(scene)
        for _ in range(count):
            next(job)
        job.close()
        made.show(scene)

        assert made.image() == usual


@pytest.mark.parametrize("game", ["loa", "kalah"])
def test_what_was_drawn_on_another_board_before_changes_nothing(qapp, game):
    record = played(game)
    cell = {"loa": "c6", "kalah": "S2"}[game]
    drawn = Notes("", (), (Drawing(Shape.CELL, cell),))
    scene = Scene(record.position.copy(), record.current.move)
    usual = BoardPicture(record.game, PictureOptions())
    usual.show(scene)
    made = BoardPicture(record.game, PictureOptions())
    for notes in (drawn, drawn):
        made.show(Scene(scene.position, scene.last_move, notes))

    made.show(scene)

    assert difference(made.image(), usual.image()) < 0.5


def test_every_band_has_the_letters_of_the_caption_that_lie_in_it(qapp, monkeypatch):
    made = picture_of(played("loa"), width=600)
    usual = made.image()

    monkeypatch.setattr(board_picture, "BAND_PIXELS", 600 * 7)

    assert difference(made.image(), usual) < 0.05


# -- files -----------------------------------------------------------------------------------------


def test_a_png_file_is_the_picture(qapp, tmp_path):
    record = played("loa")
    path = tmp_path / "board.png"

    content = write("png", record, PictureOptions(width=300), path)

    assert path.read_bytes() == content
    assert read(content).width() == 300
    assert [file.name for file in tmp_path.iterdir()] == ["board.png"]


def test_any_node_can_be_drawn(qapp):
    record = played("tictactoe")

    first, last = (
        read(write("png", record, PictureOptions(width=300, node=node), None)) for node in (1, 5)
    )

    assert difference(first, last) > 2
    assert record.current.number == 5


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dark", [False, True])
def test_a_drawing_looks_like_the_picture(qapp, game, dark):
    record = played(game)
    options = PictureOptions(width=600, dark=dark)

    svg = write("svg", record, options, None)

    picture = read(write("png", record, options, None))
    assert difference(rendered(svg, picture), picture) < 1.5
    root = ElementTree.fromstring(svg)
    assert root.get("width") == "600"
    assert b"<image" not in svg
    assert b"<text" not in svg


def test_a_drawing_has_each_gradient_once_and_all_that_it_uses(qapp):
    svg = write("svg", played("kalah"), PictureOptions(), None)

    defined = re.findall(rb'Gradient [^>]*id="(\w+)"', svg)
    assert len(defined) == len(set(defined)) < 50
    assert set(re.findall(rb"url\(#(\w+)\)", svg)) == set(defined)


def test_gradients_that_differ_stay_apart():
    svg = b"".join(
        b'<linearGradient x1="%d" id="g%d"><stop/></linearGradient>' % (x, n)
        for n, x in enumerate((1, 2, 1))
    )

    shared = share_gradients(svg + b"url(#g0) url(#g1) url(#g2)")

    assert shared.endswith(b"url(#g0) url(#g1) url(#g0)")
    assert shared.count(b"<linearGradient") == 2


def test_names_with_markup_are_words_in_a_drawing(qapp):
    record = played("loa", players=(MARKUP, "B"))

    root = ElementTree.fromstring(write("svg", record, PictureOptions(), None))

    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title.text.startswith("<b>Ada</b> & ")
    assert not root.findall(".//{http://www.w3.org/2000/svg}script")


def test_the_help_shows_what_is_exported(qapp):
    """After a change: ``write`` with these arguments, and the file's path."""
    drawn = read(write("png", played("kalah", "3 6 2 1 5 5 6"), PictureOptions(width=480), None))

    assert difference(read(resource("help", "pictures", "export.png").read_bytes()), drawn) < 3


# -- what cannot be --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {"width": 10},
        {"width": MAX_WIDTH + 1},
        {"width": MAX_WIDTH, "scale": 2},
        {"scale": 0},
        {"scale": 5},
    ],
)
def test_a_size_out_of_range_is_refused(given):
    with pytest.raises(BadFile):
        BoardOptions(**given)


def test_a_game_without_a_board_is_refused(qapp):
    loa = find_game("loa")
    game = Game("nim", "Nim", loa.sides, loa.rulebook, loa.start, loa.read, "", "")

    with pytest.raises(BadFile, match="Nim has no graphical board"):
        BoardPicture(game, BoardOptions())


def test_a_node_that_is_not_there_is_refused(qapp):
    with pytest.raises(BadFile, match="no position 99"):
        write("png", played("loa"), PictureOptions(node=99), None)


def test_a_file_that_cannot_be_written_is_told_in_one_sentence(qapp, tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(BadFile, match=r"cannot be written: .+\.$"):
        write("png", played("tictactoe"), PictureOptions(width=100), tmp_path / "file" / "a.png")
