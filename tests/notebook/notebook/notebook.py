"""The controller of the notebook."""

import json
from dataclasses import astuple
from typing import Any, Self

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.clock.clock import Clock
from notebook.state import Note, NotebookState

_NOTES = "notebook/notes"
MAX_TEXT = 100_000
"""The longest text of all notes in the settings, in characters."""


class Notebook(Feature):
    """Holds notes on positions, of whatever game they came up in."""

    panel = "notebook"

    def __init__(self, document: Document, clock: Clock) -> None:
        super().__init__(document)
        self._document = document
        self._clock = clock
        self._notes: tuple[Note, ...] = ()
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*, which needs its clock."""
        return cls(app.document, app[Clock])

    def note(self, words: str) -> None:
        """Note the position shown with *words*."""
        game, position = self._shown()
        left = self._clock.left if self._clock.is_on else None
        self._set((*self._notes, Note(game, position, words, left)))
        self.began.emit()

    def forget(self) -> None:
        """Delete the notes on the position shown."""
        here = self._here()
        self._set(tuple(note for note in self._notes if note not in here))

    def place_fields(self) -> Fields:
        """Return the notes."""
        return {NotebookState: NotebookState(self._notes, self._here())}

    def load(self, settings: SettingsReader) -> None:
        """Take over the notes that *settings* hold."""
        try:
            rows = json.loads(settings.text(_NOTES, "[]", MAX_TEXT))
            self._notes = tuple(Note(*row[:3], row[3] and tuple(row[3])) for row in rows)
        except (ValueError, TypeError):
            settings.damaged = True
        self._document.report(Cause.ACTIVITY)

    def to_settings(self) -> dict[str, Any]:
        """Return the notes."""
        return {_NOTES: json.dumps([astuple(note) for note in self._notes])}

    def _set(self, notes: tuple[Note, ...]) -> None:
        self._notes = notes
        self._document.report(Cause.ACTIVITY)
        self.settings_changed.emit()

    def _shown(self) -> tuple[str, str]:
        return self._document.game.key, self._document.position.position_string()

    def _here(self) -> tuple[Note, ...]:
        shown = self._shown()
        return tuple(note for note in self._notes if (note.game, note.position) == shown)
