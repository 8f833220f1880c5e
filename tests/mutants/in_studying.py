"""Bugs in edits of a record, in taking them back, and in what is drawn on boards."""

from tests.mutants.mutant import Mutant

_EDITS = "kalahloa/models/study/edits.py"
_RECORD = "kalahloa/models/record/record.py"
_STUDY = "kalahloa/controllers/core/study_controller.py"
_AUTOPLAY = "kalahloa/controllers/core/autoplay.py"
_TREE = "kalahloa/views/items/move_tree.py"
_ANNOTATIONS = "kalahloa/views/boards/annotations.py"
_BOARD = "kalahloa/views/boards/board_view.py"

_EDIT_TESTS = ("tests/models/study/test_edits.py",)
_STUDY_TESTS = ("tests/controllers/core/test_study_controller.py",)
_AUTOPLAY_TESTS = ("tests/controllers/core/test_autoplay.py",)
_TREE_TESTS = ("tests/views/items/test_move_tree.py",)
_DRAWING_TESTS = ("tests/views/boards/test_annotations.py",)

STUDY_MUTANTS = (
    Mutant(
        "redo-forgets-what-was-deleted",
        "After a deletion was taken back, redo goes to another line than before.",
        _EDITS,
        "return Applied(Restore(self.number, followed), went=went)",
        "return Applied(Restore(self.number), went=went)",
        _EDIT_TESTS,
    ),
    Mutant(
        "notes-of-others-overwritten",
        "Taking a comment back also takes back what another window has written since.",
        _EDITS,
        "record.annotate(node, replace(now, **parts))",
        "record.annotate(node, self.after)",
        _EDIT_TESTS,
    ),
    Mutant(
        "half-of-several",
        "Where one of several edits cannot be made, those before it stay.",
        _EDITS,
        "            for inverse in reversed(inverses):\n                inverse.apply(record)\n",
        "",
        _EDIT_TESTS,
    ),
    Mutant(
        "rank-given-twice",
        "A new move gets the rank of one that was deleted.",
        _RECORD,
        "return max(last, self._removed_ranks.get(parent, -1)) + 1",
        "return last + 1",
        _EDIT_TESTS,
    ),
    Mutant(
        "comments-run-together",
        "What is typed into another node's comment is part of the edit before.",
        _STUDY,
        "        if node is self._typing:\n",
        "        if self._typing is not None:\n",
        _STUDY_TESTS,
    ),
    Mutant(
        "redo-after-a-new-edit",
        "What was undone can be done again after another edit.",
        _STUDY,
        "            del self._undo[:-MAX_UNDONE]\n            self._redo.clear()\n",
        "            del self._undo[:-MAX_UNDONE]\n",
        _STUDY_TESTS,
    ),
    Mutant(
        "two-judgements",
        "A second judgement does not replace the first.",
        _STUDY,
        "                marks = [mark, *(one for one in marks if not one.is_judgement)]\n",
        "                marks = [mark, *marks]\n",
        _STUDY_TESTS,
    ),
    Mutant(
        "autoplay-goes-on",
        "A walk of the user's does not stop autoplay.",
        _AUTOPLAY,
        "Cause.WALK in causes and not self._is_stepping",
        "Cause.WALK in causes and False",
        _AUTOPLAY_TESTS,
    ),
    Mutant(
        "first-of-siblings-comes-late",
        "A hidden list loses what was taken back when another move became the main line.",
        _TREE,
        "            self._add(before)  # which may have come later than this one\n",
        "            pass\n",
        _TREE_TESTS,
    ),
    Mutant(
        "rows-of-deleted-moves",
        "The list of moves keeps what followed a deleted move in its row.",
        _TREE,
        "        kept = [node for node in last.nodes() if node.ply <= end.ply]\n",
        "        kept = last.nodes()\n",
        _TREE_TESTS,
    ),
    Mutant(
        "restored-line-at-the-end",
        "A variation that is put back stands after those that were below it.",
        _TREE,
        "other.start.ply <= start.ply and other.start not in later",
        "other.start.ply <= start.ply",
        _TREE_TESTS,
    ),
    Mutant(
        "inks-exchanged",
        "Shift draws in red, and Ctrl in green.",
        _ANNOTATIONS,
        "    Qt.KeyboardModifier.ShiftModifier: Ink.GREEN,\n"
        "    Qt.KeyboardModifier.ControlModifier: Ink.RED,\n",
        "    Qt.KeyboardModifier.ShiftModifier: Ink.RED,\n"
        "    Qt.KeyboardModifier.ControlModifier: Ink.GREEN,\n",
        _DRAWING_TESTS,
    ),
    Mutant(
        "menu-over-what-is-drawn",
        "The right button opens the menu where it draws.",
        _BOARD,
        "        if by_mouse and self._can_draw_at(self.mapToScene(event.pos())):\n",
        "        if by_mouse and self._pressed:\n",
        _DRAWING_TESTS,
    ),
    Mutant(
        "badge-before-the-piece",
        "The mark of a move is shown before its piece has arrived.",
        _BOARD,
        "        move = None if self.animating else self.state.last_move\n",
        "        move = self.state.last_move\n",
        _DRAWING_TESTS,
    ),
)
