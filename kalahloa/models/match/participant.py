"""Who takes part in a match, written in one word: ``engine:level=7``, ``alpha-beta:depth=4``."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isfinite
from random import Random
from typing import Any

from kalahloa.models.errors import BadCommand, UnknownName
from kalahloa.models.game import Game
from kalahloa.models.heuristic import Heuristic
from kalahloa.models.match.time_control import GameClock, TimeControl, read_time_control
from kalahloa.models.position import Position
from kalahloa.models.quotation import quote
from kalahloa.models.search.engine.engine import DEFAULT_MEBIBYTES, AnalysisResult, Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.searchers import find_searcher, searchers
from kalahloa.models.search.strength.levels import LOWEST, PERFECT, at_level, refusal, table_for
from kalahloa.models.search.strength.perfect import PERFECT_NAME

Mover = Callable[[Position], int]
"""Chooses a legal move of a game that goes on; raises `OutOfTime` where that took too long."""

RANDOM = "random"
DEFAULT_NODES = 20_000
DEFAULT_DEPTH = 4
MAX_DEPTH = 99
MAX_NODES = 10**12
MAX_SECONDS = 3600.0


class HeuristicEngine(Engine):
    """An engine that *heuristic* judges leaves for, also where a game has an evaluation."""

    def __init__(
        self, heuristic: Heuristic, mebibytes: int = DEFAULT_MEBIBYTES, threads: int = 1
    ) -> None:
        super().__init__(mebibytes, threads)
        self._heuristic = heuristic

    def analyse(self, position: Position, limits: Limits, **settings: Any) -> AnalysisResult:
        """Return what `Engine.analyse` does, with the leaves judged by the heuristic."""
        return super().analyse(position, limits, **{**settings, "evaluator": self._heuristic})


@dataclass(frozen=True, slots=True)
class Allowance:
    """How far a contestant may search for a move: whatever is reached first of what is given.

    `clock` is for all moves of a game; who needs more time than that has lost.
    """

    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    clock: TimeControl | None = None

    @property
    def empty(self) -> bool:
        """Whether there is no limit at all."""
        return self == Allowance()

    @property
    def timed(self) -> bool:
        """Whether there is a limit of time."""
        return self.seconds is not None or self.clock is not None

    def limits(self, clock: GameClock | None) -> Limits:
        """Return the engine's limits for a move, with what *clock* has left."""
        if clock is None:
            return Limits(self.depth, self.seconds, self.nodes)
        given = clock.limits()
        return Limits(
            _least(self.depth, given.depth),
            _least(self.seconds, given.seconds),
            self.nodes,
            given.enough,
        )


@dataclass(frozen=True, slots=True)
class Participant:
    """A way to choose moves: a searcher by name with its allowance, or chance.

    `level` is one of the engine's, and takes the place of an allowance.  `heuristic` is one of the
    game's; None is the game's own evaluation for the engine, where there is one, and otherwise the
    game's first heuristic.
    """

    name: str
    allowance: Allowance = Allowance()
    level: int | None = None
    heuristic: str | None = None

    @property
    def text(self) -> str:
        """The contestant as `read_participant` takes it back."""
        given = {
            "level": PERFECT_NAME if self.level == PERFECT else self.level,
            "depth": self.allowance.depth,
            "seconds": self.allowance.seconds,
            "nodes": self.allowance.nodes,
            "clock": self.allowance.clock and self.allowance.clock.text,
            "heuristic": self.heuristic,
        }
        words = [f"{key}={value}" for key, value in given.items() if value is not None]
        return ":".join([self.name, *words])

    @property
    def repeatable(self) -> bool:
        """Whether it makes the same moves on every machine, however busy that is."""
        return not self.allowance.timed and self.level != PERFECT

    def mover(self, game: Game, seed: int) -> Mover:
        """Return what chooses the contestant's moves in one game of *game*.

        *seed* is all that the moves depend on besides the position, unless there is a time limit.
        """
        if self.name == RANDOM:
            chance = Random(f"random {seed}")
            return lambda position: chance.choice(position.legal_moves())
        allowance = self.allowance
        if self.name == Engine.name and self.level is None:
            return self._engine_mover(game)
        heuristic = game.heuristic(self.heuristic)
        if self.level is not None:
            searcher: Searcher = at_level(self.level, seed, game.knowledge)
            bounds = Limits(depth=MAX_DEPTH)
        else:
            searcher = find_searcher(self.name)
            bounds = Limits(depth=allowance.depth, seconds=allowance.seconds)
        return lambda position: searcher.choose(position, bounds, heuristic).move

    def _engine_mover(self, game: Game) -> Mover:
        """Return what asks the engine for moves, within the allowance."""
        allowance = self.allowance
        engine = Engine(table_for(allowance.nodes))
        clock = None if allowance.clock is None else GameClock(allowance.clock)
        if clock is not None:
            engine.warm_up()

        def move(position: Position) -> int:
            began = time.monotonic()
            evaluator = None
            if self.heuristic is not None or not position.has_evaluation():
                evaluator = game.heuristic(self.heuristic)
            limits = allowance.limits(clock)
            found = engine.analyse(position, limits, evaluator=evaluator, for_play=True)
            if clock is not None:
                clock.spend(time.monotonic() - began)
            return found.lines[0].move

        return move


