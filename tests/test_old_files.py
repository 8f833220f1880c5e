"""Files that earlier versions have written are read exactly: games and settings."""

import json
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.saving.game_files import read_record
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.models.record.json_record import record_to_json

FILES = Path(__file__).parent / "old_files"

WHERE_THEY_STOOD = {
    "kalah": "<6,0,2,1,6,6,6,5,4,4,4,0,5,5,0> S",
    "kalah-pie": "<4,0,1,0,4,4,4,3,0,4,4> N",
    "loa": "1bbbbbb1/w6w/w6w/w6w/w6w/w2b3w/w6w/1bb1bbb1 w",
    "loa-eggs": "8/8/wwb1b3/2wb4/2bwbw2/2bwb3/2bw4/8 w",
    "tictactoe": "OXO/XXO/X.. O",
}
"""The position at the current place of each file, as the version that wrote it tells it."""


def test_each_game_has_an_old_file():
    assert {path.stem for path in FILES.glob("*.kalahloa")} == set(WHERE_THEY_STOOD)


@pytest.mark.parametrize("name", WHERE_THEY_STOOD)
def test_an_old_game_keeps_its_moves_players_rules_and_place(name):
    path = FILES / f"{name}.kalahloa"
    written = json.loads(path.read_text(encoding="utf-8"))

    record, players = read_record(path)

    read = record_to_json(record) | {"levels": [player.to_json() for player in players]}
    new_options = set(read["rules"]) - set(written["rules"])
    assert new_options <= {"remaining"}
    for option in new_options:
        # As the rules were before there was the option.
        assert read["rules"].pop(option) == "owner"
    if written["rules"].get("end") == "lecture":
        # The word of the time for the same rule.
        written["rules"]["end"] = "mover-empty"
    assert read == written | {"version": 2}
    assert [player.note for player in players] == ["", ""]
    assert record.position.position_string() == WHERE_THEY_STOOD[name]
    assert record.replayed().position_string() == WHERE_THEY_STOOD[name]


def test_old_settings_keep_all_choices(tmp_path):
    path = tmp_path / "settings.ini"
    shutil.copy(FILES / "settings.ini", path)
    reader = SettingsReader(QSettings(str(path), QSettings.Format.IniFormat))

    found = Preferences.load(reader)

    assert found == Preferences("dark", 2.0, 1.25, 17, endgames="large")
    assert reader.flag("preferences/show_values", False)
    assert reader.choice("window/view", "graphical", ("graphical", "text")) == "text"
    geometry = reader.bytes("window/geometry")
    assert geometry is not None and geometry.startsWith(b"\x01\xd9\xd0\xcb")
    assert not reader.damaged
