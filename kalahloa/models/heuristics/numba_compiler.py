"""Has Numba compile a heuristic and the features it asks for to one C function.

The features of a game are the methods of its view (see `FeatureSet`).  Numba compiles them as they
are, with two exceptions: what they call of modules that Cython has compiled is called there, by the
address of the C function; and bits are counted by the processor's instructions.

Numba is imported by the functions that need it: it is optional, and slow to import.
"""

import ast
import ctypes
import inspect
import re
import sys
from collections import namedtuple
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from types import CodeType, FunctionType
from typing import Any

from kalahloa.models.game.feature import FeatureSet
from kalahloa.models.heuristics.rewriting import rewritten
from kalahloa.models.native.bits import lowest, popcount
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

FUNCTION = "evaluate"
FILE_NAME = "<heuristic>"
"""The name under which the text is compiled, by which Numba's errors tell its lines."""
_LINE = re.compile(rf'{re.escape(FILE_NAME)}"?(?:, line (\d+)| \((\d+)\))')
_NAME = re.compile(
    r"(?:attribute|global name|NameError: name|NumPy function|[Vv]ariable"
    r"|Function\(<(?:built-in )?(?:function|class)) ['\"]?([A-Za-z][\w.]*)"
)
"""The name of what Numba cannot compile, in its errors."""
_WORD = ctypes.c_longlong
_EVALUATION = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.POINTER(_WORD), _WORD)


class CannotCompile(KalahloaError):
    """A heuristic that Numba cannot compile; `line` is that of its text, from 1, or None."""

    def __init__(self, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence)
        self.line = line


@dataclass(frozen=True, eq=False)
class WordFunction:
    """A C function of the words of a position: its `address`, and what keeps it in memory."""

    address: int
    owner: object = field(repr=False)

    def __call__(self, words: Sequence[int]) -> float:
        """Return the value of the position with these *words*; NaN where the heuristic raises."""
        return _EVALUATION(self.address)((_WORD * len(words))(*words), len(words))


def load_numba() -> None:
    """Import Numba; raise `CannotCompile` if it is broken."""
    try:
        import numba  # noqa: F401  (slow to import)
    except Exception as error:  # a broken installation may raise anything
        raise CannotCompile(
            QT_TRANSLATE_NOOP("Models", "Numba cannot be loaded: {problem}.").format(
                problem=shorten(str(error).rstrip(".") or type(error).__name__)
            )
        ) from error


def compile_for_words(text: str, features: FeatureSet) -> WordFunction:
    """Return the function ``evaluate(position)`` of *text* as a function of a position's words.

    Runs the statements of *text* outside functions.  Raises `CannotCompile`.
    """
    from numba import carray, cfunc, njit, types  # slow to import

    namespace = _namespace(text)
    own = {
        name: value
        for name, value in namespace.items()
        if isinstance(value, FunctionType) and value.__code__.co_filename == FILE_NAME
    }
    if FUNCTION not in own:
        raise CannotCompile(
            QT_TRANSLATE_NOOP("Models", "There is no function '{name}'.").format(name=FUNCTION)
        )
    # Functions that call one another find one another compiled, in the namespace they share.
    namespace.update({name: njit(boundscheck=True)(value) for name, value in own.items()})
    namespace.update({name: tuple(v) for name, v in namespace.items() if type(v) is list})
    evaluate = namespace[FUNCTION]
    make = _position_type(features.view)

    def value(words: Any, count: Any) -> Any:
        result = 0.0
        try:
            array = carray(words, (count,))
            result = float(evaluate(make(array[0], array)))
        except Exception:
            result = float("nan")
        return result

    try:
        compiled = cfunc(types.float64(types.CPointer(types.int64), types.int64))(value)
    except Exception as error:
        raise _in_words(error, text, own) from error
    return WordFunction(compiled.address, compiled)


def _namespace(text: str) -> dict[str, Any]:
    """Run the *text* of a heuristic, and return its names."""
    namespace: dict[str, Any] = {"__name__": "heuristic"}
    try:
        exec(compile(rewritten(text, FILE_NAME), FILE_NAME, "exec"), namespace)
    except Exception as error:  # of the user's code, anything
        raise CannotCompile(
            QT_TRANSLATE_NOOP("Models", "It does not run: {problem}.").format(
                problem=shorten(str(error).rstrip(".") or type(error).__name__)
            ),
            getattr(error, "lineno", None),
        ) from error
    return namespace


# -- errors in words -------------------------------------------------------------------------------


def _in_words(error: Exception, text: str, own: dict[str, FunctionType]) -> CannotCompile:
    """Return what Numba's *error* says about *text* with the functions *own*, in a sentence."""
    message = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    what = _what(message)
    line = _line(message, text, own)
    if line is None:
        sentence = QT_TRANSLATE_NOOP("Models", "It cannot be compiled: {what}.")
        return CannotCompile(sentence.format(what=what))
    sentence = QT_TRANSLATE_NOOP("Models", "Line {line} cannot be compiled: {what}.")
    return CannotCompile(sentence.format(line=line, what=what), line)


