"""Stepping through a search: forwards, backwards, to cuts, by itself, and predicting."""

from collections.abc import Iterator

import pytest

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.trees import steps as tree_steps
from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.search_state import TreeOrder
from kalahloa.controllers.features.trees.steps import TreeSteps
from kalahloa.controllers.features.trees.steps_commands import read_answer
from kalahloa.controllers.features.trees.steps_state import PACES, AnswerCount, Pace, StepsState
from kalahloa.controllers.features.trees.tree_job import search_here
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.steps import step_map
from kalahloa.models.search.steps.state import state_at
from kalahloa.models.text.errors import BadCommand

TICTACTOE, KALAH = find_game("tictactoe"), find_game("kalah")
START = "X../.../... O"
"""The position of the drawing."""
AT_ONCE = Pace("at once", "At once", 1)


@pytest.fixture
def app(qapp) -> Iterator[AppContext]:
    """A game of tic-tac-toe in which O is to move."""
    made = open_app(TICTACTOE)
    made[TreeSearch]._search = search_here  # quicker than with a process for each test
    made.document.new_game(TICTACTOE, start=START)
    yield made
    made.shut_down()


@pytest.fixture
def steps(app: AppContext, qtbot) -> TreeSteps:
    """The steps of an alpha-beta search of that position, three plies deep."""
    search(app, qtbot)
    return app[TreeSteps]


@pytest.fixture
def said(app: AppContext) -> list[str]:
    heard: list[str] = []
    app[TreeSteps].message.connect(heard.append)
    return heard


def search(app: AppContext, qtbot, searcher: str = "alpha-beta", depth: int = 3) -> None:
    app[TreeSearch].set_order(TreeOrder(searcher, depth))
    app[TreeSearch].run_now()
    qtbot.waitUntil(lambda: not app[TreeSearch].running, timeout=30_000)
    steps = app[TreeSteps]
    qtbot.waitUntil(lambda: steps.steps is not None and steps.steps.is_complete, timeout=30_000)


def typed(app: AppContext, line: str) -> str:
    """Return what is answered to *line*, or why it is refused."""
    try:
        return Interpreter(app).execute(line)
    except BadCommand as error:
        return str(error)


def cuts(steps: TreeSteps) -> list[int]:
    tree = steps.steps.tree
    return [number for number in range(tree.step_count) if state_at(tree, number).is_cut]


# -- stepping --------------------------------------------------------------------------------------


def test_without_a_search_there_is_nothing_to_step_through(app, said):
    steps = app[TreeSteps]

    assert not steps.forward() and not steps.back() and not steps.next_cut()
    assert not steps.go(3)
    assert steps.state is None and steps.count == 0
    assert set(said) == {"There is no search to step through; run one first."}
    with pytest.raises(BadCommand, match="There is no search tree"):
        BY_KEY["step"].perform(app, [])


def test_a_finished_search_is_stepped_through_from_its_start_or_its_end(app, steps):
    assert not steps.is_stepping

    assert steps.forward()
    assert steps.number == 0 and steps.is_stepping
    steps.to_end()
    assert steps.number == steps.count - 1


def test_backwards_begins_with_the_last_step_and_forwards_with_the_node_looked_at(app, steps):
    assert steps.back()
    assert steps.number == steps.count - 1

    app[TreeSearch].show(5)
    assert not steps.is_stepping
    assert steps.forward()
    assert steps.number == steps.steps.tree.entered_at(5)
    app[TreeSearch].show(5)
    assert steps.back()
    assert steps.number == steps.steps.tree.left_at(5)


def test_each_step_is_shown_in_the_tree_and_back_again(app, steps):
    tree = steps.steps.tree
    for number in range(tree.step_count):
        assert steps.forward()
        assert steps.number == app[TreeSearch].step == number
        assert app[TreeSearch].shown == steps.state.node.index
    assert not steps.forward()
    for number in reversed(range(tree.step_count - 1)):
        assert steps.back()
        assert steps.number == number
    assert not steps.back()


