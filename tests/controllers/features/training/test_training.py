"""The results of all exercises are kept in one place, and what was missed is repeated."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.exercises import ExerciseHere
from kalahloa.controllers.features.book.practice import PracticeController
from kalahloa.controllers.features.book.practice_state import Practice
from kalahloa.controllers.features.guessing.guesses import Guesses
from kalahloa.controllers.features.guessing.state import Guessing
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.reviews.trial_card import mistakes_card
from kalahloa.controllers.features.reviews.trial_state import Trial, TrialEnd
from kalahloa.controllers.features.reviews.trials import Trials
from kalahloa.controllers.features.teaching.state import TeachingSettings
from kalahloa.controllers.features.teaching.teaching import TeachingController
from kalahloa.controllers.features.training.state import TrainingState
from kalahloa.controllers.features.training.training import Training
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.library import Library
from kalahloa.models.record.annotation import Mark
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.study.training.deck import deck_path, read_deck
from kalahloa.models.study.training.kinds import ExerciseKind, kind_of
from kalahloa.models.study.training.results import read_results, results_path
from kalahloa.models.study.training.schedule import DAY, FAILED, SOLVED
from kalahloa.models.study.training.statistics import KindScore
from kalahloa.models.text.sentence import Sentence
from tests.controllers.conftest import COMPUTER
from tests.models.library.reviewed_games import LEVELS, Given, add

TICTACTOE, KALAH = find_game("tictactoe"), find_game("kalah")
START = TICTACTOE.start(TICTACTOE.rulebook.default)
NOON = 1_700_000_000_000
LOST = "5 2 1 9 4 7 6"
"""O's 2 on an edge loses; a corner keeps the draw."""


@pytest.fixture
def time() -> list[int]:
    return [NOON]


@pytest.fixture
def app(qapp, time) -> Iterator[AppContext]:
    made = open_app(TICTACTOE)
    made.turns.minimum_think_seconds = 0.0
    made[Training].clock = lambda: time[0]
    made[Trials]._back.setInterval(5)
    made[Guesses]._reply.setInterval(5)
    made[PracticeController]._back.setInterval(5)
    made[PracticeController]._answering.setInterval(5)
    made[TeachingController].moment_ms = 5
    made[Reviews]._reviewer.settings = ReviewSettings(Limits(depth=9), mebibytes=1, cached=False)
    made.document.new_game(TICTACTOE, players=(HUMAN, HUMAN))
    yield made
    made.shut_down()


def play(app: AppContext, moves: str) -> None:
    for text in moves.split():
        app.turns.play(app.document.position.read_move(text))


def review(app: AppContext, qtbot) -> None:
    app[Reviews].start(ReviewSettings(Limits(depth=9), mebibytes=1))
    qtbot.waitUntil(lambda: not app[Reviews].running, timeout=20_000)


def calm(app: AppContext, qtbot) -> None:
    qtbot.waitUntil(lambda: not app.is_busy, timeout=20_000)
    assert app[Training].store.wait()


def kept() -> list[tuple[ExerciseKind, int]]:
    return [(kind_of(one.item), one.quality) for one in read_results(results_path())]


def deck() -> list[tuple[ExerciseKind, str]]:
    return [(one.kind, one.played) for one in read_deck(deck_path()).items]


def test_nothing_is_read_before_it_is_wanted(app):
    assert app[Training]._store is None
    assert app.document.place[TrainingState].statistic is None


# -- mistakes --------------------------------------------------------------------------------------


def fail_a_mistake(app: AppContext, qtbot) -> None:
    play(app, LOST)
    review(app, qtbot)
    app.navigation.to_start()
    BY_KEY["try-again"].trigger(app)
    play(app, "4")
    qtbot.waitUntil(lambda: bool(app.document.place[Trial].lost), timeout=20_000)
    qtbot.waitUntil(lambda: app.document.node is app.document.place[Trial].node, timeout=20_000)
    calm(app, qtbot)


def test_a_mistake_that_is_missed_again_is_kept_once_and_comes_again(app, qtbot):
    fail_a_mistake(app, qtbot)
    play(app, "4")
    calm(app, qtbot)

    assert kept() == [(ExerciseKind.MISTAKES, FAILED)]
    assert deck() == [(ExerciseKind.MISTAKES, "2")]
    statistic = app.document.place[TrainingState].statistic
    assert statistic is not None and statistic.due[1] == 1
    assert statistic.by_kind == (KindScore(ExerciseKind.MISTAKES, 0, 1),)


