"""The syntax of SGF: the games of a file as flat lists of nodes with raw properties.

The values are what sgfmill's grammar takes and gives; its tokeniser is not used, as it needs 64
bytes a token before anything can be counted, cannot be stopped, ends at what it does not know and
says no place.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from kalahloa.models.record.json_record import MAX_NODES
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence
from kalahloa.models.work.cancellation import ReadingStopped, Throttle

MAX_VALUE_BYTES = 1_000_000
"""Maximum length of the value of a property, in bytes; longer ones are left out."""
MAX_VALUES = 500_000
"""Maximum number of values in a game."""
MAX_PROBLEMS = 20
"""Maximum number of problems that are told of a game."""
_POLLED = 1_024
"""Tokens between two polls."""

_START = re.compile(rb"\(\s*+;")
_TOKEN = re.compile(
    rb"""\s*+(?:
        (;?+)\s*+([A-Z]{1,64}+)\[([^\\\]]{0,200}+)\](?!\s*+\[)  # a property of one value, often
        | ([A-Za-z][A-Za-z0-9]{0,63}+)\s*+(?=\[)                 # the name of any property
        | \[((?:[^\\\]]++|\\.)*+)\]                             # any value
        | ([;()])
    )""",
    re.VERBOSE | re.DOTALL,
)
_ONE_VALUE, _NAME, _VALUE = 3, 4, 5
"""The last group of a token, by its kind."""
_JUNK = re.compile(rb"\s*+(?:[^;()\[]*\s|[^\s;()\[]*+)")
"""Words that are no names of properties: all up to the last one, which may be."""
_SMALL = re.compile(r"[a-z]")

Property = tuple[str, list[bytes]]
"""A property: its name, and its raw values in their order."""


@dataclass
class RawGame:
    """A game of a file: its nodes, the first one being the root, in the order of the file.

    `parents` are the numbers of the nodes' parents (-1 for the root), `offsets` where they begin.
    `problems` are what was passed over, each with its offset.
    """

    offset: int
    parents: list[int] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    nodes: list[list[Property]] = field(default_factory=list)
    problems: list[tuple[int, Sentence]] = field(default_factory=list)

    @property
    def is_full(self) -> bool:
        """Whether there are enough problems; more are not kept."""
        return len(self.problems) >= MAX_PROBLEMS

    def add_problem(self, offset: int, problem: Sentence) -> None:
        """Add a *problem*, unless there are enough of them."""
        if not self.is_full:
            self.problems.append((offset, problem))


class Misread(BadFile):
    """A game that cannot be read; `offset` is where, in bytes."""

    def __init__(self, sentence: str, offset: int) -> None:
        super().__init__(sentence)
        self.offset = offset


class Scanner:
    """Reads the games of *data* one after the other; `offset` is how far it has come."""

    def __init__(
        self,
        data: bytes,
        stopped: Callable[[], bool],
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """*progress* is called with the bytes read and those in all, some times a second."""
        self._data = data
        self._stopped = stopped
        self._progress = progress
        self._throttle = Throttle()
        self.offset = 0

    def poll(self) -> None:
        """Tell the progress if that is due; raise `ReadingStopped` if reading is to stop."""
        if self._stopped():
            raise ReadingStopped
        if self._progress is not None and self._throttle.is_due():
            self._progress(self.offset, len(self._data))

    def games(self) -> Iterator[RawGame | Misread]:
        """Yield each game, or why it cannot be read; raise `ReadingStopped`."""
        while (start := _START.search(self._data, self.offset)) is not None:
            self.poll()
            try:
                yield self._game(start.start())
            except Misread as error:
                yield error
                self._skip_game()

    def _skip_game(self) -> None:
        """Go on behind a game that is too large: there is no telling where it ends."""
        self.offset = len(self._data)

    def _game(self, offset: int) -> RawGame:
        data = self._data
        game = RawGame(offset)
        nodes, parents, offsets = game.nodes, game.parents, game.offsets
        above: list[int] = []
        parent = -1
        properties: list[Property] | None = None
        values: list[bytes] | None = None
        count = 0
        match = _TOKEN.match
        position = offset
        tokens = 0
        while True:
            tokens += 1
            if tokens % _POLLED == 0:
                self.offset = position
                self.poll()
                if count > MAX_VALUES:
                    raise _too_many_values(position)
            token = match(data, position)
            if token is None:
                position = self._pass_over(game, position)
                if position >= len(data):
                    break
                continue
            kind = token.lastindex
            if kind == _ONE_VALUE:
                begin, raw_name, value = token.groups()[:3]
                if begin:
                    parents.append(parent)
                    offsets.append(token.start(1))
                    parent = len(nodes)
                    if parent >= MAX_NODES:
                        raise _too_many_nodes(position)
                    properties = []
                    nodes.append(properties)
                if properties is None:
                    game.add_problem(position, _OUTSIDE)
                else:
                    properties.append((raw_name.decode("ascii"), [value]))
                    count += 1
                values = None
            elif kind == _VALUE:
                count += 1
                length = token.end(_VALUE) - token.start(_VALUE)
                if values is None:
                    game.add_problem(position, _NO_NAME)
                elif length > MAX_VALUE_BYTES:
                    game.add_problem(position, _too_long(length))
                else:
                    values.append(token[_VALUE])
            elif kind == _NAME:
                values = []
                if properties is None:
                    game.add_problem(position, _OUTSIDE)
                else:
                    name = token[_NAME].decode("ascii")
                    properties.append((_SMALL.sub("", name) or name.upper(), values))
            else:
                sign = token[6]
                values = None
                if sign == b";":
                    parents.append(parent)
                    offsets.append(token.start(6))
                    parent = len(nodes)
                    properties = []
                    nodes.append(properties)
                    if parent >= MAX_NODES:
                        raise _too_many_nodes(position)
                elif sign == b"(":
                    if len(above) > MAX_NODES:
                        raise _too_many_nodes(position)
                    above.append(parent)
                    properties = None
                else:
                    parent = above.pop()
                    properties = None
                    if not above:
                        self.offset = token.end()
                        return game
            position = token.end()
        game.add_problem(len(data), _CUT_OFF)
        self.offset = len(data)
        return game

    def _pass_over(self, game: RawGame, position: int) -> int:
        """Pass over what is no SGF at *position*, and return where it ends."""
        data = self._data
        junk = _JUNK.match(data, position)
        assert junk is not None  # it matches the empty string
        end = junk.end()
        shown = data[position : min(end, position + 100)].decode("utf-8", "replace").strip()
        if shown and not game.is_full:
            game.add_problem(
                position,
                QT_TRANSLATE_NOOP("Models", "Skipped '{text}', which is not SGF.").format(
                    text=quote(shown)
                ),
            )
        # Where nothing was passed over, it is a value that does not end.
        return end if shown else len(data)


_NO_NAME = QT_TRANSLATE_NOOP("Models", "Skipped a value without a property.")
_OUTSIDE = QT_TRANSLATE_NOOP("Models", "Skipped a property outside any node.")
_CUT_OFF = QT_TRANSLATE_NOOP("Models", "The game is incomplete: the file ends too early.")


def _too_many_nodes(offset: int) -> Misread:
    return Misread(
        QT_TRANSLATE_NOOP(
            "Models", "The game has more than {most:,} nodes; skipped it and the rest of the file."
        ).format(most=MAX_NODES),
        offset,
    )


def _too_many_values(offset: int) -> Misread:
    return Misread(
        QT_TRANSLATE_NOOP(
            "Models",
            "The game has more than {most:,} property values; skipped it and the rest of the file.",
        ).format(most=MAX_VALUES),
        offset,
    )


def _too_long(length: int) -> Sentence:
    return QT_TRANSLATE_NOOP(
        "Models", "Left out a value of {length:,} bytes; at most {most:,} are allowed."
    ).format(length=length, most=MAX_VALUE_BYTES)