def test_the_ends_are_told(app, steps, said):
    steps.to_end()
    steps.to_end()
    steps.forward()
    steps.to_start()
    steps.to_start()
    steps.back()
    steps.previous_cut()
    steps.previous_change()
    steps.to_end()
    steps.next_cut()
    steps.next_change()

    assert said == [
        *["This is the last step of the search."] * 2,
        *["This is the first step of the search."] * 2,
        "There are no cuts before this step.",
        "There was no best move before.",
        "There are no more cuts after this step.",
        "The best move does not change again.",
    ]


def test_cuts_are_gone_to_both_ways(steps):
    wanted = cuts(steps)
    assert len(wanted) > 3

    found = []
    while steps.next_cut():
        found.append(steps.number)
        assert steps.state.is_cut
    assert found == wanted
    steps.to_end()
    back = []
    while steps.previous_cut():
        back.append(steps.number)
    assert back == wanted[::-1]


def test_changes_of_the_best_move_are_gone_to_both_ways(app, qtbot):
    app.document.new_game(KALAH)
    search(app, qtbot, "alpha-beta", 4)
    steps = app[TreeSteps]

    found = []
    while steps.next_change():
        found.append(steps.number)
        assert steps.state.levels[0].best == steps.state.returned
    assert found
    steps.to_end()
    back = []
    while steps.previous_change():
        back.append(steps.number)
    assert back == found[::-1]


def test_a_cut_that_is_not_known_yet_is_gone_to_when_it_is_found(app, qtbot, monkeypatch):
    monkeypatch.setattr(step_map, "PORTION", 1)
    monkeypatch.setattr(tree_steps, "SLICE", 0.0)
    app[TreeSearch].set_order(TreeOrder("alpha-beta", 4))
    app[TreeSearch].run_now()
    qtbot.waitUntil(lambda: app[TreeSearch].run is not None, timeout=30_000)
    steps = app[TreeSteps]
    assert not steps.steps.is_complete
    steps.go(steps.count - 3)

    assert not steps.previous_cut()
    assert steps.is_looking

    qtbot.waitUntil(lambda: not steps.is_looking, timeout=30_000)
    assert steps.state.is_cut
    assert steps.number == [cut for cut in cuts(steps) if cut < steps.count - 3][-1]


def test_a_step_elsewhere_calls_off_what_was_looked_for(app, qtbot, monkeypatch):
    monkeypatch.setattr(step_map, "PORTION", 1)
    monkeypatch.setattr(tree_steps, "SLICE", 0.0)
    app[TreeSearch].set_order(TreeOrder("alpha-beta", 4))
    app[TreeSearch].run_now()
    qtbot.waitUntil(lambda: app[TreeSearch].run is not None, timeout=30_000)
    steps = app[TreeSteps]
    steps.go(steps.count - 3)
    steps.previous_cut()

    steps.go(7)

    assert not steps.is_looking
    qtbot.waitUntil(lambda: steps.steps.is_complete, timeout=30_000)
    assert steps.number == 7


def test_a_node_that_is_clicked_in_the_tree_is_taken_over(app, steps):
    steps.go(10)

    app[TreeSearch].show(4)

    assert not steps.is_stepping
    assert steps.state.node.index == 4


def test_another_search_begins_anew(app, steps, qtbot):
    steps.go(10)
    steps.set_predicting(True)

    search(app, qtbot, "negamax", 2)

    assert not steps.is_stepping
    assert steps.count == app[TreeSearch].run.tree.step_count
    assert steps.algorithm.is_negamax
    app.document.new_game(KALAH)
    assert steps.state is None and steps.count == 0
    assert not app.document.place[StepsState].has_tree


def test_what_is_deeper_is_one_step(app, steps):
    steps.show_to(1)

    plies = set()
    while steps.forward():
        plies.add(steps.state.step.node.ply)
    assert plies == {0, 1}
    steps.show_to(None)
    steps.go(9)
    assert steps.state.step.node.ply > 1
    steps.show_to(1)
    assert steps.state.step.node.ply == 1


# -- by itself -------------------------------------------------------------------------------------


