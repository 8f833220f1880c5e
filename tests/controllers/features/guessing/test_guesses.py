"""Guessing the moves of a game: what follows is hidden, and guesses are not in the record."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.commands.commands import BY_KEY
from kalahloa.controllers.commands.typed import Interpreter
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.features.guessing.state import Guessing
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
def desk(qapp) -> Iterator[Desk]:
    made = Desk.of(TICTACTOE)
    made.turns.minimum_think_seconds = 0.0
    made.guesses._reply.setInterval(5)
    made.reviews._reviewer.settings = SETTINGS
    made.document.new_game(TICTACTOE, players=(HUMAN, HUMAN))
    play(made, LOST)
    yield made
    made.shut_down()


@pytest.fixture
def said(desk: Desk) -> list[str]:
    heard: list[str] = []
    desk.guesses.message.connect(heard.append)
    return heard


def play(desk: Desk, moves: str) -> None:
    for text in moves.split():
        desk.turns.play(desk.document.position.read_move(text))


def begin(desk: Desk, *words: str) -> str:
    return BY_KEY["guess"].perform(desk, list(words))


def state(desk: Desk) -> Guessing:
    found = desk.document.place.guessing
    assert found is not None
    return found


def wait(desk: Desk, qtbot) -> None:
    """Wait until the next guess is expected, or it is over."""
    qtbot.waitUntil(
        lambda: state(desk).waiting or not state(desk).running,
        timeout=20_000,
    )


def guess(desk: Desk, qtbot, text: str) -> None:
    """Guess *text*, and wait until it was judged and the next guess is expected."""
    done = len(state(desk).score.guesses)
    desk.turns.play_text(text)
    qtbot.waitUntil(lambda: len(state(desk).score.guesses) == done + 1, timeout=20_000)
    wait(desk, qtbot)


def at_start(desk: Desk, *words: str) -> str:
    desk.walks.to_start()
    return begin(desk, *words)


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
def test_it_begins_here_with_the_side_that_is_asked_for(desk, words, sides, total):
    desk.walks.to_start()

    begin(desk, *words)

    assert (state(desk).sides, state(desk).total) == (sides, total)
    assert desk.document.node is desk.document.record.root
    assert desk.document.place.secret


def test_at_the_end_of_the_line_it_begins_at_the_start(desk):
    assert begin(desk) == "Guess X's moves."

    assert texts(desk) == []


def test_from_the_middle_only_what_follows_is_guessed(desk):
    desk.document.walk(desk.document.record.main_line()[2])

    begin(desk, "both")

    assert texts(desk) == ["5", "2", "1"]
    assert state(desk).total == 4


def test_another_word_is_refused_and_nothing_begins(desk):
    with pytest.raises(BadCommand, match="x, o, both or winner"):
        at_start(desk, "white")
    assert desk.document.place.guessing is None


def test_a_game_without_moves_cannot_be_guessed(desk):
    desk.document.new_game(TICTACTOE)

    with pytest.raises(BadCommand, match="No move has been played"):
        begin(desk)


def test_a_side_that_has_no_move_left_cannot_be_guessed(desk):
    desk.document.walk(desk.document.record.main_line()[-2])

    assert begin(desk, "o") == "That side has no move in what follows."
    assert desk.document.place.guessing is None


# -- what is hidden --------------------------------------------------------------------------------


def test_nothing_tells_what_follows(desk, qtbot):
    desk.reviews.start(SETTINGS)
    qtbot.waitUntil(lambda: not desk.reviews.running, timeout=20_000)
    desk.live.set_on(True)
    desk.analysis.set_wanted(True)

    at_start(desk, "both")
    guess(desk, qtbot, "5")

    place = desk.document.place
    assert place.ahead is None and place.redo_target is None and place.line_end is place.node
    assert not place.values and not place.live.lines and place.hint is None
    assert [node.ply for node in place.reviewed.line] == [0, 1]
    assert [one.text for one in place.reviewed.review.plies] == ["5"]
    assert Interpreter(desk).execute("record").split()[-2:] == ["5", "<"]


@pytest.mark.parametrize("key", ["redo", "forward", "end", "hint", "threat", "autoplay"])
def test_no_command_leads_to_what_is_hidden(desk, key):
    at_start(desk, "both")

    with pytest.raises(BadCommand):
        BY_KEY[key].trigger(desk)
    assert state(desk).running


# -- guessing --------------------------------------------------------------------------------------


def test_the_games_move_is_an_exact_guess_and_the_other_side_answers_by_itself(desk, said, qtbot):
    at_start(desk)

    guess(desk, qtbot, "5")

    assert texts(desk) == ["5", "2"]
    (one,) = state(desk).score.guesses
    assert one.exact and one.points == 10
    assert said == ["5 is what X played (0, proven): 10 points. 10 of 10 so far."]


def test_another_guess_is_judged_and_the_games_move_is_played(desk, said, qtbot):
    at_start(desk, "o")
    wait(desk, qtbot)

    guess(desk, qtbot, "1")

    assert texts(desk)[:2] == ["5", "2"]
    (one,) = state(desk).score.guesses
    assert (one.text, one.played_text, one.points, one.played_points) == ("1", "2", 10, 0)
    assert one.better and not one.exact
    assert said[0] == (
        "1 (0, proven): 10 points. O played 2 (-1, proven). Yours is better. 10 of 10 so far."
    )


def test_a_bad_guess_gets_nothing_and_the_best_move_is_told(desk, said, qtbot):
    desk.document.walk(desk.document.record.main_line()[0])
    begin(desk, "o")
    wait(desk, qtbot)

    guess(desk, qtbot, "4")

    assert state(desk).score.points == 0
    assert "4 (-1, proven): 0 points." in said[0]
    assert "Best was" in said[0] and "(0, proven)" in said[0]


def test_guesses_do_not_go_into_the_record(desk, qtbot):
    before = [node.text for node in desk.document.record.nodes]
    kept = []
    desk.reviews.found.connect(kept.extend)
    at_start(desk, "both")

    for text in ("1", "9", "3"):
        guess(desk, qtbot, text)

    assert [node.text for node in desk.document.record.nodes] == before
    assert texts(desk) == ["5", "2", "1"]
    assert {ply.text for ply in kept} <= set(before)
    assert all(ply.number > 0 for ply in kept)


def test_guesses_that_differ_are_written_when_that_is_asked_for(desk, qtbot):
    at_start(desk, "both")
    for text in ("1", "2", "3"):
        guess(desk, qtbot, text)
    with pytest.raises(BadCommand):
        BY_KEY["keep-guesses"].trigger(desk)
    begin(desk)

    answer = BY_KEY["keep-guesses"].trigger(desk)

    assert answer == "2 variations written; Undo edit takes that back."
    root = desk.document.record.root
    assert [child.text for child in root.children] == ["5", "1"]
    assert [node.text for node in desk.document.record.main_line()] == LOST.split()
    BY_KEY["undo-edit"].trigger(desk)
    assert [child.text for child in root.children] == ["5"]
    assert BY_KEY["keep-guesses"].trigger(desk).startswith("2 ")


def test_a_move_of_the_guessed_side_alone_is_asked_for(desk, qtbot):
    at_start(desk, "o")
    wait(desk, qtbot)

    asked = []
    while state(desk).running:
        asked.append(desk.document.place.side)
        guess(desk, qtbot, desk.document.record.main_line()[desk.document.node.ply].text)

    assert asked == [1, 1, 1]


def test_at_the_end_it_says_how_it_went_and_everything_is_seen_again(desk, said, qtbot):
    at_start(desk)
    while state(desk).running:
        guess(desk, qtbot, desk.document.record.main_line()[desk.document.node.ply].text)

    assert state(desk).score.exact == 4
    assert said[-1].startswith("4 moves guessed: ")
    assert "4 as in the game, 0 better." in said[-1]
    place = desk.document.place
    assert not place.secret and texts(desk) == LOST.split()


def test_an_illegal_move_is_no_guess(desk, qtbot):
    at_start(desk)
    guess(desk, qtbot, "5")

    with pytest.raises(IllegalMove, match="taken"):
        desk.turns.play_text("5")
    assert len(state(desk).score.guesses) == 1


def test_nobody_guesses_while_the_other_side_moves_or_a_guess_is_judged(desk):
    desk.guesses._reply.setInterval(100_000)
    at_start(desk, "o")
    assert not state(desk).waiting

    with pytest.raises(IllegalMove, match="Wait for the other side"):
        desk.turns.play_text("5")
    assert texts(desk) == []


def test_sowings_of_one_turn_are_guessed_one_by_one(desk, qtbot):
    desk.document.new_game(KALAH, players=(HUMAN, HUMAN))
    desk.reviews._reviewer.settings = replace(SETTINGS, limits=Limits(depth=3), cached=False)
    for text in ("3", "6", "1"):
        desk.document.play(desk.document.position.read_move(text))
    at_start(desk, "south")

    with pytest.raises(IllegalMove, match="one move at a time"):
        desk.turns.play_text("3-6")
    guess(desk, qtbot, "3")
    assert texts(desk) == ["3"]
    guess(desk, qtbot, "6")

    assert texts(desk) == ["3", "6"]
    assert state(desk).score.exact == 2


def test_computers_do_not_move_while_one_guesses_nor_when_it_ends(desk, qtbot):
    desk.document.set_players((COMPUTER, COMPUTER))
    at_start(desk)
    assert desk.document.place.human_may_move
    guess(desk, qtbot, "5")
    assert texts(desk) == ["5", "2"]

    begin(desk)

    assert texts(desk) == ["5", "2"]
    assert not desk.document.place.thinking and desk.document.place.held


def test_a_guess_that_cannot_be_judged_does_not_count(desk, said, qtbot, monkeypatch):
    at_start(desk)
    wait(desk, qtbot)
    qtbot.waitUntil(lambda: bool(desk.guesses._found), timeout=20_000)
    monkeypatch.setattr(desk.reviews, "judge_move", lambda *_: 4711)

    desk.turns.play_text("2")
    assert state(desk).judging
    desk.reviews.judged.emit(4711, None, "It failed.")
    wait(desk, qtbot)

    assert state(desk).score.most == 0
    assert said[:2] == ["It failed.", "2 could not be judged; X played 5."]


# -- ending ----------------------------------------------------------------------------------------


def test_asking_again_stops_it_where_it_is(desk, said, qtbot):
    at_start(desk)
    guess(desk, qtbot, "5")

    begin(desk)

    assert not state(desk).running and not desk.document.place.secret
    assert texts(desk) == ["5", "2"]
    assert said[-1].startswith("1 move guessed: 10 of 10 points")


@pytest.mark.parametrize("key", ["undo", "back", "start"])
def test_walking_elsewhere_ends_it(desk, qtbot, key):
    at_start(desk)
    guess(desk, qtbot, "5")

    BY_KEY[key].trigger(desk)

    assert not state(desk).running and not desk.document.place.secret
    assert len(desk.document.record.nodes) == 8


def test_a_new_game_ends_it(desk, qtbot):
    at_start(desk)
    guess(desk, qtbot, "5")

    desk.document.new_game(TICTACTOE)

    assert desk.document.place.guessing is None and not desk.document.place.secret
    play(desk, "1 2")
    assert texts(desk) == ["1", "2"]


def test_a_guess_that_is_judged_when_it_ends_is_forgotten(desk, qtbot):
    at_start(desk)
    desk.turns.play_text("9")
    desk.document.new_game(TICTACTOE)
    done = desk.reviews.judge

    desk.document.play(5)
    desk.reviews._judging.clear()
    with qtbot.waitSignal(desk.reviews.judged, timeout=20_000):
        done(desk.document.node)

    assert texts(desk) == ["5"]
    assert desk.document.place.guessing is None


def test_the_deletion_of_what_is_ahead_ends_it(desk, said, qtbot):
    at_start(desk)
    guess(desk, qtbot, "5")
    ahead = desk.document.record.main_line()[4]

    desk.document.edit(Remove(ahead.number))

    assert not state(desk).running
    assert said[-1].startswith("The game was changed, so guessing ends. 1 move guessed")


def test_a_variation_that_another_window_adds_does_not_end_it(desk, qtbot):
    at_start(desk)
    guess(desk, qtbot, "5")

    desk.document.edit(InsertLine(desk.document.node.number, ("9",)))

    assert state(desk).running
    guess(desk, qtbot, "1")
    assert texts(desk)[:3] == ["5", "2", "1"]


def test_a_move_made_by_another_part_of_the_program_ends_it(desk, qtbot):
    at_start(desk)
    guess(desk, qtbot, "5")

    desk.document.play(9)

    assert not state(desk).running
    assert texts(desk) == ["5", "2", "9"]


def test_trying_a_mistake_again_ends_it(desk, qtbot):
    desk.reviews.start(SETTINGS)
    qtbot.waitUntil(lambda: not desk.reviews.running, timeout=20_000)
    at_start(desk)
    guess(desk, qtbot, "5")

    BY_KEY["try-again"].trigger(desk)

    assert not state(desk).running
    assert desk.document.place.trial is not None


# -- from the library ------------------------------------------------------------------------------


def opened(desk: Desk, wish: int = 0) -> None:
    record = Record(TICTACTOE)
    for text in LOST.split():
        record.play(record.position.read_move(text))
    desk.document.open_record(record, (HUMAN, HUMAN), wish=wish)


def test_it_begins_at_the_start_of_the_game_that_is_opened_next(desk, said, qtbot):
    wish = desk.document.intend()
    desk.guesses.await_game()

    opened(desk, wish)

    qtbot.waitUntil(lambda: desk.document.place.guessing is not None)
    assert texts(desk) == [] and state(desk).sides == (0,)
    assert said == ["Guess X's moves."]


def test_it_does_not_begin_in_a_new_game_nor_where_opening_has_failed(desk, qtbot):
    wish = desk.document.intend()
    desk.guesses.await_game()
    desk.document.new_game(TICTACTOE)
    opened(desk, wish)
    wish = desk.document.intend()
    desk.guesses.await_game()
    desk.guesses.forget_game()
    opened(desk, wish)
    desk.document.intend()
    desk.guesses.await_game()
    opened(desk, desk.document.intend())  # another one was asked for since

    qtbot.wait(20)
    assert desk.document.place.guessing is None
