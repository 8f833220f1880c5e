"""The course at a desk: chapters, pages, answers, and what is remembered of them."""

import json
from collections.abc import Iterator

import pytest

from kalahloa.controllers.commands.typed import Interpreter
from kalahloa.controllers.desk import Desk
from kalahloa.models.course.chapter import chapters, find_chapter
from kalahloa.models.course.progress import course_path, load_solved
from kalahloa.models.game.registry import find_game
from kalahloa.models.text.errors import BadCommand
from tests.models.course.student import Student
from tests.models.course.test_match_exercise import GOOD, keep

LOA, TICTACTOE = find_game("loa"), find_game("tictactoe")


@pytest.fixture
def desk(qapp) -> Iterator[Desk]:
    made = Desk.of(LOA)
    yield made
    made.shut_down()


@pytest.fixture
def told(desk: Desk) -> list[str]:
    heard: list[str] = []
    desk.course.answered.connect(heard.append)
    desk.course.message.connect(heard.append)
    return heard


def typed(desk: Desk, qtbot, line: str) -> str:
    answer = Interpreter(desk).execute(line)
    done(desk, qtbot)
    return answer


def done(desk: Desk, qtbot) -> None:
    qtbot.waitUntil(lambda: not desk.course.state.busy, timeout=30_000)


def first_exercise(name: str) -> int:
    """Return the number of the first page with an exercise, from 1."""
    pages = find_chapter(name).pages
    return 1 + next(number for number, page in enumerate(pages) if page.exercise is not None)


def solve(desk: Desk) -> list[str]:
    page, question = desk.course.state.open_page, desk.course.state.question
    assert page is not None and page.page.exercise is not None and question is not None
    return Student(page.page.exercise).solve(question)


# -- reading ---------------------------------------------------------------------------------------


def test_a_chapter_is_told_with_its_board_and_its_tree(desk, told, qtbot):
    answer = typed(desk, qtbot, "lesson alpha-beta")

    assert answer == ""
    (page,) = told
    assert page.startswith("5. Alpha-beta, page 1 of ")
    assert "A  MAX" in page and "MIN" in page and "✂" in page
    assert "*" not in page and "{" not in page
    assert "cut-offs." in page


def test_pages_are_turned_and_go_on_in_the_next_chapter(desk, told, qtbot):
    last = len(find_chapter("minimax").pages)
    typed(desk, qtbot, f"lesson minimax {last}")
    typed(desk, qtbot, "page next")
    typed(desk, qtbot, "page previous")
    typed(desk, qtbot, "page 1")

    starts = [text.split(":")[0] for text in told]
    assert starts == [
        f"2. Minimax, page {last} of {last}",
        f"3. Negamax, page 1 of {len(find_chapter('negamax').pages)}",
        f"2. Minimax, page {last} of {last}",
        f"2. Minimax, page 1 of {last}",
    ]


def test_there_is_nothing_before_the_first_page_and_after_the_last(desk, qtbot):
    typed(desk, qtbot, "lesson 1")
    with pytest.raises(BadCommand, match="the first page of the course"):
        typed(desk, qtbot, "page previous")
    typed(desk, qtbot, f"lesson 10 {len(find_chapter('10').pages)}")
    with pytest.raises(BadCommand, match="the last page of the course"):
        typed(desk, qtbot, "page next")


@pytest.mark.parametrize("line", ["page", "page 2", "solve 3", "another", "figuredepth 2"])
def test_without_a_chapter_there_is_nothing_to_turn_or_to_answer(desk, qtbot, line):
    with pytest.raises(BadCommand, match="No lesson is open"):
        typed(desk, qtbot, line)


def test_an_unknown_chapter_is_told_and_changes_nothing(desk, told, qtbot):
    typed(desk, qtbot, "lesson minmax")

    assert told == ["There is no lesson 'minmax'; did you mean minimax?"]
    assert desk.course.state.lesson is None


def test_all_chapters_are_listed(desk, told, qtbot):
    typed(desk, qtbot, "lesson")
    again = typed(desk, qtbot, "lesson list")

    assert told == [again]
    assert len(again.splitlines()) == len(chapters())
    assert "5. Alpha-beta (alpha-beta): " in again and "0 of 2 solved." in again