def test_it_goes_on_by_itself_to_the_end(app, steps, said, qtbot):
    search(app, qtbot, depth=1)
    seen: list[int] = []
    steps.changed.connect(lambda: seen.append(steps.number))
    steps.set_pace(AT_ONCE)

    assert steps.play()
    assert app.document.place[StepsState].playing
    qtbot.waitUntil(lambda: not steps.playing, timeout=10_000)

    assert steps.number == steps.count - 1
    assert sorted(set(seen)) == list(range(steps.count))
    assert said == ["This is the last step of the search."]
    assert not app.document.place[StepsState].playing


def test_steps_that_are_gone_slowly_are_told(steps, said, qtbot, monkeypatch):
    monkeypatch.setattr(tree_steps, "TOLD_FROM_MS", 1)
    steps.set_pace(AT_ONCE)

    steps.play()
    qtbot.waitUntil(lambda: len(said) >= 3, timeout=10_000)
    steps.pause()

    assert said[0].startswith("O tries move")


def test_play_at_the_end_begins_at_the_start(steps):
    steps.to_end()

    assert steps.play()

    assert steps.number == 0
    steps.pause()
    assert not steps.playing


def test_the_pace_is_typed(app, steps):
    assert typed(app, "playsteps fastest") == "Playing the steps."
    assert steps.pace is PACES[-1] and steps.playing
    assert typed(app, "playsteps") == "Stopped."
    assert not steps.playing
    assert "is not a pace" in typed(app, "playsteps never")


# -- typed -----------------------------------------------------------------------------------------


def test_steps_are_typed_and_told(app, steps):
    assert typed(app, "step").startswith(f"Step 1 of {steps.count}. The search starts: O")
    assert typed(app, "step").startswith(f"Step 2 of {steps.count}. O tries move")
    assert typed(app, "step back").startswith("Step 1 of")
    assert typed(app, f"step {steps.count}").startswith(f"Step {steps.count} of")
    assert typed(app, "step start").startswith("Step 1 of")
    assert "The search cuts" in typed(app, "step cut")
    assert "came back as" in typed(app, "step change")
    assert "is not understood" in typed(app, "step sideways")
    assert typed(app, "step 0") == f"Steps have numbers from 1 to {steps.count}."
    assert "plies" in typed(app, "stepdepth 2")
    assert steps.most_ply == 2
    assert "at all depths" in typed(app, "stepdepth all")
    assert "Type stepdepth" in typed(app, "stepdepth none")


def test_the_stack_and_the_line_of_code_are_typed(app, steps):
    typed(app, "step cut")

    rows = typed(app, "stack").splitlines()

    assert rows[1].startswith("MAX O, root: alpha")
    assert rows[2].startswith("MIN X,")
    marked = [row for row in rows if row.startswith(">")]
    assert len(marked) == 1 and "break" in marked[0] and "here" not in marked[0]
    assert "# " in marked[0]


def test_commands_say_why_they_are_not_possible(app):
    for key in ("step-forward", "next-cut", "play-steps", "predict-cuts", "stack"):
        with pytest.raises(BadCommand, match="There is no search tree"):
            BY_KEY[key].perform(app, [])
    with pytest.raises(BadCommand, match="There is no question"):
        BY_KEY["skipped"].perform(app, ["all"])


# -- predicting ------------------------------------------------------------------------------------


def ask(steps: TreeSteps, skipped: bool = True) -> None:
    """Go on to the next question whose right answer is that something is, or is not, skipped."""
    if not steps.predicting:
        steps.set_predicting(True)
    while True:
        assert steps.next_cut()
        assert steps.asking and steps.question is not None
        if bool(steps.question.skipped) is skipped:
            return
        steps.reveal()


def test_it_stops_before_a_cut_and_asks_what_is_skipped(app, steps, said):
    ask(steps)

    assert steps.state.is_cut
    assert app.document.place[StepsState].asking
    told = steps.description()
    assert "cut" not in told.what + told.why
    assert told.why.endswith("Which moves will the search skip, if any?")
    assert not steps.forward() and not steps.next_cut() and not steps.play()
    assert set(said) == {"First answer which moves are skipped, or choose Show me."}


def test_a_right_answer_counts_and_has_a_reason(app, steps):
    ask(steps)
    before = steps.score

    judgement = steps.answer(steps.question.skipped)

    assert judgement.is_right and "The search cuts" in judgement.reason
    assert steps.score == AnswerCount(before.right + 1, before.asked + 1)
    assert not steps.asking and "The search cuts" in steps.description().why
    assert steps.answer(()) is None and steps.reveal() is None
    number = steps.number
    assert steps.forward() and steps.number > number


