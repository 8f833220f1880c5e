"""The course in an app context: chapters, pages, answers, and what is remembered of them."""

import json
from collections.abc import Iterator

import pytest

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.course.course import Course
from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.course.chapter import chapters, find_chapter
from kalahloa.models.course.progress import course_path, load_solved
from kalahloa.models.game.registry import find_game
from kalahloa.models.text.errors import BadCommand
from tests.models.course.student import Student
from tests.models.course.test_match_exercise import GOOD, keep

LOA, TICTACTOE = find_game("loa"), find_game("tictactoe")


@pytest.fixture
def app(qapp) -> Iterator[AppContext]:
    made = open_app(LOA)
    yield made
    made.shut_down()


@pytest.fixture
def announce(app: AppContext) -> list[str]:
    heard: list[str] = []
    app[Course].answered.connect(heard.append)
    app[Course].message.connect(heard.append)
    return heard


def typed(app: AppContext, qtbot, line: str) -> str:
    answer = Interpreter(app).execute(line)
    done(app, qtbot)
    return answer


def done(app: AppContext, qtbot) -> None:
    qtbot.waitUntil(lambda: not app[Course].state.busy, timeout=30_000)


def first_exercise(name: str) -> int:
    """Return the number of the first page with an exercise, from 1."""
    pages = find_chapter(name).pages
    return 1 + next(number for number, page in enumerate(pages) if page.exercise is not None)


def solve(app: AppContext) -> list[str]:
    page, question = app[Course].state.open_page, app[Course].state.question
    assert page is not None and page.page.exercise is not None and question is not None
    return Student(page.page.exercise).solve(question)


# -- reading ---------------------------------------------------------------------------------------


def test_a_chapter_is_told_with_its_board_and_its_tree(app, announce, qtbot):
    answer = typed(app, qtbot, "lesson alpha-beta")

    assert answer == ""
    (page,) = announce
    assert page.startswith("5. Alpha-beta, page 1 of ")
    assert "A  MAX" in page and "MIN" in page and "✂" in page
    assert "*" not in page and "{" not in page
    assert "cut-offs." in page


def test_pages_are_turned_and_go_on_in_the_next_chapter(app, announce, qtbot):
    last = len(find_chapter("minimax").pages)
    typed(app, qtbot, f"lesson minimax {last}")
    typed(app, qtbot, "page next")
    typed(app, qtbot, "page previous")
    typed(app, qtbot, "page 1")

    starts = [text.split(":")[0] for text in announce]
    assert starts == [
        f"2. Minimax, page {last} of {last}",
        f"3. Negamax, page 1 of {len(find_chapter('negamax').pages)}",
        f"2. Minimax, page {last} of {last}",
        f"2. Minimax, page 1 of {last}",
    ]


def test_there_is_nothing_before_the_first_page_and_after_the_last(app, qtbot):
    typed(app, qtbot, "lesson 1")
    with pytest.raises(BadCommand, match="the first page of the course"):
        typed(app, qtbot, "page previous")
    typed(app, qtbot, f"lesson 10 {len(find_chapter('10').pages)}")
    with pytest.raises(BadCommand, match="the last page of the course"):
        typed(app, qtbot, "page next")


@pytest.mark.parametrize("line", ["page", "page 2", "solve 3", "another", "figuredepth 2"])
def test_without_a_chapter_there_is_nothing_to_turn_or_to_answer(app, qtbot, line):
    with pytest.raises(BadCommand, match="No lesson is open"):
        typed(app, qtbot, line)


def test_an_unknown_chapter_is_told_and_changes_nothing(app, announce, qtbot):
    typed(app, qtbot, "lesson minmax")

    assert announce == ["There is no lesson 'minmax'; did you mean minimax?"]
    assert app[Course].state.lesson is None


def test_all_chapters_are_listed(app, announce, qtbot):
    typed(app, qtbot, "lesson")
    again = typed(app, qtbot, "lesson list")

    assert announce == [again]
    assert len(again.splitlines()) == len(chapters())
    assert "5. Alpha-beta (alpha-beta): " in again and "0 of 2 solved." in again


