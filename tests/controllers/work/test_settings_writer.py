"""Settings that are written on a thread of their own."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.work.background import SWITCH_INTERVAL, prompt_switching
from kalahloa.controllers.work.settings_writer import SettingsWriter


@pytest.fixture
def settings(qapp, tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


def test_what_was_given_is_in_the_file_when_the_writer_has_shut_down(settings):
    writer = SettingsWriter(settings)
    for number in range(100):
        writer.write({"taste/number": number, f"taste/{number % 3}": "x"})

    writer.shut_down()

    written = Path(settings.fileName()).read_text(encoding="utf-8")
    assert "number=99" in written
    assert sorted(settings.allKeys()) == ["taste/0", "taste/1", "taste/2", "taste/number"]


def test_values_come_to_the_file_without_a_shut_down(settings, qtbot):
    writer = SettingsWriter(settings)
    file = Path(settings.fileName())

    writer.write({"taste/colour": "dark"})

    qtbot.waitUntil(lambda: file.exists() and "colour=dark" in file.read_text(encoding="utf-8"))
    writer.shut_down()


def test_settings_of_an_organization_are_written_where_they_are_kept(qapp):
    settings = QSettings("Kalahloa", "Kalahloa")
    writer = SettingsWriter(settings)

    writer.write({"taste/size": 3})
    writer.shut_down()

    assert QSettings("Kalahloa", "Kalahloa").value("taste/size", type=int) == 3


@pytest.fixture
def two(settings) -> Iterator[tuple[SettingsWriter, SettingsWriter]]:
    """Return the writers of two windows that have read the same settings."""
    other = QSettings(settings.fileName(), QSettings.Format.IniFormat)
    writers = []
    for storage in (settings, other):
        reader = SettingsReader(storage)
        reader.choice("taste/colour", "light", ("light", "dark"))
        reader.number("taste/size", 12.0, 6, 72)
        reader.flag("taste/values", False)
        writer = SettingsWriter(storage)
        writer.know(reader.values)
        writers.append(writer)
    yield writers[0], writers[1]
    for writer in writers:
        writer.shut_down()


def stored(settings: QSettings) -> dict[str, str]:
    fresh = QSettings(settings.fileName(), QSettings.Format.IniFormat)
    return {name: str(fresh.value(name)).lower() for name in fresh.allKeys()}


def test_a_window_writes_what_it_changed_and_leaves_what_another_one_did(two, settings):
    one, other = two
    one.write({"taste/colour": "dark", "taste/size": 12, "taste/values": False})
    one.shut_down()

    other.write({"taste/colour": "light", "taste/size": 12, "taste/values": True})
    other.shut_down()

    assert stored(settings) == {"taste/colour": "dark", "taste/values": "true"}


def test_what_a_window_changes_back_is_written(two, settings):
    one, _ = two
    one.write({"taste/size": 20})
    one.write({"taste/size": 12.0})
    one.shut_down()

    assert float(stored(settings)["taste/size"]) == 12


def test_after_the_file_was_put_aside_everything_is_written(two, settings):
    one, _ = two
    one.write_all({"taste/colour": "light", "taste/size": 12})
    one.shut_down()

    assert set(stored(settings)) == {"taste/colour", "taste/size"}


def test_what_a_reader_has_returned_is_known_bytes_and_damaged_values_included(settings):
    settings.setValue("window/geometry", QByteArray(b"\0\1"))
    settings.setValue("taste/size", "huge")
    reader = SettingsReader(settings)
    reader.bytes("window/geometry")
    reader.bytes("window/state")
    reader.number("taste/size", 12.0, 6, 72)

    assert reader.damaged
    assert reader.values == {
        "window/geometry": QByteArray(b"\0\1"),
        "window/state": None,
        "taste/size": 12.0,
    }


def test_a_writer_that_has_shut_down_may_be_shut_down_again(settings):
    writer = SettingsWriter(settings)
    writer.shut_down()

    writer.write({"taste/late": 1})
    writer.shut_down()

    assert settings.allKeys() == []


def test_threads_are_switched_promptly_until_the_last_one_is_done():
    usual = sys.getswitchinterval()
    one, other = prompt_switching(), prompt_switching()

    one.__enter__()
    other.__enter__()
    one.__exit__(None, None, None)

    assert sys.getswitchinterval() == pytest.approx(SWITCH_INTERVAL)
    other.__exit__(None, None, None)
    assert sys.getswitchinterval() == pytest.approx(usual)
