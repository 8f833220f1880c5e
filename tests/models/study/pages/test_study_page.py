"""Study pages: every position is right, outside text stays text, and files stay small."""

import base64
import hashlib
import re
import sys
from dataclasses import replace
from random import Random

import pytest

from kalahloa.models.drawing.board_look import BoardLook
from kalahloa.models.drawing.palette import DARK, LIGHT
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Drawing, Ink, Mark, Notes, Shape
from kalahloa.models.record.annotation_colours import INK_COLOURS
from kalahloa.models.record.json_record import RecordSnapshot
from kalahloa.models.record.record import Record
from kalahloa.models.study.pages import study_page
from kalahloa.models.study.pages.drawn_notes import draw_notes
from kalahloa.models.study.pages.study_page import write_study_page
from kalahloa.models.text.errors import BadFile
from kalahloa.models.work.cancellation import ReadingStopped
from tests.models.study.pages.page_reader import in_page_order, read_page
from tests.models.study.random_records import random_record
from tests.sweeps import rounds

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&<!--"


def played(game: str, moves: str, **given: object) -> Record:
    record = Record(find_game(game), **given)
    for text in moves.split():
        record.play(record.position.read_move(text))
    return record


def comments(page) -> list[str]:
    return [text for kind, text in page.paragraphs if kind == "comment"]


# -- positions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(rounds(30)))
def test_the_picture_of_every_node_is_that_of_its_position(seed):
    record = random_record(seed)
    game = record.game
    flipped = bool(seed % 2)
    look = BoardLook(flipped=flipped, mirrored=seed % 3 == 0)
    cells = game.cells(record.rules, look)

    (chapter,) = read_page(record, look=look).chapters

    nodes = in_page_order(record)
    assert len(chapter.light) == len(nodes)
    for index, node in enumerate(nodes):
        if node.parent is not None:
            assert chapter.parents[index] == nodes.index(node.parent)
        position = game.read(record.start, record.rules)
        last = None
        for step in node.path()[1:]:
            last = (position.copy(), step.move)
            position.make(step.move)
        for palette, shown in ((LIGHT, chapter.light), (DARK, chapter.dark)):
            bare = game.picture(position, replace(look, palette=palette, last=last))
            count = len(bare.elements)
            assert shown[index][:count] == bare.elements
            if not any(mark.is_judgement for mark in node.notes.marks):
                draw_notes(bare, cells, node.notes, -1, palette)
                assert shown[index] == bare.elements
        diagram = position.diagram(flipped).rstrip("\n").split("\n")
        assert chapter.rows[index][: len(diagram)] == diagram


def test_moves_are_buttons_in_the_order_of_the_text():
    record = played("tictactoe", "5 1 3 7 4")
    record.annotate(record.nodes[2], Notes("A comment", (Mark.GOOD,)))
    record.jump(1)
    record.play(2)
    record.play(9)

    page = read_page(record)

    assert page.buttons == [
        (1, "1. 5"),
        (2, "1 !"),
        (3, "1… 2"),
        (4, "2. 9"),
        (5, "2. 3"),
        (6, "7"),
        (7, "3. 4"),
    ]
    assert comments(page) == ["A comment"]


def test_sowings_of_a_turn_are_buttons_of_their_own():
    page = read_page(played("kalah", "3 6 2 1"))

    assert page.buttons == [(1, "1. 3"), (2, "6"), (3, "2"), (4, "1")]
    assert ("moves main", "1. 3-6 2-1") in page.paragraphs


def test_each_node_has_a_sentence_and_the_board_in_words():
    record = played("kalah", "3 6 2")
    record.annotate(record.nodes[1], Notes("", (Mark.ONLY,), (Drawing(Shape.ARROW, "S1", "N2"),)))

    (chapter,) = read_page(record).chapters

    assert chapter.sentences[0] == "The start. South to move."
    assert chapter.sentences[1] == "1. South: 3, another turn, Only move. South to move."
    assert chapter.sentences[3].endswith("North to move.")
    assert chapter.rows[1][-3:] == [
        "South: 1 in the kalah.",
        "North: 0 in the kalah.",
        "Drawn: arrow from S1 to N2.",
    ]


def test_how_a_game_has_ended_is_said():
    record = played("tictactoe", "1 4 2 5 3")

    page = read_page(record)

    reason = record.current.outcome.reason
    assert page.chapters[0].sentences[-1].endswith(reason)
    assert page.paragraphs[-3] == ("ending", reason)


def test_removed_nodes_are_left_out():
    record = played("tictactoe", "5 1 3 7 4")
    record.remove(record.nodes[3])

    page = read_page(record)

    assert len(page.chapters[0].light) == 3


