"""A label that cuts its text off with an ellipsis, and says the rest in its tool tip."""

from kalahloa.views.look.elided_label import ElidedLabel

LONG = "South played 3-6 and North is to move"


def test_what_has_no_room_is_cut_off_and_comes_back_with_the_room(qtbot):
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.resize(60, 20)
    label.show()

    label.setText(LONG)
    assert label.text().endswith("…")
    assert label.fontMetrics().horizontalAdvance(label.text()) <= 60
    assert label.toolTip() == label.whole == LONG
    label.resize(900, 20)

    assert label.text() == LONG
    assert label.toolTip() == ""


def test_it_asks_for_no_width_whatever_it_shows(qtbot):
    label = ElidedLabel()
    qtbot.addWidget(label)

    label.setText(LONG)

    assert label.sizeHint().width() == label.minimumSizeHint().width() == 0
    assert label.sizeHint().height() > 0
