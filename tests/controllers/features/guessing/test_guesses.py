"""Guessing the moves of a game: what follows is hidden, and guesses are not in the record."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.features.guessing.guesses import Guesses
from kalahloa.controllers.features.guessing.state import Guessing
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.reviews.trial_state import Trial
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.edits import InsertLine, Remove
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.text.errors import BadCommand, IllegalMove
from tests.controllers.conftest import COMPUTER, texts

TICTACTOE, KALAH = find_game("tictactoe"), find_game("kalah")
SETTINGS = ReviewSettings(Limits(depth=9), mebibytes=1)
LOST = "5 2 1 9 4 7 6"
"""X wins; O's 2 on an edge loses, a corner would have kept the draw."""


@pytest.fixture
def app(qapp) -> Iterator[AppContext]:
    made = open_app(TICTACTOE)
    made.turns.minimum_think_seconds = 0.0
    made[Guesses]._reply.setInterval(5)
    made[Reviews]._reviewer.settings = SETTINGS
    made.document.new_game(TICTACTOE, players=(HUMAN, HUMAN))
    play(made, LOST)
    yield made
    made.shut_down()


@pytest.fixture
def said(app: AppContext) -> list[str]:
    heard: list[str] = []
    app[Guesses].message.connect(heard.append)
    return heard


def play(app: AppContext, moves: str) -> None:
    for text in moves.split():
        app.turns.play(app.document.position.read_move(text))


def begin(app: AppContext, *words: str) -> str:
    return BY_KEY["guess"].perform(app, list(words))


def state(app: AppContext) -> Guessing:
    found = app.document.place.get(Guessing)
    assert found is not None
    return found


def wait(app: AppContext, qtbot) -> None:
    """Wait until the next guess is expected, or it is over."""
    qtbot.waitUntil(
        lambda: state(app).waiting or not state(app).running,
        timeout=20_000,
    )


def guess(app: AppContext, qtbot, text: str) -> None:
    """Guess *text*, and wait until it was judged and the next guess is expected."""
    done = len(state(app).score.guesses)
    app.turns.play_text(text)
    qtbot.waitUntil(lambda: len(state(app).score.guesses) == done + 1, timeout=20_000)
    wait(app, qtbot)


def at_start(app: AppContext, *words: str) -> str:
    app.navigation.to_start()
    return begin(app, *words)


# -- beginning -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sides", "total"),
    [
        ([], (0,), 4),
        (["winner"], (0,), 4),
        (["x"], (0,), 4),
        (["O"], (1,), 3),
        (["second"], (1,), 3),
        (["both"], (0, 1), 7),
    ],
)
def test_it_begins_here_with_the_side_that_is_asked_for(app, words, sides, total):
    app.navigation.to_start()

    begin(app, *words)

    assert (state(app).sides, state(app).total) == (sides, total)
    assert app.document.node is app.document.record.root
    assert app.document.place.secret


def test_at_the_end_of_the_line_it_begins_at_the_start(app):
    assert begin(app) == "Guess X's moves."

    assert texts(app) == []


def test_from_the_middle_only_what_follows_is_guessed(app):
    app.document.go_to(app.document.record.main_line()[2])

    begin(app, "both")

    assert texts(app) == ["5", "2", "1"]
    assert state(app).total == 4


def test_another_word_is_refused_and_nothing_begins(app):
    with pytest.raises(BadCommand, match="x, o, both or winner"):
        at_start(app, "white")
    assert app.document.place.get(Guessing) is None


def test_a_game_without_moves_cannot_be_guessed(app):
    app.document.new_game(TICTACTOE)

    with pytest.raises(BadCommand, match="No moves yet"):
        begin(app)


def test_a_side_that_has_no_move_left_cannot_be_guessed(app):
    app.document.go_to(app.document.record.main_line()[-2])

    assert begin(app, "o") == "That side has no more moves in this game."
    assert app.document.place.get(Guessing) is None


# -- what is hidden --------------------------------------------------------------------------------


def test_nothing_tells_what_follows(app, qtbot):
    app[Reviews].start(SETTINGS)
    qtbot.waitUntil(lambda: not app[Reviews].running, timeout=20_000)
    app[LiveAnalysis].set_on(True)
    app[Analysis].set_wanted(True)

    at_start(app, "both")
    guess(app, qtbot, "5")

    place = app.document.place
    assert place.ahead is None and place.redo_target is None and place.line_end is place.node
    assert not place.values and not place[Live].lines and place.hint is None
    assert [node.ply for node in place[Reviewed].line] == [0, 1]
    assert [one.text for one in place[Reviewed].review.plies] == ["5"]
    assert Interpreter(app).execute("record").split()[-2:] == ["5", "<"]


@pytest.mark.parametrize("key", ["redo", "forward", "end", "threat", "autoplay"])
def test_no_command_leads_to_what_is_hidden(app, key):
    at_start(app, "both")

    with pytest.raises(BadCommand):
        BY_KEY[key].trigger(app)
    assert state(app).running


