"""All that a window is heard by: sounds of moves, tones of places, and a voice."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.transition import Action, way_of
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.graphical_view import GraphicalView
from kalahloa.views.sound import Sounds

with lazy_imports():
    from kalahloa.views import speech, synthesis
if TYPE_CHECKING:
    from kalahloa.views.speech import Speech
    from kalahloa.views.synthesis import Tone


class Audio(QObject):
    """Plays and speaks what the user has asked for of the game on the board of a window."""

    def __init__(self, graphical: GraphicalView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._graphical = graphical
        self.sounds = Sounds(self)
        self.speech: Speech | None = None
        """The voice, once the user has wanted one."""
        graphical.cell_reached.connect(self._show_cell)

    def set_preferences(self, preferences: Preferences) -> None:
        """Play and speak what *preferences* say."""
        self.sounds.set_on(preferences.sound, preferences.tones)
        if self.speech is None and preferences.voice != "off":
            self.speech = speech.Speech(self)
        if self.speech is not None:
            self.speech.set_rate(preferences.voice)

    def show_change(self, change: Change) -> None:
        """Play the sound of the move that *change* tells of, or the tones of its way."""
        board = self._graphical.board
        tones = []
        if self.sounds.has_tones and board is not None and board.isVisible():
            tones = move_tones(board, change)
        self.sounds.show_change(change, tones)

    @Slot(int)
    def _show_cell(self, cell: int) -> None:
        """Play the tone of *cell*, and speak what is there."""
        board = self._graphical.board
        if board is None:
            return
        if self.sounds.has_tones:
            self.sounds.play_tones([tone_of(board, cell)])
        if self.speech is not None:
            self.speech.say(board.cell_name(cell))


def tone_of(board: BoardView, cell: int) -> "Tone":
    """Return the tone of *cell*: where it is on the screen, and what is there."""
    count, side = board.cell_stones(cell)
    return synthesis.Tone(*_place(board, cell), count, side)


def move_tones(board: BoardView, change: Change) -> "list[Tone]":
    """Return the tones of the last move: its first cell, its last one, and what it captures."""
    move = change.place.node.move
    if Cause.MOVE not in change.causes or change.before is None or move is None:
        return []
    steps = change.before.transition(move)
    cells = [cell for cell in way_of(steps) if cell in board.cells()]
    tones = [
        synthesis.Tone(*_place(board, cell), 1, change.place.node.side)
        for cell in dict.fromkeys(cells)
    ]
    if change.place.node.outcome is not None:
        return tones  # at the end all stones that are left are collected
    for step in steps:
        taken = step.target if step.action is Action.CAPTURE else step.origin
        if step.action in (Action.CAPTURE, Action.COLLECT) and taken in board.cells():
            tones.append(synthesis.Tone(*_place(board, taken), step.count, step.side))
    return tones


def _place(board: BoardView, cell: int) -> tuple[float, float]:
    """Return how far to the right *cell* is, from -1 to 1, and how high, from 0 to 1."""
    whole, middle = board.board_rect(), board.cell_rect(cell).center()
    right = (middle.x() - whole.left()) / whole.width()
    low = (middle.y() - whole.top()) / whole.height()
    return round(2 * right - 1, 2), round(1 - low, 2)
