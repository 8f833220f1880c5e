"""Runs the code of a heuristic: in the child only, except in tests."""

import builtins
import sys
from collections.abc import Callable
from numbers import Real
from types import ModuleType, TracebackType
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.position import Position
from kalahloa.models.heuristics.costs import FeatureCost, feature_costs
from kalahloa.models.heuristics.line_values import line_values
from kalahloa.models.heuristics.source import FUNCTION, HeuristicSource
from kalahloa.models.sandbox.failures import Why
from kalahloa.models.sandbox.orders import MAX_PRINTED

MODULE = "heuristic"
"""What the module of a heuristic is called while it runs."""
MAX_VALUE = 1e299
"""The largest value of a heuristic: sums and differences of a few are numbers still."""
_MAX_TEXT = 1_000
"""So much of what the code calls something is told."""


class UserCodeFailed(Exception):
    """A heuristic has failed: *why*, at *line*; *error* and *text* say more of some failures."""

    def __init__(self, why: Why, line: int | None = None, error: str = "", text: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.line = line
        self.error = error[:_MAX_TEXT]
        self.text = text[:_MAX_TEXT]


class Watch:
    """Where the heuristic is just now, for a thread that sees to it that it returns.

    `calls` counts the calls of its code, `inside` tells whether one is running, and `is_loading`
    whether it is that of the whole module.
    """

    __slots__ = ("calls", "inside", "is_loading")

    def __init__(self) -> None:
        self.calls = 0
        self.inside = False
        self.is_loading = False


class Printed:
    """What a heuristic prints: a text stream that keeps the first `MAX_PRINTED` characters."""

    def __init__(self) -> None:
        self.text = ""
        self._write_through = False

    def write(self, text: str) -> int:
        """Take *text*, as far as there is room."""
        if len(self.text) < MAX_PRINTED:
            self.text += text[: MAX_PRINTED - len(self.text)]
        return len(text)

    def flush(self) -> None:
        """Do nothing: there is no buffer."""

    def isatty(self) -> bool:
        """Return False."""
        return False


def position_view(game: Game) -> Callable[[Position], Any] | None:
    """Return what makes of a position of *game* what heuristics are given; None for itself."""
    return None if game.features is None else game.features.view


class UserCode:
    """The module of a heuristic, loaded: its function, guarded.

    Raises `UserCodeFailed` if it does not compile, fails, or has no function.
    """

    def __init__(self, source: HeuristicSource, game: Game, watch: Watch) -> None:
        self._file = file_name(source)
        self._watch = watch
        watch.calls += 1
        watch.is_loading = watch.inside = True
        try:
            self.function = self._load(source.text)
        except UserCodeFailed:
            raise
        except SyntaxError as error:
            line = error.lineno if error.filename == self._file else None
            line = self._line(error.__traceback__) if line is None else line
            raise UserCodeFailed(Why.SYNTAX, line, text=str(error.msg)) from None
        except BaseException as error:
            raise self._failure(error) from None
        finally:
            watch.is_loading = watch.inside = False
        self._view = position_view(game)
        self._features = game.features
        self._sides = tuple(str(side) for side in game.sides)
        self.evaluate = self._guarded(self._view)

    def _load(self, text: str) -> Callable[[Any], Any]:
        try:
            code = compile(text, self._file, "exec", dont_inherit=True)
        except (ValueError, OverflowError) as error:  # null characters, surrogates
            raise UserCodeFailed(Why.SYNTAX, text=_text_of(error)) from None
        except (MemoryError, RecursionError) as error:  # nested too deeply
            raise UserCodeFailed(Why.SYNTAX, text=_text_of(error) or "too deep") from None
        module = ModuleType(MODULE)
        module.__dict__.update(__file__=self._file, __builtins__=builtins)
        sys.modules[MODULE] = module
        exec(code, module.__dict__)
        function = module.__dict__.get(FUNCTION)
        if function is None:
            raise UserCodeFailed(Why.MISSING)
        if not callable(function):
            raise UserCodeFailed(Why.MISSING, text=type(function).__name__)
        return function

    def _guarded(self, view: Callable[[Position], Any] | None) -> Callable[[Position], float]:
        """Return the function that takes a position, and returns a finite number in any case."""
        watch, function = self._watch, self.function

        def evaluate(position: Position) -> float:
            watch.calls += 1
            watch.inside = True
            try:
                value = function(position if view is None else view(position))
                if type(value) is not float:
                    value = _number(value)
            except BaseException as error:
                raise self._failure(error) from None
            finally:
                watch.inside = False
            if -MAX_VALUE <= value <= MAX_VALUE:
                return value
            raise UserCodeFailed(Why.NAN if value != value else Why.INFINITE)

        return evaluate

    def line_values(self, position: Position, text: str) -> dict[int, str]:
        """Return the values that the lines of *text*, its own, have there; none if it fails."""
        watch = self._watch
        watch.calls += 1
        watch.inside = True
        try:
            shown = position if self._view is None else self._view(position)
            return line_values(self.function, shown, text, self._file, self._sides)
        except BaseException:  # the evaluation itself says what is wrong
            return {}
        finally:
            watch.inside = False

    def costs(self, position: Position) -> tuple[dict[str, FeatureCost], float]:
        """Return what the features cost that it asks for there, and all of it; see `costs`."""
        if self._features is None:
            return {}, 0.0
        watch = self._watch

        def counted(view: Any) -> Any:
            watch.calls += 1  # each call has its time
            return self.function(view)

        watch.inside = True
        try:
            return feature_costs(counted, self._features.view(position), self._features.names)
        except BaseException:  # the evaluation itself says what is wrong
            return {}, 0.0
        finally:
            watch.inside = False

    def heuristic(self, source: HeuristicSource) -> Heuristic:
        """Return the heuristic for a searcher."""
        return Heuristic(source.name, source.title, source.sentence, self.evaluate)

    def _failure(self, error: BaseException) -> UserCodeFailed:
        """Return what *error*, raised by the code, is called."""
        if isinstance(error, UserCodeFailed):
            return error
        line = self._line(error.__traceback__)
        if isinstance(error, MemoryError):
            # What the frames of the heuristic hold is given back.
            error.__traceback__ = None
            return UserCodeFailed(Why.MEMORY, line)
        if isinstance(error, SystemExit):
            return UserCodeFailed(Why.EXITED, line)
        return UserCodeFailed(Why.RAISED, line, type(error).__name__, _text_of(error))

    def _line(self, traceback: TracebackType | None) -> int | None:
        """Return the last line of the heuristic's own text in *traceback*."""
        line = None
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename == self._file:
                line = traceback.tb_lineno
            traceback = traceback.tb_next
        return line


def file_name(source: HeuristicSource) -> str:
    """Return what the text of *source* is called in tracebacks."""
    return f"<heuristic {source.name}>"


def line_that_runs() -> int | None:
    """Return the line of a heuristic that a thread is running, or None."""
    for frame in sys._current_frames().values():
        while frame is not None:
            if frame.f_code.co_filename.startswith("<heuristic "):
                return frame.f_lineno
            frame = frame.f_back  # type: ignore[assignment]
    return None


def _number(value: Any) -> float:
    """Return *value* as a float; raise `UserCodeFailed` if it is no number."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise UserCodeFailed(Why.TYPE, text=type(value).__name__)
    try:
        return float(value)
    except OverflowError:
        raise UserCodeFailed(Why.INFINITE) from None


def _text_of(error: BaseException) -> str:
    """Return the message of *error*, which may raise anything itself."""
    try:
        return str(error)[:_MAX_TEXT]
    except BaseException:
        return ""
