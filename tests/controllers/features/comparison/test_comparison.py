"""Comparing searchers at a desk: what is asked, what is kept, and what is told."""

from collections.abc import Iterator
from threading import Event

import pytest

from kalahloa.controllers.commands.commands import BY_KEY
from kalahloa.controllers.commands.typed import Interpreter
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.features.comparison.actions import read_settings
from kalahloa.controllers.features.comparison.comparison import (
    Comparisons,
    ComparisonSettings,
    Positions,
)
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.search.comparison import Ending, Measured, Task, measure
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.text.errors import BadCommand, BadHeuristic, UnknownName

KALAH, TICTACTOE = find_game("kalah"), find_game("tictactoe")
FEW = ("negamax", "alpha-beta")


@pytest.fixture
def desk(qapp) -> Iterator[Desk]:
    made = Desk.of(KALAH)
    made.comparisons.measure = measure  # here: it takes a while to start another process
    yield made
    made.shut_down()


@pytest.fixture
def said(desk: Desk) -> list[str]:
    heard: list[str] = []
    desk.comparisons.message.connect(heard.append)
    return heard


@pytest.fixture
def answers(desk: Desk) -> list[str]:
    heard: list[str] = []
    desk.comparisons.answered.connect(heard.append)
    return heard


def typed(desk: Desk, line: str) -> str:
    return Interpreter(desk).execute(line)


def done(desk: Desk, qtbot) -> None:
    qtbot.waitUntil(lambda: not desk.comparisons.running, timeout=30_000)


def endless(desk: Desk) -> None:
    """Begin a comparison whose second search takes longer than any test."""
    pause = Event()

    def measure(plan, task: Task, stopped, tell) -> Measured:
        while task.searcher != plan.searchers[0]:
            tell(77)
            pause.wait(0.002)
            if stopped():
                raise SearchStopped
        return Measured(task, Ending.FINISHED, 10, 0.1, value=0.0)

    desk.comparisons.measure = measure
    desk.comparisons.start(ComparisonSettings(searchers=FEW))


# -- comparing -------------------------------------------------------------------------------------


def test_the_command_compares_all_searchers_on_the_position_shown(desk, said, answers, qtbot):
    desk.document.new_game(KALAH)
    desk.turns.play_text("3-6")
    before = desk.document.position.position_string()

    answer = BY_KEY["compare"].trigger(desk)
    assert desk.document.place.comparing
    done(desk, qtbot)

    assert answer.startswith("8 searchers are being compared to depth 3, by ")
    comparison = desk.comparisons.comparison
    assert comparison is not None and comparison.complete
    (sample,) = comparison.plan.samples
    assert sample.position(KALAH).position_string() == before
    assert not desk.document.place.comparing and desk.document.place.compared
    assert len(said) == 1 and said[0].startswith("The comparison is done: depth 3. Game-tree")
    assert not answers, "Nobody has asked for it in words."


def test_a_typed_comparison_is_answered_in_words(desk, answers, qtbot):
    typed(desk, "compare 2")
    done(desk, qtbot)

    (answer,) = answers
    lines = answer.splitlines()
    assert lines[0] == "Compared: depth 2"
    assert lines[1].startswith("  Game-tree search: ") and " leaves, " in lines[1]
    assert len([line for line in lines if line.startswith("  ")]) == 8
    assert any("same value" in line for line in lines)
    assert typed(desk, "comparison") == answer


def test_results_come_one_by_one(desk, qtbot):
    steps: list[int] = []
    comparisons = desk.comparisons
    comparisons.changed.connect(lambda: steps.append(comparisons.comparison.done))

    endless(desk)
    qtbot.waitUntil(lambda: comparisons.nodes == 77 and comparisons.task is not None)

    assert comparisons.task == Task(0, "alpha-beta", 1)
    assert [row.searcher for row in comparisons.comparison.rows] == ["negamax"]
    assert desk.is_busy
    comparisons.stop()
    assert not desk.is_busy
    assert steps == sorted(steps)


def test_the_command_stops_what_is_running_and_tells_what_is_known(desk, qtbot):
    endless(desk)
    qtbot.waitUntil(lambda: bool(desk.comparisons.comparison.rows))

    answer = typed(desk, "compare")

    assert not desk.comparisons.running and not desk.document.place.comparing
    assert "Negamax: 10 nodes" in answer


def test_stopping_at_once_says_so(desk):
    endless(desk)

    assert typed(desk, "compare") == "The comparison was stopped."


