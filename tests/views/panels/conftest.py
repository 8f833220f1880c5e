"""Panels in a window are told of each change at once."""

from collections.abc import Callable, Iterator

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Change
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.models.game.registry import find_game
from kalahloa.views.panels.panel import Panel
from kalahloa.views.window.panel_host import PanelHost
from tests.scripted import ScriptedSearcher
from tests.views.panels.stage import Stage


@pytest.fixture(autouse=True)
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have panels told in the turn of the change: here it matters what they show, and not when.

    When they are told is the matter of the tests of the window.
    """
    show_change = PanelHost.show_change

    def show_at_once(host: PanelHost, change: Change) -> None:
        show_change(host, change)
        host.finish()

    monkeypatch.setattr(PanelHost, "show_change", show_at_once)


@pytest.fixture
def show_panel(qtbot, searcher: ScriptedSearcher) -> Iterator[Callable[..., Stage]]:
    """Return a function that shows a panel of a class, in a game between humans."""
    apps: list[AppContext] = []

    def make(kind: type[Panel], game: str = "loa", size: tuple[int, int] = (480, 800)) -> Stage:
        app = open_app(find_game(game), service=AnalysisService(find=searcher.find))
        apps.append(app)
        app.turns.minimum_think_seconds = 0.0
        app.document.new_game(find_game(game), players=(HUMAN, HUMAN))
        stage = Stage(kind, app)
        qtbot.addWidget(stage.frame)
        stage.frame.resize(*size)
        stage.frame.show()
        qtbot.waitExposed(stage.frame)
        stage.frame.activateWindow()
        qtbot.waitUntil(stage.frame.isActiveWindow)
        stage.panel.take_focus()
        return stage

    yield make
    searcher.open()
    for app in apps:
        app.shut_down()
