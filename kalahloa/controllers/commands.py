"""The command interpreter of the text view and the terminal: one move or command per line."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.analysis import Analysis
from kalahloa.controllers.player import DEFAULT_STRENGTH, HUMAN, Level, Player
from kalahloa.controllers.turn_controller import TurnController
from kalahloa.models.errors import BadCommand, IllegalMove
from kalahloa.models.quotation import quote
from kalahloa.models.registry import find_game, game_keys
from kalahloa.models.search.searchers import searchers


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, its arguments as the help shows them, a description, and its action.

    `run` takes the words after the name and returns the lines to show.
    """

    name: str
    arguments: str
    sentence: str
    run: Callable[[list[str]], str]


class Commands(QObject):
    """Executes commands and moves.

    Requests that only a view can fulfil are emitted as signals.  `flipped`, set by the view, is
    whether the board is shown from the other side.
    """

    flip_requested = Signal()
    view_requested = Signal()
    quit_requested = Signal()

    def __init__(
        self,
        controller: TurnController,
        parent: QObject | None = None,
        analysis: Analysis | None = None,
    ) -> None:
        """Execute lines on *controller*; without *analysis* there are no values of moves."""
        super().__init__(parent)
        self._controller = controller
        self._valuation = analysis
        self.flipped = False
        table = (
            Command("help", "[COMMAND]", "Show all commands, or explain one.", self._help),
            Command("moves", "", "List the legal moves, with their values if known.", self._moves),
            Command(
                "values", "", "Show the value of each move, proven or estimated.", self._values
            ),
            Command("board", "", "Show the board again.", self._board),
            Command("undo", "[N]", "Take back one step or N.", self._undo),
            Command("redo", "[N]", "Go forward along the line just left.", self._redo),
            Command("hint", "", "Show the move that the computer would play.", self._hint),
            Command("go", "", "Continue after an undo or a pause.", self._go),
            Command("pause", "", "Stop the computer and pause the game.", self._pause),
            Command("flip", "", "Show the board from the other side.", self._flip),
            Command(
                "new",
                "[GAME] [RULES]",
                "Start another game; the old one is saved.",
                self._new,
            ),
            Command(
                "player",
                "SIDE human|computer [LEVEL]|SEARCHER [DEPTH]",
                "Set the player of a side.",
                self._player,
            ),
            Command("players", "", "Show the players.", self._players),
            Command("record", "", "List the moves played, and the variations.", self._record),
            Command("goto", "N", "Go to the position after N plies of this line.", self._goto),
            Command("position", "", "Show the position in one line.", self._position),
            Command("rules", "", "Show the rules of this game.", self._rules),
            Command("view", "", "Switch between the graphical and the text view.", self._view),
            Command("quit", "", "Quit; the game is saved.", self._quit),
        )
        self._table = {command.name: command for command in table}

    # -- the interface of views ----------------------------------------------------------------

    def execute(self, line: str) -> str:
        """Execute *line*, a command or a move, and return the text to show, which may be empty.

        Raises `KalahloaError`, and changes nothing, if it is neither.
        """
        words = line.split()
        if not words:
            return ""
        command = self._table.get(words[0].lower())
        if command is not None:
            return command.run(words[1:])
        try:
            self._controller.play_text(line)
        except IllegalMove as error:
            if re.fullmatch(r"[^\W\d_]{2,}", words[0]) and words[0].lower() != "pass":
                raise BadCommand(
                    f"There is no command '{quote(words[0])}'; type help for the list. A move "
                    f"looks like {self._controller.game.example}."
                ) from error
            raise
        return ""

    def completions(self, text: str) -> list[str]:
        """Return the commands and legal moves that start with *text*."""
        start = text.lower()
        position = self._controller.position
        names = [*self._table, *(position.format_move(move) for move in position.legal_moves())]
        return [name for name in names if name.startswith(start)]

    # -- the commands --------------------------------------------------------------------------

    def _help(self, words: list[str]) -> str:
        if words:
            command = self._table.get(words[0].lower())
            if command is None:
                raise BadCommand(
                    f"There is no command '{quote(words[0])}'; type help for the list."
                )
            return f"{command.name} {command.arguments}".rstrip() + f": {command.sentence}"
        width = max(len(f"{command.name} {command.arguments}") for command in self._table.values())
        rows = [
            f"  {f'{command.name} {command.arguments}':{width}}  {command.sentence}"
            for command in self._table.values()
        ]
        return "\n".join([self._controller.game.hint, "Commands:", *rows])

    def _moves(self, words: list[str]) -> str:
        position = self._controller.position
        if self._valuation is not None and self._valuation.values:
            return self._valuation.text()
        moves = [position.format_move(move) for move in position.legal_moves()]
        return " ".join(moves) if moves else "The game is over; there are no moves."

    def _values(self, words: list[str]) -> str:
        if self._valuation is None:
            raise BadCommand("Values are not available here.")
        return self._valuation.ask()

    def _board(self, words: list[str]) -> str:
        return self._controller.position.diagram(self.flipped)

    def _undo(self, words: list[str]) -> str:
        times = _count(words)
        if not self._controller.can_undo:
            raise BadCommand("There is nothing to undo.")
        for _ in range(times):
            self._controller.undo()
        return ""

    def _redo(self, words: list[str]) -> str:
        times = _count(words)
        if not self._controller.can_redo:
            raise BadCommand("There is nothing to redo.")
        for _ in range(times):
            self._controller.redo()
        return ""

    def _hint(self, words: list[str]) -> str:
        controller = self._controller
        if not controller.can_hint:
            raise BadCommand(
                "The game is over." if controller.outcome else "Wait until it is your turn."
            )
        controller.request_hint()
        return "Looking for a good move."

    def _go(self, words: list[str]) -> str:
        if not self._controller.held:
            raise BadCommand("The game is not paused.")
        self._controller.continue_play()
        return ""

    def _pause(self, words: list[str]) -> str:
        self._controller.pause()
        return "The game is paused; type go to continue."

    def _flip(self, words: list[str]) -> str:
        self.flip_requested.emit()
        return ""

    def _view(self, words: list[str]) -> str:
        self.view_requested.emit()
        return ""

    def _quit(self, words: list[str]) -> str:
        self.quit_requested.emit()
        return ""

    def _new(self, words: list[str]) -> str:
        controller = self._controller
        game, rules = controller.game, controller.record.rules
        rest = list(words)
        if rest and rest[0].lower() in game_keys():
            game = find_game(rest.pop(0))
            rules = game.rulebook.default
        if rest:
            rules = game.rulebook.read(rest.pop(0))
        if rest:
            raise BadCommand(f"'{quote(rest[0])}' is too much: new takes a game and a preset.")
        controller.new_game(game, rules)
        return ""

    def _player(self, words: list[str]) -> str:
        sides = self._controller.game.sides
        names = [side.lower() for side in sides]
        if len(words) < 2 or words[0].lower() not in names:
            raise BadCommand(
                f"Write player {sides[0].lower()} or {sides[1].lower()}, then human, computer or a "
                "searcher: "
                f"{', '.join(searcher.name for searcher in searchers())}."
            )
        side = names.index(words[0].lower())
        if words[1].lower() == "human":
            player = HUMAN
        else:
            name = words[1].lower()
            if name == "computer":
                player = Player(Level.of_engine(_count(words[2:], default=DEFAULT_STRENGTH)))
            else:
                player = Player(Level(searcher=name, depth=_count(words[2:], default=4)))
        self._controller.set_player(side, player)
        return self._players([])

    def _players(self, words: list[str]) -> str:
        controller = self._controller
        rows = []
        for number, side in enumerate(controller.game.sides):
            standing = controller.position.status(number)
            title = controller.players[number].title
            rows.append(f"{side}: {title}, {standing}" if standing else f"{side}: {title}")
        return "\n".join(rows)

    def _record(self, words: list[str]) -> str:
        record = self._controller.record
        line = record.line()
        if not line:
            return "No move has been played."
        rows = []
        for node in line:
            assert node.parent is not None
            others = [child.text for child in node.parent.children if child is not node]
            here = " <" if node is record.current else ""
            also = f"   ({', '.join(others)})" if others else ""
            rows.append(f"{node.ply:4}. {record.game.sides[node.side]:6} {node.text}{also}{here}")
        return "\n".join(rows)

    def _goto(self, words: list[str]) -> str:
        controller = self._controller
        line = [controller.record.root, *controller.record.line()]
        ply = _count(words, default=-1, least=0)
        if not 0 <= ply < len(line):
            raise BadCommand(f"This line has positions 0 to {len(line) - 1}.")
        controller.jump(line[ply].number)
        return ""

    def _position(self, words: list[str]) -> str:
        return self._controller.position.position_string()

    def _rules(self, words: list[str]) -> str:
        controller = self._controller
        book = controller.game.rulebook
        rules = controller.record.rules
        rows = [f"{controller.game.title}, rules: {book.name_of(rules)}."]
        for option in book.options:
            value = getattr(rules, option.name)
            sentence = option.values[value] if hasattr(option, "values") else str(value)
            rows.append(f"  {option.title}: {sentence}")
        return "\n".join(rows)


def _count(words: list[str], default: int = 1, least: int = 1) -> int:
    """Return the only word of *words* as an int, or *default* if *words* is empty.

    Raises `BadCommand` if it is not an int from *least* to 9999, or there are several words.
    """
    if not words:
        return default
    if len(words) > 1 or not words[0].isascii() or not words[0].isdigit() or len(words[0]) > 4:
        raise BadCommand(f"'{quote(' '.join(words))}' is not a number.")
    if int(words[0]) < least:
        raise BadCommand(f"{words[0]} is too small.")
    return int(words[0])
