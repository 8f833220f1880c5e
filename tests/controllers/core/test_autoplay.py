"""Autoplay: a ply at a time, to the end or until anything else happens."""

import pytest

from kalahloa.controllers.core.autoplay import MAX_SECONDS, MIN_SECONDS, USUAL_SECONDS
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.desk import Desk
from tests.controllers.conftest import legal, texts


@pytest.fixture
def line(desk: Desk) -> list[str]:
    """A line of four moves; the document is at its start."""
    for _ in range(4):
        desk.turns.play_text(legal(desk)[0])
    moves = texts(desk)
    desk.walks.to_start()
    return moves


def test_it_walks_to_the_end_and_stops(desk, line, qtbot):
    steps = []
    desk.document.changed.connect(
        lambda change: steps.append((change.place.node.ply, change.place.autoplaying))
    )
    desk.autoplay.start(MIN_SECONDS)

    qtbot.waitUntil(lambda: not desk.autoplay.running)

    assert steps == [(0, True), (1, True), (2, True), (3, True), (4, False)]
    assert texts(desk) == line


@pytest.mark.parametrize("deed", ["walk", "play", "new", "delete", "stop", "turn", "mark"])
def test_anything_else_that_moves_stops_it(desk, line, deed):
    desk.autoplay.start(100)
    deeds = {
        "walk": desk.walks.forward,
        "play": lambda: desk.turns.play_text(legal(desk)[5]),
        "new": lambda: desk.document.new_game(desk.document.game),
        "delete": lambda: desk.study.delete_from(desk.document.record.nodes[1]),
        "stop": desk.autoplay.stop,
        "turn": desk.document.turn_board,
        "mark": lambda: desk.study.comment(desk.document.node, "x"),
    }

    deeds[deed]()

    goes_on = deed in ("turn", "mark")
    assert desk.autoplay.running == goes_on
    assert desk.document.place.autoplaying == goes_on


def test_the_pace_is_remembered_and_has_bounds(desk, line):
    assert desk.autoplay.seconds == USUAL_SECONDS
    desk.autoplay.start(0)
    assert desk.autoplay.seconds == MIN_SECONDS
    desk.autoplay.start(1e9)
    desk.autoplay.start()
    assert desk.autoplay.seconds == MAX_SECONDS


def test_starting_and_stopping_is_told(desk, line):
    told = []
    desk.document.changed.connect(told.append)
    desk.autoplay.start()
    desk.autoplay.stop()
    assert [change.causes for change in told] == [{Cause.ACTIVITY}] * 2
