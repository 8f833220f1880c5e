"""Animations: how many pictures, how large, for how long, and what is on them."""

import io
import sys

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.models.text.errors import BadFile
from kalahloa.views.boards.stones import COLOURS
from kalahloa.views.pictures import animation
from kalahloa.views.pictures.job import ExportStopped
from kalahloa.views.pictures.lines import scenes
from kalahloa.views.pictures.options import AnimationOptions
from tests.views.pictures.games import MOVES, played, write

Image = pytest.importorskip("PIL.Image")
KINDS = ("gif", "webp")


def frames(content: bytes) -> list:
    """Return the pictures of a file, each with its duration."""
    file = Image.open(io.BytesIO(content))
    found = []
    for index in range(file.n_frames):
        file.seek(index)
        file.load()
        found.append((file.convert("RGB"), file.info["duration"]))
    return found


def near(one: tuple[int, ...], other: tuple[int, ...], most: int = 30) -> bool:
    return all(abs(a - b) <= most for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", tuple(MOVES))
def test_each_ply_has_a_picture_and_the_last_stays_longer(qapp, kind, game):
    record = played(game)

    shown = frames(write(kind, record, AnimationOptions(width=200, pace=400), None))

    assert len(shown) == len(record.nodes)
    assert [duration for _, duration in shown] == [400] * (len(shown) - 1) + [1200]
    assert {picture.size for picture, _ in shown} == {shown[0][0].size}
    assert shown[0][0].width == 200


@pytest.mark.parametrize("kind", KINDS)
def test_pictures_show_the_game_in_order(qapp, kind):
    record = played("tictactoe")
    options = AnimationOptions(width=300, caption=False)

    shown = [picture for picture, _ in frames(write(kind, record, options, None))]

    middle = [picture.getpixel((150, 150)) for picture in shown]
    assert near(middle[0], (255, 255, 255))  # nothing played
    assert all(near(pixel, (31, 30, 27)) for pixel in middle[1:])  # a cross in the centre


def test_small_things_keep_their_colours_in_a_gif(qapp):
    record = played("kalah")
    options = AnimationOptions(width=500)

    (few, _), *_ = frames(write("gif", record, options, None))

    seen = {few.getpixel((x, y)) for x in range(few.width) for y in range(few.height)}
    for colour in COLOURS:
        assert any(near(pixel, colour.getRgb()[:3], 16) for pixel in seen), colour.name()


def test_the_main_line_or_that_on_the_board(qapp):
    record = played("tictactoe")
    record.jump(1)
    record.play(8)  # a variation, and the end of the line on the board
    assert [node.move for node in record.line()] == [5, 8]

    main = frames(write("gif", record, AnimationOptions(width=100), None))
    here = frames(write("gif", record, AnimationOptions(width=100, main_line=False), None))

    assert (len(main), len(here)) == (6, 3)


def test_a_game_without_moves_is_one_picture(qapp):
    assert (
        len(frames(write("gif", Record(find_game("loa")), AnimationOptions(width=100), None))) == 1
    )


def test_the_caption_changes_with_the_move(qapp):
    record = played("loa")
    shown = [
        picture for picture, _ in frames(write("gif", record, AnimationOptions(width=300), None))
    ]

    captions = {picture.crop((0, 0, 300, 40)).tobytes() for picture in shown}

    assert len(captions) == len(shown)


def test_without_pillow_one_sentence_says_how_to_get_it(qapp, monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL.Image", None)

    with pytest.raises(BadFile, match=r"need Pillow.*pictures"):
        write("gif", played("loa"), AnimationOptions(width=100), None)


def test_too_many_pictures_are_refused_before_they_are_drawn(qapp, monkeypatch):
    monkeypatch.setattr(animation, "MAX_BYTES", 10_000)

    with pytest.raises(BadFile, match=r"^6 pictures of this size do not fit"):
        write("gif", played("tictactoe"), AnimationOptions(width=100), None)


@pytest.mark.parametrize("after", [1, 6, 20])
def test_it_can_be_stopped_at_any_time(qapp, tmp_path, after):
    asked = iter(range(10_000))

    with pytest.raises(ExportStopped):
        write(
            "gif",
            played("tictactoe"),
            AnimationOptions(width=100),
            tmp_path / "a.gif",
            stopped=lambda: next(asked) >= after,
        )
    assert list(tmp_path.iterdir()) == []


def test_progress_grows_to_the_end(qapp):
    told: list[float] = []

    write("gif", played("tictactoe"), AnimationOptions(width=100), None, progress=told.append)

    assert told == sorted(told)
    assert told[0] == 0.0
    assert told[-1] == 1.0


def test_a_pace_out_of_range_is_refused():
    for pace in (0, 49, 60_001):
        with pytest.raises(BadFile, match="pace"):
            AnimationOptions(pace=pace)


@pytest.mark.parametrize("game", ["loa", "kalah"])
def test_scenes_show_the_positions_of_the_line_all_or_those_wanted(game):
    record = played(game)
    line = [record.root, *record.main_line()]
    given = (record.game, record.rules, record.start, line, ("Ada", ""))

    every = list(scenes(*given))
    some = list(scenes(*given, {0, 3}))

    assert [scene.last_move for scene in every] == [node.move for node in line]
    assert [scene.position.hash for scene in every] == [node.key for node in line]
    assert [scene.title for scene in some] == [every[0].title, every[3].title]
    assert [scene.position.position_string() for scene in some] == [
        every[0].position.position_string(),
        every[3].position.position_string(),
    ]