# -- guessing --------------------------------------------------------------------------------------


def test_the_games_move_is_an_exact_guess_and_the_other_side_answers_by_itself(app, said, qtbot):
    at_start(app)

    guess(app, qtbot, "5")

    assert texts(app) == ["5", "2"]
    (one,) = state(app).score.guesses
    assert one.exact and one.points == 10
    assert said == ["5 is what X played (0, proven): 10 points. 10 of 10 so far."]


def test_another_guess_is_judged_and_the_games_move_is_played(app, said, qtbot):
    at_start(app, "o")
    wait(app, qtbot)

    guess(app, qtbot, "1")

    assert texts(app)[:2] == ["5", "2"]
    (one,) = state(app).score.guesses
    assert (one.text, one.played_text, one.points, one.played_points) == ("1", "2", 10, 0)
    assert one.better and not one.exact
    assert said[0] == (
        "1 (0, proven): 10 points. O played 2 (−1, proven). Yours is better. 10 of 10 so far."
    )


def test_a_bad_guess_gets_nothing_and_the_best_move_is_told(app, said, qtbot):
    app.document.go_to(app.document.record.main_line()[0])
    begin(app, "o")
    wait(app, qtbot)

    guess(app, qtbot, "4")

    assert state(app).score.points == 0
    assert "4 (−1, proven): 0 points." in said[0]
    assert "Best was" in said[0] and "(0, proven)" in said[0]


def test_guesses_do_not_go_into_the_record(app, qtbot):
    before = [node.text for node in app.document.record.nodes]
    kept = []
    app[Reviews].found.connect(kept.extend)
    at_start(app, "both")

    for text in ("1", "9", "3"):
        guess(app, qtbot, text)

    assert [node.text for node in app.document.record.nodes] == before
    assert texts(app) == ["5", "2", "1"]
    assert {ply.text for ply in kept} <= set(before)
    assert all(ply.number > 0 for ply in kept)


def test_guesses_that_differ_are_written_when_that_is_asked_for(app, qtbot):
    at_start(app, "both")
    for text in ("1", "2", "3"):
        guess(app, qtbot, text)
    with pytest.raises(BadCommand):
        BY_KEY["keep-guesses"].trigger(app)
    begin(app)

    answer = BY_KEY["keep-guesses"].trigger(app)

    assert answer == "2 variations added; Undo edit removes them."
    root = app.document.record.root
    assert [child.text for child in root.children] == ["5", "1"]
    assert [node.text for node in app.document.record.main_line()] == LOST.split()
    BY_KEY["undo-edit"].trigger(app)
    assert [child.text for child in root.children] == ["5"]
    assert BY_KEY["keep-guesses"].trigger(app).startswith("2 ")


def test_a_move_of_the_guessed_side_alone_is_asked_for(app, qtbot):
    at_start(app, "o")
    wait(app, qtbot)

    asked = []
    while state(app).running:
        asked.append(app.document.place.side)
        guess(app, qtbot, app.document.record.main_line()[app.document.node.ply].text)

    assert asked == [1, 1, 1]


def test_at_the_end_it_says_how_it_went_and_everything_is_seen_again(app, said, qtbot):
    at_start(app)
    while state(app).running:
        guess(app, qtbot, app.document.record.main_line()[app.document.node.ply].text)

    assert state(app).score.exact == 4
    assert said[-1].startswith("4 guesses: ")
    assert "4 as in the game, 0 better." in said[-1]
    place = app.document.place
    assert not place.secret and texts(app) == LOST.split()


def test_an_illegal_move_is_no_guess(app, qtbot):
    at_start(app)
    guess(app, qtbot, "5")

    with pytest.raises(IllegalMove, match="taken"):
        app.turns.play_text("5")
    assert len(state(app).score.guesses) == 1


def test_nobody_guesses_while_the_other_side_moves_or_a_guess_is_judged(app):
    app[Guesses]._reply.setInterval(100_000)
    at_start(app, "o")
    assert not state(app).waiting

    with pytest.raises(IllegalMove, match="Wait for your opponent"):
        app.turns.play_text("5")
    assert texts(app) == []


def test_sowings_of_one_turn_are_guessed_one_by_one(app, qtbot):
    app.document.new_game(KALAH, players=(HUMAN, HUMAN))
    app[Reviews]._reviewer.settings = replace(SETTINGS, limits=Limits(depth=3), cached=False)
    for text in ("3", "6", "1"):
        app.document.play(app.document.position.read_move(text))
    at_start(app, "south")

    with pytest.raises(IllegalMove, match="one move at a time"):
        app.turns.play_text("3-6")
    guess(app, qtbot, "3")
    assert texts(app) == ["3"]
    guess(app, qtbot, "6")

    assert texts(app) == ["3", "6"]
    assert state(app).score.exact == 2


