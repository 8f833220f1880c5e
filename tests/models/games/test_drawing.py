"""Pictures of boards show what is on them, where the window shows it."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from kalahloa.models.drawing.board_look import BoardLook
from kalahloa.models.drawing.geometry import Point
from kalahloa.models.drawing.palette import DARK, LIGHT
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.layout import kalah_plan
from kalahloa.models.games.loa.grid import square_rect
from kalahloa.models.games.tictactoe.layout import cell_rect
from tests.models.random_play import GAME_RULES, random_position, start

SVG = "{http://www.w3.org/2000/svg}"


def picture(position, look: BoardLook = BoardLook()):  # noqa: B008  (frozen)
    game = next(one for one in map(find_game, ("loa", "kalah", "tictactoe"))
                if isinstance(position, type(one.start(one.rulebook.default))))  # fmt: skip
    return ElementTree.fromstring(game.draw(position, look).document(600, game.title))


def used(root) -> Counter[tuple[float, float]]:
    """Return where what is defined is drawn, in tenths of a unit."""
    places: Counter[tuple[float, float]] = Counter()
    for one in root.findall(f"{SVG}use"):
        found = re.match(r"translate\((\S+) (\S+)\)", one.attrib["transform"])
        places[round(float(found[1]), 1), round(float(found[2]), 1)] += 1
    return places


def rounded(point: Point) -> tuple[float, float]:
    return round(point.x, 1), round(point.y, 1)


@pytest.mark.parametrize(("key", "preset"), GAME_RULES)
@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_every_position_has_a_picture(key: str, preset: str, palette):
    for seed in range(4):
        position = random_position(key, seed, 9 * seed, preset)
        moves = position.legal_moves()
        before = position.copy()
        position.make(moves[0])
        look = BoardLook(palette, bool(seed % 2), position.legal_moves()[:3], (before, moves[0]))

        root = picture(position, look)

        assert root.attrib["width"] == "600"
        named = set(re.findall(r"#(k[0-9a-f]{8})", ElementTree.tostring(root, "unicode")))
        defined = {one.attrib["id"] for one in root.find(f"{SVG}defs")}
        assert named == defined


@pytest.mark.parametrize("flipped", [False, True])
def test_each_piece_of_lines_of_action_is_on_its_square(flipped: bool):
    for seed in range(5):
        position = random_position("loa", seed, 20)
        squares = [*position.squares(0), *position.squares(1)]

        root = picture(position, BoardLook(flipped=flipped))

        assert used(root) == Counter(
            rounded(square_rect(square, 8, flipped).centre) for square in squares
        )


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("pits", [1, 4, 6, 12])
def test_each_stone_of_kalah_is_in_its_pit_and_counted(pits: int, flipped: bool):
    position = start("kalah", pits=pits, stones=5)
    for _ in range(5):
        if not position.is_over():
            position.make(position.legal_moves()[0])
    plan = kalah_plan(pits, flipped)

    root = picture(position, BoardLook(flipped=flipped))

    corners = Counter((round(rect.x, 1), round(rect.y, 1)) for rect in plan.cells)
    stones = used(root) - corners
    counts = [0] * len(plan.cells)
    for (x, y), count in stones.items():
        (cell,) = (
            number
            for number, rect in enumerate(plan.cells)
            if rect.x <= x <= rect.right and rect.y <= y <= rect.bottom
        )
        counts[cell] += count
    assert counts == list(position.stones())
    written = Counter(text.text for text in root.findall(f"{SVG}text"))
    for count, times in Counter(map(str, counts)).items():
        assert written[count] >= times


def test_so_many_stones_that_no_board_holds_them_are_drawn_in_proportion():
    game = find_game("kalah")
    rules = game.rulebook.default
    text = game.start(rules).position_string().replace("4", "400", 1)

    root = picture(game.read(text, game.fitting_rules(text, rules)))

    assert 300 < sum(used(root).values()) < 450


@pytest.mark.parametrize("flipped", [False, True])
def test_each_mark_of_tictactoe_is_in_its_cell(flipped: bool):
    position = start("tictactoe")
    for move in (1, 5, 9):
        position.make(move)

    root = picture(position, BoardLook(flipped=flipped))

    (nought,) = root.findall(f"{SVG}circle")
    centre = cell_rect(4, flipped).centre
    assert (float(nought.attrib["cx"]), float(nought.attrib["cy"])) == centre
    crosses = [one for one in root.findall(f"{SVG}path") if one.attrib["stroke-width"] == "17"]
    assert len(crosses) == 2


def test_a_completed_row_is_struck_through():
    position = start("tictactoe")
    for move in (1, 4, 2, 5, 3):
        position.make(move)

    strikes = [
        one for one in picture(position).findall(f"{SVG}path")
        if one.attrib["stroke"] == LIGHT.accent
    ]  # fmt: skip

    assert len(strikes) == 1


def test_the_first_of_several_arrows_is_the_boldest():
    position = start("loa")
    moves = position.legal_moves()[:3]

    arrows = picture(position, BoardLook(moves=moves)).findall(f"{SVG}polygon")

    opacities = [float(one.attrib["fill-opacity"]) for one in arrows]
    assert len(arrows) == 3 and max(opacities) == opacities[-1] > opacities[0]
