"""The typed language of the text view and the terminal: one command or one turn's moves a line."""

import re

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.commands.command import translated
from kalahloa.controllers.commands.typed_words import BENCH, BOTH, LIST, SUITE, WINNER
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import HintStep
from kalahloa.controllers.features.course.course import Course
from kalahloa.controllers.features.lab.state import NO_LAB, LabState
from kalahloa.controllers.session.commands import BY_TYPED_NAME, no_such_command
from kalahloa.models.game.registry import game_keys
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet
from kalahloa.models.text.errors import BadCommand, IllegalMove

_WORD = re.compile(r"[^\W\d_]{2,}")
"""What looks like the name of a command: letters only."""


class Interpreter:
    """Executes typed lines in an app context."""

    def __init__(self, app: AppContext) -> None:
        self._app = app

    def set_columns(self, columns: int) -> None:
        """Set how many characters of an answer fit in a line."""
        self._app.columns = columns

    @property
    def names(self) -> list[str]:
        """The names of the commands that can be typed."""
        return list(BY_TYPED_NAME)

    def execute(self, line: str) -> str:
        """Execute *line*, a command or a move, and return the text to show, which may be empty.

        Raises `KalahloaError`, and changes nothing, if it is neither.
        """
        words = line.split()
        if not words:
            return ""
        name = words[0].lower()
        command = BY_TYPED_NAME.get(name)
        if command is not None:
            answer = command.perform(self._app, words[1:])
            return answer or translated(command.typed_answer)
        try:
            self._app.turns.play_text(line)
        except IllegalMove as error:
            # A game that could read the word as a move does not quote it.
            if _WORD.fullmatch(words[0]) and str(error).startswith("'"):
                raise self._unknown(words[0]) from error
            raise
        return ""

    def completions(self, text: str) -> list[str]:
        """Return the lines that start with *text*: commands and legal moves, or a first word."""
        name, blank, _ = text.partition(" ")
        if blank:
            lines = [f"{name} {word}" for word in self._first_words(name.lower())]
        else:
            lines = [*self.names, *self._moves()]
        return [line for line in lines if line.lower().startswith(text.lower())]

    def _first_words(self, name: str) -> list[str]:
        """Return what can follow the command *name*, as far as that is known."""
        game = self._app.document.game
        words: dict[str, list[str]] = {
            "compare": [SUITE, BENCH],
            "help": self.names,
            "guess": [*(side.lower() for side in game.sides), BOTH, WINNER],
            "lesson": [LIST, *(heading.name for heading in self._app[Course].state.headings)],
            "hint": [step.name.lower() for step in HintStep],
            "new": list(game_keys()),
            "player": [side.lower() for side in game.sides],
            "playfrom": [side.lower() for side in game.sides],
            "teaching": ["on", "off"],
            "heuristic": list(self._lab.names),
            "startfrom": list(self._lab.examples),
            "evaluate": self._moves(),
            "overlay": [one.key for one in self._app.document.place.overlays],
            "play": self._moves(),
            "puzzle": ["next"],
            "puzzles": [*game_keys(), *(one.value for one in PuzzleSet)],
        }
        return words.get(name, [])

    @property
    def _lab(self) -> LabState:
        return self._app.document.place.get(LabState) or NO_LAB

    def _moves(self) -> list[str]:
        place = self._app.document.place
        moves = [] if place.outcome is not None else place.position.legal_moves()
        return [place.position.format_move(move) for move in moves]

    def _unknown(self, word: str) -> BadCommand:
        example = translate("Typed", "A move looks like {example}.")
        return BadCommand(
            f"{no_such_command(word)} {fill(example, example=self._app.document.game.example)}"
        )
