"""Text from outside is shown as it is, never read as markup, and never longer than fits."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QToolTip, QWidget

from kalahloa.controllers.base.player import HUMAN
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import MAX_COMMENT_TEXT
from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.record.record import Record
from kalahloa.models.text.quotation import MAX_SENTENCE
from kalahloa.views.dialogs.new_game import NewGameDialog
from kalahloa.views.dialogs.player_chooser import PlayerDialog
from kalahloa.views.dialogs.preferences import PreferencesDialog
from kalahloa.views.look.plain_label import MAX_SHOWN_LINES, PlainLabel, plain_tool_tip
from tests.views.conftest import Hands

TABLES = "<table><tr><td>" * 3000
PICTURE = "<img src='file:///usr/share/pixmaps/debian-logo.png' height=30000>"
HUGE = "<b>7</b>" * 2_500_000
LONG = "<b>7</b>" * (MAX_COMMENT_TEXT // 8)

OWN_TEXTS = ("Play and study Lines of Action and Kalah.",)
"""How our own texts begin in labels of Qt's that choose their format themselves."""
QT_LABELS = ("qt_msgboxex_icon_label",)
"""Labels of Qt's without text."""


def labels_that_read_markup(root: QWidget) -> list[str]:
    return [
        label.text()
        for label in root.findChildren(QLabel)
        if label.textFormat() != Qt.TextFormat.PlainText
        and label.objectName() not in QT_LABELS
        and not label.text().startswith(OWN_TEXTS)
    ]


@pytest.mark.parametrize("key", ["loa", "kalah", "tictactoe"])
def test_no_label_of_the_window_or_its_dialogs_reads_markup(open_window, key):
    hands = open_window(key)
    assert labels_that_read_markup(hands.window) == []
    assert len(hands.window.findChildren(PlainLabel)) > 5

    for action in ("new", "edit-position", "preferences", "about"):
        before = len(hands.window.findChildren(QDialog))
        hands.window.actions_by_name[action].trigger()

        assert len(hands.window.findChildren(QDialog)) > before, action
        assert labels_that_read_markup(hands.window) == [], action


def test_no_label_of_a_dialog_reads_markup(open_window):
    hands = open_window("kalah")
    game = hands.document.game

    for dialog in (
        NewGameDialog(game, game.rulebook.default, (HUMAN, HUMAN), hands.window),
        PlayerDialog(game, 0, HUMAN, hands.window),
        PreferencesDialog(hands.window.preferences, hands.window),
    ):
        assert labels_that_read_markup(dialog) == []


def write_game(path: Path, **changes: object) -> Path:
    record = Record(find_game("kalah"))
    record.play(3)
    plain = record_to_json(record)
    move = changes.pop("move", None)
    if move is not None:
        plain["nodes"][0]["move"] = move
    path.write_text(json.dumps(plain | changes), encoding="utf-8")
    return path


def everything_fits(hands: Hands) -> None:
    for label in hands.window.findChildren(PlainLabel):
        assert len(label.text()) <= MAX_SENTENCE * MAX_SHOWN_LINES
    assert hands.window.status.sentence.sizeHint().height() < 100
    assert hands.window.minimumSizeHint().height() < 1000


@pytest.mark.parametrize("attack", [TABLES, PICTURE, HUGE], ids=["tables", "picture", "huge"])
def test_markup_in_a_file_is_shown_as_text_and_short(open_window, tmp_path, attack):
    hands = open_window("loa")

    for number, changes in enumerate(
        ({"move": attack}, {"start": attack}, {"game": attack}, {"rules": {attack: 1}})
    ):
        hands.window.window_actions.open_file(
            write_game(tmp_path / f"{number}.kalahloa", **changes)
        )

        assert hands.document.game.key == "loa"
        assert 0 < len(hands.window.status.sentence.text()) <= MAX_SENTENCE
        everything_fits(hands)


@pytest.mark.parametrize("attack", [TABLES, PICTURE, LONG], ids=["tables", "picture", "long"])
def test_a_comment_of_a_file_is_shown_as_text_and_short(open_window, tmp_path, attack, qtbot):
    hands = open_window("loa")
    path = write_game(tmp_path / "game.kalahloa", comment=attack, current=0)

    hands.open_file(path, qtbot)

    assert hands.document.game.key == "kalah"
    assert hands.document.record.root.comment == attack
    everything_fits(hands)


def test_a_sentence_with_markup_reaches_the_status_line_as_text(open_window):
    hands = open_window("kalah")

    hands.window.say(PICTURE)

    assert hands.window.status.sentence.text() == PICTURE
    everything_fits(hands)


def test_a_label_of_several_lines_limits_them(qtbot):
    label = PlainLabel(lines=True)
    qtbot.addWidget(label)

    label.setText("\n".join(["x" * 5000] * 5000))

    assert label.text().count("\n") < MAX_SHOWN_LINES
    assert max(map(len, label.text().split("\n"))) == MAX_SENTENCE


def test_a_tool_tip_shows_markup_as_it_is(qtbot):
    assert plain_tool_tip("The number of pits") == "The number of pits"

    QToolTip.showText(QWidget().pos(), plain_tool_tip(PICTURE))

    assert "<img" not in QToolTip.text()
    assert "&lt;img" in QToolTip.text()


def test_a_game_of_others_may_have_markup_for_a_name(open_window):
    hands = open_window("tictactoe")

    hands.document.new_game(replace(hands.document.game, title=TABLES, sides=(PICTURE, HUGE)))

    everything_fits(hands)
    assert len(hands.window.windowTitle()) < 100
