"""Sliders of weights: they show what is in the code, and tell what is moved."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kalahloa.views.panels.weight_sliders import STEPS, WeightSliders


@pytest.fixture
def sliders(qtbot) -> WeightSliders:
    made = WeightSliders()
    qtbot.addWidget(made)
    made.told = []
    made.changed.connect(lambda name, value: made.told.append((name, value)))
    made.show_weights("mine", {"HOME": 1.0, "MOVES": -0.25, "NONE": 0.0})
    return made


def test_each_weight_has_a_name_a_slider_and_a_number(sliders):
    home, moves, none = sliders.rows.values()

    assert [row.label.text() for row in (home, moves, none)] == ["HOME", "MOVES", "NONE"]
    assert [row.number.text() for row in (home, moves, none)] == ["1", "-0.25", "0"]
    # In the middle is 0, and at the ends twice the weight.
    assert [row.slider.value() for row in (home, moves, none)] == [STEPS // 2, -STEPS // 2, 0]
    assert home.slider.accessibleName() == home.number.accessibleName() == "Weight HOME"
    assert not sliders.told


def test_a_slider_that_is_moved_tells_the_weight_soon_and_once(sliders, qtbot):
    slider = sliders.rows["HOME"].slider

    for value in range(STEPS // 2, STEPS // 2 + 20):
        slider.setValue(value + 1)
    assert sliders.rows["HOME"].number.text() == "1.4"
    qtbot.waitUntil(lambda: bool(sliders.told))

    assert sliders.told == [("HOME", 1.4)]


def test_a_number_that_is_typed_moves_the_slider_and_its_ends(sliders, qtbot):
    row = sliders.rows["MOVES"]

    row.number.selectAll()
    QTest.keyClicks(row.number, "3.125")
    QTest.keyClick(row.number, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: ("MOVES", 3.125) in sliders.told)

    assert row.slider.value() == STEPS // 2
    assert row.number.value() == 3.125


def test_the_code_says_what_is_shown_but_for_what_is_being_moved(sliders, qtbot):
    sliders.rows["HOME"].slider.setValue(0)
    sliders.show_weights("mine", {"HOME": 5.0, "MOVES": 0.5, "NONE": 0.0})
    assert sliders.rows["HOME"].number.value() == 0.0
    assert sliders.rows["MOVES"].number.value() == 0.5

    qtbot.waitUntil(lambda: bool(sliders.told))
    sliders.show_weights("mine", {"HOME": 5.0, "MOVES": 0.5, "NONE": 0.0})

    assert sliders.told == [("HOME", 0.0)]
    assert sliders.rows["HOME"].number.value() == 5.0


def test_another_heuristic_has_sliders_of_its_own(sliders):
    sliders.show_weights("other", {"HOME": 10.0})
    assert list(sliders.rows) == ["HOME"]
    assert sliders.rows["HOME"].slider.value() == STEPS // 2

    sliders.show_weights("none", {})
    assert not sliders.rows and sliders.isHidden()
