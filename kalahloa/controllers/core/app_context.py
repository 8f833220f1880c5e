"""Everything around one open game: its controllers, and the features that declare themselves."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from typing import Any, Self, TypeVar, cast

from PySide6.QtCore import QObject

from kalahloa.controllers.base.setting import SettingGroup
from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.core.autoplay import Autoplay
from kalahloa.controllers.core.controller import Controller
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.exercises import Exercises
from kalahloa.controllers.core.navigation import Navigation
from kalahloa.controllers.core.overlays import Overlays
from kalahloa.controllers.core.premoves import Premoves
from kalahloa.controllers.core.study_controller import StudyController
from kalahloa.controllers.core.temporary_lines import TemporaryLines
from kalahloa.controllers.core.turn_controller import TurnController
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.models.game.game import Game


class Feature(Controller):
    """A controller of what the program offers around the open game.

    The app context makes it by `of`, listens to its signals, asks it whether it is busy, saves its
    settings, and shuts it down.  What it needs of others, `of` asks the context for by their class.
    """

    panel = ""
    """The key of the panel that comes to the front when `began` is emitted."""

    @classmethod
    def of(cls, app: "AppContext") -> Self:
        """Return the feature, connected with what it needs of *app*."""
        raise NotImplementedError


F = TypeVar("F", bound=Feature)


class AppContext:
    """The open game with all its controllers, and what the front in which it is shown can do.

    ``app[Reviews]`` is the feature of that class, which is made when it is first asked for.
    """

    def __init__(
        self, game: Game, parent: QObject | None = None, service: AnalysisService | None = None
    ) -> None:
        """Open a new document of *game*; *service* is for tests."""
        self.document = document = Document(game, parent)
        self.service = service or AnalysisService(document)
        # The turns follow first: what is wanted of the analysis depends on who thinks.
        self.turns = TurnController(document, self.service, document)
        self.premoves = Premoves(document, self.turns, document)
        self.study = StudyController(document, document)
        self.autoplay = Autoplay(document, document)
        self.overlays = Overlays(document, document)
        self.navigation = Navigation(document)
        self.exercises = Exercises(document, document)
        self.turns.is_exercise = lambda: self.exercises.running
        self.temporary_lines = TemporaryLines(document, document)
        self._core = (
            *(self.turns, self.premoves, self.study, self.autoplay, self.overlays),
            *(self.exercises, self.temporary_lines),
        )
        self._features: dict[type[Feature], Feature] = {}
        self.window_actions: dict[str, Callable[[], object]] = {}
        """What only the front (a window, a terminal) can do, by the keys of commands: quit, open a
        dialog, switch views."""
        self.copy: Callable[[str], None] | None = None
        """Puts a text on the clipboard; None where there is no clipboard."""
        self.paste: Callable[[], str] | None = None
        """Returns the text on the clipboard; None where there is none."""
        self.open_text: Callable[[str], None] | None = None
        """Opens the game in a text, soon."""
        self.to_play: Callable[[], object] | None = None
        """Shows the game where computers answer; None where they always do."""
        self.to_study: Callable[[], object] | None = None
        """Shows the game where it is studied; None where there is no such place."""
        self.preferences: Callable[[], SettingGroup] | None = None
        """Returns the preferences; None where there are none that could be changed."""
        self.set_preferences: Callable[[Any], object] | None = None
        """Applies and saves other preferences of the same class."""
        self.columns = 80
        """How many characters of an answer fit in a line."""

    # -- features ------------------------------------------------------------------------------

    def add_features(self, kinds: Iterable[type[Feature]]) -> None:
        """Make the features of *kinds*, in this order, as far as they are not there."""
        for kind in kinds:
            with self.document.guarding(kind):
                _ = self[kind]
        # After practising, which may go on from what is looked at.
        self.document.add_follower(self.temporary_lines)

    def add(self, kind: type[F], feature: F) -> None:
        """Add *feature* of class *kind*, which the front has made."""
        self._features[kind] = feature

    def __getitem__(self, kind: type[F]) -> F:
        """Return the feature of class *kind*; make it if it is not there."""
        feature = self._features.get(kind)
        if feature is None:
            feature = self._features[kind] = kind.of(self)
        return cast("F", feature)

    def get(self, kind: type[F]) -> F | None:
        """Return the feature of class *kind*; None if it is not there."""
        return self[kind] if kind in self._features else None

    @property
    def features(self) -> Iterator[Feature]:
        """The features that are there and work, in the order in which they were made."""
        return (
            one for kind, one in tuple(self._features.items()) if kind not in self.document.failed
        )

    @property
    def controllers(self) -> Iterator[Controller]:
        """The controllers of the game, and the features."""
        yield from (*self._core, *self.features)

    # -- all of them ---------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Whether something is thought about, looked up or judged that soon comes to an end."""
        for controller in self.controllers:
            with self._guarding(controller):
                if controller.is_busy:
                    return True
        return False

    def interrupt(self) -> str | None:
        """Stop the first work that the user waits for; return a sentence about that, or None."""
        for controller in (*self.features, self.turns):
            with self._guarding(controller):
                sentence = controller.interrupt()
                if sentence is not None:
                    return sentence
        return None

    def start_again(self) -> bool:
        """Begin anew what a feature has on the board, and return True; False if there is none."""
        for feature in self.features:
            with self._guarding(feature):
                if feature.start_again():
                    return True
        return False

    def release(self) -> None:
        """Remove from the record the moves that must not be saved, before it is left."""
        for controller in self.controllers:
            with self._guarding(controller):
                controller.release()

    def load(self, settings: SettingsReader) -> None:
        """Take over what *settings* hold."""
        for controller in self.controllers:
            with self._guarding(controller):
                controller.load(settings)

    def to_settings(self) -> dict[str, Any]:
        """Return what is to be saved, by the names that settings have for it."""
        saved: dict[str, Any] = {}
        for controller in self.controllers:
            with self._guarding(controller):
                saved |= controller.to_settings()
        return saved

    def shut_down(self) -> None:
        """End all background work; nothing of this can be used afterwards."""
        with ExitStack() as steps:  # the last one first; each runs whatever another raises
            steps.callback(self.service.shut_down)
            for controller in (*self._core, *self._features.values()):
                steps.callback(self._shut_down, controller)

    def _shut_down(self, controller: Controller) -> None:
        with self._guarding(controller):
            controller.shut_down()

    def _guarding(self, controller: Controller) -> AbstractContextManager[None]:
        return self.document.guarding(type(controller))