def test_a_wrong_answer_does_not_count_and_has_a_reason(steps):
    ask(steps)
    before = steps.score

    judgement = steps.answer(())

    assert not judgement.is_right and judgement.verdict.startswith("No: ")
    assert steps.score == AnswerCount(before.right, before.asked + 1)


def test_the_answer_can_be_shown(steps):
    ask(steps)
    skipped = len(steps.question.skipped)

    judgement = steps.reveal()

    assert not judgement.is_right
    assert judgement.verdict.startswith(f"{skipped} move")
    assert steps.score.asked >= 1


def test_sometimes_nothing_is_skipped(steps):
    ask(steps, skipped=False)

    judgement = steps.answer(())

    assert judgement.is_right and "less than beta" in judgement.reason


def test_every_cut_is_asked_about_while_one_steps_plays_or_jumps(steps, qtbot):
    wanted = cuts(steps)
    steps.set_predicting(True)
    asked = []
    ways = [steps.forward, steps.next_cut, steps.next_change]
    while ways[len(asked) % 3 if len(asked) % 3 != 2 else 0]():
        if steps.asking:
            asked.append(steps.number)
            steps.answer(())

    assert set(wanted) <= set(asked)


def test_playing_stops_at_a_question(steps, qtbot):
    steps.set_predicting(True)
    steps.set_pace(AT_ONCE)

    steps.play()

    qtbot.waitUntil(lambda: steps.asking, timeout=10_000)
    assert not steps.playing


def test_who_goes_elsewhere_is_no_longer_asked(steps):
    ask(steps)

    steps.back()

    assert not steps.asking and steps.question is None
    ask(steps)
    steps.set_predicting(False)
    assert not steps.asking and steps.score == AnswerCount()


def test_answers_are_typed(app, steps):
    assert "say which moves" in typed(app, "predict")
    ask(steps)

    assert "is not one of these moves" in typed(app, "skipped zz")
    assert "Type skipped" in typed(app, "skipped")
    answer = typed(app, "skipped all")

    assert answer.startswith("Right.") and "right." in answer.splitlines()[-1]
    assert "Quiz off" in typed(app, "predict")


def test_a_question_is_typed_with_the_moves_of_both_levels(app, steps):
    ask(steps)

    rows = typed(app, "stack").splitlines()

    assert any(row.startswith("X's moves after") for row in rows)
    assert any(row.startswith("O's moves a") for row in rows)
    assert any(row.startswith("Type skipped") for row in rows)
    assert not any(row.startswith(">") for row in rows)


def test_moves_are_read_with_those_of_the_inner_level_first(steps):
    ask(steps)
    question = steps.question
    here, above = question.levels
    both = [b.text for b in here.branches if b.text in {b.text for b in above.branches}]

    assert read_answer(question, ["all"]) == frozenset(range(len(here.branches)))
    assert read_answer(question, ["all", "up"]) == frozenset(range(len(question.branches)))
    assert read_answer(question, ["none"]) == frozenset()
    if both:
        once, twice = read_answer(question, both[:1]), read_answer(question, both[:1] * 2)
        assert len(once) == 1 and max(once) < len(here.branches)
        assert len(twice) == 2
    with pytest.raises(BadCommand):
        read_answer(question, ["none", "all"])


def test_a_searcher_that_cuts_nothing_asks_nothing(app, qtbot):
    search(app, qtbot, "game-tree", 2)

    assert "skips no moves" in typed(app, "predict")

    while app[TreeSteps].forward():
        assert not app[TreeSteps].asking


def test_in_an_exercise_nothing_is_told(app, steps):
    class Finding:
        key, offers = "any", frozenset()
        running = True

        def stop(self) -> None:
            self.running = False

    steps.go(4)
    app.exercises.begin(Finding())
    app.document.new_game(TICTACTOE, start=START)

    assert app.document.place.get(StepsState) is None
    assert typed(app, "step") == "Find the move yourself, or give up."