def read_participant(text: str, game: Game, usual: Allowance = Allowance()) -> Participant:
    """Return the contestant that *text* writes: a name, then ``:key=value`` for each setting.

    Without a limit of its own it has the *usual* one, and where that is empty a number of nodes
    (the engine) or a depth (other searchers) by which games are repeatable.  Raises `BadCommand`
    or `UnknownName`.
    """
    name, *settings = text.strip().lower().split(":")
    if name != RANDOM:
        _check_name(name, text)
    keys = {
        RANDOM: [],
        Engine.name: ["level", "depth", "seconds", "nodes", "clock", "heuristic"],
    }.get(name, ["depth", "seconds", "heuristic"])
    found = Participant(name)
    seen: set[str] = set()
    for setting in settings:
        key, equals, value = setting.partition("=")
        if key not in keys or not equals or key in seen:
            raise BadCommand(_wrong_setting(text, keys))
        seen.add(key)
        found = _with(found, key, value, game)
    if found.level is not None and not found.allowance.empty:
        raise BadCommand(f"'{quote(text)}' has a level; it takes no other limit.")
    if found.level is not None and found.heuristic is not None:
        raise BadCommand(f"'{quote(text)}' has a level; it takes no heuristic, but nodes= does.")
    if name == RANDOM or found.level is not None or not found.allowance.empty:
        return found
    return _with_usual(found, usual)


def _least(one: Any, other: Any) -> Any:
    """Return the lesser of two limits; None is no limit."""
    return other if one is None else one if other is None else min(one, other)


def _with(found: Participant, key: str, value: str, game: Game) -> Participant:
    """Return *found* with one setting more."""
    allowance = found.allowance
    if key == "heuristic":
        return replace(found, heuristic=game.heuristic(value).name)
    if key == "level":
        return replace(found, level=_level(key, value, game))
    if key == "seconds":
        return replace(found, allowance=replace(allowance, seconds=_seconds(value)))
    if key == "clock":
        return replace(found, allowance=replace(allowance, clock=read_time_control(value)))
    if key == "depth":
        return replace(found, allowance=replace(allowance, depth=_number(key, value, 1, MAX_DEPTH)))
    return replace(found, allowance=replace(allowance, nodes=_number(key, value, 1, MAX_NODES)))


def _with_usual(found: Participant, usual: Allowance) -> Participant:
    """Return *found*, which has no limit, with the *usual* one."""
    engine = found.name == Engine.name
    if usual.empty:
        usual = Allowance(nodes=DEFAULT_NODES) if engine else Allowance(depth=DEFAULT_DEPTH)
    if usual.nodes is not None and not engine:
        raise BadCommand(
            f"'{quote(found.text)}' does not count nodes; give it a limit of its own, as in "
            f"{found.name}:depth={DEFAULT_DEPTH}."
        )
    return replace(found, allowance=usual)


def _check_name(name: str, text: str) -> None:
    try:
        find_searcher(name)
    except UnknownName:
        known = ", ".join([*(searcher.name for searcher in searchers()), RANDOM])
        raise UnknownName(f"There is no contestant '{quote(text)}'; there are: {known}.") from None


def _wrong_setting(text: str, keys: list[str]) -> str:
    if not keys:
        return f"'{quote(text)}' cannot be; {RANDOM} stands alone."
    name = text.strip().partition(":")[0]
    return (
        f"'{quote(text)}' cannot be; its settings are {', '.join(keys)}, each at most once, as in "
        f"{name}:{keys[0]}=4."
    )


def _level(key: str, text: str, game: Game) -> int:
    """Return the engine's level that *text* names; raise `BadCommand` where *game* has it not."""
    level = PERFECT if text == PERFECT_NAME else _number(key, text, LOWEST, PERFECT)
    why_illegal = refusal(game.start(game.rulebook.default), game.title) if level == PERFECT else ""
    if why_illegal:
        raise BadCommand(why_illegal)
    return level


def _number(key: str, text: str, low: int, high: int) -> int:
    if text.isascii() and text.isdigit() and len(text) < 15 and low <= int(text) <= high:
        return int(text)
    raise BadCommand(f"A contestant's {key} cannot be '{quote(text)}'; it is {low} to {high}.")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if isfinite(seconds) and 0 < seconds <= MAX_SECONDS:
        return seconds
    raise BadCommand(
        f"A contestant's seconds cannot be '{quote(text)}'; they are more than 0 and at most "
        f"{MAX_SECONDS:g}."
    )
