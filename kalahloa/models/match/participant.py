"""The participants of a match, in text form: ``engine:level=7``, ``alpha-beta:depth=4``."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from random import Random
from typing import Any

from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.game import Game
from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.position import Position
from kalahloa.models.heuristics.file_names import FILE_PREFIX
from kalahloa.models.heuristics.naming import is_file
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.match.time_control import GameClock, TimeControl, read_time_control
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.levels.level_engine import table_for
from kalahloa.models.search.levels.levels import LOWEST, PERFECT, at_level, refusal, sure_engine
from kalahloa.models.search.levels.perfect import PERFECT_NAME
from kalahloa.models.search.limits import NO_LIMITS, Limits
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.searchers import find_searcher, searchers
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.text.errors import BadCommand, KalahloaError, UnknownName
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

with lazy_imports():
    from kalahloa.models.heuristics import fast
    from kalahloa.models.sandbox import own_heuristic

Mover = Callable[[Position], int]
"""Returns a legal move in a position; raises `OutOfTime` if its clock has run out."""

RANDOM = "random"
DEFAULT_NODES = 20_000
DEFAULT_DEPTH = 4
MAX_DEPTH = 99
MAX_NODES = 10**12
MAX_SECONDS = 3600.0
_ON, _OFF = "on", "off"
MIN_COMPILED_NODES, MIN_COMPILED_PLIES = 1_000, 4
"""Moves with fewer nodes or plies are made before a heuristic would be compiled."""


@dataclass(frozen=True, slots=True)
class MatchEffort:
    """What the moves of a participant took: how many they were, the nodes, and the seconds."""

    moves: int = 0
    nodes: int = 0
    seconds: float = 0.0

    def __add__(self, other: "MatchEffort") -> "MatchEffort":
        return MatchEffort(
            self.moves + other.moves, self.nodes + other.nodes, self.seconds + other.seconds
        )

    @property
    def speed(self) -> float | None:
        """The nodes a second, None where nothing was searched."""
        return self.nodes / self.seconds if self.nodes and self.seconds > 0 else None


NO_EFFORT = MatchEffort()


@dataclass(frozen=True, slots=True)
class Participant:
    """A player of a match: a searcher with its limits, or random moves.

    `name` is a searcher's, or `RANDOM`.  `limits` hold for each move, and `clock` for all moves of
    a game.  `level` is one of the engine's levels; it excludes limits and clock.  `heuristic` is
    the name of one of the game's heuristics, or `FILE_PREFIX` and that of `source`, which the user
    has written; None stands for the game's own evaluation (engine), or for the game's first
    heuristic.  Without `network` the engine's own evaluation is the one with named terms, even
    where there is a network.
    """

    name: str
    limits: Limits = NO_LIMITS
    level: int | None = None
    heuristic: str | None = None
    clock: TimeControl | None = None
    network: bool = True
    source: HeuristicSource | None = field(default=None, repr=False)

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
            "network": None if self.network else _OFF,
        }
        words = [f"{key}={value}" for key, value in given.items() if value is not None]
        return ":".join([self.name, *words])

    @property
    def level_to_json(self) -> dict[str, object]:
        """What plays, as games keep the level of a computer, as JSON-compatible values.

        What no level has, such as a number of nodes, is there only where it is given.
        """
        others = {
            "nodes": self.limits.nodes,
            "clock": self.clock and self.clock.text,
            "network": None if self.network else False,
        }
        return {
            "searcher": self.name,
            "depth": self.limits.depth,
            "seconds": self.limits.seconds,
            "heuristic": self.heuristic,
            "strength": self.level,
            **{key: value for key, value in others.items() if value is not None},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Participant":
        """Return the participant whose `level_to_json` is *data*, without the user's heuristic.

        Raises `BadCommand` if there is none.
        """
        rest: dict[str, Any] = dict(data)
        try:
            name, clock = rest.pop("searcher"), rest.pop("clock", None)
            if name != RANDOM:
                find_searcher(name)
            found = cls(
                name,
                level=rest.pop("strength", None),
                heuristic=rest.pop("heuristic", None),
                clock=None if clock is None else read_time_control(clock),
                network=rest.pop("network", True),
                limits=Limits(**rest),
            )
            if found.level is not None:
                at_level(found.level)
            if not isinstance(found.heuristic, str | None) or type(found.network) is not bool:
                raise ValueError
            if (found.limits.depth or 1) > MAX_DEPTH:
                raise ValueError
        except (KeyError, TypeError, ValueError, AttributeError, UnknownName) as error:
            raise BadCommand("This is not a participant of a match.") from error
        return found

    @property
    def title(self) -> str:
        """What it is called in a game: as the engine's level is, if it is no more than that."""
        if self.level is not None and self == Participant(self.name, level=self.level):
            return str(at_level(self.level).title)
        return self.text

    @property
    def repeatable(self) -> bool:
        """Whether its moves are deterministic, so that they do not depend on the machine."""
        timed = self.limits.seconds is not None or self.clock is not None
        return not timed and self.level != PERFECT

    def mover(
        self, game: Game, seed: int, tell: Callable[[MatchEffort], None] | None = None
    ) -> Mover:
        """Return a function that chooses the participant's moves in one game of *game*.

        *seed* determines its random choices.  *tell*, if given, is told what each move took.
        """
        if self.name == RANDOM:
            chance = Random(f"random {seed}")
            return lambda position: chance.choice(position.legal_moves())
        if self.name == Engine.name and self.level is None:
            if self._proves(game):
                return self._sure_mover(game, seed, tell)
            return self._engine_mover(game, tell)
        heuristic = self._heuristic(game)
        if self.level is not None:
            searcher: Searcher = at_level(self.level, seed, game.knowledge)
            limits = Limits(depth=MAX_DEPTH)
        else:
            searcher = find_searcher(self.name)
            limits = self.limits

        def move(position: Position) -> int:
            began = time.monotonic()
            found = searcher.choose(position, limits, heuristic)
            if tell is not None:
                tell(MatchEffort(1, found.nodes, time.monotonic() - began))
            return found.move

        return move

    def _proves(self, game: Game) -> bool:
        """Return whether it is the engine with a time limit, in a game in which it proves moves.

        With a limit of nodes or depth it is the engine alone, to measure it.
        """
        if self.limits.seconds is None or self.heuristic is not None:
            return False
        start = game.start(game.rulebook.default)
        return start.has_evaluation() and can_be_solved(start)

    def _sure_mover(
        self, game: Game, seed: int, tell: Callable[[MatchEffort], None] | None
    ) -> Mover:
        """Return a function that chooses moves by the engine with proofs."""
        searcher = sure_engine(self.limits, seed, game.knowledge, self.network)
        heuristic = game.heuristic()

        def move(position: Position) -> int:
            found = searcher.choose(position, NO_LIMITS, heuristic)
            if tell is not None:
                tell(MatchEffort(1, found.nodes, found.seconds))
            return found.move

        return move

    def _heuristic(self, game: Game) -> Heuristic:
        """Return its heuristic; raises `HeuristicFailed` where one of the user's cannot be run."""
        if self.source is None:
            return game.heuristic(self.heuristic)
        name = self.source.name
        evaluate = own_heuristic.own_heuristic(self.source)
        return Heuristic(name, name, self.source.sentence, evaluate)

    @property
    def to_compile(self) -> bool:
        """Whether the engine is to ask a heuristic of the user's so often that it is compiled."""
        nodes, depth = self.limits.nodes, self.limits.depth
        too_few = nodes is not None and nodes < MIN_COMPILED_NODES
        is_short = too_few or (depth is not None and depth < MIN_COMPILED_PLIES)
        return self.source is not None and self.name == Engine.name and not is_short

    def prepare(self) -> str:
        """Have its heuristic compiled in this process, if it is `to_compile`.

        Returns a sentence if it cannot be compiled, otherwise nothing; raises `HeuristicFailed`
        where it cannot be run either.
        """
        if not self.to_compile:
            return ""
        made = own_heuristic.fast_heuristic(self.source)
        return getattr(made, "sentence", "")

    def _compiled(self) -> Callable[[Position], float] | None:
        """Return its heuristic with a C function; None if there is no such."""
        if not self.to_compile:
            return None
        made = own_heuristic.fast_heuristic(self.source)
        return made if isinstance(made, fast.CompiledHeuristic) else None

    def _engine_mover(self, game: Game, tell: Callable[[MatchEffort], None] | None) -> Mover:
        """Return a function that chooses moves by the engine, with limits and clock."""
        engine = Engine(table_for(self.limits.nodes), network=self.network)
        clock = None if self.clock is None else GameClock(self.clock)
        if clock is not None:
            engine.warm_up()
        fast = self._compiled()  # before a clock runs

        def move(position: Position) -> int:
            began = time.monotonic()
            evaluator: Callable[[Position], float] | None = fast
            if fast is None and (self.heuristic is not None or not position.has_evaluation()):
                evaluator = self._heuristic(game)
            limits = self.limits if clock is None else self.limits.tighten(clock.limits())
            found = engine.analyse(position, limits, evaluator=evaluator, for_play=True)
            seconds = time.monotonic() - began
            if tell is not None:
                tell(MatchEffort(1, found.nodes, seconds))
            if clock is not None:
                clock.spend(seconds)
            return found.lines[0].move

        return move


