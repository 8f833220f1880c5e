"""The preferences, kept in settings and read again."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.saving.preferences import Preferences


def reread(path: Path, plain: dict[str, object]) -> SettingsReader:
    """Write *plain* as settings to *path*, and return a reader of that file."""
    written = QSettings(str(path), QSettings.Format.IniFormat)
    for name, value in plain.items():
        written.setValue(name, value)
    written.sync()
    del written
    return SettingsReader(QSettings(str(path), QSettings.Format.IniFormat))


@pytest.mark.parametrize(
    "chosen",
    [
        Preferences("dark", 4.0, 2.5, 20, endgames="large", sound=True),
        Preferences("light", 0.0, 0.0, 72, endgames="off", mirrored=True),
    ],
)
def test_every_preference_is_read_as_it_was_written(tmp_path, chosen):
    reader = reread(tmp_path / "settings.ini", chosen.to_json())

    assert Preferences.load(reader) == chosen
    assert not reader.damaged


def test_sound_and_mirrored_boards_are_off_at_first(tmp_path):
    found = Preferences.load(reread(tmp_path / "settings.ini", {}))

    assert not found.sound
    assert not found.mirrored


@pytest.mark.parametrize("off", ["false", "False"])
def test_a_switch_that_is_off_in_a_file_of_another_run_is_off(tmp_path, off):
    path = tmp_path / "settings.ini"
    path.write_text(f"[preferences]\nsound={off}\nmirrored=true\n", encoding="utf-8")

    reader = SettingsReader(QSettings(str(path), QSettings.Format.IniFormat))
    found = Preferences.load(reader)

    assert not found.sound
    assert found.mirrored
    assert not reader.damaged
