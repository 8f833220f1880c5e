"""Threats: what the other side would do if it could move now."""

from dataclasses import replace

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.features.analysis.threat_state import Threat, ThreatSearch
from kalahloa.controllers.features.analysis.threats import Threats
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.text.errors import BadCommand

KALAH, LOA, TICTACTOE = (find_game(key) for key in ("kalah", "loa", "tictactoe"))


@pytest.fixture(autouse=True)
def shallow(app) -> None:
    app[Threats].plan = replace(app[Threats].plan, limits=Limits(depth=6, seconds=5.0))


def begin(app, game, start=None, rules=None) -> None:
    app.document.new_game(game, rules, players=(HUMAN, HUMAN), start=start)


def threat(app, qtbot):
    """Ask for the threat, and return it."""
    BY_KEY["threat"].trigger(app)
    qtbot.waitUntil(lambda: app.document.place.get(ThreatSearch) is None, timeout=20_000)
    return app.document.place.get(Threat)


def test_a_row_that_the_other_side_could_complete_is_the_threat(app, qtbot):
    said: list[str] = []
    app[Threats].message.connect(said.append)
    begin(app, TICTACTOE, "OX./OO./X.X X")

    found = threat(app, qtbot)

    assert (found.side, found.move, found.text, found.cells) == (1, 6, "6", (5, 5))
    assert found.value.proven and found.value.number == 1
    assert said == ["If it were O's turn: 6. Value +1 for O, proven."]


def test_a_forced_win_of_lines_of_action_is_said_so(app, qtbot):
    begin(app, LOA, "8/2b5/8/8/2b5/8/w7/1w1w4 b")

    found = threat(app, qtbot)

    assert found.side == 1
    assert found.value.proven and found.value.number > 0
    assert found.sentence.startswith("Threat: White would play ")
    assert "wins in 1" in found.sentence


def test_a_turn_of_several_sowings_is_told_whole_and_points_at_the_first(app, qtbot):
    begin(app, KALAH, "<6,3,3,1,0,0,0,0,2,0,0,0,0,2,1> S")

    found = threat(app, qtbot)

    assert found.side == 1
    assert found.text == "6-5-6"
    assert (found.move, found.cells) == (6, (12, 13))


def test_kalah_is_searched_from_the_other_side_with_its_own_moves(app, qtbot):
    begin(app, KALAH, "<6,3,3,0,0,2,0,1,0,0,3,0,0,2,1> S")
    legal = KALAH.other_to_move(app.document.position).legal_moves()

    found = threat(app, qtbot)

    assert found.move in legal
    assert found.text.split("-")[0] == str(found.move)


def test_it_is_gone_as_soon_as_the_position_is_another_one(app, qtbot):
    begin(app, TICTACTOE, "XX./OO./... X")
    assert threat(app, qtbot) is not None

    app.document.play(9)
    assert app.document.place.get(Threat) is None
    app.navigation.back()

    assert app.document.place.get(Threat) is None


def test_it_stays_while_something_else_happens_at_its_position(app, qtbot):
    begin(app, TICTACTOE, "XX./OO./... X")
    found = threat(app, qtbot)

    app.document.turn_board()
    app.document.report(Cause.FINDINGS)

    assert app.document.place.get(Threat) is found


def test_a_late_one_for_another_position_is_dropped(app, qtbot):
    begin(app, TICTACTOE, "XX./OO./... X")
    BY_KEY["threat"].trigger(app)
    assert app.document.place.get(ThreatSearch) is not None

    app.document.play(9)

    assert app.document.place.get(ThreatSearch) is None
    assert app.document.place.get(Threat) is None


def test_asking_again_hides_it(app, qtbot):
    begin(app, TICTACTOE, "XX./OO./... X")
    threat(app, qtbot)

    assert BY_KEY["threat"].trigger(app) == "Threat hidden."

    assert app.document.place.get(Threat) is None


def test_a_side_that_could_not_move_threatens_nothing(app):
    begin(app, KALAH, "<6,8,12,1,1,0,0,0,0,0,0,0,0,0,0> S")

    assert BY_KEY["threat"].trigger(app) == "North threatens nothing."
    assert app.document.place.get(ThreatSearch) is None


def test_nothing_is_threatened_while_sides_can_be_swapped(app):
    rules = replace(KALAH.rulebook.default, pie="yes")
    begin(app, KALAH, rules=rules)

    assert BY_KEY["threat"].trigger(app) == "Threats cannot be shown here."


def test_a_game_that_cannot_turn_its_position_says_so(app):
    begin(app, replace(TICTACTOE, other_to_move=None))

    assert BY_KEY["threat"].trigger(app) == "Threats cannot be shown here."


def test_there_is_no_threat_in_a_finished_game(app):
    begin(app, TICTACTOE, "XXX/OO./... O")

    with pytest.raises(BadCommand, match="The game is over"):
        BY_KEY["threat"].trigger(app)


def test_it_is_found_though_the_position_is_analysed_at_the_same_time(app, qtbot):
    begin(app, LOA)
    app[LiveAnalysis].set_on(True)

    assert threat(app, qtbot) is not None

    qtbot.waitUntil(lambda: bool(app.document.place[Live].lines), timeout=20_000)


def test_the_record_and_what_is_known_of_it_stay_as_they_were(app, qtbot):
    begin(app, TICTACTOE, "XX./OO./... X")

    threat(app, qtbot)

    assert len(app.document.record.nodes) == 1
    assert app[Analysis].findings.values(app.document.node) == {}


def test_something_is_found_though_the_time_is_up_at_once(app, qtbot):
    app[Threats].plan = replace(app[Threats].plan, limits=Limits(seconds=1e-9))
    begin(app, LOA)

    found = threat(app, qtbot)

    assert found is not None and found.side == 1