def test_only_the_window_is_asked_to_show_a_chapter_that_was_not_typed(desk, qtbot):
    shown: list[bool] = []
    desk.course.opened.connect(lambda: shown.append(True))

    typed(desk, qtbot, "lesson 2")
    assert not shown
    desk.course.open("3")
    done(desk, qtbot)

    assert shown == [True]


# -- figures ---------------------------------------------------------------------------------------


def test_a_figure_is_searched_to_another_depth(desk, told, qtbot):
    typed(desk, qtbot, "lesson game-trees 2")
    before = desk.course.state.shown
    typed(desk, qtbot, "figuredepth 3")

    after = desk.course.state.shown
    assert before is not None and after is not None
    assert before.tree is not None and after.tree is not None
    assert len(after.tree) > len(before.tree)
    assert "depth 3" in told[-1]


def test_a_figure_is_searched_at_the_position_of_the_game_and_at_its_own_again(desk, told, qtbot):
    desk.document.new_game(TICTACTOE, start="XO./.XO/X.O X")
    typed(desk, qtbot, "lesson minimax")
    own = desk.course.state.shown
    typed(desk, qtbot, "figurehere")
    here = desk.course.state.shown
    typed(desk, qtbot, "figurehere")
    back = desk.course.state.shown

    assert own is not None and here is not None and back is not None
    assert here.is_own and here.position.position_string() == "XO./.XO/X.O X"
    assert not back.is_own
    assert back.position.position_string() == own.position.position_string()


def test_a_tree_that_is_too_large_is_counted_and_not_drawn(desk, told, qtbot):
    desk.document.new_game(LOA)
    typed(desk, qtbot, "lesson minimax")
    typed(desk, qtbot, "figurehere")

    shown = desk.course.state.shown
    assert shown is not None and shown.tree is None
    assert "1,2" in shown.result and "can be drawn" in shown.result


def test_a_chapter_can_be_opened_at_the_position_of_the_game(desk, qtbot):
    desk.document.new_game(TICTACTOE, start="XO./.XO/X.O X")
    desk.course.open("alpha-beta", here=True)
    done(desk, qtbot)

    shown = desk.course.state.shown
    assert shown is not None and shown.is_own and shown.tree is not None
    assert shown.position.position_string() == "XO./.XO/X.O X"


# -- exercises -------------------------------------------------------------------------------------


def test_a_right_answer_is_praised_and_remembered(desk, told, qtbot):
    page = first_exercise("minimax")
    typed(desk, qtbot, f"lesson minimax {page}")

    answer = typed(desk, qtbot, f"solve {' '.join(solve(desk))}")

    assert answer.startswith("Right")
    assert desk.course.state.solved == {"minimax/values"}
    assert load_solved(course_path()) == {"minimax/values"}
    assert "1 of 2 solved." in typed(desk, qtbot, "lesson list")


def test_a_wrong_answer_gets_a_reason_and_is_not_remembered(desk, qtbot):
    typed(desk, qtbot, f"lesson minimax {first_exercise('minimax')}")
    words = [word.partition("=")[0] + "=77" for word in solve(desk)]

    answer = typed(desk, qtbot, f"solve {' '.join(words)}")

    assert "is not +77" in answer
    assert desk.course.state.verdict is not None and not desk.course.state.verdict.right
    assert not desk.course.state.solved and not course_path().exists()


def test_another_variant_is_asked_and_the_answer_is_forgotten(desk, told, qtbot):
    typed(desk, qtbot, f"lesson alpha-beta {first_exercise('alpha-beta')}")
    typed(desk, qtbot, "solve none")
    first = desk.course.state.question
    typed(desk, qtbot, "another")

    second = desk.course.state.question
    assert first is not None and second is not None
    assert first.position.position_string() != second.position.position_string()
    assert desk.course.state.verdict is None


