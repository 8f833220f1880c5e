"""Time controls and clocks: the limits of a move, and whole games with clocks."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.compiled import is_compiled
from kalahloa.models.game.registry import find_game
from kalahloa.models.match.match import GamePlayed, MatchConfig, MatchResult, PairPlayed
from kalahloa.models.match.match import play_pair as play
from kalahloa.models.match.openings import Openings
from kalahloa.models.match.participant import read_participant
from kalahloa.models.match.time_control import (
    LATENESS,
    MAX_BASE,
    GameClock,
    OutOfTime,
    TimeControl,
    read_time_control,
)
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.text.errors import BadCommand
from tests.models.random_play import STEADY, start

TICTACTOE = find_game("tictactoe")
TOO_LITTLE = "engine:clock=0.000001"
"""Less time than any search takes."""
AMPLE = "engine:clock=600+1"

times = st.floats(0.05, MAX_BASE)
increments = st.floats(0, 60)
scores = st.floats(0, 1)


@pytest.mark.parametrize(
    ("text", "control", "written"),
    [
        ("60+0.5", TimeControl(60, 0.5), "60+0.5"),
        ("60", TimeControl(60), "60+0"),
        (" 0.25+2.0 ", TimeControl(0.25, 2), "0.25+2"),
    ],
)
def test_a_time_control_is_read_and_written_back(text, control, written):
    assert read_time_control(text) == control
    assert control.text == written


@given(times, increments)
@STEADY
def test_the_text_of_a_time_control_is_read_back(base, increment):
    control = TimeControl(base, increment)

    assert read_time_control(control.text) == control


@pytest.mark.parametrize("text", ["", "0", "-1", "60+", "60+-1", "nan", "inf", "1+2+3", "36001"])
def test_an_invalid_time_control_is_rejected_with_a_message(text):
    with pytest.raises(BadCommand, match=r"more than 0 and at most 36000 seconds"):
        read_time_control(text)


@given(times, increments, st.integers(0, 500))
@STEADY
def test_the_time_for_a_move_is_less_than_what_is_left(left, increment, moves):
    clock = GameClock(TimeControl(left, increment))
    clock.moves = moves

    limits = clock.limits()

    assert 0 < limits.seconds <= left - LATENESS
    assert 0 < limits.soft_seconds <= limits.seconds


@given(times, increments, st.lists(st.tuples(scores, scores), max_size=300))
@STEADY
def test_a_small_delay_covered_by_the_increment_loses_no_time(base, more, moves):
    clock = GameClock(TimeControl(base, LATENESS + more))

    for used, late in moves:
        clock.spend(used * clock.limits().seconds + late * LATENESS)

        assert clock.left >= LATENESS


@given(st.floats(1, 3600), st.lists(scores, min_size=45, max_size=45))
@STEADY
def test_a_game_of_average_length_uses_some_time_and_leaves_some(base, used):
    clock = GameClock(TimeControl(base))

    for share in used:
        clock.spend(share * clock.limits().seconds)
    frugal = GameClock(TimeControl(base))
    for _ in used:
        frugal.spend(frugal.limits().soft_seconds)

    assert clock.left > 0
    assert 0.2 * base < frugal.left < 0.8 * base


def test_with_hardly_any_time_left_the_depth_is_1():
    assert GameClock(TimeControl(LATENESS)).limits().depth == 1
    assert GameClock(TimeControl(10)).limits().depth is None


def test_spending_more_than_the_time_left_raises_out_of_time():
    clock = GameClock(TimeControl(2, 1))

    clock.spend(1.5)
    assert (clock.left, clock.moves) == (1.5, 1)
    with pytest.raises(OutOfTime):
        clock.spend(1.625)


@pytest.mark.parametrize("key", ["loa", "kalah"])
def test_whole_fast_games_never_take_the_clock_below_zero(key):
    """The clock advances with the nodes, and every search exceeds its limit."""
    rate = 20_000 if is_compiled() else 4_000
    chance = Random(key)
    engine = Engine(1)
    position = start(key)
    clocks = [GameClock(TimeControl(base, 0.03)) for base in (1.0, 0.1)]

    while not position.is_over() and position.ply < 120:
        clock = clocks[position.side]
        limits = clock.limits()
        nodes = max(1, int(rate * limits.seconds))
        found = engine.analyse(position, Limits(depth=limits.depth, nodes=nodes))
        clock.spend(found.nodes / rate + LATENESS * chance.random())
        assert clock.left > 0
        position.make(found.lines[0].move)

    assert min(clock.moves for clock in clocks) > 3


# -- in matches ------------------------------------------------------------------------------------


def config(first: str, second: str) -> MatchConfig:
    participants = [read_participant(text, TICTACTOE) for text in (first, second)]
    return MatchConfig("tictactoe", TICTACTOE.rulebook.default, *participants, Openings(2, 1))


def test_a_clock_is_combined_with_other_limits():
    participant = read_participant("engine:clock=60+0.5:depth=4", TICTACTOE)

    assert participant.limits == Limits(depth=4)
    assert participant.clock == TimeControl(60, 0.5)
    assert participant.text == "engine:depth=4:clock=60+0.5"
    assert not participant.repeatable
    given = GameClock(participant.clock).limits()
    assert participant.limits.tighten(given) == replace(given, depth=4)
    assert Limits(seconds=0.01).tighten(given).seconds == 0.01


def test_a_game_with_clocks_is_played_to_its_end():
    pair = play(config(AMPLE, AMPLE), 0, (1, 5))

    assert [game.plies for game in pair.games] == [9, 9]
    assert pair.games[0] == GamePlayed(0.5, 9, cut_off=False, on_time=False)


def test_a_participant_out_of_time_loses_on_either_side():
    late_first = play(config(TOO_LITTLE, "random"), 0, (1, 5))
    late_second = play(config("random", TOO_LITTLE), 0, (1, 5))

    assert [game.points for game in late_first.games] == [0, 0]
    assert [game.points for game in late_second.games] == [1, 1]
    assert all(game.on_time for game in (*late_first.games, *late_second.games))
    assert [game.plies for game in late_first.games] == [2, 3]


def test_losses_on_time_are_counted():
    games = (GamePlayed(0, 9, False, True), GamePlayed(1, 9, False, True))
    others = (GamePlayed(0, 9, False), GamePlayed(0, 9, False, True))
    pairs = (PairPlayed((), games), PairPlayed((), others))

    plain = MatchResult(config(AMPLE, AMPLE), 2, None, pairs).to_json()

    assert (plain["first_lost_on_time"], plain["second_lost_on_time"]) == (2, 1)
    assert not plain["repeatable"]


def test_a_match_without_clocks_is_repeatable():
    match = config("engine:level=2", "engine:level=1")

    assert match.first.repeatable and match.second.repeatable
    assert play(match, 0, (1, 5)) == play(match, 0, (1, 5))
