"""Threats: what the other side would do if it could move now."""

from dataclasses import replace

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.commands.commands import BY_KEY
from kalahloa.controllers.core.place import Cause
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.text.errors import BadCommand

KALAH, LOA, TICTACTOE = (find_game(key) for key in ("kalah", "loa", "tictactoe"))


@pytest.fixture(autouse=True)
def shallow(desk) -> None:
    desk.threats.plan = replace(desk.threats.plan, limits=Limits(depth=6, seconds=5.0))


def begin(desk, game, start=None, rules=None) -> None:
    desk.document.new_game(game, rules, players=(HUMAN, HUMAN), start=start)


def threat(desk, qtbot):
    """Ask for the threat, and return it."""
    BY_KEY["threat"].trigger(desk)
    qtbot.waitUntil(lambda: not desk.document.place.seeking_threat, timeout=20_000)
    return desk.document.place.threat


def test_a_row_that_the_other_side_could_complete_is_the_threat(desk, qtbot):
    said: list[str] = []
    desk.threats.message.connect(said.append)
    begin(desk, TICTACTOE, "OX./OO./X.X X")

    found = threat(desk, qtbot)

    assert (found.side, found.move, found.text, found.cells) == (1, 6, "6", (5, 5))
    assert found.value.proven and found.value.number == 1
    assert said == ["If O could move now, it would play 6: +1 for O, proven."]


def test_a_forced_win_of_lines_of_action_is_said_so(desk, qtbot):
    begin(desk, LOA, "8/2b5/8/8/2b5/8/w7/1w1w4 b")

    found = threat(desk, qtbot)

    assert found.side == 1
    assert found.value.proven and found.value.number > 0
    assert found.sentence.startswith("Threat: White would play ")
    assert "wins in 1" in found.sentence


def test_a_turn_of_several_sowings_is_told_whole_and_points_at_the_first(desk, qtbot):
    begin(desk, KALAH, "<6,3,3,1,0,0,0,0,2,0,0,0,0,2,1> S")

    found = threat(desk, qtbot)

    assert found.side == 1
    assert found.text == "6-5-6"
    assert (found.move, found.cells) == (6, (12, 13))


def test_kalah_is_searched_from_the_other_side_with_its_own_moves(desk, qtbot):
    begin(desk, KALAH, "<6,3,3,0,0,2,0,1,0,0,3,0,0,2,1> S")
    legal = KALAH.other_to_move(desk.document.position).legal_moves()

    found = threat(desk, qtbot)

    assert found.move in legal
    assert found.text.split("-")[0] == str(found.move)


def test_it_is_gone_as_soon_as_the_position_is_another_one(desk, qtbot):
    begin(desk, TICTACTOE, "XX./OO./... X")
    assert threat(desk, qtbot) is not None

    desk.document.play(9)
    assert desk.document.place.threat is None
    desk.walks.back()

    assert desk.document.place.threat is None


def test_it_stays_while_something_else_happens_at_its_position(desk, qtbot):
    begin(desk, TICTACTOE, "XX./OO./... X")
    found = threat(desk, qtbot)

    desk.document.turn_board()
    desk.document.note(Cause.FINDINGS)

    assert desk.document.place.threat is found


def test_a_late_one_for_another_position_is_dropped(desk, qtbot):
    begin(desk, TICTACTOE, "XX./OO./... X")
    BY_KEY["threat"].trigger(desk)
    assert desk.document.place.seeking_threat

    desk.document.play(9)

    assert not desk.document.place.seeking_threat
    assert desk.document.place.threat is None


def test_asking_again_hides_it(desk, qtbot):
    begin(desk, TICTACTOE, "XX./OO./... X")
    threat(desk, qtbot)

    assert BY_KEY["threat"].trigger(desk) == "The threat is no longer shown."

    assert desk.document.place.threat is None


def test_a_side_that_could_not_move_threatens_nothing(desk):
    begin(desk, KALAH, "<6,8,12,1,1,0,0,0,0,0,0,0,0,0,0> S")

    assert BY_KEY["threat"].trigger(desk) == "North could do nothing now: there is no threat."
    assert not desk.document.place.seeking_threat


def test_nothing_is_threatened_while_sides_can_be_swapped(desk):
    rules = replace(KALAH.rulebook.default, pie="yes")
    begin(desk, KALAH, rules=rules)

    assert BY_KEY["threat"].trigger(desk) == "What North threatens cannot be told here."


def test_a_game_that_cannot_turn_its_position_says_so(desk):
    begin(desk, replace(TICTACTOE, other_to_move=None))

    assert BY_KEY["threat"].trigger(desk) == "What O threatens cannot be told here."


def test_there_is_no_threat_in_a_finished_game(desk):
    begin(desk, TICTACTOE, "XXX/OO./... O")

    with pytest.raises(BadCommand, match="The game is over"):
        BY_KEY["threat"].trigger(desk)


def test_it_is_found_though_the_position_is_analysed_at_the_same_time(desk, qtbot):
    begin(desk, LOA)
    desk.live.set_on(True)

    assert threat(desk, qtbot) is not None

    qtbot.waitUntil(lambda: bool(desk.document.place.live.lines), timeout=20_000)


def test_the_record_and_what_is_known_of_it_stay_as_they_were(desk, qtbot):
    begin(desk, TICTACTOE, "XX./OO./... X")

    threat(desk, qtbot)

    assert len(desk.document.record.nodes) == 1
    assert desk.analysis.findings.values(desk.document.node) == {}


def test_something_is_found_though_the_time_is_up_at_once(desk, qtbot):
    desk.threats.plan = replace(desk.threats.plan, limits=Limits(seconds=1e-9))
    begin(desk, LOA)

    found = threat(desk, qtbot)

    assert found is not None and found.side == 1
