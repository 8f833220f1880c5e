"""Comparing searchers in an app context: what is asked, what is kept, and what is told."""

from collections.abc import Iterator
from threading import Event

import pytest

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.comparison.commands import read_settings
from kalahloa.controllers.features.comparison.comparison import (
    Comparisons,
    ComparisonSettings,
    Positions,
)
from kalahloa.controllers.features.comparison.state import ComparisonState
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.search.comparison import ComparisonTask, Ending, Measured, measure_search
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.text.errors import BadCommand, BadHeuristic, UnknownName
from tests.scores import estimate

KALAH, TICTACTOE = find_game("kalah"), find_game("tictactoe")
FEW = ("negamax", "alpha-beta")


@pytest.fixture
def app(qapp) -> Iterator[AppContext]:
    made = open_app(KALAH)
    made[Comparisons].measure = measure_search  # here: it takes a while to start another process
    yield made
    made.shut_down()


@pytest.fixture
def said(app: AppContext) -> list[str]:
    heard: list[str] = []
    app[Comparisons].message.connect(heard.append)
    return heard


@pytest.fixture
def answers(app: AppContext) -> list[str]:
    heard: list[str] = []
    app[Comparisons].answered.connect(heard.append)
    return heard


def typed(app: AppContext, line: str) -> str:
    return Interpreter(app).execute(line)


def done(app: AppContext, qtbot) -> None:
    qtbot.waitUntil(lambda: not app[Comparisons].running, timeout=30_000)


def endless(app: AppContext) -> None:
    """Begin a comparison whose second search takes longer than any test."""
    pause = Event()

    def measure(plan, task: ComparisonTask, stopped, tell) -> Measured:
        while task.searcher != plan.searchers[0]:
            tell(77)
            pause.wait(0.002)
            if stopped():
                raise SearchStopped
        return Measured(task, Ending.FINISHED, 10, 0.1, score=estimate(0.0))

    app[Comparisons].measure = measure
    app[Comparisons].start(ComparisonSettings(searchers=FEW))


# -- comparing -------------------------------------------------------------------------------------


def test_the_command_compares_all_searchers_on_the_position_shown(app, said, answers, qtbot):
    app.document.new_game(KALAH)
    app.turns.play_text("3-6")
    before = app.document.position.position_string()

    answer = BY_KEY["compare"].trigger(app)
    assert app.document.place[ComparisonState].running
    done(app, qtbot)

    assert answer.startswith("Comparing 8 searchers to depth 3, using ")
    comparison = app[Comparisons].comparison
    assert comparison is not None and comparison.complete
    (sample,) = comparison.plan.samples
    assert sample.position(KALAH).position_string() == before
    assert (
        not app.document.place[ComparisonState].running
        and app.document.place[ComparisonState].known
    )
    assert len(said) == 1 and said[0].startswith("Comparison done: depth 3. Game-tree")
    assert not answers, "Nobody has asked for it in words."


def test_a_typed_comparison_is_answered_in_words(app, answers, qtbot):
    typed(app, "compare 2")
    done(app, qtbot)

    (answer,) = answers
    lines = answer.splitlines()
    assert lines[0] == "Compared: depth 2"
    assert lines[1].startswith("  Game-tree search: ") and " leaves, " in lines[1]
    assert len([line for line in lines if line.startswith("  ")]) == 8
    assert any("same value" in line for line in lines)
    assert typed(app, "comparison") == answer


def test_results_come_one_by_one(app, qtbot):
    steps: list[int] = []
    comparisons = app[Comparisons]
    comparisons.changed.connect(lambda: steps.append(comparisons.comparison.done))

    endless(app)
    qtbot.waitUntil(lambda: comparisons.nodes == 77 and comparisons.task is not None)

    assert comparisons.task == ComparisonTask(0, "alpha-beta", 1)
    assert [row.searcher for row in comparisons.comparison.rows] == ["negamax"]
    assert app.is_busy
    comparisons.stop()
    assert not app.is_busy
    assert steps == sorted(steps)


def test_the_command_stops_what_is_running_and_tells_what_is_known(app, qtbot):
    endless(app)
    qtbot.waitUntil(lambda: bool(app[Comparisons].comparison.rows))

    answer = typed(app, "compare")

    assert not app[Comparisons].running and not app.document.place[ComparisonState].running
    assert "Negamax: 10 nodes" in answer


def test_stopping_at_once_says_so(app):
    endless(app)

    assert typed(app, "compare") == "Comparison stopped."