def test_only_the_window_is_asked_to_show_a_chapter_that_was_not_typed(app, qtbot):
    shown: list[bool] = []
    app[Course].opened.connect(lambda: shown.append(True))

    typed(app, qtbot, "lesson 2")
    assert not shown
    app[Course].open("3")
    done(app, qtbot)

    assert shown == [True]


# -- figures ---------------------------------------------------------------------------------------


def test_a_figure_is_searched_to_another_depth(app, announce, qtbot):
    typed(app, qtbot, "lesson game-trees 2")
    before = app[Course].state.shown
    typed(app, qtbot, "figuredepth 3")

    after = app[Course].state.shown
    assert before is not None and after is not None
    assert before.tree is not None and after.tree is not None
    assert len(after.tree) > len(before.tree)
    assert "depth 3" in announce[-1]


def test_a_figure_is_searched_at_the_position_of_the_game_and_at_its_own_again(
    app, announce, qtbot
):
    app.document.new_game(TICTACTOE, start="XO./.XO/X.O X")
    typed(app, qtbot, "lesson minimax")
    own = app[Course].state.shown
    typed(app, qtbot, "figurehere")
    here = app[Course].state.shown
    typed(app, qtbot, "figurehere")
    back = app[Course].state.shown

    assert own is not None and here is not None and back is not None
    assert here.is_own and here.position.position_string() == "XO./.XO/X.O X"
    assert not back.is_own
    assert back.position.position_string() == own.position.position_string()


def test_a_tree_that_is_too_large_is_counted_and_not_drawn(app, announce, qtbot):
    app.document.new_game(LOA)
    typed(app, qtbot, "lesson minimax")
    typed(app, qtbot, "figurehere")

    shown = app[Course].state.shown
    assert shown is not None and shown.tree is None
    assert "1,2" in shown.result and "can be drawn" in shown.result


def test_a_chapter_can_be_opened_at_the_position_of_the_game(app, qtbot):
    app.document.new_game(TICTACTOE, start="XO./.XO/X.O X")
    app[Course].open("alpha-beta", here=True)
    done(app, qtbot)

    shown = app[Course].state.shown
    assert shown is not None and shown.is_own and shown.tree is not None
    assert shown.position.position_string() == "XO./.XO/X.O X"


# -- exercises -------------------------------------------------------------------------------------


def test_a_right_answer_is_praised_and_remembered(app, announce, qtbot):
    page = first_exercise("minimax")
    typed(app, qtbot, f"lesson minimax {page}")

    answer = typed(app, qtbot, f"solve {' '.join(solve(app))}")

    assert answer.startswith("Right")
    assert app[Course].state.solved == {"minimax/values"}
    assert load_solved(course_path()) == {"minimax/values"}
    assert "1 of 2 solved." in typed(app, qtbot, "lesson list")


def test_a_wrong_answer_gets_a_reason_and_is_not_remembered(app, qtbot):
    typed(app, qtbot, f"lesson minimax {first_exercise('minimax')}")
    words = [word.partition("=")[0] + "=77" for word in solve(app)]

    answer = typed(app, qtbot, f"solve {' '.join(words)}")

    assert "is not +77" in answer
    assert app[Course].state.verdict is not None and not app[Course].state.verdict.right
    assert not app[Course].state.solved and not course_path().exists()


def test_another_variant_is_asked_and_the_answer_is_forgotten(app, announce, qtbot):
    typed(app, qtbot, f"lesson alpha-beta {first_exercise('alpha-beta')}")
    typed(app, qtbot, "solve none")
    first = app[Course].state.question
    typed(app, qtbot, "another")

    second = app[Course].state.question
    assert first is not None and second is not None
    assert first.position.position_string() != second.position.position_string()
    assert app[Course].state.verdict is None


