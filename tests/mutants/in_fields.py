"""Bugs in what is typed into fields, and in whose keys are whose."""

from tests.mutants.mutant import Mutant

_KEYS = "kalahloa/views/window/field_keys.py"
_COMPLETION = "kalahloa/views/code/completion.py"
_EDITOR = "kalahloa/views/code/code_editor.py"
_NUMBER = "kalahloa/views/look/number_field.py"
_DIALOG = "kalahloa/views/dialogs/dialog.py"
_NUMBER_TESTS = ("tests/views/look/test_number_field.py",)
_COMMENT = "kalahloa/views/panels/comment.py"
_STUDY = "kalahloa/controllers/study_controller.py"
_KEEPER = "kalahloa/controllers/keeping/keeper.py"
_COMMENT_TESTS = ("tests/views/panels/test_comment.py",)
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
        ("tests/controllers/keeping/test_keeper.py",),
    ),
)
