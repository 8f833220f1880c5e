"""The base class of the controllers around an open game."""

from typing import Any, ClassVar

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.setting import SavedValue
from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.core.place import Cause

Fields = dict[str | type, Any]
"""Fields of `Place` by their names, and states of features by their classes."""


class Controller(QObject):
    """Acts on what happens to a document, as part of the same change, and declares what it has.

    All methods do nothing, and all properties are false: a subclass overrides those that it needs.
    """

    SAVED: ClassVar[tuple[SavedValue, ...]] = ()
    """What is saved of the controller in the settings."""

    message = Signal(str)
    """A sentence for the user."""
    answered = Signal(str)
    """The reply to a typed line, where it does not come at once."""
    held = Signal(bool)
    """Whether the record has moves that must not be saved."""
    began = Signal()
    """Work has begun that the user has asked for."""
    settings_changed = Signal()
    """`to_settings` returns something else, and no change of the document says so."""

    # -- following the document ----------------------------------------------------------------

    def follow(self, causes: frozenset[Cause]) -> None:
        """Act on *causes*: start or stop searches, forget what belongs to another node."""

    def place_fields(self) -> Fields:
        """Return the fields of `Place` that this controller owns, and its states."""
        return {}

    def secret_fields(self) -> Fields:
        """Return those of them that differ while an exercise hides what would help."""
        return {}

    # -- what goes on --------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Whether work is running that soon comes to an end."""
        return False

    def interrupt(self) -> str | None:
        """Stop what the user waits for; return a sentence about that, None if there is nothing."""
        return None

    def start_again(self) -> bool:
        """Begin anew what is on the board, and return True; False if that is only a game."""
        return False

    def release(self) -> None:
        """Remove from the record the moves that must not be saved."""

    def shut_down(self) -> None:
        """End all background work; the controller cannot be used afterwards."""

    # -- settings ------------------------------------------------------------------------------

    def load(self, settings: SettingsReader) -> None:
        """Take over what *settings* hold."""
        for one in self.SAVED:
            one.load(self, settings)

    def to_settings(self) -> dict[str, Any]:
        """Return what is to be saved, by the names that settings have for it."""
        return {name: value for one in self.SAVED for name, value in one.to_json(self).items()}
