"""Moves as people write them: numbered or one a line, with comments, marks and results.

Read are lists of moves as books, mails and playing sites have them (`1. c1-c3 a4xc4 2. ...`, a turn
of several sowings as `3-6`), with variations in parentheses and tags in brackets as in PGN.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import find_game, game_keys
from kalahloa.models.notation.sgf.games import SgfWord, sgf_game
from kalahloa.models.notation.sgf.reader import ReadGame
from kalahloa.models.record.annotation import MAX_COMMENT_TEXT, Mark, Notes
from kalahloa.models.record.ending import RESIGNATION
from kalahloa.models.record.json_record import MAX_DETAILS, MAX_MOVE_TEXT, MAX_NODES, MAX_START_TEXT
from kalahloa.models.record.record import Node, Record, joined_notes
from kalahloa.models.text.errors import BadFile, BadRules, IllegalMove, KalahloaError
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence
from kalahloa.models.work.cancellation import ReadingStopped, never

MAX_TEXT = 1_000_000
"""Maximum length of a list of moves, in characters."""
MAX_WIDTH = 79
"""Maximum length of a written line, unless one word is longer."""
_POLLED = 256
_MOVES_KEPT = 10_000
_MAX_PROBLEMS = 20
_TAG = re.compile(r"^\[(\w{1,40})\s+\"((?:[^\"\\]|\\.)*+)\"\][ \t]*$", re.MULTILINE)
_TOKEN = re.compile(
    r"""\s*+(?:
        (?P<comment>\{[^}]*+\}?+)
        | (?P<open>\() | (?P<close>\))
        | (?P<result>(?:1-0|0-1|1/2-1/2|½-½|\*)(?=\s|$|[(){}]))
        | (?P<number>\d{1,6}\s*+(?:\.+|\)(?!\S)|:(?=\s)))
        | (?P<mark>[!?]{1,2}|□)(?=\s|$|[(){}])
        | (?P<word>[^\s(){}]++)
    )""",
    re.VERBOSE,
)
_MARKED = re.compile(r"(.*?[^!?□+#])([!?□+#]*)", re.DOTALL)
_SYMBOL = re.compile("[!?]{1,2}|□")
_NUMBERED = re.compile(r"^\d{1,6}\.+(?=.)")
_BLANK = re.compile(r"\s*+")
_MARKS = {mark.value: mark for mark in Mark}
_NAMED_TAGS = {
    "Event": "event",
    "Site": "place",
    "Date": "date",
    "Round": "round",
    "Annotator": "annotator",
    "Source": "source",
}
_SIDE_TAGS = {"Black": 0, "First": 0, "South": 0, "White": 1, "Second": 1, "North": 1}
_RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2"}
_SIDE_WORDS = {"black": 0, "south": 0, "x": 0, "b": 0, "white": 1, "north": 1, "o": 1, "w": 1}


@dataclass
class _Tags:
    """What stands above the moves."""

    game: Game
    rules: Any
    start: str | None = None
    players: list[str] = field(default_factory=lambda: ["", ""])
    details: dict[str, str] = field(default_factory=dict)


def read_moves(
    text: str,
    game: Game,
    rules: Any = None,
    start: str | None = None,
    stopped: Callable[[], bool] = never,
) -> ReadGame:
    """Return the record of the moves in *text*, played from *start* under *rules*.

    Tags in *text* may name another game, rules and start.  What follows an illegal move is not
    read; that is told among the problems, or raised as `BadFile` if nothing was read before.
    Raises `ReadingStopped` soon after *stopped* returns True.
    """
    if len(text) > MAX_TEXT:
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models", "The list has {length:,} characters; at most {most:,} are allowed."
            ).format(length=len(text), most=MAX_TEXT)
        )
    tags = _Tags(game, game.rulebook.default if rules is None else rules, start)
    end = _read_tags(text, tags)
    try:
        record = Record(
            tags.game, tags.rules, tags.start, (tags.players[0], tags.players[1]), "", tags.details
        )
    except KalahloaError as error:
        raise BadFile(shorten(error)) from error
    return _Reader(text, record, stopped).read(end)


def _read_tags(text: str, tags: _Tags) -> int:
    """Take in the tags that *text* begins with, and return where they end."""
    end = 0
    while True:
        blank = _BLANK.match(text, end)
        assert blank is not None
        found = _TAG.match(text, blank.end())
        if found is None:
            return end
        end = found.end()
        name = found[1][:1].upper() + found[1][1:]
        value = re.sub(r"\\(.)", r"\1", found[2], flags=re.DOTALL)[:MAX_COMMENT_TEXT]
        if name == "Game" and value.strip().lower() in game_keys():
            tags.game = find_game(value)
            tags.rules = tags.game.rulebook.default
            tags.start = None
        elif name == "Rules":
            try:
                tags.rules = tags.game.rulebook.read(None, json.loads(value))
            except (BadRules, ValueError, TypeError, AttributeError, RecursionError):
                continue
        elif name == "Position" and len(value) <= MAX_START_TEXT:
            tags.start = value
            tags.rules = tags.game.fitting_rules(value, tags.rules)
        elif name in _SIDE_TAGS:
            tags.players[_SIDE_TAGS[name]] = value[:1_000]
        elif name == "Result" and value in (*_RESULTS, "*"):
            if value != "*":
                tags.details["result"] = _RESULTS[value]
        elif len(tags.details) < MAX_DETAILS:
            tags.details[_NAMED_TAGS.get(name, name.lower())] = value


class _Reader:
    def __init__(self, text: str, record: Record, stopped: Callable[[], bool]) -> None:
        self._text = text
        self._record = record
        self._stopped = stopped
        self._sgf = sgf_game(record.game)
        self._problems: list[Sentence] = []
        self._known: dict[str, list[int]] = {}
        # The side that a word before named, as in “White resigns”.
        self._side: int | None = None
        # Whether a number alone may be a move; otherwise it is that of a line.
        self._takes_numbers = _is_move(record, "1")

    def read(self, begin: int) -> ReadGame:
        """Return the record of the moves from *begin* on; raise `BadFile` if there are none."""
        record = self._record
        text = self._text
        # Where each variation that is open began, and whether what follows is passed over.
        above: list[tuple[Node, bool]] = []
        is_over = False
        count = 0
        position = begin
        while (token := _TOKEN.match(text, position)) is not None:
            count += 1
            if count % _POLLED == 0 and self._stopped():
                raise ReadingStopped
            kind = token.lastgroup
            if kind == "open":
                if len(above) > MAX_NODES:
                    break
                above.append((record.current, is_over))
                record.undo()
            elif kind == "close":
                if above:
                    node, is_over = above.pop()
                    self._go_to(node)
            elif is_over or kind == "number":
                pass
            elif kind == "comment":
                self._comment(token["comment"])
            elif kind == "mark":
                self._mark(token["mark"])
            elif kind == "result":
                if not above:
                    self._end(_RESULTS.get(token["result"], "*"))
            else:
                assert kind == "word"
                try:
                    is_over = self._play_word(token["word"], not above)
                except IllegalMove as error:
                    is_over = True
                    self._tell(token.start("word"), token["word"], error)
                if len(record.nodes) > MAX_NODES:
                    raise BadFile(
                        QT_TRANSLATE_NOOP(
                            "Models", "The list has more than {most:,} moves."
                        ).format(most=MAX_NODES)
                    )
            position = token.end()
        if len(record.nodes) == 1 and self._problems:
            raise BadFile(self._problems[0])
        self._follow_main_lines()
        return ReadGame(record, tuple(self._problems))

    def _go_to(self, node: Node) -> None:
        if self._record.current is not node:
            self._record.jump(node.number)

    def _follow_main_lines(self) -> None:
        record = self._record
        record.jump(0)
        for node in record.nodes:
            if node.children and node.followed is not node.children[0]:
                record.follow(node.children[0])

    def _comment(self, token: str) -> None:
        comment = token[1:].removesuffix("}").strip()
        node = self._record.current
        if comment and len(node.comment) + len(comment) < MAX_COMMENT_TEXT - 2:
            self._record.annotate(node, joined_notes(node.notes, Notes(comment)))

    def _mark(self, symbol: str) -> None:
        node = self._record.current
        mark = _MARKS.get(symbol)
        if mark is not None and node.parent is not None:
            self._record.annotate(node, joined_notes(node.notes, Notes(marks=(mark,))))

    def _end(self, result: str, termination: str = "") -> None:
        record = self._record
        if record.current.outcome is None and result != "*":
            details = {**record.details, "result": result}
            if termination:
                details["termination"] = termination
            record.details = MappingProxyType(details)

    def _play_word(self, word: str, is_main: bool) -> bool:
        """Play what *word* says; return whether nothing follows it.  Raises `IllegalMove`."""
        record = self._record
        plain = word.strip(",;")
        if len(plain) > MAX_MOVE_TEXT:
            raise IllegalMove(
                QT_TRANSLATE_NOOP("Models", "'{text}' is not a move.").format(text=quote(word))
            )
        if not plain:
            return False
        symbols: list[str] = []
        marked = _MARKED.fullmatch(plain) if plain[-1] in "!?□+#" else None
        if marked is not None:
            plain, symbols = marked[1], _SYMBOL.findall(marked[2])
        try:
            moves = self._moves(plain)
        except IllegalMove:
            small = plain.lower().rstrip(".:")
            if small in _SIDE_WORDS:
                self._side = _SIDE_WORDS[small]
                return False
            said = self._sgf.read_word(plain)
            if said is SgfWord.RESIGNATION and is_main:
                loser = self._side if self._side is not None else record.position.side
                self._end(("0-1", "1-0")[loser], RESIGNATION)
            if said is not None:
                return said is SgfWord.RESIGNATION
            if (plain.isdigit() and not self._takes_numbers) or plain.strip(".…–->") == "":
                return False
            stripped = _NUMBERED.sub("", plain)
            if stripped == plain:
                raise
            moves = self._moves(stripped)
        for move in moves:
            record.play(move)
        self._side = None
        for symbol in symbols:
            self._mark(symbol)
        return False

    def _moves(self, text: str) -> list[int]:
        """Return the moves of the turn *text*; pass before it where one must, and it does not."""
        position = self._record.position
        moves = self._known.get(text)
        if moves is None:
            moves = self._sgf.read_moves(position, text)
            if self._sgf.reads_anywhere and len(self._known) < _MOVES_KEPT:
                self._known[text] = moves
        legal = position.legal_moves()
        if len(legal) == 1 and moves != legal and position.format_move(legal[0]) == "pass":
            self._record.play(legal[0])
        return moves

    def _tell(self, offset: int, word: str, error: IllegalMove) -> None:
        if len(self._problems) < _MAX_PROBLEMS:
            line = self._text.count("\n", 0, offset) + 1
            self._problems.append(
                QT_TRANSLATE_NOOP("Models", "Line {line}, '{text}': {reason}").format(
                    line=line, text=quote(word), reason=shorten(error)
                )
            )


def _is_move(record: Record, text: str) -> bool:
    try:
        record.position.parse_move(text)
    except IllegalMove:
        return False
    return True


# -- writing -------------------------------------------------------------------------------------


def write_moves(record: Record, with_tags: bool = True) -> str:
    """Return the main line of *record* as a numbered list with marks, comments and the result.

    The tags, of which only those are written that say something, name game, rules, start and
    players, so that `read_moves` finds them again.
    """
    words = list(_tag_lines(record)) if with_tags else []
    lines: list[str] = []
    for word in _move_words(record):
        if lines and len(lines[-1]) + 1 + len(word) <= MAX_WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join([*words, *([""] if words and lines else []), *lines]) + "\n"


def _tag_lines(record: Record) -> Iterator[str]:
    book = record.game.rulebook
    yield _tag("Game", record.game.key)
    if record.rules != book.default:
        yield _tag("Rules", json.dumps(book.as_mapping(record.rules)))
    if record.start != record.game.start(record.rules).position_string():
        yield _tag("Position", record.start)
    for name, player in zip(("First", "Second"), record.players, strict=True):
        if player:
            yield _tag(name, player)
    for name, detail in _NAMED_TAGS.items():
        if record.details.get(detail):
            yield _tag(name, record.details[detail])


def _tag(name: str, value: str) -> str:
    plain = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{plain}"]'


def _move_words(record: Record) -> Iterator[str]:
    if record.root.comment:
        yield _braced(record.root.comment)
    number = 0
    turn = ""
    line = record.main_line()
    for index, node in enumerate(line):
        if not turn and (node.side == 0 or number == 0):
            number += 1
            yield f"{number}." if node.side == 0 else f"{number}..."
        turn = f"{turn}-{node.text}" if turn else node.text
        after = line[index + 1] if index + 1 < len(line) else None
        goes_on = after is not None and after.side == node.side
        if goes_on and not node.notes.marks and not node.comment and _joins(node, after):
            continue
        yield (
            turn
            + "".join(
                mark.value for mark in node.notes.marks if mark.is_judgement or mark is Mark.ONLY
            )[:2]
        )
        turn = ""
        if node.comment:
            yield _braced(node.comment)
    if record.result != "*" or line:
        yield record.result


def _joins(node: Node, after: Node | None) -> bool:
    """Whether two plies of one side are written as one turn: both are numbers of pits."""
    return after is not None and node.text.isdigit() and after.text.isdigit()


def _braced(comment: str) -> str:
    plain = " ".join(comment.split()).replace("{", "(").replace("}", ")")
    return "{" + plain + "}"
