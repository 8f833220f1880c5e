"""The record of a game: a tree of the moves played, with a current node.

Undoing a move goes back towards the root and deletes nothing; another move played there starts a
variation.  What is deleted by an edit is only taken out of the tree, and can be put back.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.record.annotation import NO_NOTES, Notes, joined_notes
from kalahloa.models.record.node import Joining, NewNode, Node, is_same_tree, require_number
from kalahloa.models.record.paths import Paths
from kalahloa.models.text.errors import IllegalMove
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import ReadingStopped, never

__all__ = ["NO_DETAILS", "Joining", "NewNode", "Node", "Record", "joined_notes"]

NO_DETAILS: Mapping[str, str] = MappingProxyType({})
_RANK = attrgetter("rank")
_VALUE = attrgetter("game.key", "rules", "start", "players", "details")


class Record:
    """A game that is played or studied, with variations and comments.

    `start` is the position string of the root, `players` the names of the two players, `current`
    the current node and `position` the position there.  Callers must not make moves on `position`;
    they may on a copy of it.  `details` are other facts about the game by name (``event``,
    ``date``, ``result``).  `uid` is the id of the game (`game_id`), empty where it has none yet.

    `nodes` are all nodes by their numbers, those that were removed included.
    """

    def __init__(
        self,
        game: Game,
        rules: Any = None,
        start: str | None = None,
        players: tuple[str, str] = ("", ""),
        comment: str = "",
        details: Mapping[str, str] = NO_DETAILS,
    ) -> None:
        """Create a record without moves.

        *rules* and *start* (a position string) default to the game's own; *comment* is the root's,
        *details* are copied.  Raises `BadPosition` if *start* is not a position of the game.
        """
        self.game = game
        self.rules = game.rulebook.default if rules is None else rules
        self.position: Position = (
            game.start(self.rules) if start is None else game.read(start, self.rules)
        )
        self.start = self.position.position_string()
        self.players = players
        self.uid = ""
        self.details: Mapping[str, str] = MappingProxyType(dict(details))
        position = self.position
        self.root = Node(0, None, None, "", -1, 0, position.side, position.hash, position.outcome())
        if comment:
            self.root.notes = Notes(comment)
        self.current = self.root
        self.nodes = [self.root]
        self._is_edited = False
        self._changed: dict[Node, None] = {self.root: None}
        self._removed_ranks: dict[Node, int] = {}
        """The highest rank of a child that was removed, by parent: nobody else may get it."""
        self._paths = Paths(self.root)

    def __eq__(self, other: object) -> bool:
        """Return whether *other* is the same game and tree, whichever node is current."""
        if not isinstance(other, Record):
            return NotImplemented
        return bool(_VALUE(self) == _VALUE(other)) and is_same_tree(self.root, other.root)

    def __hash__(self) -> int:
        return hash((self.game.key, self.rules, self.start))

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
        # As `require_legal`, which says why: this is done for each move of a file.
        if self.current.outcome is not None or not self.position.is_playable(move):
            self.require_legal(move)
        node = self._add(move, len(self.nodes))
        self.nodes.append(node)
        return node

    def _add(self, move: int, number: int) -> Node:
        """Make *move*, which is legal and new here, go to its new node and return that.

        The caller puts the node into `nodes` at *number*.
        """
        parent = self.current
        node = self._grown(parent, self.position, move, number)
        parent.followed = self.current = node  # which has marked the parent as changed
        return node

    def _grown(self, parent: Node, position: Position, move: int, number: int) -> Node:
        """Make *move* on *position*, that of *parent*, and return the new node there."""
        text = position.format_move(move)
        side = position.side
        position.make(move)
        # By position, and without what is the default: this is done for each move of a file.
        node = Node(
            number,
            parent,
            move,
            text,
            side,
            parent.ply + 1,
            position.side,
            position.hash,
            position.outcome(),
        )
        if parent.children or self._removed_ranks:
            node.rank = self._next_rank(parent)
        parent.children.append(node)
        self._changed[parent] = self._changed[node] = None
        return node

    def _next_rank(self, parent: Node) -> int:
        last = parent.children[-1].rank if parent.children else -1
        return max(last, self._removed_ranks.get(parent, -1)) + 1

    def require_legal(self, move: int) -> None:
        """Raise `IllegalMove`, with the reason, if *move* is not legal at the current node."""
        outcome = self.current.outcome
        if outcome is not None:
            raise IllegalMove(
                QT_TRANSLATE_NOOP("Models", "The game is over: {reason}").format(
                    reason=outcome.reason
                )
            )
        if not self.position.is_playable(move):
            raise IllegalMove(self.position.why_illegal(move))

    def undo(self) -> bool:
        """Go to the parent of the current node; return False if this is the root."""
        parent = self.current.parent
        if parent is None:
            return False
        self._follow(parent, self.current)
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
        """Go to node *number*; raise `IndexError` if there is none, or it was removed."""
        self._jump_to(self.node(number))

    def node(self, number: int) -> Node:
        """Return node *number*; raise `IndexError` if there is none, or it was removed."""
        if not 0 <= number < len(self.nodes) or (
            self._is_edited and not self._paths.has(self.nodes[number])
        ):
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
        self._follow(self.current, child)
        self.current = child

    def _follow(self, parent: Node, child: Node | None) -> None:
        if parent.followed is not child:
            parent.followed = child
            self._changed[parent] = None

    # -- editing -------------------------------------------------------------------------------

    def annotate(self, node: Node, notes: Notes) -> None:
        """Replace the notes of *node*."""
        node.notes = notes
        self._changed[node] = None

    def remove(self, node: Node) -> None:
        """Take *node*, and with it all below it, out of the tree; it keeps its number.

        If the current node is among them, the parent of *node* is the current one then.  Raises
        `ValueError` for the root, and for a node that is not in the tree.
        """
        parent = node.parent
        if parent is None or not self._paths.has(node):
            raise ValueError("Only a move that is in the tree can be removed.")
        if self._paths.lead_through(node, self.current):
            self._jump_to(parent)
        node.removed = True
        self._paths.lose(node)
        parent.children.remove(node)
        self._mend_followed(parent)
        self._keep_rank(node)
        self._changed[node] = None

    def _keep_rank(self, node: Node) -> None:
        """Have no other child of the parent of *node*, which is removed, get its rank."""
        assert node.parent is not None
        highest = self._removed_ranks.get(node.parent, -1)
        self._removed_ranks[node.parent] = max(highest, node.rank)
        self._is_edited = True

    def restore(self, node: Node) -> Joining | None:
        """Put *node*, which was removed, back to where it was, with all below it.

        If its move was played again meanwhile, the lines below are put below that node, and its
        comments are joined; then the result says what `separate` needs to take that back.  Raises
        `ValueError` if it is not removed, or one above it is.
        """
        parent = node.parent
        if parent is None or not node.removed or not self._paths.has(parent):
            raise ValueError("Only a move that was removed can be put back.")
        twin = next((child for child in parent.children if child.move == node.move), None)
        if twin is not None:
            return self._join(twin, node)
        node.removed = False
        parent.children.append(node)
        parent.children.sort(key=_RANK)
        self._changed[node] = None
        if parent.followed is None:
            self._follow(parent, node)
        return None

    def _join(self, node: Node, other: Node) -> Joining:
        """Put everything below *other*, which stays removed, below *node*, of the same move."""
        self._paths.forget()
        number = other.number
        moved: list[tuple[int, int, int]] = []
        notes: list[tuple[int, Notes]] = []
        followed: list[tuple[int, int | None]] = []
        pairs = [(node, other)]
        while pairs:
            node, other = pairs.pop()
            for one in (node, other):
                notes.append((one.number, one.notes))
                followed.append((one.number, one.followed.number if one.followed else None))
            self.annotate(node, joined_notes(node.notes, other.notes))
            self.annotate(other, NO_NOTES)
            there = {child.move: child for child in node.children}
            for child in other.children[:]:
                twin = there.get(child.move)
                if twin is not None:
                    pairs.append((twin, child))
                    continue
                moved.append((child.number, other.number, child.rank))
                other.children.remove(child)
                child.parent = node
                child.rank = self._next_rank(node)
                node.children.append(child)
                self._changed[child] = None
            self._follow(other, None)
            self._mend_followed(node)
        return Joining(number, tuple(moved), tuple(notes), tuple(followed))

    def separate(self, joining: Joining) -> None:
        """Take back what `restore` did when it returned *joining*.

        Raises `IndexError` or `ValueError` if the nodes are no longer where it put them.
        """
        places = [
            (self.node(number), self.nodes[parent], rank) for number, parent, rank in joining.moved
        ]
        path = set(self.current.path())
        for node, parent, _ in places:
            if parent.in_tree or node.parent is None:
                raise ValueError("The lines were not joined.")
            if node in path:
                self._jump_to(node.parent)
                path = set(self.current.path())
        self._paths.forget()
        for node, parent, rank in places:
            assert node.parent is not None
            node.parent.children.remove(node)
            node.parent, node.rank = parent, rank
            parent.children.append(node)
            parent.children.sort(key=_RANK)
            self._changed[node] = None
        for number, notes in joining.notes:
            self.annotate(self.nodes[number], notes)
        for number, followed in joining.followed:
            self._follow(self.nodes[number], None if followed is None else self.nodes[followed])
        self._is_edited = True

    def sprout(self, parent: Node, position: Position, row: NewNode) -> Node:
        """Add the node that *row* describes below *parent*, in the tree or not, and return it.

        Its move is made on *position*, that of *parent*; the current node stays what it is.
        Raises `IllegalMove`, and changes nothing, if the move cannot be made.
        """
        node = self._grown(parent, position, position.read_move(row.text), len(self.nodes))
        self.nodes.append(node)
        node.notes = row.notes
        if row.rank is not None:
            node.rank = row.rank
            parent.children.sort(key=_RANK)
        if row.removed:
            node.removed = True
            parent.children.remove(node)
            self._keep_rank(node)
        self._mend_followed(parent)
        return node

    def arrange(
        self, stands: Iterable[tuple[Node, Node, int, bool]], age: Callable[[Node], int]
    ) -> list[Joining]:
        """Put nodes elsewhere in the tree, or take them out of it.

        *stands* are nodes, each with the parent, the rank and whether it is removed from now on;
        the moves from the root to a node stay what they are.  Where two children of one node have
        the same move then, that of the least *age* stays, and the lines of the other are put below
        it; what was done for that is returned, as by `restore`.  The current node becomes the one
        with the same moves, or the last one on the way there that is in the tree.
        """
        self._paths.forget()
        path = self.current.path()
        parents: dict[Node, None] = {}
        for node, parent, rank, removed in stands:
            assert node.parent is not None
            parents[node.parent] = parents[parent] = None
            if not node.removed:
                node.parent.children.remove(node)
            node.parent, node.rank, node.removed = parent, rank, removed
            if removed:
                self._keep_rank(node)
            else:
                parent.children.append(node)
            self._changed[node] = None
        joinings: list[Joining] = []
        for parent in parents:
            parent.children.sort(key=_RANK)
            first: dict[int | None, Node] = {}
            for child in sorted(parent.children, key=age):
                node = first.setdefault(child.move, child)
                if node is not child:
                    child.removed = True
                    parent.children.remove(child)
                    self._keep_rank(child)
                    self._changed[child] = None
                    joinings.append(self._join(node, child))
            self._mend_followed(parent)
        self._is_edited = True
        self._go_along(path)
        return joinings

    def _mend_followed(self, parent: Node) -> None:
        """Have redo go from *parent* to one of its children."""
        if parent.followed is None or parent.followed not in parent.children:
            self._follow(parent, parent.children[0] if parent.children else None)

    def _go_along(self, path: Sequence[Node]) -> None:
        """Go to the node to which the moves of *path*, the way to the current one, lead now."""
        node = self.root
        for before in path[1:]:
            if before.parent is not node or before.removed:
                twins = [child for child in node.children if child.move == before.move]
                if not twins:
                    break
                before = twins[0]
            node = before
        for _ in range(len(path) - 1 - node.ply):
            self.position.unmake()
        self.current = node

    def follow(self, node: Node) -> None:
        """Have redo go to *node* from its parent; raise `ValueError` if it is not in the tree."""
        if node.parent is None or node.removed:
            raise ValueError("Redo goes to a move that is in the tree.")
        self._follow(node.parent, node)

    def insert_line(self, parent: Node, texts: Sequence[str]) -> list[Node]:
        """Add the moves *texts*, one ply each, below *parent*, and return the nodes that are new.

        The current node stays what it is, and redo goes where it went.  Moves that are there
        already are not added again.  Raises `IllegalMove`, and changes nothing, if a move cannot be
        made, and `ValueError` if *parent* is not in the tree.
        """
        if not parent.in_tree:
            raise ValueError("Moves are added to what is in the tree.")
        position = self.position_at(parent)
        moves = []
        for text in texts:
            moves.append(position.read_move(text))
            position.make(moves[-1])
        for _ in moves:
            position.unmake()
        came = []
        for move in moves:
            node = next((child for child in parent.children if child.move == move), None)
            if node is None:
                node = self._grown(parent, position, move, len(self.nodes))
                self.nodes.append(node)
                came.append(node)
                if parent.followed is None:
                    self._follow(parent, node)
            else:
                position.make(move)
            parent = node
        return came

    def position_at(self, node: Node) -> Position:
        """Return a copy of the position at *node*."""
        position = self.position.copy()
        here, ahead = self.current, []
        while node is not here:
            if node.ply >= here.ply:
                assert node.parent is not None
                ahead.append(node)
                node = node.parent
            else:
                assert here.parent is not None
                here = here.parent
                position.unmake()
        for child in reversed(ahead):
            assert child.move is not None
            position.make(child.move)
        return position

    def place_child(self, node: Node, index: int) -> None:
        """Make *node* the child with *index* of its parent; the others keep their order.

        Raises `ValueError` for the root and for a node that is removed, `IndexError` if its parent
        has not so many children.
        """
        parent = node.parent
        if parent is None or node.removed:
            raise ValueError("Only a move that is in the tree has a place among others.")
        siblings = parent.children
        if not 0 <= index < len(siblings):
            raise IndexError(f"There is no place {index} among {len(siblings)} moves.")
        ranks = [child.rank for child in siblings]
        siblings.remove(node)
        siblings.insert(index, node)
        for child, rank in zip(siblings, ranks, strict=True):
            if child.rank != rank:
                child.rank = rank
                self._changed[child] = None
        self._is_edited = True

    def set_rank(self, node: Node, rank: int) -> None:
        """Give *node*, which is in the tree and not the root, its place among others by *rank*."""
        assert node.parent is not None
        node.rank = rank
        node.parent.children.sort(key=_RANK)
        self._changed[node] = None
        self._is_edited = True

    @property
    def is_edited(self) -> bool:
        """Whether nodes may have been removed, or the order of children changed."""
        return self._is_edited

    def pop_changes(self) -> tuple[Node, ...]:
        """Return the nodes that have changed or come since the last call, in that order."""
        changed = tuple(self._changed)
        self._changed.clear()
        return changed

    # -- lines and positions -------------------------------------------------------------------

    def line(self) -> list[Node]:
        """Return the line shown, without the root: the path to the current node, then redo's."""
        nodes = self.current.path()
        node = self.current
        while node.followed is not None:
            node = node.followed
            nodes.append(node)
        return nodes[1:]

    def main_line(self) -> list[Node]:
        """Return the line that counts, that of first children, without the root."""
        return self.root.main_line()

    @property
    def main_end(self) -> Node:
        """The last node of the main line; the root where there is none."""
        return (self.root.main_line() or [self.root])[-1]

    def position_before(self) -> Position | None:
        """Return a copy of the position before the current node's move; None at the root."""
        parent = self.current.parent
        return None if parent is None else self.position_at(parent)

    @property
    def result(self) -> str:
        """The result of the main line: ``1-0``, ``0-1``, ``1/2-1/2``, or ``*``.

        Where the game is not over there, it is that of `details`: of a game that was resigned.
        """
        outcome = self.main_end.outcome
        return outcome.points if outcome is not None else self.details.get("result", "*")

    def replayed(self) -> Position:
        """Return the current position, rebuilt from `start` by reading each move's notation."""
        position = self.game.read(self.start, self.rules)
        for node in self.current.path()[1:]:
            position.make(position.read_move(node.text))
        return position

    # -- growing -------------------------------------------------------------------------------

    def grow(
        self,
        entries: Sequence[NewNode],
        followed: Iterable[int] = (),
        current: int = 0,
        stopped: Callable[[], bool] = never,
    ) -> None:
        """Add the nodes described by *entries* to a record that has only its root.

        The entry with index i becomes node i + 1.  *followed* are the nodes that redo goes to where
        it is not the last child, *current* is the number of the current one.  Every move is
        checked; the tree is walked so that each is made once.  (In the order of their numbers, two
        long lines that grew in turn would be replayed from the root for each node.)

        Raises `IllegalMove`, `ValueError` if two entries are one node or a number is wrong,
        `IndexError` if there is no such node or a parent does not come before its child, and
        `ReadingStopped` soon after *stopped* returns True.
        """
        children: list[list[int]] = [[]]
        for number, entry in enumerate(entries, 1):
            children[require_number(entry.parent)].append(number)
            children.append([])
        nodes = [self.root] * len(children)
        ahead = children[0][::-1]
        while ahead:
            if stopped():
                raise ReadingStopped
            number = ahead.pop()
            entry = entries[number - 1]
            parent = nodes[entry.parent]
            self._jump_to(parent)
            move = self.position.read_move(entry.text)
            if not entry.removed and any(child.move == move for child in parent.children):
                raise ValueError("A move that was played twice from one place is one node.")
            node = nodes[number] = self._add(move, number)
            node.notes = entry.notes
            if entry.removed:
                node.removed = True
                parent.children.remove(node)
            ahead += children[number][::-1]
        self._jump_to(self.root)
        self._paths.forget()
        self._arrange(nodes, entries)
        self.nodes = nodes
        for node in nodes:
            node.followed = node.children[-1] if node.children else None
        for number in followed:
            child = self.node(require_number(number))
            if child.parent is not None:
                child.parent.followed = child
        after = {node: node.followed for node in self.node(require_number(current)).path()}
        self.jump(current)
        for node, following in after.items():
            node.followed = following

    def _arrange(self, nodes: list[Node], entries: Sequence[NewNode]) -> None:
        """Order the children of *nodes* by the ranks of their *entries*, where these have any."""
        for node, entry in zip(nodes[1:], entries, strict=True):
            if entry.rank is not None:
                node.rank = entry.rank
            if entry.removed:
                self._keep_rank(node)
        for node in nodes:
            ranks = [child.rank for child in node.children]
            if ranks != sorted(ranks):
                node.children.sort(key=_RANK)
                self._is_edited = True
