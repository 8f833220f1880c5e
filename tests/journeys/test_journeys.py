"""Five journeys of new users end where they lead to, by mouse and by keys alone."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QSettings

from tests.journeys.journeys import JOURNEYS, OPPONENTS, SIZES, USUAL, quicken
from tests.journeys.traveller import Traveller
from tests.views.conftest import Hands, hands_on


@pytest.fixture
def travel(qtbot, tmp_path) -> Iterator[Callable[..., Traveller]]:
    """Return a function that opens the window of a new user, on Home."""
    opened: list[Hands] = []

    def begin(size: tuple[int, int], *, by_keys: bool) -> Traveller:
        settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
        settings.setValue("window/page", "home")
        settings.sync()
        hands = hands_on("kalah", tmp_path, OPPONENTS)
        opened.append(hands)
        hands.window.resize(*size)
        qtbot.addWidget(hands.window)
        hands.window.activateWindow()
        qtbot.waitUntil(hands.window.isActiveWindow)
        you = Traveller(hands, lambda done: qtbot.waitUntil(done, timeout=20_000), by_keys=by_keys)
        quicken(you)
        return you

    yield begin
    for hands in opened:
        hands.window.close()


@pytest.mark.parametrize("by_keys", [False, True], ids=["mouse", "keys"])
@pytest.mark.parametrize("journey", JOURNEYS)
def test_a_journey_ends_where_it_leads_to(travel, journey, by_keys):
    you = travel(SIZES.get(journey, USUAL), by_keys=by_keys)

    JOURNEYS[journey](you)

    assert you.steps
