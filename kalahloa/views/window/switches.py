"""What is switched on and off by commands and remembered: values, analysis, overlays, bar."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.features.teaching.state import TeachingSettings
from kalahloa.controllers.saving.kept_choices import KeptChoices
from kalahloa.controllers.saving.preferences import (
    Preferences,
    analysing,
    analysing_to_plain,
    comments_listed,
    comments_listed_to_plain,
    review_marks_shown,
    review_marks_to_plain,
    values_shown,
    values_shown_to_plain,
)
from kalahloa.controllers.work.settings_writer import SettingsWriter

BOARD_SWITCHES = {"evaluation-bar": "bar", "best-arrows": "arrows"}
"""The preferences that commands switch, by the commands' keys."""


class Switches:
    """Saves the switches of *desk* in the settings, and restores them."""

    def __init__(self, desk: Desk, reader: SettingsReader, writer: SettingsWriter) -> None:
        self._desk = desk
        self._writer = writer
        self._values = values_shown(reader)
        self._analysing = analysing(reader)
        desk.reviews.set_marks_wanted(review_marks_shown(reader))
        self._marks = desk.reviews.marks_wanted
        desk.study.list_comments(comments_listed(reader))
        self._comments = desk.study.comments_listed
        desk.overlays.load(reader)
        desk.teaching.set_settings(TeachingSettings.load(reader))
        writer.know(desk.overlays.to_plain() | desk.teaching.settings.to_plain())
        self._choices = KeptChoices(desk, reader, writer, writer)

    def restore(self) -> None:
        """Switch on what was on when the program was left."""
        self._desk.analysis.set_wanted(self._values)
        self._desk.live.keep_on(self._analysing)

    def remember(self, preferences: Preferences) -> Preferences:
        """Keep what is switched now; return *preferences* with the number of lines now wanted."""
        live = self._desk.live
        before = self._switched()
        self._values, self._analysing = self._desk.analysis.wanted, live.wanted
        self._marks = self._desk.reviews.marks_wanted
        self._comments = self._desk.study.comments_listed
        if self._switched() != before:
            self._writer.write(self._switched())
        # Which writes what has changed only.
        self._writer.write(self._desk.overlays.to_plain() | self._desk.teaching.settings.to_plain())
        if live.settings.lines != preferences.lines:
            preferences = replace(preferences, lines=live.settings.lines)
            self._writer.write(preferences.to_plain())
        return preferences

    def to_plain(self) -> dict[str, Any]:
        """Return all that is kept by the names under which settings keep it."""
        return self._switched() | self._choices.to_plain()

    def _switched(self) -> dict[str, Any]:
        switches = values_shown_to_plain(self._values) | analysing_to_plain(self._analysing)
        switches |= review_marks_to_plain(self._marks) | comments_listed_to_plain(self._comments)
        switches |= self._desk.teaching.settings.to_plain()
        return switches | self._desk.overlays.to_plain()


def board_errands(
    preferences: Callable[[], Preferences], change: Callable[[Preferences], None]
) -> dict[str, Callable[[], object]]:
    """Return what turns each of `BOARD_SWITCHES` over; *change* takes over new preferences."""

    def turn(name: str) -> None:
        chosen = preferences()
        turned: dict[str, Any] = {name: not getattr(chosen, name)}
        change(replace(chosen, **turned))

    return {key: partial(turn, name) for key, name in BOARD_SWITCHES.items()}
