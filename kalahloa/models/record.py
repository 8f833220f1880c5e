"""The record of a game: a tree of the moves played, with a current node.

Undoing a move goes back towards the root and deletes nothing; another move played there starts a
variation.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from kalahloa.models.cancellation import never
from kalahloa.models.errors import BadFile, IllegalMove, KalahloaError
from kalahloa.models.game import Game
from kalahloa.models.outcome import Outcome
from kalahloa.models.position import Position
from kalahloa.models.quotation import quote, shorten
from kalahloa.models.registry import find_game
from kalahloa.models.sentence import QT_TRANSLATE_NOOP

FORMAT = "kalahloa record"
VERSION = 1
MAX_MOVE_TEXT = 100
"""Maximum length of a move in a file, in characters; longer ones are rejected unparsed."""
MAX_START_TEXT = 10_000
"""Maximum length of a start position in a file, in characters."""
MAX_COMMENT_TEXT = 100_000
"""Maximum length of a comment in a file, in characters."""
MAX_NAME_TEXT = 1_000
"""Maximum length of a player's name in a file, in characters."""
MAX_NODES = 200_000
"""Maximum number of nodes in a file."""
_A_COMMENT = QT_TRANSLATE_NOOP("Models", "a comment")
_A_NAME = QT_TRANSLATE_NOOP("Models", "a player's name")
_COMMENT, _FOLLOWED = attrgetter("comment"), attrgetter("followed")


class ReadingStopped(Exception):
    """Reading a record was cancelled."""


@dataclass(eq=False)
class Node:
    """A node of the tree: a position, and the move that led to it.

    `number` is the index of the node in its record.  `move`, its notation `text` and `side` (who
    made it) are None, empty and -1 at the root.  `ply` is the distance from the root, `to_move` the
    side to move.  `outcome` is None unless the game is over.  `children` are in the order in which
    they were first played; `followed` is the child visited last, which redo goes to.
    """

    number: int
    parent: "Node | None"
    move: int | None
    text: str
    side: int
    ply: int
    to_move: int
    outcome: Outcome | None
    comment: str = ""
    children: list["Node"] = field(default_factory=list)
    followed: "Node | None" = None

    def path(self) -> list["Node"]:
        """Return the nodes from the root to this one, both inclusive."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]


@dataclass(frozen=True)
class RecordSnapshot:
    """An immutable copy of a record: `comments` and `followed` are those of its `nodes`, in order.

    It reads only attributes of the nodes that never change, so that any thread may use it while the
    record is modified.
    """

    game: Game
    rules: Any
    start: str
    players: tuple[str, str]
    nodes: tuple[Node, ...]
    comments: tuple[str, ...]
    followed: tuple[Node | None, ...]
    current: Node

    @property
    def result(self) -> str:
        """The result at the end of the current line: ``1-0``, ``0-1``, ``1/2-1/2``, or ``*``."""
        node = self.current
        while (following := self.followed[node.number]) is not None:
            node = following
        return node.outcome.points if node.outcome is not None else "*"

    def to_plain(self) -> dict[str, Any]:
        """Return the record as JSON-compatible values, which `Record.from_plain` reads."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game.key,
            "rules": self.game.rulebook.as_mapping(self.rules),
            "start": self.start,
            **({"comment": self.comments[0]} if self.comments[0] else {}),
            "players": list(self.players),
            "result": self.result,
            "nodes": [
                {
                    "parent": node.parent.number,
                    "move": node.text,
                    **({"comment": comment} if comment else {}),
                }
                for node, comment in zip(self.nodes, self.comments, strict=True)
                if node.parent is not None
            ],
            "followed": [node.number for node in self.followed if node is not None],
            "current": self.current.number,
        }


