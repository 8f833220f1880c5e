"""Heuristics of the user's at full speed: compiled by Numba to C functions, where it is installed.

Numba takes seconds to load and hundreds of megabytes: only the process in which the user's code
runs may ask for it, never that of the window.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import count
from math import isnan
from random import Random
from threading import Lock
from time import monotonic
from typing import Any

from kalahloa.compiled import is_compiled
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.rulebook import IntegerOption
from kalahloa.models.game.searchable import SearchPosition
from kalahloa.models.heuristics.numba_compiler import (
    CannotCompile,
    WordFunction,
    compile_for_words,
    load_numba,
)
from kalahloa.models.heuristics.stages import CHECKED, STAGES
from kalahloa.models.native.machine_code import MachineCode
from kalahloa.models.text.errors import BadRules
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

MAX_VALUE = 90
"""Values of this size or more are left to the interpreted function (see `SearchControl`)."""
MAX_KEPT = 16
"""How many compiled heuristics a process keeps, the ones used last."""
_NUMBERS = 4
"""How many other numbers there are of a board's size at least, where it has so many."""
_PLIES = 80
"""The longest random game from which positions to compare on are taken."""
_TOLERANCE = 1e-9

_kept: "OrderedDict[tuple[str, str], WordFunction | NotCompiled]" = OrderedDict()
_lock = Lock()


@dataclass(frozen=True, slots=True)
class NotCompiled:
    """Why a heuristic runs interpreted: a `sentence`, and the `line` of its text or None."""

    sentence: str
    line: int | None = None


@dataclass(frozen=True, eq=False)
class CompiledHeuristic(MachineCode):
    """A heuristic with a C function, which the engine calls at full speed.

    Everybody else may call it like `interpreted`.  `function_address` is that of a ``double
    (const long long *words, long long count)`` (see `SearchPosition.evaluation_words`), which
    returns NaN where the heuristic raises.  `seconds` is how long it took to compile and check.
    """

    interpreted: Callable[[Position], float]
    function_address: int
    seconds: float
    owner: object = field(repr=False)
    """What keeps the C function in memory."""

    def __call__(self, position: Position) -> float:
        """Return what the interpreted heuristic returns for *position*, or raise what it raises."""
        return self.interpreted(position)


def is_available() -> bool:
    """Return whether heuristics can be compiled here; loads nothing."""
    return why_not_available() is None


def why_not_available() -> NotCompiled | None:
    """Return why heuristics cannot be compiled here, whatever they contain; None if they can."""
    if not is_compiled():
        return NotCompiled(
            QT_TRANSLATE_NOOP(
                "Models", "The engine is not compiled here, so heuristics are not either."
            )
        )
    if find_spec("numba") is None:
        return NotCompiled(
            QT_TRANSLATE_NOOP(
                "Models",
                "Compiling heuristics needs Numba. Install it with: pip install 'kalahloa[fast]'",
            )
        )
    return None


def compile_heuristic(
    text: str,
    game: Game,
    interpreted: Callable[[Position], float],
    report: Callable[[str], None] | None = None,
) -> CompiledHeuristic | NotCompiled:
    """Return the heuristic with the source *text* compiled, or why it cannot be.

    *interpreted* is the same heuristic as a Python function of a position of *game*.  The compiled
    function is compared with it on `CHECKED` positions.  *report* is called with each of `STAGES`
    before what it says is done, which may take a second or more.  Runs the code of *text*; never
    raises for what it contains.
    """
    missing = why_not_available()
    if missing is not None:
        return missing
    began = monotonic()
    key = (game.key, text)
    with _lock:
        made = _kept.get(key)
        if made is None:
            made = _compiled(text, game, interpreted, report or _tell_nobody)
            _kept[key] = made
        _kept.move_to_end(key)
        while len(_kept) > MAX_KEPT:
            _kept.popitem(last=False)
    if isinstance(made, NotCompiled):
        return made
    return CompiledHeuristic(interpreted, made.address, monotonic() - began, made)


def _tell_nobody(_sentence: str) -> None:
    pass


def _compiled(
    text: str,
    game: Game,
    interpreted: Callable[[Position], float],
    report: Callable[[str], None],
) -> "WordFunction | NotCompiled":
    if game.features is None:
        return NotCompiled(
            QT_TRANSLATE_NOOP("Models", "{title} has no features that can be compiled.").format(
                title=game.title
            )
        )
    loading, compiling, comparing = STAGES
    report(loading)
    try:
        load_numba()
        report(compiling)
        function = compile_for_words(text, game.features)
    except CannotCompile as problem:
        return NotCompiled(problem.sentence, problem.line)
    report(comparing)
    return _difference(function, game, interpreted) or function


def sample_rules(game: Game) -> list[Any]:
    """Return the presets of *game*, and its usual rules with other numbers: smaller boards."""
    found = [preset.rules for preset in game.rulebook.presets]
    for option in game.rulebook.options:
        if isinstance(option, IntegerOption):
            step = max(1, (option.high - option.low) // _NUMBERS)
            for number in range(option.low, option.high + 1, step):
                with suppress(BadRules):
                    rules = game.rulebook.read(None, {option.name: str(number)})
                    if rules not in found:
                        found.append(rules)
    return found


def sample_positions(game: Game, number: int) -> Iterator[SearchPosition]:
    """Yield *number* positions of random games under all `sample_rules` of *game*.

    None of them is over.  They are the same every time.  Each is valid until the next is asked for.
    """
    rules = sample_rules(game)
    found = 0
    for seed in count():
        position = game.start(rules[seed % len(rules)])
        chance = Random(seed)
        for _ in range(_PLIES):
            if position.is_over():
                break
            if found == number:
                return
            assert isinstance(position, SearchPosition)
            yield position
            found += 1
            position.make(chance.choice(position.legal_moves()))


def _difference(
    function: WordFunction, game: Game, interpreted: Callable[[Position], float]
) -> NotCompiled | None:
    """Return where *function* has another value than *interpreted*, or None if nowhere."""
    for position in sample_positions(game, CHECKED):
        value: float | None = None
        # First, because a call of it can be ended.
        with suppress(Exception):  # of the user's code, anything
            value = interpreted(position)
        compiled = function(position.feature_words())
        if value is None:
            # The engine will ask the interpreted function, which then says why.
            if isnan(compiled) or abs(compiled) >= MAX_VALUE:
                continue
            value = float("nan")
        if not _same(value, compiled):
            return NotCompiled(
                QT_TRANSLATE_NOOP(
                    "Models",
                    "Compiled, it gives other values: {compiled:.6g} instead of {value:.6g} in "
                    "{position}.",
                ).format(compiled=compiled, value=value, position=position.position_string())
            )
    return None


def _same(value: float, compiled: float) -> bool:
    """Return whether the engine would see the same in both values."""
    if abs(value) >= MAX_VALUE:
        return isnan(compiled) or abs(compiled) >= MAX_VALUE
    if isnan(value) or isnan(compiled):
        return False
    close = abs(value - compiled) <= _TOLERANCE * max(1.0, abs(value))
    return close and round(100 * value) == round(100 * compiled)
