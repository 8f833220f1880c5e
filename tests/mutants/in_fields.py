"""Bugs in what is typed into fields, and in whose keys are whose."""

from tests.mutants.mutant import Mutant

_KEYS = "kalahloa/views/window/field_keys.py"
_COMPLETION = "kalahloa/views/code/completion.py"
_EDITOR = "kalahloa/views/code/code_editor.py"
_NUMBER = "kalahloa/views/look/number_field.py"
_DIALOG = "kalahloa/views/dialogs/dialog.py"
_NUMBER_TESTS = ("tests/views/look/test_number_field.py",)
_COMMENT = "kalahloa/views/panels/comment.py"
_STUDY = "kalahloa/controllers/core/study_controller.py"
_KEEPER = "kalahloa/controllers/saving/keeper.py"
_COMMENT_TESTS = ("tests/views/panels/test_comment.py",)
_LINES = "kalahloa/views/items/line_view.py"
_COMMAND = "kalahloa/controllers/commands/command.py"
_LINE_TESTS = ("tests/views/panels/test_analysis.py",)
_EXERCISE_TESTS = ("tests/controllers/core/test_exercises.py",)
_PANEL = "kalahloa/views/panels/panel.py"
_OPENING_TESTS = ("tests/controllers/saving/test_opening.py",)
_FOCUS_TESTS = ("tests/views/window/test_focus.py",)
_KEY_TESTS = ("tests/views/window/test_field_keys.py",)
_EDITOR_TESTS = ("tests/views/code/test_code_editor.py",)

FIELD_MUTANTS = (
    Mutant(
        "space-on-a-button",
        "Space continues play even where a button has the focus.",
        _KEYS,
        "        return key == _Key.Key_Space and not event.modifiers()\n    if",
        "        return key == _Key.Key_Space and bool(event.modifiers())\n    if",
        _KEY_TESTS,
    ),
    Mutant(
        "keys-of-a-field-that-was-left",
        "A field keeps the keys of the window after the focus has left it.",
        _KEYS,
        "            old.removeEventFilter(self)\n",
        "            pass\n",
        _KEY_TESTS,
    ),
    Mutant(
        "keys-of-what-is-read",
        "A text that can only be read keeps the keys that edit.",
        _KEYS,
        "    return not is_read_only and (",
        "    return (",
        _KEY_TESTS,
    ),
    Mutant(
        "enter-takes-what-nobody-chose",
        "Enter in the code takes the first name of a list that has opened by itself.",
        _COMPLETION,
        "self._first() if self._is_asked_for else QModelIndex()",
        "self._first()",
        _EDITOR_TESTS,
    ),
    Mutant(
        "names-in-numbers",
        "Names are offered after the dot of a number.",
        _COMPLETION,
        "(?<!\\w)(?P<word>",
        "(?P<word>",
        _EDITOR_TESTS,
    ),
    Mutant(
        "number-of-before-forgotten",
        "A number that is refused becomes the last one that was read while it was typed.",
        _NUMBER,
        "field.textFromValue(self._before)",
        "field.textFromValue(field.value())",
        _NUMBER_TESTS,
    ),
    Mutant(
        "dialog-closes-over-a-refusal",
        "A dialog closes though a field has refused what was typed.",
        _DIALOG,
        "        if field is None:\n            super().accept()",
        "        if field is not None:\n            super().accept()",
        _NUMBER_TESTS,
    ),
    Mutant(
        "comment-torn-apart",
        "A comment goes on at the move that the computer has made meanwhile.",
        _COMMENT,
        "        node = self._typing or place.node\n",
        "        node = place.node\n",
        _COMMENT_TESTS,
    ),
    Mutant(
        "comment-stays-after-a-walk",
        "The field of the comment stays at its move though the user walks to another.",
        _COMMENT,
        "or place.autoplaying or not has_walked",
        "or place.autoplaying or has_walked",
        _COMMENT_TESTS,
    ),
    Mutant(
        "offer-of-an-older-edit",
        "A notice offers to take back whatever was done last.",
        _STUDY,
        "bool(self._undo) and self._undo[-1] is done",
        "bool(self._undo)",
        _COMMENT_TESTS,
    ),
    Mutant(
        "letters-wait-for-a-timer",
        "What is typed into a comment after its first letter is written when a timer ends.",
        _KEEPER,
        "        study.continued.connect(self._keep_edit)\n",
        "",
        ("tests/controllers/saving/test_keeper.py",),
    ),
    Mutant(
        "row-instead-of-line",
        "What keys have chosen in the analysis is a row, whichever line comes to stand in it.",
        _LINES,
        "            changed.connect(self._follow)\n",
        "",
        _LINE_TESTS,
    ),
    Mutant(
        "line-of-another-position",
        "What keys have chosen in the analysis of one position is chosen at the next one as well.",
        _LINES,
        "        if node is not self._subject():\n            moves = ()\n",
        "",
        _LINE_TESTS,
    ),
    Mutant(
        "secret-told-by-words",
        "A command that gives an exercise away is possible while one runs.",
        _COMMAND,
        "lambda at: not at.secret and possible(at)",
        "lambda at: possible(at)",
        _EXERCISE_TESTS,
    ),
    Mutant(
        "secret-for-ever",
        "The reason of a command that would give an exercise away is told without one as well.",
        _COMMAND,
        "    if place.secret:\n        return translated(HIDDEN)",
        "    if place.secret or otherwise:\n        return translated(HIDDEN)",
        _EXERCISE_TESTS,
    ),
    Mutant(
        "opened-over-what-was-begun",
        "A game that was asked for first replaces what was begun since.",
        _KEEPER,
        "        if wish != self._document.intent:\n",
        "        if not wish:\n",
        _OPENING_TESTS,
    ),
    Mutant(
        "focus-on-what-cannot-have-it",
        "A panel gives the keyboard to a part that is hidden.",
        _PANEL,
        "if self._focused is None or not _can_have_focus(self._focused, self):",
        "if self._focused is None:",
        _FOCUS_TESTS,
    ),
)
