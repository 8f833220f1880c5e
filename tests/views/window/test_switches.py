"""What is switched on is on again in the next session, also where it rested when one left."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.work.settings_writer import SettingsWriter
from kalahloa.models.game.registry import find_game
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
