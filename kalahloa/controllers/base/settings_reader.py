"""Reads and checks settings; invalid values are replaced by defaults."""

import math
import os
import re
from collections.abc import Collection
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.models.text.quotation import is_printable

ORGANIZATION = APPLICATION = "Kalahloa"
"""The names under which Qt keeps the user's settings."""
DAMAGED_SUFFIX = ".damaged"
_WORDS = re.compile(r"-?(?:[a-z0-9-]+(?: [a-z0-9-]+)*)?")


def user_settings() -> QSettings:
    """Return the user's settings, which the window and the terminal share."""
    scope = QSettings.Scope.UserScope
    return QSettings(QSettings.defaultFormat(), scope, ORGANIZATION, APPLICATION)


class SettingsReader:
    """Reads typed values of *settings*; an invalid value is treated as missing.

    `damaged` is whether there was an invalid value or the file's format was wrong.  `values` are
    those returned so far by name, defaults included.
    """

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings
        self.values: dict[str, object] = {}
        settings.allKeys()  # Qt parses the file, and detects errors, only on access
        self.damaged = settings.status() == QSettings.Status.FormatError

    def number(self, name: str, default: float, low: float, high: float) -> float:
        """Return the number called *name*, from *low* to *high*, or *default*."""
        number = self.values[name] = self._number(name, default, low, high)
        return number

    def _number(self, name: str, default: float, low: float, high: float) -> float:
        value = self._value(name)
        if value is None:
            return default
        try:
            number = float(value) if isinstance(value, str | int | float) else math.nan
        except (ValueError, OverflowError):
            number = math.nan
        if not isinstance(value, bool) and low <= number <= high:
            return number
        self.damaged = True
        return default

    def flag(self, name: str, default: bool) -> bool:
        """Return the bool called *name* (``true`` in a file), or *default*."""
        flag = self.values[name] = self._flag(name, default)
        return flag

    def _flag(self, name: str, default: bool) -> bool:
        value = self._value(name)
        if value is None:
            return default
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in ("true", "false"):
            return value.lower() == "true"
        self.damaged = True
        return default

    def choice(self, name: str, default: str, choices: Collection[str]) -> str:
        """Return the str called *name*, one of *choices*, or *default*."""
        choice = self.values[name] = self._choice(name, default, choices)
        return choice

    def _choice(self, name: str, default: str, choices: Collection[str]) -> str:
        value = self._value(name)
        if value is None:
            return default
        if isinstance(value, str) and value in choices:
            return value
        self.damaged = True
        return default

    def text(self, name: str, default: str, most: int) -> str:
        """Return the line of text called *name*, of at most *most* characters, or *default*."""
        value = self._value(name)
        if isinstance(value, str) and len(value) <= most and is_printable(value):
            text = value
        else:
            self.damaged |= value is not None
            text = default
        self.values[name] = text
        return text

    def bytes(self, name: str) -> QByteArray | None:
        """Return the bytes called *name*, or None if there are none."""
        content = self.values[name] = self._bytes(name)
        return content

    def _bytes(self, name: str) -> QByteArray | None:
        value = self._value(name)
        if value is None or isinstance(value, QByteArray):
            return value
        self.damaged = True
        return None

    def all_bytes(self, group: str) -> dict[str, QByteArray]:
        """Return the bytes called ``group/NAME``, by their NAMEs."""
        names = [name for name in self._settings.allKeys() if name.startswith(f"{group}/")]
        found = {name.removeprefix(f"{group}/"): self.bytes(name) for name in names}
        return {name: value for name, value in found.items() if value is not None}

    def all_words(self, group: str) -> dict[str, str]:
        """Return the texts called ``group/NAME``, by their NAMEs.

        They are words of lower-case letters, figures and hyphens, with a blank between two.
        """
        found = {}
        for name in self._settings.allKeys():
            if name.startswith(f"{group}/"):
                text = self._value(name)
                if isinstance(text, str) and _WORDS.fullmatch(text):
                    self.values[name] = found[name.removeprefix(f"{group}/")] = text
                else:
                    self.damaged = True
        return found

    def _value(self, name: str) -> object:
        """Return the value called *name*, or None."""
        if not self._settings.contains(name):
            return None
        try:
            value: object = self._settings.value(name)
        except Exception:  # bytes that cannot be decoded as a Qt or Python value
            value = None
        if value is None:
            self.damaged = True
        return value

    def rename_damaged(self) -> str:
        """Rename a damaged settings file, and return a sentence about it for the user.

        The caller should then write the values again.  Returns an empty string if nothing is
        damaged.  Settings that are not in a file are not moved.
        """
        if not self.damaged:
            return ""
        path = Path(self._settings.fileName())
        aside = path.with_name(path.name + DAMAGED_SUFFIX)
        try:
            if not path.is_file():
                return translate(
                    "Controllers",
                    "The settings are damaged. Defaults replace what could not be read.",
                )
            os.replace(path, aside)
        except OSError as error:
            return fill(
                translate(
                    "Controllers",
                    "The settings in {path} are damaged and cannot be renamed ({reason}). "
                    "Defaults replace what could not be read.",
                ),
                path=path,
                reason=error.strerror,
            )
        return fill(
            translate(
                "Controllers",
                "The settings in {path} are damaged. Defaults replace what could not be read. "
                "The old file is now {name}.",
            ),
            path=path,
            name=aside.name,
        )
