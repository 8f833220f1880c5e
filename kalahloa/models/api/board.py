"""A board to play on, step back, analyse, solve and look at, whatever the game."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from kalahloa.models.api.results import EngineAnalysis, EngineLine, ExactSolution
from kalahloa.models.drawing.board_look import BoardLook
from kalahloa.models.drawing.palette import DARK, LIGHT
from kalahloa.models.game.game import Game
from kalahloa.models.game.line import format_line
from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.registry import find_game
from kalahloa.models.notation.move_lists import write_moves
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.record.record import Record
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.exact_question import ExactQuestion
from kalahloa.models.search.levels.levels import at_level, refusal
from kalahloa.models.search.limits import NO_LIMITS, Limits
from kalahloa.models.search.solver.solution import Bounds
from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.study.lines import read_line
from kalahloa.models.text.errors import BadCommand, UnknownName
from kalahloa.models.text.quotation import quote

_PALETTES = {"light": LIGHT, "dark": DARK}
WIDTH = 400
"""The default width of a picture, in pixels."""


class Board:
    """A game that is played and studied: the moves made, those taken back, and variations.

    The functions `kalahloa.loa`, `kalahloa.kalah`, `kalahloa.tictactoe`, `kalahloa.new` and
    `kalahloa.read` return boards.  Moves are texts in the game's notation.  Sides are numbered 0
    (which begins) and 1.

    >>> import kalahloa
    >>> board = kalahloa.tictactoe().play("5", "1", "3")
    >>> print(board)
     O | 2 | X
    ---+---+---
     4 | X | 6
    ---+---+---
     7 | 8 | 9
    <BLANKLINE>
    O to move.
    """

    def __init__(self, record: Record, problems: Sequence[str] = ()) -> None:
        """Show *record* at its current node; *problems* are those found when it was read."""
        self._record = record
        self.problems = tuple(problems)
        """Sentences about what of a file could not be understood."""

    @property
    def record(self) -> Record:
        """The tree of moves with comments, for what is not offered here."""
        return self._record

    # -- the game ------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The key of the game: ``loa``, ``kalah``, ``tictactoe``, or that of a plug-in."""
        return self._record.game.key

    @property
    def rules(self) -> dict[str, Any]:
        """The rules in force, by the names of the options."""
        return self._record.game.rulebook.as_mapping(self._record.rules)

    @property
    def players(self) -> tuple[str, str]:
        """The names of the two players, which can be set; empty where they are not known."""
        return self._record.players

    @players.setter
    def players(self, names: tuple[str, str]) -> None:
        first, second = names
        self._record.players = (str(first), str(second))

    @property
    def details(self) -> Mapping[str, str]:
        """Other facts of the game, such as ``event`` and ``date``, which can be set."""
        return self._record.details

    @details.setter
    def details(self, details: Mapping[str, str]) -> None:
        self._record.details = MappingProxyType(dict(details))

    @property
    def position(self) -> str:
        """The position as text, from which `kalahloa.new` sets it up again."""
        return self._record.position.position_string()

    @property
    def side(self) -> int:
        """The side to move, 0 or 1."""
        return self._record.position.side

    @property
    def side_name(self) -> str:
        """The name of the side to move: ``Black``, ``South``, ``X`` ..."""
        return str(self._record.game.sides[self.side])

    @property
    def ply(self) -> int:
        """How many moves lead from the start to here; each sowing of a turn is one."""
        return self._record.current.ply

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that lead from the start to here.

        >>> import kalahloa
        >>> kalahloa.kalah().play("3-6").moves
        ('3', '6')
        """
        return tuple(node.text for node in self._record.current.path()[1:])

    @property
    def main_line(self) -> tuple[str, ...]:
        """The moves of the main line, from the start to its end."""
        return tuple(node.text for node in self._record.root.main_line())

    @property
    def variations(self) -> tuple[str, ...]:
        """The moves that were made from here, that of the main line first."""
        return tuple(node.text for node in self._record.current.children)

    @property
    def comment(self) -> str:
        """The comment on the move that led here, or on the start."""
        return self._record.current.comment

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The moves that can be made here; none if the game is over.

        >>> import kalahloa
        >>> len(kalahloa.loa().legal_moves)
        36
        """
        position = self._record.position
        return tuple(position.format_move(move) for move in position.legal_moves())

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended here: `winner` (None for a draw), `score`, `reason`; or None."""
        return self._record.current.outcome

    @property
    def is_over(self) -> bool:
        """Whether the game has ended here."""
        return self.outcome is not None

    # -- moves ---------------------------------------------------------------------------------

    def play(self, *turns: str) -> "Board":
        """Make the moves of *turns*, one after the other, and return the board.

        A turn of several moves is joined by hyphens (``3-6``); a text may have many turns, with
        their numbers.  A move made here before is followed, any other begins a variation.  Raises
        `IllegalMove`, and changes nothing, if one of the moves cannot be made.

        >>> import kalahloa
        >>> kalahloa.loa().play("1. b1-h1 a2-c4").ply
        2
        >>> kalahloa.loa().play("b1-b2")
        Traceback (most recent call last):
        ...
        kalahloa.models.text.errors.IllegalMove: ...
        """
        record = self._record
        for text in read_line(record.position, " ".join(turns)):
            record.play(record.position.read_move(text))
        return self

    def undo(self, plies: int = 1) -> "Board":
        """Take back *plies* moves, or as many as there are; nothing is lost."""
        for _ in range(plies):
            self._record.undo()
        return self

    def redo(self, plies: int = 1) -> "Board":
        """Make *plies* moves again that were taken back, or as many as there are."""
        for _ in range(plies):
            self._record.redo()
        return self

    def copy(self) -> "Board":
        """Return a board with the same moves, without variations and comments."""
        record = self._record
        other = Record(record.game, record.rules, record.start, record.players, "", record.details)
        for node in record.current.path()[1:]:
            assert node.move is not None
            other.play(node.move)
        return Board(other)

    # -- searching -----------------------------------------------------------------------------

    def analyse(
        self,
        seconds: float | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        lines: int = 1,
    ) -> EngineAnalysis:
        """Have the engine search, and return the best moves with their scores and lines.

        It stops after *seconds*, *depth* plies or *nodes*, whichever is first; after a second if
        none is given.  With a limit of *nodes* alone the result is always the same.  Scores are for
        the side to move.  Raises `IllegalMove` if the game is over.

        >>> import kalahloa
        >>> kalahloa.tictactoe().play("1", "2").analyse(depth=9).best.score.text
        'wins in 5'
        """
        self._require_going_on()
        if seconds is None and depth is None and nodes is None:
            seconds = 1.0
        limits = Limits(depth=depth, seconds=seconds, nodes=nodes)
        found = Engine().analyse(self._record.position, limits, lines=lines)
        position = self._record.position
        return EngineAnalysis(
            tuple(EngineLine(one.score, format_line(position, one.line)) for one in found.lines),
            found.depth,
            found.nodes,
            found.seconds,
        )

    def solve(self, seconds: float | None = None) -> ExactSolution:
        """Return the exact final margin with best play of both sides, for the side to move.

        In Kalah that is how many stones more the side to move gets from here on.  After *seconds*
        (by default without a limit) there may be bounds only.  The book and tablebases are used
        where there are any.  Raises `BadCommand` for a game that may go on for ever, such as Lines
        of Action, and `IllegalMove` if the game is over.

        >>> import kalahloa
        >>> kalahloa.kalah(pits=3, stones=2).solve().value
        4
        """
        found = self._question(seconds).solve()
        line = format_line(self._record.position, found.line)
        return ExactSolution(found.bounds, line, found.nodes, found.seconds)

    def values(self, seconds: float | None = None) -> dict[str, Bounds]:
        """Return the exact value of each move, as `solve` does that of the position.

        The best move is the first.

        >>> import kalahloa
        >>> board = kalahloa.tictactoe().play("1", "5", "9")
        >>> {move: bounds.value for move, bounds in board.values().items()}
        {'2': 0, '4': 0, '6': 0, '8': 0, '3': -1, '7': -1}
        """
        found = self._question(seconds).values(with_lines=False)
        position = self._record.position
        return {position.format_move(move): bounds for move, bounds in found.moves.items()}

    def reply(self, level: int = 10, seed: int = 0) -> str:
        """Return the move that the program makes here at *level*, without making it.

        Levels are 1 to 10, and 11 is perfect, for games that always end.  The same *seed* gives
        the same move.  Raises `UnknownName` for other levels, `BadCommand` where there is no
        perfect one, and `IllegalMove` if the game is over.

        >>> import kalahloa
        >>> board = kalahloa.tictactoe().play("1", "5", "2")
        >>> board.reply(level=10)
        '3'
        """
        self._require_going_on()
        record = self._record
        searcher = at_level(level, seed, record.game.knowledge)
        why_not = refusal(record.position, record.game.title) if level > 10 else ""
        if why_not:
            raise BadCommand(why_not)
        found = searcher.choose(record.position.copy(), NO_LIMITS, record.game.heuristic())
        return record.position.format_move(found.move)

    def _require_going_on(self) -> None:
        if self.is_over:
            raise self._record.position.refusal(0)

    def _question(self, seconds: float | None) -> ExactQuestion:
        return ExactQuestion(self._record.game, self._record.position, seconds=seconds)

    # -- showing and saving --------------------------------------------------------------------

    def svg(
        self,
        width: int = WIDTH,
        *,
        theme: str = "light",
        flipped: bool = False,
        arrows: Sequence[str] = (),
        last_move: bool = True,
    ) -> str:
        """Return a picture of the board as SVG, *width* pixels wide.

        *theme* is ``light`` or ``dark``; the second side sits at the bottom of a *flipped* board.
        *arrows* are legal moves to point out, the first one boldest; *last_move* marks the one
        that led here.  Raises `UnknownName` for another theme, and `IllegalMove` for an arrow
        that is no legal move.

        >>> import kalahloa
        >>> kalahloa.loa().svg(width=300)[:50]
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-'
        """
        if theme not in _PALETTES:
            raise UnknownName(f"There is no theme '{quote(theme)}'; choose one of: light, dark.")
        record = self._record
        before, last = None, record.current.move
        if last_move and last is not None:
            before = record.position.copy()
            before.unmake()
        look = BoardLook(
            _PALETTES[theme],
            flipped,
            tuple(map(record.position.read_move, arrows)),
            None if before is None or last is None else (before, last),
        )
        title = f"{record.game.title}: {self.position}"
        return record.game.picture(record.position, look).document(width, title)

    def sgf(self) -> str:
        """Return the game with all variations and comments in SGF (Smart Game Format)."""
        return write_games([self._record]).decode("utf-8")

    def move_text(self) -> str:
        """Return the main line as a numbered list with names, comments and the result.

        >>> import kalahloa
        >>> print(kalahloa.tictactoe().play("5", "1").move_text())
        [Game "tictactoe"]
        <BLANKLINE>
        1. 5 1 *
        <BLANKLINE>
        """
        return write_moves(self._record)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the game into the file *path* in SGF, as a whole or not at all.

        A file that is there is replaced.  Raises `OSError`.
        """
        write_whole(Path(path), [write_games([self._record])])

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        end = self.outcome
        words = f"{self.side_name} to move." if end is None else str(end.reason)
        lines = self._record.position.diagram().rstrip("\n").split("\n")
        return "\n".join([*(line.rstrip() for line in lines), "", words])

    def __repr__(self) -> str:
        plies = f"{self.ply} ply" if self.ply == 1 else f"{self.ply} plies"
        state = "over" if self.is_over else f"{self.side_name} to move"
        return f"<Board {self.game}, {plies}, {state}>"


