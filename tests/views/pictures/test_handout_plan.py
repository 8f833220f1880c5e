"""The handout of a chapter: all its pages, room for answers, and the answers at the end."""

import pytest

from kalahloa.models.course.chapter import chapters, find_chapter
from kalahloa.models.course.handout import make_handout
from kalahloa.views.pictures.handout import tree_image
from kalahloa.views.pictures.handout_plan import HandoutPlan
from kalahloa.views.pictures.page_pieces import (
    Diagram,
    EmptyLines,
    Paragraph,
    ParagraphKind,
    TreeDrawing,
)


def texts(plan: HandoutPlan, kind: ParagraphKind) -> list[str]:
    paragraphs = [piece for piece in plan.pieces if isinstance(piece, Paragraph)]
    return ["".join(run.text for run in one.runs) for one in paragraphs if one.kind is kind]


@pytest.fixture(scope="module")
def plan() -> HandoutPlan:
    return HandoutPlan(make_handout(find_chapter("alpha-beta")))


def test_every_page_has_its_heading_and_the_last_one_are_the_answers(plan):
    titles = [page.title for page in find_chapter("alpha-beta").pages]

    assert texts(plan, ParagraphKind.HEADING) == [*titles, "Answers: 5. Alpha-beta"]
    assert texts(plan, ParagraphKind.TITLE) == ["5. Alpha-beta"]


def test_the_answers_begin_a_page_of_their_own(plan):
    paragraphs = [piece for piece in plan.pieces if isinstance(piece, Paragraph)]
    on_new_pages = [one for one in paragraphs if one.new_page]

    assert [one.runs[0].text for one in on_new_pages] == ["Answers: 5. Alpha-beta"]
    begin = plan.pieces.index(on_new_pages[0])
    assert not any(isinstance(piece, EmptyLines) for piece in plan.pieces[begin:])
    # What is answered is not told before.
    assert texts(plan, ParagraphKind.FACT) == ["5   6   8   9", "4   L"]


@pytest.mark.parametrize("number", range(len(chapters())))
def test_every_exercise_has_its_drawing_and_room_for_an_answer(number):
    chapter = chapters()[number]
    plan = HandoutPlan(make_handout(chapter))

    assert sum(isinstance(piece, EmptyLines) for piece in plan.pieces) == len(chapter.exercises)
    boards = [page for page in chapter.pages if page.figure or page.exercise]
    assert sum(isinstance(piece, Diagram) for piece in plan.pieces) == len(boards)
    assert len(texts(plan, ParagraphKind.FACT)) == len(chapter.exercises)


def test_stressed_words_are_bold_and_their_marks_are_gone(plan):
    runs = [run for piece in plan.pieces if isinstance(piece, Paragraph) for run in piece.runs]

    assert any(run.bold and run.text == "cut off" for run in runs)
    assert not any("*" in run.text for run in runs)


def test_a_tree_is_drawn_on_white_paper(plan, qapp):
    drawing = next(piece for piece in plan.pieces if isinstance(piece, TreeDrawing))

    image = tree_image(drawing)

    assert image.width() > 900
    colours = {image.pixelColor(x, image.height() // 2).name() for x in range(image.width())}
    assert "#ffffff" in colours and len(colours) > 3
