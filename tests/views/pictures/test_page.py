"""Pages to print: what stands on them and in which order, and as PDF."""

import re
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QSize

from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Drawing, Mark, Notes, Shape
from kalahloa.models.record.json_record import RecordSnapshot
from kalahloa.models.record.record import Record
from kalahloa.models.work.cancellation import never
from kalahloa.views.pictures import page_plan
from kalahloa.views.pictures.job import ExportStopped
from kalahloa.views.pictures.options import PageOptions, StudyOptions
from kalahloa.views.pictures.page_pdf import strips
from kalahloa.views.pictures.page_plan import Diagram, PagePlan, ParagraphKind
from tests.views.pictures.games import MARKUP, MOVES, annotated, played, write


def plan_of(record: Record, **options: bool) -> PagePlan:
    return PagePlan(RecordSnapshot.of(record), PageOptions(**options), never)


def lines_of(plan: PagePlan) -> list[str]:
    """Return the moves, comments and diagrams in order, indented by their depth."""
    return [
        "  " * piece.depth
        + (
            f"[{piece.caption}]"
            if isinstance(piece, Diagram)
            else "".join(run.text for run in piece.runs)
        )
        for piece in plan.pieces
        if isinstance(piece, Diagram) or piece.kind in (ParagraphKind.MOVES, ParagraphKind.COMMENT)
    ]


# -- what stands there -----------------------------------------------------------------------------


def test_moves_variations_and_diagrams_stand_in_order():
    record = played("tictactoe", "5 1 3 7 4")
    record.annotate(record.nodes[2], Notes("A comment"))
    record.jump(1)
    record.play(2)
    record.play(9)
    record.jump(6)
    record.play(8)
    record.jump(0)
    record.play(1)

    assert lines_of(plan_of(record)) == [
        "1. 5",
        "  1. 1",
        "1… 1",
        "A comment",
        "  1… 2 2. 9",
        "    2. 8",
        "2. 3 7 3. 4",
        "[3. X: 4]",
    ]


def test_a_turn_of_several_sowings_is_one_move():
    record = played("kalah", "3 6 2 1")

    assert lines_of(plan_of(record, at_ends=False)) == ["1. 3-6 2-1"]


def test_diagrams_stand_at_drawings_at_the_sign_and_at_marks_once_each():
    record = played("tictactoe", "5 1 3 7 4 6")
    record.annotate(record.nodes[1], Notes("", (), (Drawing(Shape.CELL, "5"),)))
    record.annotate(record.nodes[2], Notes("Before\n#\nafter"))
    record.annotate(record.nodes[3], Notes("# in a line", (Mark.NOVELTY,)))
    record.annotate(record.nodes[4], Notes("", (Mark.BLUNDER,), (Drawing(Shape.CELL, "5"),)))

    shown = [piece.caption for piece in plan_of(record).diagrams]
    unmarked = [piece.caption for piece in plan_of(record, at_marks=False, at_ends=False).diagrams]

    assert shown == ["1. X: 5", "1. O: 1", "2. X: 3 N", "2. O: 7 ??", "3. O: 6"]
    assert unmarked == ["1. X: 5", "1. O: 1", "2. O: 7 ??"]
    assert "Before\nafter" in lines_of(plan_of(record))


def test_a_question_has_a_diagram_and_its_sign_is_not_printed():
    record = played("tictactoe", "5 1 3")
    record.annotate(record.nodes[1], Notes("Where now?\n?"))

    assert lines_of(plan_of(record, at_ends=False)) == [
        "1. 5",
        "[1. X: 5]",
        "Where now?",
        "1… 1 2. 3",
    ]


def test_a_diagram_shows_the_position_after_its_move():
    record = annotated("loa")

    for diagram in plan_of(record).diagrams:
        assert diagram.scene.last_move is not None
    positions = [one.scene.position.position_string() for one in plan_of(record).diagrams]
    assert len(set(positions)) == len(positions) >= 4
    record.jump(2)
    assert record.position.position_string() in positions


def test_an_unusual_start_has_a_diagram_and_the_usual_one_has_none():
    usual = Record(find_game("tictactoe"))
    other = Record(find_game("tictactoe"), start="XO./.../... X")

    assert plan_of(usual).diagrams == []
    assert [one.caption for one in plan_of(other).diagrams] == ["The start"]
    assert plan_of(other, at_ends=False).diagrams == []


