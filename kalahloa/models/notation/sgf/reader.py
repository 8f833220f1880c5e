"""SGF in: the games of a file as records, read leniently.

What cannot be read is told with its place and left out: an illegal move with all that follows it,
a property that is no SGF.  What means nothing here is kept at its node.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import MappingProxyType

from kalahloa.models.game.game import Game
from kalahloa.models.notation.sgf.charsets import Charset, codec_of_values, is_utf8, to_ascii_based
from kalahloa.models.notation.sgf.games import SgfGame, SgfWord, sgf_game
from kalahloa.models.notation.sgf.info import (
    is_player_info,
    is_player_name,
    read_info,
)
from kalahloa.models.notation.sgf.notes import VIEW, read_notes
from kalahloa.models.notation.sgf.root import SgfStart, read_start
from kalahloa.models.notation.sgf.scanner import Misread, Property, RawGame, Scanner
from kalahloa.models.notation.sgf.writer import (
    CURRENT,
    FOLLOWED,
    IDENTITY,
    SETUP,
    STONES,
    known_at_root,
)
from kalahloa.models.record.annotation import MAX_COMMENT_TEXT, MAX_DRAWINGS, NO_NOTES, Notes
from kalahloa.models.record.ending import RESULT, TERMINATION, agreed, resigned
from kalahloa.models.record.game_id import read_uid
from kalahloa.models.record.json_record import MAX_MOVE_TEXT
from kalahloa.models.record.record import Node, Record
from kalahloa.models.text.errors import BadFile, IllegalMove, KalahloaError
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence
from kalahloa.models.work.cancellation import never

MAX_FILE_BYTES = 64_000_000
"""Maximum size of a file; a larger one is not read."""
MAX_ALL_NODES = 100_000
"""Maximum number of nodes of several games that are read at once, in a second or two."""
MAX_GAMES = 5_000
"""Maximum number of games that are read at once."""
MAX_UNREAD = 1_000
"""After so many games that cannot be read no more are tried."""
MAX_PROBLEMS = 20
"""Maximum number of problems that are told of a game."""
_POLLED = 256
_TURNS_KEPT = 10_000
_MAX_SHARED = 40
_MOVES = {"B": 0, "W": 1, "P0": 0, "P1": 1}
_POINTS = ("1-0", "0-1")


@dataclass(frozen=True)
class ReadGame:
    """A game that was read, and what of it was not, in sentences that name the place."""

    record: Record
    problems: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class UnreadGame:
    """A game that could not be read, and why."""

    problem: Sentence


def read_games(
    data: bytes,
    stopped: Callable[[], bool] = never,
    progress: Callable[[int, int], None] | None = None,
    hint: Game | None = None,
) -> list[ReadGame]:
    """Return the games of an SGF file, at least one; see `each_game` for the arguments.

    A game that cannot be read, and those beyond `MAX_GAMES` and `MAX_ALL_NODES`, are told among the
    problems of the last game.  Raises `BadFile` if there is no game that can be read, and
    `ReadingStopped` soon after *stopped* returns True.
    """
    found: list[ReadGame] = []
    unread: list[Sentence] = []
    nodes = 0
    for number, game in enumerate(each_game(data, stopped, progress, hint), 1):
        if isinstance(game, UnreadGame):
            if len(unread) < MAX_PROBLEMS:
                unread.append(game.problem)
            continue
        nodes += len(game.record.nodes)
        if found and (nodes > MAX_ALL_NODES or len(found) >= MAX_GAMES):
            unread.append(
                QT_TRANSLATE_NOOP(
                    "Models",
                    "Stopped before game {number}: one import reads at most {games:,} games "
                    "with {nodes:,} nodes.",
                ).format(number=number, games=MAX_GAMES, nodes=MAX_ALL_NODES)
            )
            break
        found.append(game)
    if not found:
        raise BadFile(
            unread[0]
            if unread
            else QT_TRANSLATE_NOOP("Models", "The file has no SGF game: none starts with “(;”.")
        )
    if unread:
        found[-1] = ReadGame(found[-1].record, (*found[-1].problems, *unread))
    return found


def each_game(
    data: bytes,
    stopped: Callable[[], bool] = never,
    progress: Callable[[int, int], None] | None = None,
    hint: Game | None = None,
) -> Iterator[ReadGame | UnreadGame]:
    """Yield each game of the SGF file *data*, as far as it can be read.

    *progress* is called some times a second, with the bytes read and those in all.  *hint* is the
    game that is meant where a file does not say which.  Raises `BadFile` if *data* is too large,
    and `ReadingStopped` soon after *stopped* returns True.
    """
    if len(data) > MAX_FILE_BYTES:
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models", "The file has {size:,.0f} MB; at most {most:,.0f} MB are allowed."
            ).format(size=len(data) / 1e6, most=MAX_FILE_BYTES / 1e6)
        )
    plain, codec = to_ascii_based(data)
    scanner = Scanner(plain, stopped, progress)
    places = _Places(plain)
    usual = codec or ("utf_8" if is_utf8(plain) else "latin_1")
    unread = 0
    for number, raw in enumerate(scanner.games(), 1):
        try:
            if isinstance(raw, Misread):
                raise raw
            record = _GameReader(raw, scanner, usual, codec is not None, hint).read()
        except Misread as error:
            yield UnreadGame(places.name(number, error.offset, error.sentence))
            unread += 1
            if unread < MAX_UNREAD:
                continue
            yield UnreadGame(places.name(number, error.offset, _TOO_MANY_UNREAD))
            return
        problems = sorted(raw.problems, key=lambda problem: problem[0])
        yield ReadGame(
            record, tuple(places.name(number, offset, problem) for offset, problem in problems)
        )


class _Places:
    """The lines of a file by offset, for offsets that mostly increase."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._offset = 0
        self._line = 1

    def name(self, game: int, offset: int, problem: str) -> Sentence:
        """Return *problem* with its place in front."""
        if offset < self._offset:
            self._offset, self._line = 0, 1
        self._line += self._data.count(b"\n", self._offset, offset)
        self._offset = offset
        return QT_TRANSLATE_NOOP("Models", "Game {game}, line {line}: {problem}").format(
            game=game, line=self._line, problem=problem
        )