def test_one_comes_back_to_the_variant_and_what_was_said_about_it(app, qtbot):
    page = first_exercise("alpha-beta")
    typed(app, qtbot, f"lesson alpha-beta {page}")
    typed(app, qtbot, "another")
    typed(app, qtbot, "solve none")
    before = app[Course].state
    typed(app, qtbot, "page 1")
    typed(app, qtbot, f"page {page}")

    assert app[Course].state.question is before.question
    assert app[Course].state.verdict == before.verdict


def test_what_was_solved_is_known_to_the_next_session_and_merged_with_other_windows(qapp, qtbot):
    course_path().parent.mkdir(parents=True, exist_ok=True)
    course_path().write_text(json.dumps({"solved": ["negamax/signs"]}), encoding="utf-8")
    app = open_app(LOA)
    typed(app, qtbot, f"lesson minimax {first_exercise('minimax')}")
    assert app[Course].state.solved == {"negamax/signs"}
    course_path().write_text(json.dumps({"solved": ["horizon/misjudged"]}), encoding="utf-8")
    Interpreter(app).execute(f"solve {' '.join(solve(app))}")
    app.shut_down()

    assert load_solved(course_path()) >= {"horizon/misjudged", "minimax/values", "negamax/signs"}


def test_a_damaged_file_is_put_aside_and_said_by_name(app, announce, qtbot):
    course_path().parent.mkdir(parents=True, exist_ok=True)
    course_path().write_bytes(b"\xff{")
    typed(app, qtbot, "lesson 1")

    assert any("course.json.damaged" in text for text in announce)
    assert course_path().with_name("course.json.damaged").exists()
    assert app[Course].state.lesson is not None


def test_nothing_runs_on_after_the_app_context_is_shut_down(qapp):
    app = open_app(LOA)
    app[Course].open("8")

    app.shut_down()
    app.shut_down()


# -- the search tree -------------------------------------------------------------------------------


def test_a_figure_is_searched_in_the_search_tree_and_ones_own_game_is_kept(app, announce, qtbot):
    app.document.new_game(LOA)
    app.document.play(app.document.position.legal_moves()[0])
    own = app.document.position.position_string()
    typed(app, qtbot, "lesson alpha-beta")
    shown = app[Course].state.shown

    answer = typed(app, qtbot, "figuretree")
    qtbot.waitUntil(lambda: app[TreeSearch].run is not None, timeout=30_000)

    run = app[TreeSearch].run
    assert shown is not None and shown.tree is not None and run is not None
    assert run.position.position_string() == shown.position.position_string()
    assert run.order.searcher == "alpha-beta" and run.order.depth == 2
    assert len(run.passes[-1]) == len(shown.tree)
    assert "lpha-beta" in answer
    typed(app, qtbot, "mygame")
    assert app.document.position.position_string() == own


def test_without_a_search_on_the_page_there_is_no_tree_to_show(app, qtbot):
    with pytest.raises(BadCommand, match="No lesson is open"):
        typed(app, qtbot, "figuretree")
    typed(app, qtbot, f"lesson alpha-beta {first_exercise('alpha-beta')}")
    with pytest.raises(BadCommand, match="This page shows no search"):
        typed(app, qtbot, "figuretree")


# -- a heuristic of one's own ----------------------------------------------------------------------


def test_a_heuristic_of_ones_own_is_matched_and_the_result_is_told_later(app, announce, qtbot):
    keep("mine", GOOD)
    page = len(find_chapter("endgames").pages)
    typed(app, qtbot, f"lesson endgames {page}")

    answer = typed(app, qtbot, "solve mine")

    assert answer == "Playing the match…"
    assert announce[-1].startswith("Right: mine scored ")
    assert "endgames/own-heuristic" in app[Course].state.solved


def test_turning_the_page_ends_the_match(app, announce, qtbot):
    keep("mine", GOOD)
    typed(app, qtbot, f"lesson endgames {len(find_chapter('endgames').pages)}")
    Interpreter(app).execute("solve mine")
    typed(app, qtbot, "page 1")

    assert announce[-1].startswith("10. Endgames and proof, page 1 of ")
    assert not app[Course].state.solved