def test_facts_of_the_game_stand_at_the_top():
    record = annotated("loa")

    facts = [
        "".join(run.text for run in piece.runs)
        for piece in plan_of(record).pieces
        if not isinstance(piece, Diagram) and piece.kind is ParagraphKind.FACT
    ]

    assert facts[0] == "Game: Lines of Action"
    assert facts[1].startswith("Rules: ")
    assert facts[2].startswith("Black: <b>Ada</b>")
    assert "White: Babbage" in facts
    assert "Date: 1843-07-10" in facts


def test_how_the_game_has_ended_stands_at_the_end():
    record = played("tictactoe", "1 4 2 5 3")

    last = plan_of(record).pieces[-1]

    assert last.runs[0].text == record.current.outcome.reason
    assert any("Result: 1-0" in "".join(run.text for run in piece.runs)
               for piece in plan_of(record).pieces if not isinstance(piece, Diagram))  # fmt: skip


def test_removed_nodes_are_left_out():
    record = played("tictactoe")
    record.remove(record.nodes[3])

    assert lines_of(plan_of(record, at_ends=False)) == ["1. 5 1"]


def test_diagrams_beyond_the_most_are_counted(monkeypatch):
    monkeypatch.setattr(page_plan, "MAX_DIAGRAMS", 2)
    record = played("tictactoe")
    for node in record.nodes[1:]:
        record.annotate(node, Notes("", (Mark.GOOD,)))

    plan = plan_of(record)

    assert len(plan.diagrams) == 2
    assert plan.pieces[-1].runs[0].text == "3 more diagrams left out."


def test_lines_of_thousands_of_moves_within_one_another_need_no_recursion():
    record = Record(find_game("kalah"))
    while record.current.outcome is None:
        moves = record.position.legal_moves()
        for move in moves[1:2]:
            record.play(move)
            record.undo()
        record.play(moves[0])
    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(200)
    try:
        assert len(lines_of(plan_of(record))) > 10
    finally:
        sys.setrecursionlimit(depth)


# -- PDF -------------------------------------------------------------------------------------------


def page_count(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page[^s]", pdf))


@pytest.mark.parametrize("game", tuple(MOVES))
def test_a_pdf_page_has_pictures_and_ends_as_it_should(qapp, tmp_path, game):
    path = tmp_path / "game.pdf"

    content = write("pdf", played(game), PageOptions(), path)

    assert path.read_bytes() == content
    assert content.startswith(b"%PDF-")
    assert content.rstrip().endswith(b"%%EOF")
    assert page_count(content) == 1
    assert content.count(b"/Subtype /Image") >= 1


def test_long_text_fills_as_many_pages_as_it_needs(qapp):
    record = played("tictactoe")
    record.annotate(record.nodes[1], Notes("\n\n".join(["word " * 60] * 40)))
    long = write("pdf", record, PageOptions(), None)
    record.annotate(record.nodes[1], Notes("\n\n".join(["word " * 60] * 80)))
    longer = write("pdf", record, PageOptions(), None)

    assert 4 <= page_count(long) <= 7
    assert page_count(longer) == pytest.approx(2 * page_count(long), abs=1)


def test_one_long_word_and_markup_are_printed(qapp):
    record = annotated()
    record.annotate(record.nodes[1], Notes("w" * 5000 + MARKUP))

    assert page_count(write("pdf", record, PageOptions(), None)) >= 2


@pytest.mark.parametrize("options", [PageOptions(), StudyOptions()], ids=["pdf", "html"])
@pytest.mark.parametrize("after", [0, 1, 3])
def test_a_page_can_be_stopped_at_any_time(qapp, tmp_path: Path, options, after):
    asked = iter(range(100_000))

    with pytest.raises(ExportStopped):
        write(
            "pdf" if isinstance(options, PageOptions) else "html",
            annotated(),
            options,
            tmp_path / "page",
            stopped=lambda: next(asked) >= after,
        )
    assert list(tmp_path.iterdir()) == []


def test_strips_of_a_diagram_follow_one_another_and_overlap():
    whole = QSize(880, 515)

    found = list(strips(whole))

    assert len(found) == 9
    assert [strip.top() for strip in found] == list(range(0, 515, 64))
    assert all(strip.width() == 880 for strip in found)
    assert all(above.bottom() == below.top() + 1 for above, below in pairwise(found))
    assert found[-1].bottom() == 514