def test_it_is_put_on_the_board_of_another_game_the_day_after(app, qtbot, time):
    fail_a_mistake(app, qtbot)
    app.document.new_game(TICTACTOE, players=(HUMAN, HUMAN))
    own = app.document.record
    time[0] += DAY

    BY_KEY["my-mistakes"].trigger(app)
    qtbot.waitUntil(lambda: app.document.record is not own, timeout=20_000)
    qtbot.waitUntil(lambda: app.document.place[Trial].mistake.ply is not None, timeout=20_000)

    place = app.document.place
    assert place.secret and place.has_own_game and place[Trial].mistake.is_own
    assert place.position.position_string() == ".../.X./... O"
    assert mistakes_card(place).task == "You played 2 (blunder). Find a better move."

    play(app, "1")
    qtbot.waitUntil(lambda: app.document.place.get(TrialEnd) is not None, timeout=20_000)
    calm(app, qtbot)
    assert app.document.place[TrialEnd].found
    assert kept() == [(ExerciseKind.MISTAKES, FAILED), (ExerciseKind.MISTAKES, SOLVED)]
    BY_KEY["own-game"].trigger(app)
    assert app.document.record is own


def test_a_mistake_that_is_tried_anew_before_it_is_judged_is_judged(app, qtbot, time):
    fail_a_mistake(app, qtbot)
    app.document.new_game(TICTACTOE, players=(HUMAN, HUMAN))
    own = app.document.record
    time[0] += DAY
    BY_KEY["my-mistakes"].trigger(app)
    qtbot.waitUntil(lambda: app.document.record is not own, timeout=20_000)

    app[Trials].again()

    qtbot.waitUntil(lambda: app.document.place[Trial].mistake.ply is not None, timeout=20_000)


def test_the_kind_is_kept_and_mistakes_of_another_kind_are_left_out(app, qtbot, time):
    fail_a_mistake(app, qtbot)
    (one,) = read_deck(deck_path()).items
    assert one.mistake is MistakeKind.ALLOWED_WIN
    time[0] += DAY
    calm(app, qtbot)
    app[Training].refresh()
    calm(app, qtbot)
    (choice,) = mistakes_card(app.document.place).choices
    assert choice.options == (("", "All kinds (1 due)"), ("allowed-win", "Allowed wins (1 due)"))
    told: list[str] = []
    app[Trials].message.connect(told.append)
    app.document.new_game(TICTACTOE, players=(HUMAN, HUMAN))
    own = app.document.record

    Interpreter(app).execute("mistakekind shut-in")
    BY_KEY["my-mistakes"].trigger(app)
    qtbot.waitUntil(lambda: "No mistakes of this kind to repeat." in told, timeout=20_000)
    Interpreter(app).execute("mistakekind allowed-win")
    BY_KEY["my-mistakes"].trigger(app)
    qtbot.waitUntil(lambda: app.document.record is not own, timeout=20_000)

    assert app.document.place[Trial].mistake.played == "2"


def test_mistakes_of_reviewed_games_in_the_library_come_again(app, qtbot, time, tmp_path):
    path = tmp_path / "library.sqlite"
    fact = MoveFact("exposed", Sentence("Models", "{other} could.", {"other": "X"}))
    blunder = Given(
        *(LOST, ("Emil", "Engine, level 3"), (LEVELS[1], LEVELS[0]), "tictactoe"),
        losses=((0, None), (1, Mark.BLUNDER)),
        facts=(replace(fact, kind=MistakeKind.EXPOSED),),
    )
    with Library.open(path) as library:
        add(library, blunder)
    app[Training].store.open_library = lambda: Library.open(path)
    own = app.document.record

    Interpreter(app).execute("mistakekind exposed")
    BY_KEY["my-mistakes"].trigger(app)
    qtbot.waitUntil(lambda: app.document.record is not own, timeout=20_000)

    assert app.document.position.position_string() == ".../.X./... O"
    assert app.document.place[Trial].mistake.played == "2"
    assert not deck_path().exists()


def test_without_mistakes_it_is_said_what_to_do(app, qtbot):
    told: list[str] = []
    app[Trials].message.connect(told.append)

    BY_KEY["my-mistakes"].trigger(app)
    qtbot.waitUntil(lambda: bool(told), timeout=20_000)

    assert told == ["No mistakes to repeat. Review one of your games with F9."]
    assert app.document.place.get(ExerciseHere) is None


def test_who_has_gone_elsewhere_meanwhile_is_not_called_back(app, qtbot):
    fail_a_mistake(app, qtbot)
    app.document.new_game(TICTACTOE, players=(HUMAN, HUMAN))

    BY_KEY["my-mistakes"].trigger(app)
    app.document.new_game(KALAH)
    calm(app, qtbot)

    assert app.document.game is KALAH and app.document.place.get(Trial) is None


def test_the_answer_that_is_shown_counts_as_missed(app, qtbot):
    play(app, LOST)
    review(app, qtbot)
    app.navigation.to_start()
    BY_KEY["try-again"].trigger(app)

    BY_KEY["exercise-show"].trigger(app)
    calm(app, qtbot)

    assert kept() == [(ExerciseKind.MISTAKES, FAILED)] and len(deck()) == 1