def test_the_computers_move_comes_first_and_the_comparison_goes_on(app, qtbot):
    asked: list[ComparisonTask] = []

    def measure(plan, task: ComparisonTask, stopped, tell) -> Measured:
        asked.append(task)
        while len(asked) == 2:
            if stopped():
                raise SearchStopped
        return Measured(task, Ending.FINISHED, 10, 0.1, score=estimate(0.0))

    app[Comparisons].measure = measure
    app[Comparisons].start(ComparisonSettings(searchers=FEW, depth=2))
    qtbot.waitUntil(lambda: len(asked) == 2)

    app[Analysis].request_hint()
    done(app, qtbot)

    assert app[Comparisons].comparison.complete
    assert asked == [
        *(
            ComparisonTask(0, "negamax", 1),
            ComparisonTask(0, "alpha-beta", 1),
            ComparisonTask(0, "alpha-beta", 1),
        ),
        *(ComparisonTask(0, "negamax", 2), ComparisonTask(0, "alpha-beta", 2)),
    ]


def test_a_failure_is_told_in_a_sentence(app, said, qtbot):
    def measure(plan, task, stopped, tell):
        raise MemoryError

    app[Comparisons].measure = measure
    app[Comparisons].start()
    done(app, qtbot)

    assert said == ["Cannot compare the searchers: MemoryError"]


# -- what it is about ------------------------------------------------------------------------------


def test_a_comparison_goes_on_while_one_walks_and_ends_with_the_record(app, qtbot):
    app.turns.play_text("1")
    endless(app)
    here = app.document.node
    app.navigation.undo()
    assert app[Comparisons].running and app[Comparisons].node is here

    app.document.new_game(TICTACTOE)

    assert not app[Comparisons].running and app[Comparisons].comparison is None
    assert not app.document.place[ComparisonState].known
    with pytest.raises(BadCommand, match="type compare"):
        typed(app, "comparison")


def test_suites_have_positions_of_their_own(app, qtbot):
    comparisons = app[Comparisons]
    settings = ComparisonSettings(FEW, depth=1, positions=Positions.RANDOM, count=6)
    comparisons.start(settings)
    done(app, qtbot)
    assert len(comparisons.comparison.plan.samples) == 6

    comparisons.start(ComparisonSettings(FEW, depth=1, positions=Positions.BENCH))
    done(app, qtbot)

    assert len(comparisons.comparison.plan.samples) == len(KALAH.bench)


def test_another_games_heuristic_is_refused_and_what_was_there_stays(app, qtbot):
    app[Comparisons].start(ComparisonSettings(FEW, depth=1))
    done(app, qtbot)

    with pytest.raises(UnknownName):
        app[Comparisons].start(ComparisonSettings(FEW, heuristic="captures"))

    assert app[Comparisons].comparison.complete


def test_the_heuristic_is_not_taken_to_another_game(app):
    app[Comparisons].settings = ComparisonSettings(heuristic="kalah-difference")

    app.document.new_game(TICTACTOE)

    assert app[Comparisons].settings == ComparisonSettings()


# -- heuristics of one's own -----------------------------------------------------------------------


def test_a_heuristic_of_ones_own_is_compared_in_another_process(app, qtbot):
    HeuristicStore().save(
        HeuristicSource("mine", "kalah", "def evaluate(position):\n    return 7.0\n")
    )
    app[Comparisons].measure = None

    typed(app, "compare 1 file:mine")
    done(app, qtbot)

    comparison = app[Comparisons].comparison
    assert comparison.plan.heuristic.name == "mine"
    rows = comparison.at(1)
    assert len(rows) == 8 and all(row.is_comparable for row in rows)
    assert abs(rows[0].score.number) == 7.0


def test_one_that_is_not_kept_is_refused(app):
    with pytest.raises(BadHeuristic, match="nobody"):
        typed(app, "compare file:nobody")

    assert not app[Comparisons].running


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "changed"),
    [
        ("4", {"depth": 4}),
        ("suite", {"positions": Positions.RANDOM, "count": 10}),
        ("suite 25 2", {"positions": Positions.RANDOM, "count": 25, "depth": 2}),
        ("bench", {"positions": Positions.BENCH}),
        ("kalah-difference 1", {"heuristic": "kalah-difference", "depth": 1}),
    ],
)
def test_words_say_what_is_compared(app, words, changed):
    assert read_settings(app, words.split()) == ComparisonSettings(**changed)


def test_without_the_word_for_a_suite_the_position_shown_is_meant(app):
    app[Comparisons].settings = ComparisonSettings(positions=Positions.BENCH, depth=5)

    assert read_settings(app, []).positions is Positions.BENCH
    assert read_settings(app, ["4"]) == ComparisonSettings(depth=4)


@pytest.mark.parametrize("words", ["9", "0", "suite 0", "suite 201", "best", "suite ten", "²"])
def test_words_that_cannot_be_read_are_refused(app, words):
    with pytest.raises(BadCommand, match=r"is not understood|is not a number from 1 to"):
        typed(app, f"compare {words}")

    assert not app[Comparisons].running


def test_nothing_is_compared_after_the_end_of_a_game(app):
    app.document.new_game(TICTACTOE, start="XXX/OO./... O")

    with pytest.raises(BadCommand, match="The game is over"):
        typed(app, "compare")
    with pytest.raises(ValueError, match="over"):
        Comparisons(app.document, app.service).start()
