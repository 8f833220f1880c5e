"""What every panel does: it draws each change once, and nothing while it is hidden."""

import pytest
from PySide6.QtWidgets import QTabWidget

from kalahloa.controllers.core.place import Change
from kalahloa.views.look.theme import DARK, LIGHT
from kalahloa.views.panels.panel import Panel
from tests.views.panels.places import Teller, new_record


class _Listing(Panel):
    key = "listing"

    def __init__(self) -> None:
        super().__init__(LIGHT)
        self.drawn: list[Change] = []

    def heading(self) -> str:
        return self.tr("Listing")

    def refresh(self, change: Change) -> None:
        self.drawn.append(change)


@pytest.fixture
def panel(qtbot) -> _Listing:
    made = _Listing()
    qtbot.addWidget(made)
    return made


def test_a_panel_is_a_card_with_a_title_and_colours(panel):
    assert (panel.objectName(), panel.title, panel.theme) == ("card", "Listing", LIGHT)
    panel.set_theme(DARK)
    assert panel.theme == DARK


def test_a_visible_panel_draws_each_change_as_it_is_told(panel):
    teller = Teller(new_record("tictactoe"))
    panel.show()
    told = [teller.everything(), teller.play("5"), teller.undo()]
    for change in told:
        panel.show_change(change)
    assert panel.drawn == told
    assert panel.place is told[-1].place


def test_a_hidden_panel_draws_nothing_until_it_is_shown_and_then_the_newest_place_once(panel):
    teller = Teller(new_record("tictactoe"))
    for change in (teller.everything(), teller.play("5"), teller.play("1")):
        panel.show_change(change)
    assert panel.drawn == []
    panel.show()
    assert [(change.is_new, change.place.node.text) for change in panel.drawn] == [(True, "1")]


def test_showing_a_panel_that_has_missed_nothing_draws_nothing(panel):
    panel.show()
    panel.show_change(Teller(new_record("tictactoe")).everything())
    panel.drawn.clear()
    panel.hide()
    panel.show()
    assert panel.drawn == []


def test_a_panel_behind_another_tab_is_hidden(qtbot):
    tabs = QTabWidget()
    panel = _Listing()
    qtbot.addWidget(tabs)
    tabs.addTab(_Listing(), "one")
    tabs.addTab(panel, "other")
    tabs.show()
    teller = Teller(new_record("tictactoe"))
    panel.show_change(teller.everything())
    assert panel.drawn == []
    tabs.setCurrentWidget(panel)
    assert len(panel.drawn) == 1


def test_a_panel_that_was_told_of_nothing_draws_nothing(panel):
    panel.show()
    assert panel.drawn == []
    assert panel.place is None