@pytest.mark.parametrize("game", ["loa", "kalah", "tictactoe"])
def test_drawings_and_the_mark_are_drawn_above_the_pieces(game):
    moves = {"loa": "c8-c6", "kalah": "3", "tictactoe": "5"}[game]
    cell, other = {"loa": ("c6", "d4"), "kalah": ("S4", "NK"), "tictactoe": ("5", "9")}[game]
    record = played(game, moves)
    drawings = tuple(Drawing(shape, cell, other, Ink.RED, "A") for shape in Shape)
    record.annotate(record.nodes[1], Notes("", (Mark.BRILLIANT,), drawings))

    (chapter,) = read_page(record).chapters

    bare = len(read_page(played(game, moves)).chapters[0].light[1])
    drawn = chapter.light[1][bare:]
    # Two elements for the label's disc, and two for the mark's.
    assert len(drawn) == len(Shape) + 1 + 2
    assert any(">A<" in element for element in drawn) and ">!!<" in drawn[-1]
    assert sum(INK_COLOURS[Ink.RED][0] in element for element in drawn) == len(Shape)
    assert INK_COLOURS[Ink.RED][1] in "".join(chapter.dark[1])


def test_drawings_on_cells_that_are_not_there_are_left_out():
    record = played("loa", "c8-c6")
    drawings = (Drawing(Shape.CELL, "z9"), Drawing(Shape.ARROW, "c6", "z9"))
    record.annotate(record.nodes[1], Notes("", (), drawings))

    (chapter,) = read_page(record).chapters

    assert chapter.light[1] == read_page(played("loa", "c8-c6")).chapters[0].light[1]


def test_a_game_without_a_picture_is_shown_by_its_diagram():
    game = replace(find_game("loa"), draw=None, cells=None, effects=None)
    record = Record(game)
    record.play(record.position.read_move("c8-c6"))
    drawings = (Drawing(Shape.CIRCLE, "c6"),)
    record.annotate(record.current, Notes("?", (Mark.GOOD,), drawings))
    record.play(record.position.read_move("h4-f2"))

    (chapter,) = read_page(record).chapters

    assert chapter.sentences[1] == "1. Black: c8-c6, Good move. White to move."
    assert any("b . b b b b" in element for element in chapter.light[1])
    assert chapter.questions == {1: []}


# -- questions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "moves", "count"), [("loa", "c8-c6 h4-f2", 2), ("kalah", "3 6", 1)]
)
def test_a_line_that_is_a_question_mark_asks_for_the_next_move(game, moves, count):
    record = played(game, moves)
    record.annotate(record.nodes[1], Notes("What now?\n?"))
    record.annotate(record.nodes[2], Notes("?"))  # no move follows

    page = read_page(record)

    ((index, cells),) = page.chapters[0].questions.items()
    assert index == 1 and len(cells) == count
    assert comments(page) == ["What now?"]
    target = record.game.cells(record.rules, BoardLook())[{"loa": 8 * 3 + 7, "kalah": 5}[game]]
    assert cells[0] == pytest.approx(list(target.rect), abs=0.1)


def test_the_answer_is_the_first_move_and_not_a_variation():
    record = played("tictactoe", "5 1")
    record.annotate(record.nodes[1], Notes("?"))
    record.jump(1)
    record.play(9)

    (chapter,) = read_page(record).chapters

    (cells,) = chapter.questions.values()
    assert cells == [pytest.approx(list(record.game.cells(None, BoardLook())[0].rect))]


def test_a_move_on_no_cells_can_only_be_shown():
    swapped = Record(find_game("kalah"), find_game("kalah").rulebook.read(None, {"pie": "yes"}))
    swapped.play(swapped.position.read_move("1"))
    swapped.annotate(swapped.current, Notes("?"))
    swapped.play(swapped.position.read_move("swap"))

    (chapter,) = read_page(swapped).chapters

    assert chapter.questions == {1: []}


# -- text from outside -----------------------------------------------------------------------------


def test_hostile_names_and_comments_are_text():
    record = played(
        "loa",
        "c8-c6",
        players=(HOSTILE, HOSTILE[::-1]),
        details={"event": HOSTILE, "round": HOSTILE, "source": HOSTILE},
    )
    drawing = Drawing(Shape.LABEL, "c6", text='"><i>'[:3])
    record.annotate(record.nodes[1], Notes(HOSTILE, (), (drawing, Drawing(Shape.CELL, "<b>"))))

    page = read_page(record, record)
    usual = read_page(played("loa", "c8-c6"), played("loa", "c8-c6"))

    assert page.tags - usual.tags <= {"circle", "text"}
    assert not {name for name in page.attributes if name.startswith("on")}
    assert comments(page) == [HOSTILE] * 2
    assert len(page.scripts) == 1
    assert page.links == ["#chapter-1", "#chapter-2"]


