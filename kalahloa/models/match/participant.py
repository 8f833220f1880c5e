"""The participants of a match, in text form: ``engine:level=7``, ``alpha-beta:depth=4``."""

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
from kalahloa.models.search.limits import NO_LIMITS, Limits
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.searchers import find_searcher, searchers
from kalahloa.models.search.strength.levelled import table_for
from kalahloa.models.search.strength.levels import LOWEST, PERFECT, at_level, refusal
from kalahloa.models.search.strength.perfect import PERFECT_NAME

Mover = Callable[[Position], int]
"""Returns a legal move in a position; raises `OutOfTime` if its clock has run out."""

RANDOM = "random"
DEFAULT_NODES = 20_000
DEFAULT_DEPTH = 4
MAX_DEPTH = 99
MAX_NODES = 10**12
MAX_SECONDS = 3600.0


class HeuristicEngine(Engine):
    """An engine that evaluates the leaves by *heuristic*, even if the game has an evaluation."""

    def __init__(
        self, heuristic: Heuristic, mebibytes: int = DEFAULT_MEBIBYTES, threads: int = 1
    ) -> None:
        super().__init__(mebibytes, threads)
        self._heuristic = heuristic

    def analyse(self, position: Position, limits: Limits, **settings: Any) -> AnalysisResult:
        """Do what `Engine.analyse` does, with the heuristic as evaluator."""
        return super().analyse(position, limits, **{**settings, "evaluator": self._heuristic})


@dataclass(frozen=True, slots=True)
class Participant:
    """A player of a match: a searcher with its limits, or random moves.

    `name` is a searcher's, or `RANDOM`.  `limits` hold for each move, and `clock` for all moves of
    a game.  `level` is one of the engine's levels; it excludes limits and clock.  `heuristic` is
    the name of one of the game's heuristics; None stands for the game's own evaluation (engine), or
    for the game's first heuristic.
    """

    name: str
    limits: Limits = NO_LIMITS
    level: int | None = None
    heuristic: str | None = None
    clock: TimeControl | None = None

    @property
    def unlimited(self) -> bool:
        """Whether it has neither limits nor a clock."""
        return self.limits == NO_LIMITS and self.clock is None

    @property
    def text(self) -> str:
        """The text form, which `read_participant` reads."""
        given = {
            "level": PERFECT_NAME if self.level == PERFECT else self.level,
            "depth": self.limits.depth,
            "seconds": self.limits.seconds,
            "nodes": self.limits.nodes,
            "clock": self.clock and self.clock.text,
            "heuristic": self.heuristic,
        }
        words = [f"{key}={value}" for key, value in given.items() if value is not None]
        return ":".join([self.name, *words])

    @property
    def repeatable(self) -> bool:
        """Whether its moves are deterministic, so that they do not depend on the machine."""
        timed = self.limits.seconds is not None or self.clock is not None
        return not timed and self.level != PERFECT

    def mover(self, game: Game, seed: int) -> Mover:
        """Return a function that chooses the participant's moves in one game of *game*.

        *seed* determines its random choices.
        """
        if self.name == RANDOM:
            chance = Random(f"random {seed}")
            return lambda position: chance.choice(position.legal_moves())
        if self.name == Engine.name and self.level is None:
            return self._engine_mover(game)
        heuristic = game.heuristic(self.heuristic)
        if self.level is not None:
            searcher: Searcher = at_level(self.level, seed, game.knowledge)
            limits = Limits(depth=MAX_DEPTH)
        else:
            searcher = find_searcher(self.name)
            limits = self.limits
        return lambda position: searcher.choose(position, limits, heuristic).move

    def _engine_mover(self, game: Game) -> Mover:
        """Return a function that chooses moves by the engine, with limits and clock."""
        engine = Engine(table_for(self.limits.nodes))
        clock = None if self.clock is None else GameClock(self.clock)
        if clock is not None:
            engine.warm_up()

        def move(position: Position) -> int:
            began = time.monotonic()
            evaluator = None
            if self.heuristic is not None or not position.has_evaluation():
                evaluator = game.heuristic(self.heuristic)
            limits = self.limits if clock is None else self.limits.tighten(clock.limits())
            found = engine.analyse(position, limits, evaluator=evaluator, for_play=True)
            if clock is not None:
                clock.spend(time.monotonic() - began)
            return found.lines[0].move

        return move


