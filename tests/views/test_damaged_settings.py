"""Settings that are damaged: the window opens, says so once, and keeps the old file."""

import os
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as tuned
from hypothesis import strategies as st
from PySide6.QtCore import QByteArray, QSettings

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.saving.preferences import SYSTEM_SPEED, Preferences
from kalahloa.controllers.session.open_app import open_app
from kalahloa.models.game.knowledge import BUDGETS
from kalahloa.models.game.registry import find_game
from kalahloa.views.window.main_window import MainWindow
from tests.disk import Disk

OTHER = Preferences(
    *("dark", 2.0, 1.5, 20), letters=130, sound=True, mirrored=True, endgames="small"
)
WRONG = [
    "",
    "[",
    "x",
    "-1",
    "nan",
    "1e999",
    "@ByteArray(",
    "@Variant(\\0\\0)",
    "@Invalid()",
    "1, 2",
]
NAMES = [*OTHER.to_json(), "preferences/show_values", "window/geometry", "window/view"]


def open_settings(path: Path) -> QSettings:
    return QSettings(str(path), QSettings.Format.IniFormat)


@pytest.fixture
def real(tmp_path: Path, qapp) -> bytes:
    """The bytes of a settings file as the program writes it."""
    path = tmp_path / "real.ini"
    kept = open_settings(path)
    for name, value in OTHER.to_json().items():
        kept.setValue(name, value)
    geometry = bytes.fromhex("01d9d0cb00030000") + bytes(range(58))
    kept.setValue("window/geometry", QByteArray(geometry))
    kept.setValue("window/view", "text")
    kept.sync()
    return path.read_bytes()


def read_all(path: Path, content: bytes) -> SettingsReader:
    """Read *content* as settings; fail where a value is none that the program can use."""
    path.write_bytes(content)
    reader = SettingsReader(open_settings(path))
    found = Preferences.load(reader)
    geometry = reader.bytes("window/geometry")
    view = reader.choice("window/view", "graphical", ("graphical", "text"))
    assert found.scheme in ("system", "light", "dark")
    assert found.endgames in BUDGETS
    assert SYSTEM_SPEED <= found.speed <= 10
    assert 0 <= found.think_seconds <= 60
    assert type(found.font_points) is int
    assert type(found.sound) is type(found.mirrored) is bool
    assert type(reader.flag("preferences/show_values", False)) is bool
    assert geometry is None or isinstance(geometry, QByteArray)
    assert view in ("graphical", "text")
    return reader


def test_whole_settings_are_read_as_they_were_written(real, tmp_path):
    reader = read_all(tmp_path / "whole.ini", real)

    assert Preferences.load(reader) == OTHER
    assert not reader.damaged
    assert reader.rename_damaged() == ""


def test_settings_cut_off_anywhere_can_be_read(real, tmp_path):
    for length in range(len(real)):
        read_all(tmp_path / f"{length}.ini", real[:length])


def test_settings_with_random_changes_can_be_read(real, tmp_path):
    rng = Random(1)
    for number in range(300):
        content = bytearray(real)
        for _ in range(rng.randint(1, 6)):
            content[rng.randrange(len(content))] = rng.randrange(256)
        read_all(tmp_path / f"{number}.ini", bytes(content))


@tuned(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(name=st.sampled_from(NAMES), value=st.sampled_from(WRONG) | st.text(max_size=20))
def test_any_text_may_stand_for_any_value(qapp, tmp_path, name, value):
    section, key = name.split("/")
    text = f"[{section}]\n{key}={value}\n".encode("utf-8", "surrogatepass")

    read_all(tmp_path / f"{os.urandom(8).hex()}.ini", text)


@pytest.mark.parametrize("text", ["-1.1", "10.1", "-inf", "inf", "nan"])
def test_a_number_that_is_none_of_those_allowed_is_damage(qapp, tmp_path, text):
    reader = read_all(tmp_path / "settings.ini", f"[preferences]\nspeed={text}\n".encode())

    assert Preferences.load(reader).speed == Preferences().speed
    assert reader.damaged


def opened(qtbot, tmp_path: Path) -> MainWindow:
    app = open_app(find_game("tictactoe"))
    keeper = Keeper(app.document, Disk(tmp_path / "library.sqlite").open, app.document)
    window = MainWindow(app, keeper, open_settings(tmp_path / "settings.ini"))
    app.document.setParent(window)
    qtbot.addWidget(window)
    return window


@pytest.mark.parametrize(
    "content",
    [
        "[window]\ngeometry=12\n",
        "[window]\ngeometry=@ByteArray(nonsense)\n",
        "[window]\ngeometry=@ByteArray(\\x1\\xd9\n",
        "[window]\ngeometry=a, b\nview=3\n",
        "[preferences]\nspeed=nan\nfont_points=@ByteArray(x)\n",
        "no settings at all\n",
    ],
)
def test_the_window_opens_says_once_what_is_damaged_and_keeps_it_aside(qtbot, tmp_path, content):
    path = tmp_path / "settings.ini"
    path.write_text(content)

    window = opened(qtbot, tmp_path)
    qtbot.waitUntil(lambda: str(path) in window.status.sentence.whole)
    window.close()

    assert (tmp_path / "settings.ini.damaged").read_text() == content
    again = opened(qtbot, tmp_path)
    assert again._settings_note == ""
    again.close()


def test_what_is_whole_in_damaged_settings_is_kept(qtbot, tmp_path):
    path = tmp_path / "settings.ini"
    path.write_text("[preferences]\nfont_points=20\nspeed=fast\n")

    opened(qtbot, tmp_path).close()

    again = opened(qtbot, tmp_path)
    assert again.preferences.font_points == 20
    assert again.preferences.speed == Preferences().speed
    again.close()


def test_a_geometry_from_a_screen_of_another_size_is_no_damage(open_window):
    hands = open_window("kalah")
    hands.window.close()
    geometry = bytearray(hands.settings.value("window/geometry").data())
    width = len(geometry) - 20
    # The width of the screen on which the window was, as Qt keeps it.
    geometry[width : width + 4] = (10**5).to_bytes(4, "big")
    hands.settings.setValue("window/geometry", QByteArray(bytes(geometry)))

    again = open_window("kalah")

    assert "damaged" not in again.window.status.sentence.text()