@dataclass(frozen=True, slots=True)
class _Turn:
    """What the value of a move says.

    `is_info` is whether it is about a player; `word` is what stands instead of a move; `moves` are
    given if they do not depend on the position.
    """

    text: str
    is_info: bool
    word: SgfWord | None
    moves: list[int] | None


_shared_turns: dict[tuple[SgfGame, object], dict[bytes, _Turn]] = {}
"""What short values of moves say, by raw value."""


def _move_text(text: str) -> str:
    """Return *text* if it is not too long for a move; raise `IllegalMove` otherwise."""
    if len(text) > MAX_MOVE_TEXT:
        raise IllegalMove(
            QT_TRANSLATE_NOOP("Models", "'{text}' is not a move.").format(text=quote(text))
        )
    return text


class _GameReader:
    """Reads one game.

    The nodes of the file are walked in their order; those without a move belong to the node of the
    record before them, and several of one move are one.
    """

    def __init__(
        self, raw: RawGame, scanner: Scanner, codec: str, is_fixed: bool, hint: Game | None
    ) -> None:
        self._raw = raw
        self._scanner = scanner
        self._hint = hint
        declared = None
        if not is_fixed:
            for name, values in raw.nodes[0]:
                if name == "CA" and values:
                    declared = codec_of_values(values[0][:40].decode("ascii", "replace"))
        self._charset = Charset(declared or codec)
        self._is_declared = declared is not None or is_fixed
        self._ends: dict[str, str] = {}
        self._notes: dict[Node, list[Notes]] = {}
        self._followed: list[Node] = []
        self._turns: dict[bytes, _Turn] = {}
        """By raw value; `_shared` has the short ones of all games that are written alike."""
        self._nothing_read: Misread | None = None

    def read(self) -> Record:
        """Return the record; raise `Misread` if nothing can be read."""
        raw = self._raw
        try:
            start = read_start(raw, self._charset, self._hint)
            record = Record(start.game, start.rules, start.position)
        except KalahloaError as error:
            raise Misread(_sentence(error), raw.offset) from error
        self._game: SgfGame = sgf_game(start.game)
        alike = self._game, self._game.board_of(start.rules)
        self._shared = _shared_turns.setdefault(alike, {})
        self._known_at_root = known_at_root(self._game)
        self._record = record
        self._current = record.root
        self._walk(start)
        self._set_info(record)
        if self._charset.failed and self._is_declared:
            raw.add_problem(raw.offset, _WRONG_CHARSET)
        return record

    # -- the tree ------------------------------------------------------------------------------

    def _walk(self, start: SgfStart) -> None:
        raw, record = self._raw, self._record
        # By number in the file: the node of the record, or None behind what was left out.
        reached: list[Node | None] = []
        on_main = [True]
        has_child = bytearray(len(raw.nodes))
        for number, (parent, properties) in enumerate(zip(raw.parents, raw.nodes, strict=True)):
            if number % _POLLED == 0:
                self._scanner.poll()
            if number:
                first = not has_child[parent]
                has_child[parent] = 1
                on_main.append(first and on_main[parent])
                above = reached[parent]
                if above is None:
                    reached.append(None)
                    continue
            else:
                above = record.root
            try:
                if above is record.current and self._is_played(properties):
                    node = record.current
                else:
                    node = self._enter(above, number, number in start.numbers)
            except IllegalMove as error:
                reached.append(None)
                self._tell_illegal(number, on_main[number], error)
                continue
            reached.append(node)
        if len(record.nodes) == 1 and self._nothing_read is not None:
            raise self._nothing_read
        for node, notes in self._notes.items():
            record.annotate(node, notes[0] if len(notes) == 1 else self._joined(notes))
        self._look_at(self._current, self._followed)

    def _is_played(self, properties: list[Property]) -> bool:
        """Play here what most nodes of most files have, a move alone; return whether it is that.

        Raises `IllegalMove`.  The same as `_enter`, without the detours.
        """
        if len(properties) != 1:
            return False
        name, values = properties[0]
        turn = self._shared.get(values[0]) if values else None
        if turn is None or turn.moves is None:
            return False
        record = self._record
        if _MOVES.get(name) != record.position.side:
            return False
        for move in turn.moves:
            record.play(move)
        return True

    def _enter(self, above: Node, number: int, is_start: bool) -> Node:
        """Make the moves of node *number* of the file; raise `IllegalMove`.

        Returns the node that they lead to, whose notes are kept for later.
        """
        record = self._record
        while record.current is not above:
            record.undo()
        others: list[Property] = []
        moved = False
        for given in self._raw.nodes[number]:
            name, values = given
            side = _MOVES.get(name)
            if side is None:
                if name in STONES and not is_start and self._game.has_setup:
                    raise IllegalMove(_SETUP_WITHIN)
                others.append(given)
            elif values:
                raw = values[0]
                turn = self._shared.get(raw) or self._turns.get(raw) or self._turn(raw)
                if not turn.is_info:
                    self._play(side, turn)
                    moved = True
                elif number or not is_player_name(turn.text):
                    others.append(given)
        if others:
            side = record.current.side if moved or number == 0 else -1
            self._keep_notes(number, others, side, is_start)
        return record.current

    def _turn(self, raw: bytes) -> "_Turn":
        """Return what the *raw* value of a move says, which is kept for the next one like it."""
        text = self._charset.simple_text(raw[: 4 * MAX_MOVE_TEXT])
        moves: list[int] | None = None
        is_info = is_player_info(text)
        word = None if is_info else self._game.read_word(text)
        if self._game.reads_anywhere and not is_info and word is None:
            try:
                moves = self._game.read_moves(self._record.position, _move_text(text))
            except IllegalMove:
                moves = None
        turn = _Turn(text, is_info, word, moves)
        # Only of ASCII is the text the same in all charsets.
        is_shared = len(raw) <= _MAX_SHARED and raw.isascii()
        turns = self._shared if is_shared else self._turns
        if len(turns) < _TURNS_KEPT:
            turns[raw] = turn
        return turn

    def _keep_notes(self, number: int, others: list[Property], side: int, is_start: bool) -> None:
        """Read the notes in the properties *others* of node *number* of the file."""
        known: frozenset[str] = frozenset()
        if number == 0:
            known = self._known_at_root
        elif is_start and self._game.has_setup:
            known = SETUP
        node = self._record.current
        problems: list[Sentence] = []
        notes = read_notes(others, self._game, side, self._charset, known, problems)
        if notes is not NO_NOTES:
            self._notes.setdefault(node, []).append(notes)
        for problem in problems:
            self._raw.add_problem(self._raw.offsets[number], problem)
        for name, values in others:
            if name == VIEW:
                if CURRENT in values:
                    self._current = node
                if FOLLOWED in values and node.parent is not None:
                    self._followed.append(node)

    def _play(self, side: int, turn: "_Turn") -> None:
        """Make the moves of *turn* of *side*; raise `IllegalMove`."""
        if turn.word is not None:
            self._end(turn.word, side)
            return
        record = self._record
        if side != record.position.side:
            self._pass(side)
        moves = turn.moves
        if moves is None:
            moves = self._game.read_moves(record.position, _move_text(turn.text))
        for move in moves:
            record.play(move)

    def _pass(self, side: int) -> None:
        """Let the other side pass where it must, although the file does not say so."""
        record = self._record
        moves = record.position.legal_moves()
        if len(moves) == 1 and record.position.format_move(moves[0]) == "pass":
            record.play(moves[0])
            return
        sides = record.game.sides
        if record.current.outcome is not None:
            record.require_legal(-1)
        raise IllegalMove(
            QT_TRANSLATE_NOOP("Models", "It is a move by {side}, but {mover} is to move.").format(
                side=sides[side], mover=sides[1 - side]
            )
        )

    def _end(self, word: SgfWord, side: int) -> None:
        """Note how the game ended, if it is the main line that did."""
        if word is SgfWord.NOTHING or self._ends:
            return
        node = self._record.current
        while node.parent is not None:
            if node.parent.children[0] is not node:
                return
            node = node.parent
        if word is SgfWord.DRAW:
            self._ends = agreed()
        elif word is SgfWord.RESIGNATION:
            self._ends = resigned(side)
        else:
            self._ends = {RESULT: _POINTS[side], TERMINATION: "time"}

    def _joined(self, parts: list[Notes]) -> Notes:
        """Return the notes of several nodes of the file that are one here."""
        comments = dict.fromkeys(part.comment for part in parts if part.comment)
        comment = "\n\n".join(comments)
        drawings = tuple(dict.fromkeys(drawing for part in parts for drawing in part.drawings))
        if len(comment) > MAX_COMMENT_TEXT or len(drawings) > MAX_DRAWINGS:
            self._raw.add_problem(self._raw.offset, _TOO_MUCH)
        judgement = next((part.judgement for part in parts if part.judgement is not None), None)
        marks = dict.fromkeys(
            mark
            for part in parts
            for mark in part.marks
            if mark is judgement or not mark.is_judgement
        )
        return Notes(
            comment[:MAX_COMMENT_TEXT],
            tuple(marks),
            drawings[:MAX_DRAWINGS],
            tuple(dict.fromkeys(given for part in parts for given in part.properties)),
        )

    def _tell_illegal(self, number: int, on_main: bool, error: IllegalMove) -> None:
        raw = self._raw
        if raw.is_full and not on_main:
            return
        offset = raw.offsets[number]
        text = next(
            (
                self._charset.decode(values[0][:100])
                for name, values in raw.nodes[number]
                if name in _MOVES and values
            ),
            "",
        )
        problem = (
            QT_TRANSLATE_NOOP("Models", "Reading stopped at '{text}': {reason}")
            if on_main
            else QT_TRANSLATE_NOOP("Models", "Left out a variation at '{text}': {reason}")
        ).format(text=quote(text), reason=_sentence(error))
        raw.add_problem(offset, problem)
        if on_main:
            self._nothing_read = Misread(problem, offset)

    def _look_at(self, current: Node, followed: list[Node]) -> None:
        """Have redo follow the main lines but for the nodes *followed*, and go to *current*."""
        record = self._record
        record.jump(current.number)
        for node in record.nodes:
            if node.children and node.followed is not node.children[0]:
                record.follow(node.children[0])
        for node in followed:
            record.follow(node)

    # -- the facts -----------------------------------------------------------------------------

    def _set_info(self, record: Record) -> None:
        outcome = record.main_end.outcome
        rules = record.game.rulebook.name_of(record.rules)
        info = read_info(self._raw.nodes[0], outcome, rules, self._charset)
        record.players = info.players
        details = info.details
        if outcome is None and RESULT not in details:
            details = {**self._ends, **details}
        record.details = MappingProxyType(details)
        for name, values in self._raw.nodes[0]:
            if name == IDENTITY and values:
                record.uid = read_uid(self._charset.simple_text(values[0][:100]))


_TOO_MANY_UNREAD = QT_TRANSLATE_NOOP("Models", "Too many games cannot be read; skipped the rest.")
_SETUP_WITHIN = QT_TRANSLATE_NOOP("Models", "The game sets up stones in the middle.")
_TOO_MUCH = QT_TRANSLATE_NOOP(
    "Models", "One move has more comments or drawings than a node can hold."
)
_WRONG_CHARSET = QT_TRANSLATE_NOOP(
    "Models", "Some text is not in the character set named by the file and may be wrong."
)


def _sentence(error: KalahloaError) -> str:
    return shorten(error)
