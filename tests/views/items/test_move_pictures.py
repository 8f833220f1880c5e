"""A list of moves that is scrolled far: its rows are drawn in turns, and painted when they are."""

from random import Random

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.views.items import move_pictures
from kalahloa.views.look import frame_work, pace
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.panels.moves import MovesPanel
from tests.views.panels.places import Teller

PLIES = 120


@pytest.fixture
def far(qtbot):
    """Return a list of a long line, shown at its start; and what tells it of a jump."""
    record, chance = Record(find_game("loa")), Random(5)
    while record.current.ply < PLIES and record.current.outcome is None:
        record.play(chance.choice(record.position.legal_moves()))
    teller = Teller(record)
    panel = MovesPanel(LIGHT)
    qtbot.addWidget(panel)
    panel.resize(300, 400)
    panel.show()
    qtbot.waitExposed(panel)
    panel.show_change(teller.everything())
    panel.show_change(teller.jump(1))
    qtbot.waitUntil(lambda: not panel.view.draws_ahead)
    return panel, lambda number: panel.show_change(teller.jump(number)), record


@pytest.fixture
def drawn(monkeypatch):
    """Return the rows that were drawn, one in each turn, and how many when it was painted."""
    rows: list[object] = []
    draw = move_pictures.RowPictures._drawn

    def watched(self, row, *rest):
        rows.append(row)
        return draw(self, row, *rest)

    monkeypatch.setattr(move_pictures.RowPictures, "_drawn", watched)
    monkeypatch.setattr(frame_work, "BUDGET_SECONDS", 0.0)
    monkeypatch.setattr(move_pictures, "MAX_SECONDS", 1000.0)
    monkeypatch.setattr(pace, "APART_SECONDS", -1.0)
    return rows


def test_rows_that_come_in_sight_by_a_jump_are_drawn_one_after_the_other(qtbot, far, drawn):
    panel, jump, _ = far
    jump(100)
    assert panel.view.draws_ahead
    for turn in (1, 2):
        panel.view._ahead.run_turn()
        assert len(drawn) == turn
    assert panel.view.draws_ahead
    qtbot.waitUntil(lambda: not panel.view.draws_ahead)
    count = len(drawn)
    assert count > move_pictures.MAX_DRAWN_AT_ONCE
    qtbot.waitUntil(panel.view.viewport().updatesEnabled)
    picture = panel.view.viewport().grab().toImage()
    assert len(drawn) == count  # nothing was left to be drawn as it is painted
    panel.view._pictures.clear()
    assert panel.view.viewport().grab().toImage() == picture


def test_a_step_to_the_next_move_is_painted_at_once(far, drawn):
    panel, jump, _ = far
    jump(2)
    assert not panel.view.draws_ahead
    assert panel.view.viewport().updatesEnabled()


def test_a_click_means_what_is_going_to_be_seen(qtbot, far, drawn):
    panel, jump, record = far
    jump(100)
    assert panel.view.draws_ahead
    place = panel.view.visualRect(panel.tree.index_of(record.nodes[98]))
    assert panel.view.node_at(place.center()) is record.nodes[98]
    qtbot.waitUntil(lambda: not panel.view.draws_ahead)


def test_a_list_that_changes_again_and_again_is_painted_all_the_same(far, drawn, monkeypatch):
    panel, jump, _ = far
    jump(100)
    monkeypatch.setattr(move_pictures, "MAX_SECONDS", 0.0)
    panel.view._ahead.run_turn()
    assert not drawn
    assert not panel.view.draws_ahead
    assert panel.view.viewport().updatesEnabled()


def test_the_oldest_pictures_make_room_for_others(qtbot, far, drawn, monkeypatch):
    panel, jump, _ = far
    monkeypatch.setattr(move_pictures, "MAX_PICTURES", 30)
    for number in (100, 10, 60):
        jump(number)
        qtbot.waitUntil(lambda: not panel.view.draws_ahead)
        before = len(drawn)
        panel.view.viewport().grab()
        assert len(drawn) == before  # those in sight are the newest
    assert len(panel.view._pictures._kept) <= 30


def test_a_list_that_is_scrolled_is_painted_in_a_turn_of_its_own(qtbot, far, drawn):
    panel, jump, _ = far
    bar = panel.view.verticalScrollBar()
    for number in range(2, 60):
        height = bar.value()
        jump(number)
        assert panel.view.viewport().updatesEnabled() is (bar.value() == height)
        if bar.value() != height:
            break
        panel.view.viewport().grab()
    assert panel.view.draws_ahead
    qtbot.waitUntil(lambda: not panel.view.draws_ahead)
    assert panel.view.viewport().updatesEnabled()
