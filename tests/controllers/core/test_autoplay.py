"""Autoplay: a ply at a time, to the end or until anything else happens."""

import pytest

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.autoplay import MAX_SECONDS, MIN_SECONDS, USUAL_SECONDS
from kalahloa.controllers.core.place import Cause
from tests.controllers.conftest import legal, texts


@pytest.fixture
def line(app: AppContext) -> list[str]:
    """A line of four moves; the document is at its start."""
    for _ in range(4):
        app.turns.play_text(legal(app)[0])
    moves = texts(app)
    app.navigation.to_start()
    return moves


def test_it_walks_to_the_end_and_stops(app, line, qtbot):
    steps = []
    app.document.changed.connect(
        lambda change: steps.append((change.place.node.ply, change.place.autoplaying))
    )
    app.autoplay.start(MIN_SECONDS)

    qtbot.waitUntil(lambda: not app.autoplay.running)

    assert steps == [(0, True), (1, True), (2, True), (3, True), (4, False)]
    assert texts(app) == line


@pytest.mark.parametrize("deed", ["walk", "play", "new", "delete", "stop", "turn", "mark"])
def test_anything_else_that_moves_stops_it(app, line, deed):
    app.autoplay.start(100)
    deeds = {
        "walk": app.navigation.forward,
        "play": lambda: app.turns.play_text(legal(app)[5]),
        "new": lambda: app.document.new_game(app.document.game),
        "delete": lambda: app.study.delete_from(app.document.record.nodes[1]),
        "stop": app.autoplay.stop,
        "turn": app.document.turn_board,
        "mark": lambda: app.study.comment(app.document.node, "x"),
    }

    deeds[deed]()

    goes_on = deed in ("turn", "mark")
    assert app.autoplay.running == goes_on
    assert app.document.place.autoplaying == goes_on


def test_the_pace_is_remembered_and_has_bounds(app, line):
    assert app.autoplay.seconds == USUAL_SECONDS
    app.autoplay.start(0)
    assert app.autoplay.seconds == MIN_SECONDS
    app.autoplay.start(1e9)
    app.autoplay.start()
    assert app.autoplay.seconds == MAX_SECONDS


def test_starting_and_stopping_is_told(app, line):
    told = []
    app.document.changed.connect(told.append)
    app.autoplay.start()
    app.autoplay.stop()
    assert [change.causes for change in told] == [{Cause.ACTIVITY}] * 2
