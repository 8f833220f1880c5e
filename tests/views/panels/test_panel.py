"""What every panel does: it draws each change once, and nothing while it is hidden."""

import pytest
from PySide6.QtWidgets import QTabWidget

from kalahloa.controllers.core.place import Change
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.views.look.arrangement import side_by_side
from kalahloa.views.look.keys import tip_of
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


def test_a_button_of_a_command_is_enabled_where_that_is_possible_and_says_why_not(panel, qtbot):
    teller = Teller(new_record("tictactoe"))
    button = panel.make_button("Back", "back", style="link")
    panel.show()

    panel.show_change(teller.everything())
    assert not button.isEnabled()
    assert button.toolTip() == BY_KEY["back"].why_not(panel.place) != ""

    panel.show_change(teller.play("5"))
    assert button.isEnabled()
    assert (button.text(), button.toolTip()) == ("Back", tip_of(BY_KEY["back"]))
    with qtbot.waitSignal(panel.asked) as signal:
        button.click()
    assert signal.args == ["back", []]


def test_a_button_with_words_and_a_tip_of_its_own_asks_with_them(panel, qtbot):
    button = panel.make_button("Save", "match", "keep", "all", tip="Save the games")

    with qtbot.waitSignal(panel.asked) as signal:
        button.click()

    assert signal.args == ["match", ["keep", "all"]]
    assert (button.text(), button.toolTip()) == ("Save", "Save the games")


def test_parts_stand_in_the_order_in_which_they_are_given(panel):
    title, facts, list_ = panel.title_label(), panel.make_line("muted"), panel.make_sentence()
    panel.lay_out(side_by_side(title, (facts, 1)), (list_, 1), 0, spacing=4, margins=(1, 2, 3, 4))
    panel.resize(400, 300)
    panel.show()

    assert title.x() == list_.x() == 1 and title.y() == 2
    assert facts.geometry().right() == list_.geometry().right() == 400 - 3 - 1
    assert list_.y() > facts.geometry().bottom()
    assert panel.layout().spacing() == 4