def _line(message: str, text: str, own: dict[str, FunctionType]) -> int | None:
    """Return the innermost line that *message* is about, or the next best; None if unknown."""
    named = re.search(r"NameError: name '(\w+)'", message)
    for node in ast.walk(ast.parse(text)):
        if named and isinstance(node, ast.Name) and node.id == named[1]:
            return node.lineno
        if isinstance(node, ast.With) and "'with (" in message:
            return node.lineno
    # Numba begins with the innermost place.
    found = _LINE.search(message)
    if found:
        return int(found[1] or found[2])
    for name in re.findall(r"<function (\w+) at", message):
        if name in own:
            return own[name].__code__.co_firstlineno
    return None


def _what(message: str) -> str:
    """Return what *message* says, as a part of a sentence."""
    named = _NAME.search(message)
    if named:
        return QT_TRANSLATE_NOOP("Models", "'{name}' cannot be compiled").format(name=named[1])
    for line in message.splitlines():
        told = line.partition("Raised from ")[0].strip(" .:")
        if told and not told.startswith(("Failed in", "During:", "File ")):
            return f"Numba: {shorten(told)}"
    return "Numba"


# -- the view of a position ------------------------------------------------------------------------

_methods: dict[str, dict[Any, FunctionType]] = {}
"""The methods of the views' twins by their names, each by the twin that has it."""


@cache
def _position_type(view: type) -> Any:
    """Return the twin of the class *view* for compiled code: a tuple with its methods."""
    twin = namedtuple(f"{view.__name__}Words", ["side", "words"])  # type: ignore[misc]
    exchanged = dict(vars(sys.modules[view.__module__]))
    for name, value in exchanged.items():
        exchanged[name] = _exchanged(value)
    for name, function in vars(view).items():
        if isinstance(function, FunctionType) and not name.startswith("__"):
            method = _with_globals(function, exchanged)
            if name not in _methods:
                _methods[name] = {}
                _offer(name, function)
            _methods[name][twin] = method
    return twin


def _with_globals(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    code: CodeType = function.__code__
    return FunctionType(code, names, function.__name__, function.__defaults__)


def _offer(name: str, like: FunctionType) -> None:
    """Have Numba find the method *name* of twins, which has the parameters of *like*."""
    from numba import types  # slow to import
    from numba.extending import overload_method

    def method(self: Any, *_arguments: Any, **_named: Any) -> FunctionType | None:
        return _methods[name].get(self.instance_class)

    plain = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in inspect.signature(like).parameters.values()
    ]
    method.__signature__ = inspect.Signature(plain)  # type: ignore[attr-defined]
    overload_method(types.NamedTuple, name)(method)


def _exchanged(value: Any) -> Any:
    """Return what compiled code uses for the global *value* of a module of features."""
    if value is popcount:
        return _bit_functions()[0]
    if value is lowest:
        return _bit_functions()[1]
    return _c_function(value) or value


def _c_function(function: Any) -> Any:
    """Return *function* of a compiled module as a C function of ctypes; None if it is none."""
    module = sys.modules.get(getattr(function, "__module__", None) or "")
    exported = getattr(module, "__pyx_capi__", {})
    capsule = exported.get(getattr(function, "__name__", ""))
    if capsule is None:
        return None
    name_of = ctypes.pythonapi.PyCapsule_GetName
    name_of.restype, name_of.argtypes = ctypes.c_char_p, [ctypes.py_object]
    pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
    pointer_of.restype = ctypes.c_void_p
    pointer_of.argtypes = [ctypes.py_object, ctypes.c_char_p]
    # The name of the capsule is the type, such as "int (PY_LONG_LONG, int __pyx_skip_dispatch)";
    # the last argument is the compiler's own.
    signature = name_of(capsule)
    result, _, parameters = signature.decode().partition("(")
    kind = ctypes.c_int if result.strip() == "int" else _WORD
    count = parameters.count(",")
    pointer = ctypes.CFUNCTYPE(kind, *[_WORD] * count, ctypes.c_int)(pointer_of(capsule, signature))
    return _with_words(pointer, count)


def _with_words(function: Any, count: int) -> Any:
    """Return the C *function* as one of *count* words, 1 to 3."""
    from numba import njit  # slow to import

    if count == 1:
        return njit(lambda a: function(a, 0))
    if count == 2:
        return njit(lambda a, b: function(a, b, 0))
    return njit(lambda a, b, c: function(a, b, c, 0))


@cache
def _bit_functions() -> tuple[Any, Any]:
    """Return `popcount` and `lowest` for compiled code."""
    from numba import njit, types  # slow to import
    from numba.extending import intrinsic

    @intrinsic
    def count_bits(_typing: Any, _word: Any) -> Any:
        def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), build

    @intrinsic
    def count_zeros(_typing: Any, _word: Any) -> Any:
        def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            false = context.get_constant(types.boolean, False)
            return builder.cttz(arguments[0], false)

        return types.int64(types.int64), build

    return njit(lambda word: count_bits(word)), njit(lambda word: count_zeros(word))
