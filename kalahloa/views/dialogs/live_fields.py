"""The part of the preferences that says how positions are analysed."""

from dataclasses import replace

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.controllers.work.live_settings import (
    ALL_LINES,
    MAX_LIMIT_DEPTH,
    MAX_LIMIT_SECONDS,
    MAX_LINES,
    MAX_TABLE,
    MAX_THREADS,
    MIN_TABLE,
)
from kalahloa.models.work.processors import usable_processors
from kalahloa.views.dialogs.fields import Choice, Form, Number, Seconds, in_digits

translate = QCoreApplication.translate


class LiveFields:
    """Fields for lines, threads, table and limits."""

    def __init__(self, preferences: Preferences, form: Form, parent: QWidget) -> None:
        """Add the fields to *form*, showing *preferences*."""
        self.lines = Choice(parent)
        for number in range(1, MAX_LINES + 1):
            self.lines.addItem(in_digits(number), number)
        self.lines.addItem(translate("LiveFields", "All moves"), ALL_LINES)
        self.lines.setCurrentIndex(self.lines.findData(preferences.lines))
        self.threads = Number(parent)
        most = min(MAX_THREADS, max(usable_processors(), preferences.threads))
        self.threads.setRange(1, most)
        self.threads.setValue(preferences.threads)
        self.table = Number(parent)
        self.table.setRange(MIN_TABLE, MAX_TABLE)
        self.table.setSuffix(translate("LiveFields", " MB"))
        self.table.setValue(preferences.table)
        self.depth = Number(parent)
        self.depth.setRange(0, MAX_LIMIT_DEPTH)
        self.depth.setSpecialValueText(translate("LiveFields", "no limit"))
        self.depth.setValue(preferences.depth)
        self.seconds = Seconds(0, MAX_LIMIT_SECONDS, parent)
        self.seconds.setSpecialValueText(translate("LiveFields", "no limit"))
        self.seconds.setValue(preferences.seconds)
        of_all = fill(translate("LiveFields", " of {count}"), count=usable_processors())
        self.threads.setSuffix(of_all)
        for title, field in (
            (translate("LiveFields", "Lines of the analysis"), self.lines),
            (translate("LiveFields", "Threads of the analysis"), self.threads),
            (translate("LiveFields", "Memory of the analysis"), self.table),
            (translate("LiveFields", "Analyse at most to depth"), self.depth),
            (translate("LiveFields", "Analyse a position at most for"), self.seconds),
        ):
            form.add(title, field)
            field.setAccessibleName(title)

    def change(self, preferences: Preferences) -> Preferences:
        """Return *preferences* with what the fields say."""
        return replace(
            preferences,
            lines=self.lines.currentData(),
            threads=self.threads.value(),
            table=self.table.value(),
            depth=self.depth.value(),
            seconds=self.seconds.value(),
        )
