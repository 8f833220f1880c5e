"""Settings that are declared once: how they are read and saved, also as parts of a controller."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from kalahloa.controllers.base.setting import SavedValue, Setting, SettingGroup, setting
from kalahloa.controllers.base.settings_reader import SettingsReader


class Colour(Enum):
    """A value that is saved by its word."""

    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Taste(SettingGroup):
    """One setting of each type, and a field that is none."""

    GROUP = "taste"

    sweet: bool = setting(False)
    spoons: int = setting(2, 0, 9)
    warmth: float = setting(36.5, 0, 100)
    kind: str = setting("tea", choices=("tea", "coffee"))
    note: str = setting("", high=5)
    colour: Colour = setting(Colour.RED)  # noqa: RUF009 - an enumeration
    today: str = "Monday"


class Cup:
    """What has a taste, and a value by itself that is set by a method."""

    def __init__(self) -> None:
        self.taste = Taste()
        self.inside = Taste(spoons=1)
        self.filled: list[int] = []

    def fill(self, spoons: int) -> None:
        self.filled.append(spoons)


def reader_of(path: Path, values: dict[str, object]) -> SettingsReader:
    written = QSettings(str(path / "settings.ini"), QSettings.Format.IniFormat)
    for name, value in values.items():
        written.setValue(name, value)
    written.sync()
    del written
    return SettingsReader(QSettings(str(path / "settings.ini"), QSettings.Format.IniFormat))


def test_a_group_is_read_as_it_was_saved_but_for_fields_that_are_no_settings(tmp_path):
    chosen = Taste(True, 3, 40.5, "coffee", "hot", Colour.BLUE, "Friday")

    plain = chosen.to_json()
    reader = reader_of(tmp_path, plain)

    assert plain["taste/colour"] == "blue" and "taste/today" not in plain
    assert Taste.load(reader) == Taste(True, 3, 40.5, "coffee", "hot", Colour.BLUE)
    assert not reader.damaged


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("sweet", "perhaps"), ("spoons", 10), ("warmth", -1), ("kind", "milk")),
        *(("note", "too long"), ("colour", "green")),
    ],
)
def test_a_value_that_may_not_be_is_the_default(tmp_path, name, value):
    reader = reader_of(tmp_path, {f"taste/{name}": value})

    assert Taste.load(reader) == Taste()
    assert reader.damaged


def test_a_controller_is_given_what_was_saved_of_it(tmp_path):
    cup = Cup()
    saved = (SavedValue(Taste, "taste"), SavedValue(Setting(1, 0, 9), "inside.spoons", "fill", "n"))
    reader = reader_of(tmp_path, {"taste/spoons": 5, "n": 7})

    for one in saved:
        one.load(cup, reader)

    assert cup.taste.spoons == 5 and cup.filled == [7]
    assert saved[0].to_json(cup)["taste/spoons"] == 5
    assert saved[1].to_json(cup) == {"n": 1}


def test_what_a_derived_group_declares_comes_before_what_it_inherits():
    @dataclass(frozen=True)
    class Supper(Taste):
        courses: int = setting(3, 1, 5)

    assert list(Supper.settings()) == ["courses", *Taste.settings()]


@pytest.mark.parametrize(
    ("name", "word", "value"),
    [
        *(("sweet", "on", True), ("spoons", "4", 4), ("warmth", "40.5", 40.5)),
        *(("kind", "coffee", "coffee"), ("note", "hot!", "hot!")),
    ],
)
def test_a_value_is_read_from_a_word_and_written_as_one(name, word, value):
    declared = Taste.settings()[name]

    assert declared.from_word(word) == value
    assert declared.word(value) == word


@pytest.mark.parametrize(
    ("name", "word", "said"),
    [
        *(("sweet", "yes", "on, off"), ("spoons", "10", "a number from 0 to 9")),
        *(("spoons", "many", "a number from 0 to 9"), ("kind", "milk", "tea, coffee")),
        ("note", "too long", "text of at most 5 characters"),
    ],
)
def test_a_word_that_is_no_value_is_refused_with_what_would_be_one(name, word, said):
    with pytest.raises(ValueError, match=said):
        Taste.settings()[name].from_word(word)
