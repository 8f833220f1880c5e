"""Reads settings; each value is checked, and damaged ones are replaced by defaults."""

import math
import os
from collections.abc import Collection
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

DAMAGED_SUFFIX = ".damaged"


class SettingsReader:
    """Reads values of *settings* by their types; one that makes no sense is as if it were missing.

    `damaged` tells whether there was such a value, or the file's format was wrong.
    """

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings
        settings.allKeys()  # Qt reads a section of a file, and finds fault, when it has to
        self.damaged = settings.status() == QSettings.Status.FormatError

    def number(self, name: str, default: float, low: float, high: float) -> float:
        """Return the number called *name*, which is from *low* to *high*."""
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
        """Return whether the value called *name* is true; a file holds it as ``true``."""
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
        """Return the text called *name*, which is one of *choices*."""
        value = self._value(name)
        if value is None:
            return default
        if isinstance(value, str) and value in choices:
            return value
        self.damaged = True
        return default

    def bytes(self, name: str) -> QByteArray | None:
        """Return the bytes called *name*, or None where there are none."""
        value = self._value(name)
        if value is None or isinstance(value, QByteArray):
            return value
        self.damaged = True
        return None

    def _value(self, name: str) -> object:
        """Return what is called *name*, None where nothing is."""
        if not self._settings.contains(name):
            return None
        try:
            value: object = self._settings.value(name)
        except Exception:  # bytes that stand for no value of Qt's or Python's
            value = None
        if value is None:
            self.damaged = True
        return value

    def put_aside(self) -> str:
        """Put the file of damaged settings aside, and return a sentence about it.

        The values read before should be written anew afterwards.  Returns an empty text where
        nothing is damaged; settings that are no file stay where they are.
        """
        if not self.damaged:
            return ""
        path = Path(self._settings.fileName())
        aside = path.with_name(path.name + DAMAGED_SUFFIX)
        fallen_back = "defaults replace what cannot be read"
        try:
            if not path.is_file():
                return f"The settings are damaged; {fallen_back}."
            os.replace(path, aside)
        except OSError as error:
            return (
                f"The settings in {path} are damaged and cannot be renamed "
                f"({error.strerror}); {fallen_back}."
            )
        return (
            f"The settings in {path} are damaged; {fallen_back}. The old file is now {aside.name}."
        )