def test_computers_do_not_move_while_one_guesses_nor_when_it_ends(app, qtbot):
    app.document.set_players((COMPUTER, COMPUTER))
    at_start(app)
    assert app.document.place.human_may_move
    guess(app, qtbot, "5")
    assert texts(app) == ["5", "2"]

    begin(app)

    assert texts(app) == ["5", "2"]
    assert not app.document.place.thinking and app.document.place.held


def test_a_guess_that_cannot_be_judged_does_not_count(app, said, qtbot, monkeypatch):
    at_start(app)
    wait(app, qtbot)
    qtbot.waitUntil(lambda: bool(app[Guesses]._found), timeout=20_000)
    monkeypatch.setattr(app[Reviews], "judge_move", lambda *_: 4711)

    app.turns.play_text("2")
    assert state(app).judging
    app[Reviews].judged.emit(4711, None, "It failed.")
    wait(app, qtbot)

    assert state(app).score.most == 0
    assert said[:2] == ["It failed.", "No value found for 2; X played 5."]


# -- ending ----------------------------------------------------------------------------------------


def test_asking_again_stops_it_where_it_is(app, said, qtbot):
    at_start(app)
    guess(app, qtbot, "5")

    begin(app)

    assert not state(app).running and not app.document.place.secret
    assert texts(app) == ["5", "2"]
    assert said[-1].startswith("1 guess: 10 of 10 points")


@pytest.mark.parametrize("key", ["undo", "back", "start"])
def test_walking_elsewhere_ends_it(app, qtbot, key):
    at_start(app)
    guess(app, qtbot, "5")

    BY_KEY[key].trigger(app)

    assert not state(app).running and not app.document.place.secret
    assert len(app.document.record.nodes) == 8


def test_a_new_game_ends_it(app, qtbot):
    at_start(app)
    guess(app, qtbot, "5")

    app.document.new_game(TICTACTOE)

    assert app.document.place.get(Guessing) is None and not app.document.place.secret
    play(app, "1 2")
    assert texts(app) == ["1", "2"]


def test_a_guess_that_is_judged_when_it_ends_is_forgotten(app, qtbot):
    at_start(app)
    app.turns.play_text("9")
    app.document.new_game(TICTACTOE)
    done = app[Reviews].judge

    app.document.play(5)
    app[Reviews]._judging.clear()
    with qtbot.waitSignal(app[Reviews].judged, timeout=20_000):
        done(app.document.node)

    assert texts(app) == ["5"]
    assert app.document.place.get(Guessing) is None


def test_the_deletion_of_what_is_ahead_ends_it(app, said, qtbot):
    at_start(app)
    guess(app, qtbot, "5")
    ahead = app.document.record.main_line()[4]

    app.document.edit(Remove(ahead.number))

    assert not state(app).running
    assert said[-1].startswith("The game has changed, so guessing ends. 1 guess")


def test_a_variation_that_another_window_adds_does_not_end_it(app, qtbot):
    at_start(app)
    guess(app, qtbot, "5")

    app.document.edit(InsertLine(app.document.node.number, ("9",)))

    assert state(app).running
    guess(app, qtbot, "1")
    assert texts(app)[:3] == ["5", "2", "1"]


def test_a_move_made_by_another_part_of_the_program_ends_it(app, qtbot):
    at_start(app)
    guess(app, qtbot, "5")

    app.document.play(9)

    assert not state(app).running
    assert texts(app) == ["5", "2", "9"]


def test_trying_a_mistake_again_ends_it(app, qtbot):
    app[Reviews].start(SETTINGS)
    qtbot.waitUntil(lambda: not app[Reviews].running, timeout=20_000)
    at_start(app)
    guess(app, qtbot, "5")

    BY_KEY["try-again"].trigger(app)

    assert not state(app).running
    assert app.document.place.get(Trial) is not None


# -- from the library ------------------------------------------------------------------------------


def opened(app: AppContext, wish: int = 0) -> None:
    record = Record(TICTACTOE)
    for text in LOST.split():
        record.play(record.position.read_move(text))
    app.document.open_record(record, (HUMAN, HUMAN), wish=wish)


def test_it_begins_at_the_start_of_the_game_that_is_opened_next(app, said, qtbot):
    wish = app.document.intend()
    app[Guesses].await_game()

    opened(app, wish)

    qtbot.waitUntil(lambda: app.document.place.get(Guessing) is not None)
    assert texts(app) == [] and state(app).sides == (0,)
    assert said == ["Guess X's moves."]


def test_it_does_not_begin_in_a_new_game_nor_where_opening_has_failed(app, qtbot):
    wish = app.document.intend()
    app[Guesses].await_game()
    app.document.new_game(TICTACTOE)
    opened(app, wish)
    wish = app.document.intend()
    app[Guesses].await_game()
    app[Guesses].forget_game()
    opened(app, wish)
    app.document.intend()
    app[Guesses].await_game()
    opened(app, app.document.intend())  # another one was asked for since

    qtbot.wait(20)
    assert app.document.place.get(Guessing) is None
