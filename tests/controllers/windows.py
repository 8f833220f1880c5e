"""Windows on one game of a library, for tests: what a keeper does, a step at a time."""

from random import Random
from typing import Any

from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.core.study_controller import StudyController
from kalahloa.controllers.saving.open_game import OpenGame
from kalahloa.controllers.saving.opening import open_stored
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.library import Library
from kalahloa.models.record.annotation import Mark, Notes
from kalahloa.models.record.record import Node, Record
from kalahloa.models.text.errors import BadCommand

MAX_ROUNDS = 20


class Window:
    """A document whose game is kept in *library*, as `Keeper` does it, but only when asked.

    A change waits until it is handed over, is then written, and what others have written is taken
    in later.  At each change the nodes that came and went are checked against the record.
    """

    def __init__(self, library: Library, game: str) -> None:
        self.library = library
        self.document = Document(find_game(game))
        self.study = StudyController(self.document)
        self.changes: list[Change] = []
        self._live: set[int] = set()
        self._at: Node | None = None
        self.document.changed.connect(self._on_changed)
        self.study.edited.connect(self._on_edited)
        self.study.redone.connect(self._on_edited)
        self.study.undone.connect(self._on_undone)
        self.open(OpenGame(self.document.record, self.document.players))

    @property
    def record(self) -> Record:
        """The document's record."""
        return self.document.record

    def open(self, game: OpenGame) -> None:
        """Go on with *game*."""
        self.game = game
        self._is_changed = self._is_to_be_written = False
        self._results: list[bool] = []
        self.document.open_record(game.record, game.players, is_own=True)
        self.study.restore_edits(game.edits)

    def open_stored(self, number: int) -> None:
        """Go on with the game *number* of the library."""
        self.open(open_stored(self.library, number))

    def play(self, moves: str) -> None:
        """Play *moves*, in notation."""
        for text in moves.split():
            self.document.play(self.document.position.read_move(text))

    def node(self, path: str) -> Node:
        """Return the node in the tree that the moves of *path* lead to."""
        node = self.record.root
        for text in path.split():
            (node,) = [child for child in node.children if child.text == text]
        return node

    # -- what happens --------------------------------------------------------------------------

    def _on_edited(self, plain: Any) -> None:
        self.game.queue_edit(plain)
        self._is_changed = True

    def _on_undone(self, _plain: Any) -> None:
        self.game.queue_undone_edit()
        self._is_changed = True

    def _on_changed(self, change: Change) -> None:
        self.changes.append(change)
        record, place = self.record, change.place
        live = [node.number for node in record.root.subtree()]
        if not change.is_new:
            came = [node.number for node in change.came]
            assert len(set(came)) == len(came)
            assert self._live.isdisjoint(came), "What came was there."
            assert self._live.issuperset(change.went), "What went was not there."
            assert set(live) == self._live.union(came).difference(change.went)
            ahead = [node for node in change.came if node.parent in change.came]
            assert all(came.index(one.parent.number) < came.index(one.number) for one in ahead)
            assert all(node.in_tree for node in change.edited)
            assert self._at is record.current or change.moved, "It went elsewhere, untold."
        self._live, self._at = set(live), record.current
        assert place.node is record.current
        assert place.position.position_string() == record.replayed().position_string()
        self._is_changed |= bool(change.causes - {Cause.ACTIVITY, Cause.FINDINGS, Cause.VIEW})

    # -- what a keeper does --------------------------------------------------------------------

    def hand_over(self) -> None:
        """Have what has changed written soon."""
        if self._is_changed and self.game.has_content:
            self.game.queue_changes()
            self._is_to_be_written = True
        self._is_changed = False

    def write(self) -> None:
        """Write what was handed over."""
        if self._is_to_be_written:
            self._is_to_be_written = False
            self._results.append(self.game.write(self.library))

    def look(self) -> None:
        """Look for what others have written."""
        if self.game.id is not None:
            self._results.append(self.game.find_changes(self.library))

    def take(self) -> None:
        """Take in what was found first, if anything."""
        if self._results and self._results.pop(0):
            self.game.queue_changes()
            self.document.merge(self.game.merge)
            self._is_to_be_written = True

    def save(self) -> None:
        """Write and take in until there is nothing left."""
        for _ in range(MAX_ROUNDS):
            self.hand_over()
            self.write()
            while self._results:
                self.take()
            if not (self._is_changed or self._is_to_be_written):
                return
        raise AssertionError("It does not come to an end.")

    def look_and_save(self) -> None:
        """Take in what others have written, and write what is not written."""
        self.look()
        self.save()


def change_at_random(window: Window, chance: Random) -> None:
    """Do one thing in *window* that its user could do."""
    document, study = window.document, window.study
    node = chance.choice(list(window.record.root.subtree()))
    try:
        match chance.choice(_DEEDS):
            case "play":
                moves = [] if document.node.outcome else document.position.legal_moves()
                if moves:
                    chance.choice((document.play, document.play_on))(chance.choice(moves[:3]))
            case "jump":
                document.go_to(node)
            case "back":
                document.go_to(document.node.parent or document.node)
            case "comment":
                study.end_typing()
                study.comment(node, chance.choice(("", "A plan", f"No {chance.randrange(99)}")))
            case "mark":
                study.toggle_mark(node, chance.choice(list(Mark)))
            case "promote":
                study.promote(node)
            case "main line":
                study.make_main_line(node)
            case "delete":
                if node.parent is not None:
                    study.delete_from(node)
            case "delete line":
                study.delete_line(node)
            case "delete variations":
                if chance.random() < 0.3:
                    study.delete_variations()
            case "insert":
                if node.outcome is None:
                    study.insert(node, _line_at_random(window.record, node, chance))
            case "undo edit":
                study.undo_edit()
            case "redo edit":
                study.redo_edit()
    except BadCommand:
        pass  # there was nothing to be done


_DEEDS = (
    *["play"] * 6,
    *["jump"] * 2,
    *["back"] * 2,
    "comment",
    "mark",
    "promote",
    "main line",
    *["delete"] * 2,
    "delete line",
    "delete variations",
    "insert",
    *["undo edit"] * 3,
    *["redo edit"] * 2,
)


def _line_at_random(record: Record, node: Node, chance: Random) -> str:
    position, texts = record.position_at(node), []
    for _ in range(chance.randrange(1, 5)):
        if position.outcome() is not None:
            break
        move = chance.choice(position.legal_moves()[:3])
        texts.append(position.format_move(move))
        position.make(move)
    return " ".join(texts)


def tree_of(record: Record) -> set[tuple[tuple[str, ...], Notes]]:
    """Return the paths to the nodes in the tree, and their notes."""
    return {(tuple(one.text for one in node.path()), node.notes) for node in record.root.subtree()}
