"""Workspaces: saved arrangements of the same panels in one window."""

from dataclasses import dataclass
from zlib import crc32

from PySide6.QtCore import QByteArray, QObject, QSize, QTimer, Signal, Slot
from PySide6.QtWidgets import QMainWindow

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, translate
from kalahloa.views.window.docks import Docks
from kalahloa.views.window.shape import WindowShape

_STATE_VERSION = 5
"""Raised when the docks change so that older arrangements no longer fit."""
_SEAL_BYTES = 4


@dataclass(frozen=True)
class Workspace:
    """An arrangement of panels.

    `answers` is whether computer players move in it, `has_board` whether it shows the board.
    """

    key: str
    title: str
    tip: str
    answers: bool
    has_board: bool = True

    @property
    def label(self) -> str:
        """The title in the user's language."""
        return translate("Workspaces", self.title)

    @property
    def sentence(self) -> str:
        """What the workspace is for, in the user's language."""
        return translate("Workspaces", self.tip)


WORKSPACES = (
    Workspace(
        "play",
        QT_TRANSLATE_NOOP("Workspaces", "Play"),
        QT_TRANSLATE_NOOP("Workspaces", "Play a game; the computer answers"),
        answers=True,
    ),
    Workspace(
        "study",
        QT_TRANSLATE_NOOP("Workspaces", "Study"),
        QT_TRANSLATE_NOOP("Workspaces", "Study a game; the computer does not answer"),
        answers=False,
    ),
    Workspace(
        "library",
        QT_TRANSLATE_NOOP("Workspaces", "Library"),
        QT_TRANSLATE_NOOP("Workspaces", "Find the games that are kept, and look at them"),
        answers=False,
        has_board=False,
    ),
    Workspace(
        "learn",
        QT_TRANSLATE_NOOP("Workspaces", "Learn"),
        QT_TRANSLATE_NOOP(
            "Workspaces", "Solve puzzles, look inside a search; your own game is kept"
        ),
        answers=False,
    ),
    Workspace(
        "lab",
        QT_TRANSLATE_NOOP("Workspaces", "Lab"),
        QT_TRANSLATE_NOOP("Workspaces", "Write heuristics, and see what they make of positions"),
        answers=False,
    ),
)
"""The workspaces that have something in them, in the order of their buttons and keys."""


class Workspaces(QObject):
    """The current workspace, and how each was left, for each shape of the window."""

    switched = Signal(object)
    """The `Workspace` that is shown now."""

    def __init__(self, window: QMainWindow, docks: Docks) -> None:
        super().__init__(window)
        self._window = window
        self._docks = docks
        self._states: dict[str, QByteArray] = {}
        self._shape: WindowShape | None = None
        self._later = single_shot(self, self._show)
        self._latest: QByteArray | None = None
        """How the panels stand, as far as that is known."""
        self._noting = single_shot(self, self._note)
        docks.resized.connect(self._noting.start)
        docks.moved.connect(self._forget)
        self.current = WORKSPACES[0]
        self.with_board = "study"
        """The key of the workspace with a board that was shown last; Study at first."""

    # -- switching -----------------------------------------------------------------------------

    def switch(self, key: str) -> None:
        """Show the workspace called *key*."""
        workspace = next(one for one in WORKSPACES if one.key == key)
        if workspace is not self.current:
            self._keep()
            if self.current.has_board:
                self.with_board = self.current.key
            self.current = workspace
            self._show()
            self.switched.emit(workspace)

    def fit(self, size: QSize) -> None:
        """Arrange the panels for a window of *size*, if its shape is another one than before.

        They are arranged once the window has its size: Qt crashes where docks move meanwhile.
        """
        shape = WindowShape.of(size)
        if shape is self._shape:
            return
        if self._shape is None:
            self._shape = shape
            self._show()
            return
        # Qt has squeezed the panels into the new size already: they are kept as they were before.
        self._keep(self._latest)
        self._shape = shape
        self._later.start()

    def reset(self) -> None:
        """Put the panels of this workspace back where they belong."""
        if self._shape is not None:
            self._docks.arrange(self.current.key, self._shape)

    def _name(self) -> str:
        assert self._shape is not None
        return f"{self.current.key}-{self._shape.value}"

    def _keep(self, state: QByteArray | None = None) -> None:
        """Keep *state*, by default how the panels stand now."""
        # What is seen before the panels are arranged belongs to another shape.
        if self._shape is not None and not self._later.isActive():
            self._states[self._name()] = state or self._window.saveState(_STATE_VERSION)

    @Slot()
    def _forget(self) -> None:
        """Take note anew, as soon as the panels have their sizes."""
        self._latest = None
        self._noting.start()

    @Slot()
    def _note(self) -> None:
        """Take note of how the panels stand."""
        if self._shape is WindowShape.of(self._window.size()) and not self._later.isActive():
            self._latest = self._window.saveState(_STATE_VERSION)

    @Slot()
    def _show(self) -> None:
        if self._shape is None:
            return
        self._latest = None
        focused = self._window.focusWidget()
        if (board := self._window.centralWidget()) is not None:
            board.setVisible(self.current.has_board)
        self._docks.take_shape(self._shape)
        state = self._states.get(self._name())
        if state is None or not self._window.restoreState(state, _STATE_VERSION):
            self._states.pop(self._name(), None)
            self._docks.arrange(self.current.key, self._shape)
        # Now, and when Qt has made the bars of the new arrangement.
        self._docks.hide_old_tabs()
        QTimer.singleShot(0, self, self._docks.hide_old_tabs)
        # A panel that is moved loses the focus, although it stays in sight.
        if focused is not None and focused.isVisible():
            focused.setFocus()

    # -- remembering ---------------------------------------------------------------------------

    def states(self) -> dict[str, QByteArray]:
        """Return how each workspace was left, by name, for the settings."""
        self._keep()
        return {name: _sealed(state) for name, state in self._states.items()}

    def restore(self, key: str, states: dict[str, QByteArray]) -> None:
        """Restore the states returned by `states`, and show the workspace called *key*."""
        opened = {name: _opened(state) for name, state in states.items()}
        self._states = {name: state for name, state in opened.items() if state is not None}
        for workspace in WORKSPACES:
            if workspace.key == key:
                self.current = workspace
        self._show()
        self.switched.emit(self.current)


def _sealed(state: QByteArray) -> QByteArray:
    """Return *state* with a checksum, because Qt restores one that is cut off, without a word."""
    data = bytes(bytearray(state.data()))
    return QByteArray(data + crc32(data).to_bytes(_SEAL_BYTES, "big"))


def _opened(sealed: QByteArray) -> QByteArray | None:
    """Return the state in *sealed*, or None if it is damaged."""
    data = bytes(sealed.data())
    state, seal = data[:-_SEAL_BYTES], data[-_SEAL_BYTES:]
    whole = len(data) > _SEAL_BYTES and crc32(state).to_bytes(_SEAL_BYTES, "big") == seal
    return QByteArray(state) if whole else None