def test_one_comes_back_to_the_variant_and_what_was_said_about_it(desk, qtbot):
    page = first_exercise("alpha-beta")
    typed(desk, qtbot, f"lesson alpha-beta {page}")
    typed(desk, qtbot, "another")
    typed(desk, qtbot, "solve none")
    before = desk.course.state
    typed(desk, qtbot, "page 1")
    typed(desk, qtbot, f"page {page}")

    assert desk.course.state.question is before.question
    assert desk.course.state.verdict == before.verdict


def test_what_was_solved_is_known_to_the_next_session_and_merged_with_other_windows(qapp, qtbot):
    course_path().parent.mkdir(parents=True, exist_ok=True)
    course_path().write_text(json.dumps({"solved": ["negamax/signs"]}), encoding="utf-8")
    desk = Desk.of(LOA)
    typed(desk, qtbot, f"lesson minimax {first_exercise('minimax')}")
    assert desk.course.state.solved == {"negamax/signs"}
    course_path().write_text(json.dumps({"solved": ["horizon/misjudged"]}), encoding="utf-8")
    Interpreter(desk).execute(f"solve {' '.join(solve(desk))}")
    desk.shut_down()

    assert load_solved(course_path()) >= {"horizon/misjudged", "minimax/values", "negamax/signs"}


def test_a_damaged_file_is_put_aside_and_said_by_name(desk, told, qtbot):
    course_path().parent.mkdir(parents=True, exist_ok=True)
    course_path().write_bytes(b"\xff{")
    typed(desk, qtbot, "lesson 1")

    assert any("course.json.damaged" in text for text in told)
    assert course_path().with_name("course.json.damaged").exists()
    assert desk.course.state.lesson is not None


def test_nothing_runs_on_after_the_desk_is_shut_down(qapp):
    desk = Desk.of(LOA)
    desk.course.open("8")

    desk.shut_down()
    desk.shut_down()


# -- the search tree -------------------------------------------------------------------------------


def test_a_figure_is_searched_in_the_search_tree_and_ones_own_game_is_kept(desk, told, qtbot):
    desk.document.new_game(LOA)
    desk.document.play(desk.document.position.legal_moves()[0])
    own = desk.document.position.position_string()
    typed(desk, qtbot, "lesson alpha-beta")
    shown = desk.course.state.shown

    answer = typed(desk, qtbot, "figuretree")
    qtbot.waitUntil(lambda: desk.tree_search.run is not None, timeout=30_000)

    run = desk.tree_search.run
    assert shown is not None and shown.tree is not None and run is not None
    assert run.position.position_string() == shown.position.position_string()
    assert run.order.searcher == "alpha-beta" and run.order.depth == 2
    assert len(run.passes[-1]) == len(shown.tree)
    assert "lpha-beta" in answer
    typed(desk, qtbot, "mygame")
    assert desk.document.position.position_string() == own


def test_without_a_search_on_the_page_there_is_no_tree_to_show(desk, qtbot):
    with pytest.raises(BadCommand, match="No lesson is open"):
        typed(desk, qtbot, "figuretree")
    typed(desk, qtbot, f"lesson alpha-beta {first_exercise('alpha-beta')}")
    with pytest.raises(BadCommand, match="No search is shown"):
        typed(desk, qtbot, "figuretree")


# -- a heuristic of one's own ----------------------------------------------------------------------


def test_a_heuristic_of_ones_own_is_matched_and_the_result_is_told_later(desk, told, qtbot):
    keep("mine", GOOD)
    page = len(find_chapter("endgames").pages)
    typed(desk, qtbot, f"lesson endgames {page}")

    answer = typed(desk, qtbot, "solve mine")

    assert answer == "The match is being played."
    assert told[-1].startswith("Right: mine has ")
    assert "endgames/own-heuristic" in desk.course.state.solved


def test_turning_the_page_ends_the_match(desk, told, qtbot):
    keep("mine", GOOD)
    typed(desk, qtbot, f"lesson endgames {len(find_chapter('endgames').pages)}")
    Interpreter(desk).execute("solve mine")
    typed(desk, qtbot, "page 1")

    assert told[-1].startswith("10. Endgames and proof, page 1 of ")
    assert not desk.course.state.solved