def prepare(participants: Sequence[Participant]) -> list[str]:
    """Have the heuristics of *participants* compiled in this process, where they are `to_compile`.

    Returns for each a sentence if it cannot be, otherwise nothing.  A heuristic that fails is left
    to the games, in which that is an error.
    """
    found = []
    for one in participants:
        try:
            found.append(one.prepare())
        except KalahloaError:
            found.append("")
    return found


OwnHeuristics = Callable[[str], HeuristicSource | None]
"""Returns the user's heuristic of a name, with or without `FILE_PREFIX`, or in a file; None if
there is none.  It may raise a `KalahloaError`."""


def read_participant(
    text: str, game: Game, default: Limits = NO_LIMITS, own: OwnHeuristics | None = None
) -> Participant:
    """Read a participant: a name, followed by ``:key=value`` for each setting.

    If *text* has no limit, clock or level, the limits are *default*; if these are empty too, they
    are a number of nodes (engine) or a depth (other searchers), so that games are repeatable.
    *own* finds heuristics that the user has written: those called ``file:NAME``, and files whose
    names end in ``.py``.  Raises `BadCommand` or `UnknownName`.
    """
    name, *settings = _split(text)
    if name != RANDOM:
        _check_name(name, text)
    keys = {
        RANDOM: [],
        Engine.name: ["level", "depth", "seconds", "nodes", "clock", "heuristic", "network"],
    }.get(name, ["depth", "seconds", "heuristic"])
    found = Participant(name)
    seen: set[str] = set()
    for setting in settings:
        key, equals, value = setting.partition("=")
        if key not in keys or not equals or key in seen:
            raise BadCommand(_wrong_setting(text, keys))
        seen.add(key)
        found = _with(found, key, value, game, own)
    if found.level is not None and not found.unlimited:
        raise BadCommand(f"'{quote(text)}' has a level; it takes no other limit.")
    if not found.network and (found.level is not None or found.heuristic is not None):
        raise BadCommand(f"'{quote(text)}' does not use the network; remove network={_OFF}.")
    if found.level is not None and found.heuristic is not None:
        raise BadCommand(f"'{quote(text)}' has a level; it takes no heuristic, but nodes= does.")
    if name == RANDOM or found.level is not None or not found.unlimited:
        return found
    return _with_default(found, default)