def test_the_computers_move_comes_first_and_the_comparison_goes_on(desk, qtbot):
    asked: list[Task] = []

    def measure(plan, task: Task, stopped, tell) -> Measured:
        asked.append(task)
        while len(asked) == 2:
            if stopped():
                raise SearchStopped
        return Measured(task, Ending.FINISHED, 10, 0.1, value=0.0)

    desk.comparisons.measure = measure
    desk.comparisons.start(ComparisonSettings(searchers=FEW, depth=2))
    qtbot.waitUntil(lambda: len(asked) == 2)

    desk.analysis.request_hint()
    done(desk, qtbot)

    assert desk.comparisons.comparison.complete
    assert asked == [
        *(Task(0, "negamax", 1), Task(0, "alpha-beta", 1), Task(0, "alpha-beta", 1)),
        *(Task(0, "negamax", 2), Task(0, "alpha-beta", 2)),
    ]


def test_a_failure_is_told_in_a_sentence(desk, said, qtbot):
    def measure(plan, task, stopped, tell):
        raise MemoryError

    desk.comparisons.measure = measure
    desk.comparisons.start()
    done(desk, qtbot)

    assert said == ["The searchers cannot be compared: MemoryError"]


# -- what it is about ------------------------------------------------------------------------------


def test_a_comparison_goes_on_while_one_walks_and_ends_with_the_record(desk, qtbot):
    desk.turns.play_text("1")
    endless(desk)
    here = desk.document.node
    desk.walks.undo()
    assert desk.comparisons.running and desk.comparisons.node is here

    desk.document.new_game(TICTACTOE)

    assert not desk.comparisons.running and desk.comparisons.comparison is None
    assert not desk.document.place.compared
    with pytest.raises(BadCommand, match="compare does it"):
        typed(desk, "comparison")


def test_suites_have_positions_of_their_own(desk, qtbot):
    comparisons = desk.comparisons
    settings = ComparisonSettings(FEW, depth=1, positions=Positions.RANDOM, count=6)
    comparisons.start(settings)
    done(desk, qtbot)
    assert len(comparisons.comparison.plan.samples) == 6

    comparisons.start(ComparisonSettings(FEW, depth=1, positions=Positions.BENCH))
    done(desk, qtbot)

    assert len(comparisons.comparison.plan.samples) == len(KALAH.bench)


def test_another_games_heuristic_is_refused_and_what_was_there_stays(desk, qtbot):
    desk.comparisons.start(ComparisonSettings(FEW, depth=1))
    done(desk, qtbot)

    with pytest.raises(UnknownName):
        desk.comparisons.start(ComparisonSettings(FEW, heuristic="captures"))

    assert desk.comparisons.comparison.complete


def test_the_heuristic_is_not_taken_to_another_game(desk):
    desk.comparisons.settings = ComparisonSettings(heuristic="kalah-difference")

    desk.document.new_game(TICTACTOE)

    assert desk.comparisons.settings == ComparisonSettings()


# -- heuristics of one's own -----------------------------------------------------------------------


def test_a_heuristic_of_ones_own_is_compared_in_another_process(desk, qtbot):
    HeuristicStore().save(
        HeuristicSource("mine", "kalah", "def evaluate(position):\n    return 7.0\n")
    )
    desk.comparisons.measure = None

    typed(desk, "compare 1 file:mine")
    done(desk, qtbot)

    comparison = desk.comparisons.comparison
    assert comparison.plan.heuristic.name == "mine"
    rows = comparison.at(1)
    assert len(rows) == 8 and all(row.is_comparable for row in rows)
    assert abs(rows[0].value) == 7.0


def test_one_that_is_not_kept_is_refused(desk):
    with pytest.raises(BadHeuristic, match="nobody"):
        typed(desk, "compare file:nobody")

    assert not desk.comparisons.running


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
def test_words_say_what_is_compared(desk, words, changed):
    assert read_settings(desk, words.split()) == ComparisonSettings(**changed)


def test_without_the_word_for_a_suite_the_position_shown_is_meant(desk):
    desk.comparisons.settings = ComparisonSettings(positions=Positions.BENCH, depth=5)

    assert read_settings(desk, []).positions is Positions.BENCH
    assert read_settings(desk, ["4"]) == ComparisonSettings(depth=4)


@pytest.mark.parametrize("words", ["9", "0", "suite 0", "suite 201", "best", "suite ten", "²"])
def test_words_that_cannot_be_read_are_refused(desk, words):
    with pytest.raises(BadCommand, match=r"cannot be read|is not a number from 1 to"):
        typed(desk, f"compare {words}")

    assert not desk.comparisons.running


def test_nothing_is_compared_after_the_end_of_a_game(desk):
    desk.document.new_game(TICTACTOE, start="XXX/OO./... O")

    with pytest.raises(BadCommand, match="The game is over"):
        typed(desk, "compare")
    with pytest.raises(ValueError, match="over"):
        Comparisons(desk.document, desk.service).start()
