"""Settings that are written on a thread of their own."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

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