def _split(text: str) -> list[str]:
    """Return the name and the settings in *text*, in small letters but for the files in them."""
    parts: list[str] = []
    for part in text.strip().split(":"):
        if parts and parts[-1].lower() == f"heuristic={FILE_PREFIX[:-1]}":
            parts[-1] = f"heuristic={FILE_PREFIX}{part}"
        elif part.lower().startswith("heuristic=") and is_file(part):
            parts.append("heuristic=" + part.partition("=")[2])
        else:
            parts.append(part.lower())
    return parts


def _with(
    found: Participant, key: str, value: str, game: Game, own: OwnHeuristics | None
) -> Participant:
    """Return *found* with the setting *key* set to *value*."""
    limits = found.limits
    if key == "heuristic":
        if is_file(value):
            return _with_own(found, value, own)
        return replace(found, heuristic=game.heuristic(value).name)
    if key == "level":
        return replace(found, level=_level(key, value, game))
    if key == "network":
        return replace(found, network=_is_on(value))
    if key == "seconds":
        return replace(found, limits=replace(limits, seconds=_seconds(value)))
    if key == "clock":
        return replace(found, clock=read_time_control(value))
    if key == "depth":
        return replace(found, limits=replace(limits, depth=_number(key, value, 1, MAX_DEPTH)))
    return replace(found, limits=replace(limits, nodes=_number(key, value, 1, MAX_NODES)))


def _with_own(found: Participant, value: str, own: OwnHeuristics | None) -> Participant:
    source = None if own is None else own(value)
    if source is None:
        raise UnknownName(
            QT_TRANSLATE_NOOP("Models", "There is no heuristic '{name}'.").format(name=quote(value))
        )
    return replace(found, heuristic=f"{FILE_PREFIX}{source.name}", source=source)


def _with_default(found: Participant, default: Limits) -> Participant:
    """Return *found*, which has no limit, with the *default* limits."""
    engine = found.name == Engine.name
    if default == NO_LIMITS:
        default = Limits(nodes=DEFAULT_NODES) if engine else Limits(depth=DEFAULT_DEPTH)
    if default.nodes is not None and not engine:
        raise BadCommand(
            f"'{quote(found.text)}' does not count nodes; give it its own limit, as in "
            f"{found.name}:depth={DEFAULT_DEPTH}."
        )
    return replace(found, limits=default)


def _check_name(name: str, text: str) -> None:
    try:
        find_searcher(name)
    except UnknownName:
        known = ", ".join([*(searcher.name for searcher in searchers()), RANDOM])
        raise UnknownName(
            f"There is no participant '{quote(text)}'; choose one of: {known}."
        ) from None


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


def _is_on(text: str) -> bool:
    if text in (_ON, _OFF):
        return text == _ON
    raise BadCommand(f"A participant's network is {_ON} or {_OFF}, not '{quote(text)}'.")


def _number(key: str, text: str, low: int, high: int) -> int:
    if text.isascii() and text.isdigit() and len(text) < 15 and low <= int(text) <= high:
        return int(text)
    raise BadCommand(
        f"A participant's {key}: '{quote(text)}' is not a number from {low} to {high}."
    )


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