def new(
    game: str, preset: str | None = None, *, position: str | None = None, **options: object
) -> Board:
    """Return a board of *game* at its start, or at *position*.

    *game* is a key or title, also of a plug-in; *preset* names rules of it, and *options* change
    single rules.  `Board.position` is the form of *position*, to which the size of the board is
    adapted.  Raises `UnknownName`, `BadRules` and `BadPosition`.

    >>> import kalahloa
    >>> kalahloa.new("loa", "olympiad").side_name
    'Black'
    >>> kalahloa.new("tictactoe", position="X.O/.X./... O").legal_moves
    ('2', '4', '6', '7', '8', '9')
    """
    found: Game = find_game(game)
    rules = found.rulebook.read(preset, options)
    if position is not None:
        rules = found.fitting_rules(position, rules, tuple(options))
    return Board(Record(found, rules, position))


def loa(preset: str | None = None, **options: Any) -> Board:
    """Return a board of Lines of Action, by default with 8 by 8 squares.

    *preset* and *options* are those of `new`, such as ``size`` (4 to 8 squares).

    >>> import kalahloa
    >>> print(kalahloa.loa(size=4))
        a b c d
      +---------+
    4 | . b b . | 4
    3 | w . . w | 3
    2 | w . . w | 2
    1 | . b b . | 1
      +---------+
        a b c d
    <BLANKLINE>
    Black to move.
    """
    return new("loa", preset, **options)


def kalah(preset: str | None = None, **options: Any) -> Board:
    """Return a board of Kalah, by default with 6 pits a side and 4 stones in each.

    *preset* and *options* are those of `new`, such as ``pits`` (1 to 12) and ``stones``.

    >>> import kalahloa
    >>> kalahloa.kalah(pits=4, stones=6).rules["stones"]
    6
    """
    return new("kalah", preset, **options)


def tictactoe() -> Board:
    """Return an empty board of tic-tac-toe.

    >>> import kalahloa
    >>> kalahloa.tictactoe().legal_moves
    ('1', '2', '3', '4', '5', '6', '7', '8', '9')
    """
    return new("tictactoe")
