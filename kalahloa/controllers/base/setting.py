"""Settings that are declared once, as fields of a dataclass.

How a value is read, saved, changed by a word and shown in a dialog follows from the field:

    class Loudness(SettingGroup):
        GROUP = "loudness"
        level: int = setting(3, 0, 10, title=QT_TRANSLATE_NOOP("Dialog", "Loudness"))
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from inspect import get_annotations
from operator import attrgetter
from typing import Any, ClassVar, Self

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.base.translation import fill, translate
from kalahloa.models.text.quotation import is_printable


@dataclass(frozen=True, slots=True)
class Setting:
    """What a value may be, by the type of its default, and what a dialog says of it.

    Numbers are from `low` to `high`; a text is one of `choices`, or has at most `high` characters.
    A number with `choices` is chosen from a list in dialogs.  `choices` may have words for a list.
    """

    default: Any
    low: float = 0
    high: float = 0
    choices: Collection[Any] | Mapping[Any, str] = ()
    title: str = ""
    """The label of its field; without one, dialogs do not show it."""
    about: str = ""
    """A sentence below its field."""
    box: str = ""
    """The text of a check box."""
    unit: str = ""
    lowest: str = ""
    """What stands for the lowest number."""

    def read(self, name: str, reader: SettingsReader) -> Any:
        """Return the value called *name*; the default if it is missing or invalid."""
        default = self.default
        if isinstance(default, bool):
            return reader.flag(name, default)
        if isinstance(default, Enum):
            kind = type(default)
            return kind(reader.choice(name, default.value, [one.value for one in kind]))
        if isinstance(default, str):
            if self.choices:
                return reader.choice(name, default, self.choices)
            return reader.text(name, default, round(self.high))
        number = reader.number(name, default, self.low, self.high)
        return round(number) if isinstance(default, int) else number

    def word(self, value: Any) -> str:
        """Return *value* as a word that `from_word` reads."""
        if isinstance(value, bool):
            return "on" if value else "off"
        return f"{value:g}" if isinstance(value, float) else str(_plain(value))

    def from_word(self, word: str) -> Any:
        """Return the value that *word* stands for; raise `ValueError` if it is none.

        The message of the error is what would be one.
        """
        default = self.default
        if isinstance(default, bool):
            values: dict[str, Any] = {"on": True, "off": False}
        elif isinstance(default, str) and not self.choices:
            if len(word) <= self.high and is_printable(word):
                return word
            text = translate("Settings", "text of at most {most} characters")
            raise ValueError(fill(text, most=round(self.high)))
        elif isinstance(default, int | float):
            try:
                number = type(default)(word)
            except ValueError:
                number = math.nan
            if self.low <= number <= self.high:
                return number
            text = translate("Settings", "a number from {low} to {high}")
            raise ValueError(fill(text, low=f"{self.low:g}", high=f"{self.high:g}"))
        else:
            values = {str(one): one for one in self.choices}
        if word.lower() in values:
            return values[word.lower()]
        raise ValueError(", ".join(values))


def setting(default: Any, low: float = 0, high: float = 0, **more: Any) -> Any:
    """Return a field of a `SettingGroup` that is a `Setting`; `name_only` keeps it out of order."""
    is_named = more.pop("name_only", False)
    metadata = {"setting": Setting(default, low, high, **more)}
    return field(default=default, kw_only=is_named, metadata=metadata)


class SettingGroup:
    """The base class of frozen dataclasses whose fields are saved; other fields are not."""

    __slots__ = ()
    GROUP: ClassVar[str]
    """What their names in the settings begin with, before a slash."""

    @classmethod
    def settings(cls) -> dict[str, Setting]:
        """Return what is declared of the fields that are saved, by their names.

        Those of the class come before those of the classes that it is derived from.
        """
        names = dict.fromkeys(name for one in cls.__mro__ for name in get_annotations(one))
        declared = {one.name: one.metadata for one in fields(cls)}  # type: ignore[arg-type]
        return {
            name: declared[name]["setting"] for name in names if "setting" in declared.get(name, ())
        }

    @classmethod
    def load(cls, reader: SettingsReader) -> Self:
        """Return what *reader* has; defaults replace missing or invalid values."""
        found = {
            name: one.read(f"{cls.GROUP}/{name}", reader) for name, one in cls.settings().items()
        }
        return cls(**found)

    def to_json(self) -> dict[str, Any]:
        """Return the values by the names under which they are saved."""
        return {f"{self.GROUP}/{name}": _plain(getattr(self, name)) for name in self.settings()}


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value


@dataclass(frozen=True, slots=True)
class SavedValue:
    """A value or a `SettingGroup` of a controller that is saved.

    `get` is the attribute that has it, such as ``limits`` or ``stock.chosen``; `put` the method
    that sets it, empty if the attribute can be set; `name` that of a single value in the settings.
    """

    kind: Setting | type[SettingGroup]
    get: str
    put: str = ""
    name: str = ""

    def load(self, owner: object, reader: SettingsReader) -> None:
        """Give *owner* what *reader* has."""
        kind = self.kind
        value = kind.read(self.name, reader) if isinstance(kind, Setting) else kind.load(reader)
        if self.put:
            attrgetter(self.put)(owner)(value)
        else:
            setattr(owner, self.get, value)

    def to_json(self, owner: object) -> dict[str, Any]:
        """Return what *owner* has by the names under which it is saved."""
        value = attrgetter(self.get)(owner)
        return {self.name: _plain(value)} if isinstance(self.kind, Setting) else value.to_json()
