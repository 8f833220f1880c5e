"""Tic-tac-toe as a game: its start and position strings."""

from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.game import BenchSearch, Game
from kalahloa.models.games.tictactoe.clues import clue, other_to_move, why_good
from kalahloa.models.games.tictactoe.features import FEATURES
from kalahloa.models.games.tictactoe.heuristics import HEURISTICS
from kalahloa.models.games.tictactoe.position import SIDES, TicTacToe
from kalahloa.models.games.tictactoe.rule_sentences import rule_sentences
from kalahloa.models.games.tictactoe.rules import RULEBOOK, TicTacToeRules
from kalahloa.models.games.tictactoe.set_up import TicTacToeSetUp, read_marks
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

with lazy_imports():
    from kalahloa.models.games.tictactoe import drawing, explanation, first_steps, spoken


def read_position(text: str, rules: TicTacToeRules) -> TicTacToe:
    """Return the position written in *text*: three rows and the side, ``X.O/.X./... O``.

    Raises `BadPosition`.
    """
    crosses, noughts, side = read_marks(text)
    return TicTacToe(crosses, noughts, side, rules)


def start_position(rules: TicTacToeRules) -> TicTacToe:
    """Return the empty board, X to move."""
    return TicTacToe(0, 0, 0, rules)


GAME = Game(
    key="tictactoe",
    title=QT_TRANSLATE_NOOP("Models", "Tic-tac-toe"),
    sides=SIDES,
    rulebook=RULEBOOK,
    start=start_position,
    read=read_position,
    example="5",
    hint=QT_TRANSLATE_NOOP("Models", "Type the number of a free cell, 1 to 9, row by row."),
    rule_sentences=rule_sentences,
    cell_sentences=spoken.cell_sentences,
    lines_sentences=spoken.lines_sentences,
    heuristics=HEURISTICS,
    features=FEATURES,
    bench=(BenchSearch("classic", None, 9),),
    set_up=TicTacToeSetUp,
    clue=clue,
    explain=explanation.explain,
    why_good=why_good,
    other_to_move=other_to_move,
    draw=drawing.draw,
    cells=drawing.cells,
    first_steps=first_steps.first_steps,
    goal=QT_TRANSLATE_NOOP("Models", "Get three of your marks in a row."),
    invitation=QT_TRANSLATE_NOOP("Models", "You play {side}. Click a free cell."),
    showcase="5 1 3 7 4 6 2 8 9",
)