@pytest.mark.parametrize("seed", range(100, 100 + rounds(20)))
def test_any_text_is_text(seed):
    record = random_record(seed)

    page = read_page(record)

    known = {"script", "style", "section", "svg", "button", "p", "br", "dl", "dd", "pre"}
    assert known <= page.tags | {"br"}
    assert not page.tags & {"b", "i", "img", "iframe", "a"}
    assert len(page.scripts) == 1


def test_signs_that_no_page_can_hold_are_replaced():
    record = played("tictactoe", "5")
    record.annotate(record.nodes[1], Notes("nul \0 bell \a lone \ud800 turn \u202e end"))

    content = write_study_page([RecordSnapshot.of(record)]).decode("utf-8")

    assert not re.search("[\0\a\u202e]", content)
    assert " end</p>" in content


def test_the_page_allows_its_own_script_alone_and_no_network():
    page = read_page(played("tictactoe", "5"))

    (script,) = page.scripts
    checksum = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{checksum}'" in page.policy
    assert page.policy.startswith("default-src 'none'")
    assert page.links == []


def test_the_script_knows_no_rules():
    (script,) = read_page(played("tictactoe", "5")).scripts

    for word in ("kalah", "stone", "sow", "piece", "black", "south", "tictactoe", "loa"):
        assert word not in script.lower().replace("load", "")


# -- chapters --------------------------------------------------------------------------------------


def test_games_are_chapters_with_event_round_and_players():
    one = played("loa", "c8-c6", players=("Ada", "Babbage"))
    one.details = {"event": "London", "round": "3"}
    other = played("kalah", "3", details={"event": "London"})

    page = read_page(one, other)

    titles = ["London, 3: Ada – Babbage", "London: Kalah"]
    assert [text for kind, text in page.paragraphs if kind in ("title", "h1")] == ["London"] * 2
    assert [text for kind, text in page.paragraphs if kind == "a"] == titles
    assert [text for kind, text in page.paragraphs if kind == "h2"] == titles
    assert [len(chapter.light) for chapter in page.chapters] == [2, 2]


def test_games_of_several_events_are_counted():
    page = read_page(played("loa", "c8-c6", details={"event": "London"}), played("kalah", "3"))

    assert page.paragraphs[0] == ("title", "2 games")


def test_sentences_are_put_into_the_language_of_the_reader():
    page = read_page(played("kalah", "3"), language="xx", words=lambda text: f"[{text}]")

    assert page.language == "xx"
    assert "[The start.] [[South] to move.]" not in page.chapters[0].sentences
    assert page.chapters[0].sentences[0].startswith("[The start.]")


# -- limits ----------------------------------------------------------------------------------------


def grown(game: str, nodes: int) -> Record:
    """Return a record of so many nodes, of random games that branch at random places."""
    dice = Random(1)
    record = Record(find_game(game))
    while len(record.nodes) < nodes:
        moves = record.position.legal_moves() if record.current.outcome is None else ()
        if moves:
            record.play(dice.choice(moves))
        else:
            record.jump(dice.randrange(len(record.nodes)))
    return record


@pytest.mark.parametrize(("game", "most"), [("loa", 350), ("kalah", 750)])
def test_a_position_takes_a_few_hundred_bytes(game, most):
    record = grown(game, 1_000)

    content = write_study_page([RecordSnapshot.of(record)])

    assert len(content) < most * 1_000


def test_too_many_positions_are_refused(monkeypatch):
    monkeypatch.setattr(study_page, "MAX_PAGE_NODES", 5)
    record = RecordSnapshot.of(played("tictactoe", "5 1"))

    assert write_study_page([record])
    with pytest.raises(BadFile, match="6 positions; a web page has at most 5"):
        write_study_page([record, record])


@pytest.mark.parametrize("after", [0, 1, 5])
def test_writing_stops_soon(after):
    record = RecordSnapshot.of(grown("tictactoe", 500))
    asked = iter(range(1_000))

    with pytest.raises(ReadingStopped):
        write_study_page([record], stopped=lambda: next(asked) >= after)


def test_variations_within_one_another_need_no_recursion():
    record = RecordSnapshot.of(grown("kalah", 400))
    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(150)
    try:
        assert write_study_page([record])
    finally:
        sys.setrecursionlimit(depth)