# -- the others ------------------------------------------------------------------------------------


def test_a_bad_guess_counts_as_one_and_its_position_comes_again_as_a_mistake(app, qtbot):
    play(app, LOST)
    app.navigation.to_start()
    Interpreter(app).execute("guess both")
    for cell in ("5", "4"):
        qtbot.waitUntil(lambda: app.document.place[Guessing].waiting, timeout=20_000)
        done = len(app.document.place[Guessing].score.guesses)
        play(app, cell)
        qtbot.waitUntil(
            lambda done=done: len(app.document.place[Guessing].score.guesses) > done,
            timeout=20_000,
        )
    Interpreter(app).execute("guess")
    calm(app, qtbot)

    assert kept() == [(ExerciseKind.GUESS, SOLVED), (ExerciseKind.GUESS, FAILED)]
    assert deck() == [(ExerciseKind.MISTAKES, "4")]


def test_each_position_in_which_a_move_is_stopped_counts_once(app, qtbot):
    app.document.new_game(TICTACTOE, players=(HUMAN, COMPUTER), start="XX./OO./... X")
    app[TeachingController].limits = Limits(depth=9)
    app[TeachingController].set_settings(TeachingSettings(on=True, margin=0))
    for cell in ("7", "8"):
        play(app, cell)
        qtbot.waitUntil(lambda: app.document.node.parent is None, timeout=20_000)
    play(app, "3")
    calm(app, qtbot)

    assert kept() == [(ExerciseKind.TEACH, FAILED)]
    assert deck() == [(ExerciseKind.MISTAKES, "7")]


def test_a_missed_opening_is_practised_again_from_its_position(app, qtbot, time):
    app.document.new_game(KALAH, players=(HUMAN, HUMAN))
    Interpreter(app).execute("practise south")
    qtbot.waitUntil(lambda: app.document.place[Practice].asking, timeout=20_000)
    play(app, "3")
    qtbot.waitUntil(lambda: app.document.place[Practice].asking, timeout=20_000)
    play(app, "1")
    qtbot.waitUntil(lambda: bool(app.document.place[Practice].misses), timeout=20_000)
    calm(app, qtbot)
    assert (ExerciseKind.OPENINGS, FAILED) in kept() and (ExerciseKind.OPENINGS, SOLVED) in kept()
    assert deck() == [(ExerciseKind.OPENINGS, "1")]
    time[0] += DAY

    BY_KEY["exercise-next"].trigger(app)
    qtbot.waitUntil(
        lambda: app.document.for_exercise and app.document.place[Practice].asking, timeout=20_000
    )

    assert app.document.position.position_string() == read_deck(deck_path()).items[0].position


# -- the statistic ---------------------------------------------------------------------------------


def test_the_statistic_is_told_in_words(app, qtbot):
    told: list[str] = []
    app[Training].answered.connect(told.append)
    Interpreter(app).execute("training")
    qtbot.waitUntil(lambda: bool(told), timeout=20_000)
    assert told == ["You have not trained this week.\nTo repeat: 0 today, 0 tomorrow, 0 later."]

    position = START
    app[Training].keep(ExerciseKind.GUESS, TICTACTOE, position, SOLVED)
    app[Training].add_missed(ExerciseKind.MISTAKES, TICTACTOE, position, "1", counts=True)
    told.clear()
    Interpreter(app).execute("training")
    qtbot.waitUntil(lambda: bool(told), timeout=20_000)

    assert told[0].splitlines() == [
        "Right at the first try: 1 of 2 this week.",
        "My mistakes: 0 of 1.",
        "Guessing: 1 of 1.",
        "Other mistakes: 0 to repeat today, 1 in all; right by week: 0 %.",
        "To repeat: 0 today, 1 tomorrow, 0 later.",
    ]


def test_what_another_window_has_kept_counts_too(app, qtbot):
    other = open_app(TICTACTOE)
    other[Training].clock = lambda: NOON
    other[Training].keep(ExerciseKind.GUESS, TICTACTOE, START, SOLVED)
    other.shut_down()

    app[Training].refresh(anew=True)
    calm(app, qtbot)

    statistic = app.document.place[TrainingState].statistic
    assert statistic is not None and (statistic.passed, statistic.tried) == (1, 1)


def test_results_that_cannot_be_written_are_told_of_and_written_later(app, qtbot):
    told: list[str] = []
    app[Training].message.connect(told.append)
    results_path().parent.parent.mkdir(parents=True, exist_ok=True)
    results_path().parent.write_text("")
    app[Training].keep(ExerciseKind.GUESS, TICTACTOE, START, SOLVED)
    qtbot.waitUntil(lambda: bool(told), timeout=20_000)
    assert "not saved" in told[0]

    results_path().parent.unlink()
    app[Training].refresh()
    calm(app, qtbot)

    assert kept() == [(ExerciseKind.GUESS, SOLVED)]
