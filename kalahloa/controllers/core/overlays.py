"""The overlays of the board: which there are, which are shown, and how settings keep that."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.base.translation import in_words
from kalahloa.controllers.core.controller import Controller, Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause, Place
from kalahloa.models.game.overlay import Overlay
from kalahloa.models.game.position import Position

_GROUP = "overlays"
_HIDDEN = "-"


@dataclass(frozen=True, slots=True)
class _Choice:
    """The keys of the overlays chosen for a game, and whether they are hidden for now."""

    keys: tuple[str, ...] = ()
    hidden: bool = False

    def to_text(self) -> str:
        return (_HIDDEN if self.hidden else "") + " ".join(self.keys)

    @classmethod
    def from_text(cls, text: str) -> "_Choice":
        return cls(tuple(text.removeprefix(_HIDDEN).split()), text.startswith(_HIDDEN))


class Overlays(Controller):
    """What is chosen for each game; each change is told by the document."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.named: Callable[[str], Sequence[Overlay]] = lambda _game_key: ()
        """Returns the overlays of the game with a key that a front can show or tell; set by it."""
        self._document = document
        self._choices: dict[str, _Choice] = {}
        self._lent: dict[str, frozenset[str]] = {}
        document.add_follower(self)

    # -- following the document ----------------------------------------------------------------

    def follow(self, causes: frozenset[Cause]) -> None:
        """Do nothing: what is shown is the same at every node."""

    def place_fields(self) -> Fields:
        """Return the overlays of the current game, and the keys of those that are shown."""
        offered = tuple(self.named(self._document.game.key))
        choice = self._choice
        keys = self._lent_here.union(() if choice.hidden else choice.keys)
        return {
            "overlays": offered,
            "overlays_shown": frozenset(one.key for one in offered if one.key in keys),
        }

    # -- choosing ------------------------------------------------------------------------------

    @property
    def _choice(self) -> _Choice:
        return self._choices.get(self._document.game.key, _Choice())

    def toggle(self, key: str) -> None:
        """Show the overlay *key* of the current game, or show it no longer.

        Where the chosen ones are hidden, it is shown alone.  One that is lent is only given back.
        """
        if key in self._lent_here:
            self._lent[self._document.game.key] = self._lent_here - {key}
            self._document.report(Cause.VIEW)
            return
        chosen = () if self._choice.hidden else self._choice.keys
        others = tuple(one for one in chosen if one != key)
        self._choose(_Choice(others if key in chosen else (*others, key)))

    def toggle_all(self) -> None:
        """Hide all that is shown; or show what was hidden, by default the usual ones."""
        if self._document.place.overlays_shown:
            self._lent.pop(self._document.game.key, None)
            self._choose(replace(self._choice, hidden=True))
            return
        offered = self._document.place.overlays
        known = [one.key for one in offered]
        usual = [one.key for one in offered if one.usual] or known
        keys = [key for key in self._choice.keys if key in known] or usual
        self._choose(_Choice(tuple(keys)))

    def lend(self, keys: Mapping[str, Collection[str]]) -> None:
        """Show the overlays *keys*, by games, besides those chosen, until others are lent.

        Settings do not keep that.
        """
        lent = {game: frozenset(some) for game, some in keys.items()}
        if lent != self._lent:
            self._lent = lent
            self._document.report(Cause.VIEW)

    @property
    def _lent_here(self) -> frozenset[str]:
        return self._lent.get(self._document.game.key, frozenset())

    def _choose(self, choice: _Choice) -> None:
        self._choices[self._document.game.key] = choice
        self._document.report(Cause.VIEW)

    # -- keeping -------------------------------------------------------------------------------

    def load(self, settings: SettingsReader) -> None:
        """Take over what *settings* hold."""
        self._choices = {
            key: _Choice.from_text(text) for key, text in settings.all_words(_GROUP).items()
        }
        self._document.report(Cause.VIEW)

    def to_settings(self) -> dict[str, str]:
        """Return what is chosen by the names under which settings keep it."""
        return {f"{_GROUP}/{key}": choice.to_text() for key, choice in self._choices.items()}


def overlay_sentences(place: Place, position: Position, *, every: bool = False) -> list[str]:
    """Return what the overlays that *place* shows say of the move that led to *position*.

    With *every*, that is all that the game's overlays can say after moves, shown or not.
    """
    overlays = place.overlays if every else place.shown_overlays
    following = (one for one in overlays if one.after_moves)
    return [in_words(sentence) for overlay in following for sentence in overlay.tell(position)]
