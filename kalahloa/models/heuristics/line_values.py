"""The values that the lines of a heuristic have in a position, as short texts.

This runs in the sandbox's process: it calls the user's code.
"""

import ast
import sys
from collections.abc import Callable, Sequence
from types import CodeType, FrameType
from typing import Any

MAX_EVENTS = 20_000
"""So many steps are followed; what comes later is left out."""
MAX_ITEMS = 8
"""So many numbers of a list are shown; of a longer one, how many they are."""
MAX_TEXT = 40
"""Maximum length of a text, in characters."""
_MAX_INT = 10**15


def line_values(
    function: Callable[[Any], object],
    position: Any,
    text: str,
    file_name: str,
    sides: Sequence[str] = (),
) -> dict[int, str]:
    """Call *function* with *position*, and return what its lines gave, by their numbers from 1.

    *text* is the source of the function and of all that was compiled as *file_name*.  A line has
    the value that it assigned or returned when it was first executed; a statement of several lines
    has it on its first.  *sides* are the names of the sides, for what is read from ``.side``.
    Raises what the function raises.
    """
    tracer = _Tracer(_statements(text), file_name, sides)
    before = sys.gettrace()
    sys.settrace(tracer.follow)
    try:
        function(position)
    finally:
        sys.settrace(before)
    return tracer.found


class _Tracer:
    """Notes what each statement of a file gave when it was first executed."""

    def __init__(
        self, statements: dict[int, ast.stmt], file_name: str, sides: Sequence[str]
    ) -> None:
        self.found: dict[int, str] = {}
        self._statements = statements
        self._file_name = file_name
        self._sides = sides
        self._at: dict[FrameType, ast.stmt] = {}
        self._events = 0

    def follow(self, frame: FrameType, event: str, value: object) -> Any:
        """Follow the functions of the file; comprehensions are left out."""
        code: CodeType = frame.f_code
        mine = code.co_filename == self._file_name and not code.co_name.startswith("<")
        return self._step if mine and self._events < MAX_EVENTS else None

    def _step(self, frame: FrameType, event: str, value: object) -> Any:
        self._events += 1
        if self._events > MAX_EVENTS:
            sys.settrace(None)
            return None
        last = self._at.get(frame)
        if event == "exception":
            self._at.pop(frame, None)
        elif event == "return":
            if isinstance(last, ast.Return) and last.value is not None:
                self._note(last, value)
            elif last is not None:
                self._look(last, frame)
            self._at.pop(frame, None)
        elif event == "line":
            now = self._statements.get(frame.f_lineno)
            if last is not None and last is not now:
                self._look(last, frame)
            if now is None:
                self._at.pop(frame, None)
            else:
                self._at[frame] = now
        return self._step

    def _look(self, statement: ast.stmt, frame: FrameType) -> None:
        """Note what *statement* has assigned, if these are plain names."""
        names = _names(statement)
        if names and statement.lineno not in self.found:
            values = [frame.f_locals.get(name) for name in names]
            self._note(statement, values[0] if len(values) == 1 else tuple(values))

    def _note(self, statement: ast.stmt, value: object) -> None:
        if statement.lineno not in self.found:
            shown = line_value_text(value)
            source = getattr(statement, "value", None)
            is_side = isinstance(source, ast.Attribute) and source.attr == "side"
            if is_side and type(value) is int and 0 <= value < len(self._sides):
                shown = self._sides[value]
            self.found[statement.lineno] = shown[:MAX_TEXT]


def _statements(text: str) -> dict[int, ast.stmt]:
    """Return the statements of *text* that can have a value, by each of their lines."""
    found: dict[int, ast.stmt] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Return):
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                found.setdefault(line, node)
    return found


def _names(statement: ast.stmt) -> list[str]:
    """Return the names that *statement* assigns, none if there is anything else among them."""
    if isinstance(statement, ast.Assign):
        targets = statement.targets[:1]
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    else:
        return []
    if len(targets) == 1 and isinstance(targets[0], ast.Tuple):
        targets = targets[0].elts
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    return names if len(names) == len(targets) else []


def line_value_text(value: object) -> str:
    """Return *value* in a few characters, empty if it is nothing that can be shown.

    Only of the types that Python has: no code of the user's is called.
    """
    kind = type(value)
    if isinstance(value, int) and kind in (int, bool):
        return str(value) if kind is bool or abs(value) < _MAX_INT else ""
    if isinstance(value, float) and kind is float:
        return _number_text(value)
    if isinstance(value, str) and kind is str:
        return repr(value[:MAX_TEXT])
    if isinstance(value, list | tuple) and kind in (list, tuple):
        texts = [line_value_text(item) for item in value[:MAX_ITEMS]]
        if len(value) <= MAX_ITEMS and all(texts):
            shown = ", ".join(texts)
            if 0 < len(shown) <= MAX_TEXT:
                return shown
        return f"{len(value)} items"
    if isinstance(value, dict | set | frozenset) and kind in (dict, set, frozenset):
        return f"{len(value)} items"
    return ""


def _number_text(number: float) -> str:
    if number == 0:
        return "0.00"
    if 0.01 <= abs(number) < 1e6:
        return f"{number:.2f}"
    return f"{number:.3g}"