class Record:
    """A game that is played or studied, with variations and comments.

    `start` is the position string of the root, `players` the names of the two players, `current`
    the current node and `position` the position there.  Callers must not make moves on `position`;
    they may on a copy of it.
    """

    def __init__(
        self,
        game: Game,
        rules: Any = None,
        start: str | None = None,
        players: tuple[str, str] = ("", ""),
        comment: str = "",
    ) -> None:
        """Create a record without moves.

        *rules* and *start* (a position string) default to the game's own; *comment* is the root's.
        Raises `BadPosition` if *start* is not a position of the game.
        """
        self.game = game
        self.rules = game.rulebook.default if rules is None else rules
        self.position: Position = (
            game.start(self.rules) if start is None else game.read(start, self.rules)
        )
        self.start = self.position.position_string()
        self.players = players
        self.root = Node(0, None, None, "", -1, 0, self.position.side, self.position.outcome())
        self.root.comment = comment
        self.current = self.root
        self.nodes = [self.root]

    # -- playing -------------------------------------------------------------------------------

    def play(self, move: int) -> Node:
        """Make *move* at the current node, go to the resulting node and return it.

        A move played here before leads to its existing node, any other one to a new node.
        Raises `IllegalMove`, and changes nothing, if the move is illegal.
        """
        for child in self.current.children:
            if child.move == move:
                self._enter(child)
                return child
        self.require_legal(move)
        node = self._add(move, len(self.nodes))
        self.nodes.append(node)
        return node

    def _add(self, move: int, number: int) -> Node:
        """Make *move*, which is legal and new here, go to its new node and return that.

        The caller puts the node into `nodes` at *number*.
        """
        text = self.position.format_move(move)
        side = self.position.side
        self.position.make(move)
        node = Node(
            number=number,
            parent=self.current,
            move=move,
            text=text,
            side=side,
            ply=self.current.ply + 1,
            to_move=self.position.side,
            outcome=self.position.outcome(),
        )
        self.current.children.append(node)
        self.current.followed = node
        self.current = node
        return node

    def require_legal(self, move: int) -> None:
        """Raise `IllegalMove`, with the reason, if *move* is not legal at the current node."""
        outcome = self.current.outcome
        if outcome is not None:
            raise IllegalMove(
                QT_TRANSLATE_NOOP("Models", "The game is over: {reason}").format(
                    reason=outcome.reason
                )
            )
        if move not in self.position.legal_moves():
            raise IllegalMove(self.position.why_illegal(move))

    def undo(self) -> bool:
        """Go to the parent of the current node; return False if this is the root."""
        parent = self.current.parent
        if parent is None:
            return False
        parent.followed = self.current
        self.position.unmake()
        self.current = parent
        return True

    def redo(self) -> bool:
        """Go to the child visited last; return False if there is none."""
        if self.current.followed is None:
            return False
        self._enter(self.current.followed)
        return True

    def jump(self, number: int) -> None:
        """Go to node *number*; raise `IndexError` if there is none."""
        self._jump_to(self.node(number))

    def node(self, number: int) -> Node:
        """Return node *number*; raise `IndexError` if there is none."""
        if not 0 <= number < len(self.nodes):
            raise IndexError(f"The record has no node {number}.")
        return self.nodes[number]

    def _jump_to(self, node: Node) -> None:
        ahead: list[Node] = []
        # Only as far back as the lines part, which may be much less than to the root.
        while node is not self.current:
            if node.ply >= self.current.ply:
                assert node.parent is not None
                ahead.append(node)
                node = node.parent
            else:
                self.undo()
        for child in reversed(ahead):
            self._enter(child)

    def _enter(self, child: Node) -> None:
        assert child.move is not None
        self.position.make(child.move)
        self.current.followed = child
        self.current = child

    # -- lines and positions -------------------------------------------------------------------

    def line(self) -> list[Node]:
        """Return the current line without the root: the path to the current node, then redo's."""
        nodes = self.current.path()
        node = self.current
        while node.followed is not None:
            node = node.followed
            nodes.append(node)
        return nodes[1:]

    def main_line(self) -> list[Node]:
        """Return the line of first children, without the root."""
        nodes = []
        node = self.root
        while node.children:
            node = node.children[0]
            nodes.append(node)
        return nodes

    def position_before(self) -> Position | None:
        """Return a copy of the position before the current node's move; None at the root."""
        if self.current.parent is None:
            return None
        before = self.position.copy()
        before.unmake()
        return before

    @property
    def result(self) -> str:
        """The result at the end of the current line: ``1-0``, ``0-1``, ``1/2-1/2``, or ``*``."""
        line = self.line()
        outcome = line[-1].outcome if line else self.root.outcome
        return outcome.points if outcome is not None else "*"

    def replayed(self) -> Position:
        """Return the current position, rebuilt from `start` by reading each move's notation."""
        position = self.game.read(self.start, self.rules)
        for node in self.current.path()[1:]:
            position.make(position.read_move(node.text))
        return position

    # -- saving and loading --------------------------------------------------------------------

    def snapshot(self) -> "RecordSnapshot":
        """Return an immutable snapshot of the record; copies no nodes.

        It is taken with every move: of 10,000 nodes in less than a millisecond.
        """
        return RecordSnapshot(
            game=self.game,
            rules=self.rules,
            start=self.start,
            players=self.players,
            nodes=tuple(self.nodes),
            comments=tuple(map(_COMMENT, self.nodes)),
            followed=tuple(map(_FOLLOWED, self.nodes)),
            current=self.current,
        )

    def to_plain(self) -> dict[str, Any]:
        """Return the record as JSON-compatible values, which `from_plain` reads."""
        return self.snapshot().to_plain()

    @classmethod
    def from_plain(cls, plain: Any, stopped: Callable[[], bool] = never) -> "Record":
        """Return the record described by *plain*, a value as `to_plain` returns it.

        Every move is checked for legality.  Raises `BadFile` if *plain* is not a valid record, and
        `ReadingStopped` soon after *stopped* returns True.
        """
        try:
            if plain["format"] != FORMAT or plain["version"] != VERSION:
                raise BadFile(
                    QT_TRANSLATE_NOOP(
                        "Models", "The file is not a record that this version can read."
                    )
                )
            game = find_game(plain["game"])
            rules = game.rulebook.read(None, plain["rules"])
            first, second = (
                _require_text(name, MAX_NAME_TEXT, _A_NAME) for name in plain["players"]
            )
            comment = _require_text(plain.get("comment", ""), MAX_COMMENT_TEXT, _A_COMMENT)
            start = _require_text(plain["start"], MAX_START_TEXT)
            record = cls(game, rules, start, (first, second), comment)
            record._read_nodes(plain["nodes"], stopped)
            for number in plain["followed"]:
                node = record.nodes[_require_number(number)]
                if node.parent is not None:
                    node.parent.followed = node
            current = _require_number(plain["current"])
            followed = {node: node.followed for node in record.nodes}
            record.jump(current)
            for node, child in followed.items():
                node.followed = child
            return record
        except BadFile:
            raise
        except KalahloaError as error:
            raise BadFile(
                QT_TRANSLATE_NOOP("Models", "The record cannot be read: {reason}").format(
                    reason=shorten(error)
                )
            ) from error
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            raise BadFile(
                QT_TRANSLATE_NOOP("Models", "The file is not a record of a game, or it is damaged.")
            ) from error

    def _read_nodes(self, entries: Any, stopped: Callable[[], bool]) -> None:
        """Add the nodes described by *entries*, in a walk over the tree that makes each move once.

        In the order of their numbers, in which they were played, two long lines that grew in turn
        would be replayed from the root for each node.
        """
        if len(entries) >= MAX_NODES:
            raise BadFile(
                QT_TRANSLATE_NOOP(
                    "Models", "The record has {count:,} moves, and {most:,} is the most."
                ).format(count=len(entries), most=MAX_NODES)
            )
        parents = [0]
        children: list[list[int]] = [[]]
        for number, entry in enumerate(entries, 1):
            parent = _require_number(entry["parent"])
            parents.append(parent)
            children[parent].append(number)  # an IndexError if the parent comes later
            children.append([])
        nodes = [self.root] * len(parents)
        ahead = children[0][::-1]
        while ahead:
            if stopped():
                raise ReadingStopped
            number = ahead.pop()
            self._jump_to(nodes[parents[number]])
            entry = entries[number - 1]
            move = self.position.read_move(_require_text(entry["move"], MAX_MOVE_TEXT))
            if any(child.move == move for child in self.current.children):
                raise ValueError("A move that was played twice from one place is one node.")
            self.require_legal(move)
            node = nodes[number] = self._add(move, number)
            node.comment = _require_text(entry.get("comment", ""), MAX_COMMENT_TEXT, _A_COMMENT)
            ahead += children[number][::-1]
        self.nodes = nodes


def _require_number(value: Any) -> int:
    """Return *value* if it is a valid node number; raise `TypeError` or `ValueError` if not."""
    if type(value) is not int:  # rejects bool, too
        raise TypeError("A node has a whole number.")
    if value < 0:
        raise ValueError("The number of a node is not negative.")
    return value


def _require_text(value: Any, most: int, what: str = "") -> str:
    """Return *value*, a str; raise `TypeError` for others, `BadFile` above *most* characters.

    *what* names the text in the message; by default it is quoted.
    """
    if not isinstance(value, str):
        raise TypeError("A move or a position is a text.")
    if len(value) > most:
        named = what or f"'{quote(value)}'"
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models",
                "The record cannot be read: {named} has {length:,} characters, and {most:,} is "
                "the most.",
            ).format(named=named, length=len(value), most=most)
        )
    return value