def read_participant(text: str, game: Game, default: Limits = NO_LIMITS) -> Participant:
    """Read a participant: a name, followed by ``:key=value`` for each setting.

    If *text* has no limit, clock or level, the limits are *default*; if these are empty too, they
    are a number of nodes (engine) or a depth (other searchers), so that games are repeatable.
    Raises `BadCommand` or `UnknownName`.
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
    if found.level is not None and not found.unlimited:
        raise BadCommand(f"'{quote(text)}' has a level; it takes no other limit.")
    if found.level is not None and found.heuristic is not None:
        raise BadCommand(f"'{quote(text)}' has a level; it takes no heuristic, but nodes= does.")
    if name == RANDOM or found.level is not None or not found.unlimited:
        return found
    return _with_default(found, default)


def _with(found: Participant, key: str, value: str, game: Game) -> Participant:
    """Return *found* with the setting *key* set to *value*."""
    limits = found.limits
    if key == "heuristic":
        return replace(found, heuristic=game.heuristic(value).name)
    if key == "level":
        return replace(found, level=_level(key, value, game))
    if key == "seconds":
        return replace(found, limits=replace(limits, seconds=_seconds(value)))
    if key == "clock":
        return replace(found, clock=read_time_control(value))
    if key == "depth":
        return replace(found, limits=replace(limits, depth=_number(key, value, 1, MAX_DEPTH)))
    return replace(found, limits=replace(limits, nodes=_number(key, value, 1, MAX_NODES)))


def _with_default(found: Participant, default: Limits) -> Participant:
    """Return *found*, which has no limit, with the *default* limits."""
    engine = found.name == Engine.name
    if default == NO_LIMITS:
        default = Limits(nodes=DEFAULT_NODES) if engine else Limits(depth=DEFAULT_DEPTH)
    if default.nodes is not None and not engine:
        raise BadCommand(
            f"'{quote(found.text)}' does not count nodes; give it a limit of its own, as in "
            f"{found.name}:depth={DEFAULT_DEPTH}."
        )
    return replace(found, limits=default)


def _check_name(name: str, text: str) -> None:
    try:
        find_searcher(name)
    except UnknownName:
        known = ", ".join([*(searcher.name for searcher in searchers()), RANDOM])
        raise UnknownName(f"There is no participant '{quote(text)}'; there are: {known}.") from None


def _wrong_setting(text: str, keys: list[str]) -> str:
    if not keys:
        return f"'{quote(text)}' is not valid; {RANDOM} has no settings."
    name = text.strip().partition(":")[0]
    return (
        f"'{quote(text)}' is not valid; its settings are {', '.join(keys)}, each at most once, as "
        f"in {name}:{keys[0]}=4."
    )


def _level(key: str, text: str, game: Game) -> int:
    """Return the engine's level in *text*; raise `BadCommand` if *game* has no such level."""
    level = PERFECT if text == PERFECT_NAME else _number(key, text, LOWEST, PERFECT)
    why_illegal = refusal(game.start(game.rulebook.default), game.title) if level == PERFECT else ""
    if why_illegal:
        raise BadCommand(why_illegal)
    return level


def _number(key: str, text: str, low: int, high: int) -> int:
    if text.isascii() and text.isdigit() and len(text) < 15 and low <= int(text) <= high:
        return int(text)
    raise BadCommand(f"A participant's {key} cannot be '{quote(text)}'; it is {low} to {high}.")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if isfinite(seconds) and 0 < seconds <= MAX_SECONDS:
        return seconds
    raise BadCommand(
        f"A participant's seconds cannot be '{quote(text)}'; they are more than 0 and at most "
        f"{MAX_SECONDS:g}."
    )
