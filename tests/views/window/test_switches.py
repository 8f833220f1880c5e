"""What is switched on is on again in the next session, also where it rested when one left."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSettings

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.course.course import Course
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.work.settings_writer import SettingsWriter
from kalahloa.models.game.registry import find_game
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.panels.line_preview import LinePreview, PreviewLine
from kalahloa.views.window.switches import Switches

COMPUTER = Player(Level(depth=1))


@pytest.mark.parametrize("wanted", [False, True])
def test_the_analysis_is_kept_as_it_was_switched_although_it_rests_in_a_game(
    qapp, tmp_path: Path, wanted: bool
):
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    app, writer = open_app(find_game("loa")), SettingsWriter(settings)
    switches = Switches(app, SettingsReader(settings), writer)
    app.document.new_game(find_game("loa"), players=(HUMAN, COMPUTER))
    app[LiveAnalysis].keep_on(wanted)
    assert not app[LiveAnalysis].on

    switches.remember(Preferences())

    writer.shut_down()
    app.shut_down()
    again = open_app(find_game("loa"))
    again.load(SettingsReader(settings))
    assert again[LiveAnalysis].wanted is wanted
    again.shut_down()


def test_every_board_in_the_window_is_mirrored_also_those_that_are_made_later(open_window):
    hands = open_window("kalah")
    window = hands.window
    window.panel_host.panel("course")
    hands.app[Course].open()
    window.set_preferences(replace(window.preferences, mirrored=True))
    preview = LinePreview(LIGHT, window)
    preview.play_out(hands.place, hands.place.position, (PreviewLine((1,)),), QRect(9, 9, 9, 9))

    boards = [board for board in window.findChildren(BoardView) if board.state is not None]
    assert hands.board in boards and preview.board in boards
    assert all(board.mirrored for board in boards)
    window.set_preferences(replace(window.preferences, mirrored=False))
    assert not any(board.mirrored for board in boards)
    preview.stop()
