"""Edits of a document's record by the user: comments, marks, drawings, lines; undo and redo."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.setting import SavedValue, Setting
from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.controller import Controller, Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.offer import Offer
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.core.undo import variation_start
from kalahloa.models.record.annotation import MAX_COMMENT_TEXT, MAX_DRAWINGS, Drawing, Mark, Notes
from kalahloa.models.record.record import Node
from kalahloa.models.study.edits import (
    Edit,
    EditKind,
    InsertLine,
    PlaceChild,
    Remove,
    SetDetails,
    SetNotes,
    Several,
    edit_from_json,
    to_main_line,
)
from kalahloa.models.study.game_details import GameDetails
from kalahloa.models.study.lines import read_line
from kalahloa.models.text.errors import BadCommand, IllegalMove

TYPING_PAUSE_MS = 1500
"""What is typed into one comment without a pause of this length is one edit."""
MAX_UNDONE = 1000
"""How many edits can be taken back."""


@dataclass(frozen=True)
class _Done:
    """What takes an edit back, or does it again, and the number of the node where it was done."""

    edit: Several
    number: int | None = None


class StudyController(Controller):
    """Edits the record of a document, and takes edits back; the game's own undo is another one."""

    SAVED = (
        SavedValue(
            Setting(True), "comments_listed", "list_comments", "preferences/comments_listed"
        ),
    )

    edited = Signal(object)
    """An edit was done; the edit that takes it back, as JSON-compatible values."""
    continued = Signal()
    """The last edit was added to: what takes it back is the same."""
    undone = Signal(object)
    """The last edit that was not undone yet was taken back; what did so, as JSON values."""
    redone = Signal(object)
    """The edit undone last was done again; what takes it back, as JSON values."""
    offered = Signal(str, object)
    """A sentence on what was deleted or ended, and an `Offer` to take back just that."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.comments_listed = True
        """Whether the list of moves has the comments in it; `list_comments` changes it."""
        self._undo: list[_Done] = []
        self._redo: list[_Done] = []
        self._record = document.record
        self._of_others: WeakKeyDictionary[Node, tuple[list[_Done], list[_Done]]] = (
            WeakKeyDictionary()
        )
        """What can be taken back and done again in records that may be opened again, by root."""
        self._typing: Node | None = None
        self._pause = single_shot(self, self.end_typing, TYPING_PAUSE_MS)
        document.add_follower(self)

    # -- following the document ----------------------------------------------------------------

    def place_fields(self) -> Fields:
        """Return the names of the edits that can be taken back, and what is listed."""
        return {
            "comments_listed": self.comments_listed,
            "undo_edit": self._undo[-1].edit.title if self._undo else "",
            "redo_edit": self._redo[-1].edit.title if self._redo else "",
        }

    def follow(self, causes: frozenset[Cause]) -> None:
        """Change to the edits of another record; end a comment that was left."""
        if Cause.NEW in causes:
            self._of_others[self._record.root] = (self._undo, self._redo)
            self._record = self._document.record
            self._undo, self._redo = self._of_others.pop(self._record.root, ([], []))
        if causes & {Cause.NEW, Cause.MOVE, Cause.WALK}:
            self.end_typing()

    def list_comments(self, listed: bool) -> None:
        """Set whether the list of moves has the comments in it."""
        if listed != self.comments_listed:
            self.comments_listed = listed
            self._document.report(Cause.VIEW)

    def end_typing(self) -> None:
        """End the current edit of a comment; typing more begins another one."""
        self._pause.stop()
        self._typing = None

    def restore_edits(self, values: Iterable[Any]) -> None:
        """Restore the undo stack from the edits of an earlier session.

        *values* are what `edited` carried, the oldest first, without what was undone since.  Those
        before a damaged one are left out.
        """
        self._undo.clear()
        self._redo.clear()
        for data in values:
            try:
                edit = edit_from_json(data)
            except (ValueError, TypeError, KeyError, AttributeError):
                self._undo.clear()
                continue
            self._undo.append(_Done(edit if isinstance(edit, Several) else Several((edit,))))
        del self._undo[:-MAX_UNDONE]
        self._document.report(Cause.EDIT)

    # -- doing and undoing ---------------------------------------------------------------------

    def do(self, edits: Iterable[Edit], kind: EditKind) -> int:
        """Make *edits* as one, and return how many nodes went.

        Raises `BadCommand`, having changed nothing, where they no longer fit.
        """
        number = self._document.node.number
        with self._document.one_change():
            inverse, went = self._applied(Several(tuple(edits), kind))
            self._undo.append(_Done(inverse, number))
            del self._undo[:-MAX_UNDONE]
            self._redo.clear()
        self.edited.emit(inverse.to_json())
        return went

    def _applied(self, edit: Several) -> tuple[Several, int]:
        """Make *edit*, and return what takes it back, and how many nodes went."""
        self.end_typing()
        try:
            applied = self._document.edit(edit)
        except (ValueError, IndexError, IllegalMove) as error:
            self._document.report(Cause.EDIT)  # it is no longer there to be taken back
            raise BadCommand(
                translate("StudyController", "The game has changed; this is no longer possible.")
            ) from error
        assert isinstance(applied.inverse, Several)
        return applied.inverse, len(applied.went)

    def _take_back(self) -> str:
        return fill(translate("StudyController", "Undone: {edit}."), edit=self.undo_edit())

    def undo_edit(self) -> str:
        """Take the last edit back, go to where it was done, and return its name.

        Raises `BadCommand` if there is none, or it can no longer be taken back.
        """
        if not self._undo:
            raise BadCommand(translate("StudyController", "There is no edit to undo."))
        with self._document.one_change():
            done = self._undo.pop()
            try:
                inverse, _ = self._applied(done.edit)
            except BadCommand:
                self.undone.emit(done.edit.to_json())  # it is not to be tried again
                raise
            self._go_to(done.number)
            self._redo.append(replace(done, edit=inverse))
        self.undone.emit(done.edit.to_json())
        return in_words(done.edit.title)

    def redo_edit(self) -> str:
        """Do the edit again that was taken back last, and return its name.

        Raises `BadCommand` if there is none, or it can no longer be done.
        """
        if not self._redo:
            raise BadCommand(translate("StudyController", "There is no edit to redo."))
        with self._document.one_change():
            done = self._redo.pop()
            self._go_to(done.number)
            inverse, _ = self._applied(done.edit)
            self._undo.append(replace(done, edit=inverse))
        self.redone.emit(inverse.to_json())
        return in_words(done.edit.title)

    def _go_to(self, number: int | None) -> None:
        try:
            if number is not None:
                self._document.jump(number)
        except IndexError:
            pass  # the node is not in the tree now

    # -- notes ---------------------------------------------------------------------------------

    def comment(self, node: Node, text: str) -> None:
        """Make *text* the comment of *node*; what is typed without a pause is one edit.

        Raises `BadCommand` if it is too long.
        """
        if len(text) > MAX_COMMENT_TEXT:
            sentence = translate("StudyController", "A comment has at most {most} characters.")
            raise BadCommand(fill(sentence, most=f"{MAX_COMMENT_TEXT:,}"))
        if text == node.comment:
            return
        if node is self._typing:
            # What takes back the first letter takes back all.
            self._document.edit(self._noting(node, replace(node.notes, comment=text)))
            self.continued.emit()
        else:
            self._set_notes(node, replace(node.notes, comment=text), EditKind.COMMENT)
        self._typing = node
        self._pause.start()

    def toggle_mark(self, node: Node, mark: Mark) -> None:
        """Give the move of *node* the *mark*, instead of another judgement, or take it away."""
        marks = [one for one in node.notes.marks if one is not mark]
        if mark not in node.notes.marks:
            if mark.is_judgement:
                marks = [mark, *(one for one in marks if not one.is_judgement)]
            else:
                marks.append(mark)
        self._set_notes(node, replace(node.notes, marks=tuple(marks)), EditKind.MARK)

    def toggle_drawing(self, node: Node, drawing: Drawing) -> None:
        """Draw *drawing* at *node*, in place of one that differs in ink only; or rub it out.

        Raises `BadCommand` if there are too many.
        """
        drawings = node.notes.drawings
        rest = tuple(one for one in drawings if replace(one, ink=drawing.ink) != drawing)
        if drawing not in drawings:
            if len(rest) >= MAX_DRAWINGS:
                raise BadCommand(translate("StudyController", "This board has too many drawings."))
            rest = (*rest, drawing)
        self._set_notes(node, replace(node.notes, drawings=rest), EditKind.DRAW)

    def clear_drawings(self, node: Node) -> None:
        """Rub out all drawings at *node*."""
        self._set_notes(node, replace(node.notes, drawings=()), EditKind.DRAW)

    def _set_notes(self, node: Node, notes: Notes, kind: EditKind) -> None:
        self.do([self._noting(node, notes)], kind)

    def _noting(self, node: Node, notes: Notes) -> SetNotes:
        return SetNotes(node.number, node.notes, notes)

    # -- the game as a whole -------------------------------------------------------------------

    def set_details(self, details: GameDetails) -> bool:
        """Set the *details* of the game; return whether anything has changed."""
        before = GameDetails.of(self._document.record)
        if details != before:
            self.do([SetDetails(before, details)], EditKind.DETAILS)
        return details != before

    def end_game(self, told: Mapping[str, str], kind: EditKind, sentence: str) -> None:
        """End the game as the details *told* say, and offer to take that back after *sentence*."""
        before = GameDetails.of(self._document.record)
        after = before
        for name, value in told.items():
            after = after.with_other(name, value)
        self.do([SetDetails(before, after)], kind)
        self._offer(sentence)

    # -- lines ---------------------------------------------------------------------------------

    def promote(self, node: Node) -> None:
        """Make the innermost variation with *node* the first line where it branches off.

        Raises `BadCommand` in the main line.
        """
        self.do([PlaceChild(self._variation_start(node).number, 0)], EditKind.PROMOTE)

    def make_main_line(self, node: Node) -> None:
        """Make the line with *node* the main line; raise `BadCommand` if it is."""
        self._variation_start(node)
        self.do(to_main_line(node), EditKind.MAIN_LINE)

    def delete_from(self, node: Node) -> None:
        """Delete *node*, a move, and all that follows."""
        self._delete([node], EditKind.DELETE_FROM_HERE)

    def delete_line(self, node: Node) -> None:
        """Delete the innermost variation with *node*; raise `BadCommand` in the main line."""
        self._delete([self._variation_start(node)], EditKind.DELETE_LINE)

    def delete_variations(self) -> bool:
        """Delete everything but the main line; return whether there was something."""
        record = self._document.record
        others = [
            child for node in (record.root, *record.main_line()) for child in node.children[1:]
        ]
        if others:
            self._delete(others, EditKind.DELETE_VARIATIONS)
        return bool(others)

    def _delete(self, nodes: list[Node], kind: EditKind) -> None:
        count = self.do([Remove(node.number) for node in nodes], kind)
        self._offer(translate("StudyController", "%n move(s) deleted.", "", count))

    def _offer(self, sentence: str) -> None:
        """Say *sentence*, and offer to take back the edit done last, as long as it is the last."""
        done = self._undo[-1]
        offer = Offer(self._take_back, lambda: bool(self._undo) and self._undo[-1] is done)
        self.offered.emit(sentence, offer)

    def insert(self, node: Node, text: str | Sequence[str]) -> int:
        """Add the moves in *text*, or each one, below *node* as a line; return how many are new.

        Raises `IllegalMove` with the reason if they cannot be made.
        """
        texts = read_line(self._document.record.position_at(node), text)
        count = len(texts)
        for written in texts:
            child = next((one for one in node.children if one.text == written), None)
            if child is None:
                break
            node = child
            count -= 1
        if count:
            self.do([InsertLine(node.number, texts[len(texts) - count :])], EditKind.PASTE)
        return count

    def _variation_start(self, node: Node) -> Node:
        start = variation_start(node)
        if start is None:
            raise BadCommand(translate("StudyController", "This is the main line."))
        return start
