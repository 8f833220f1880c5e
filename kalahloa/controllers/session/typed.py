"""The typed language of the text view and the terminal: one command or one turn's moves a line."""

import re

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.commands.command import translated
from kalahloa.controllers.commands.orders import named_moves
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.session.commands import BY_TYPED_NAME, BY_TYPED_WORD, no_such_command
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
        command = BY_TYPED_WORD.get(name)
        if command is not None:
            answer = command.perform(self._app, words[1:])
            return answer or translated(command.typed_answer)
        try:
            self._play(line)
        except IllegalMove as error:
            # A game that could read the word as a move does not quote it.
            if _WORD.fullmatch(words[0]) and str(error).startswith("'"):
                raise self._unknown(words[0]) from error
            raise
        return ""

    def _play(self, line: str) -> None:
        """Play the moves of *line*; while the computer thinks, choose what to play after it."""
        premoves = self._app.premoves
        if premoves.possible:
            premoves.choose_text(line)
        else:
            self._app.turns.play_text(line)

    def completions(self, text: str) -> list[str]:
        """Return the lines that start with *text*: commands and legal moves, or a first word."""
        name, blank, _ = text.partition(" ")
        if blank:
            command = BY_TYPED_WORD.get(name.lower())
            following = command.following if command is not None else None
            lines = [f"{name} {word}" for word in following(self._app)] if following else []
        else:
            lines = [*self.names, *named_moves(self._app)]
        return [line for line in lines if line.lower().startswith(text.lower())]

    def _unknown(self, word: str) -> BadCommand:
        example = translate("Typed", "A move looks like {example}.")
        return BadCommand(
            f"{no_such_command(word)} {fill(example, example=self._app.document.game.example)}"
        )
