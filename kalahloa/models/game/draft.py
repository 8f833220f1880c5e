"""A position that is being set up: what has been put together so far, and whether it can be played.

A draft is a value; `Revisions` are the drafts between which one goes back and forth.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, TypeVar

from kalahloa.models.game.game import Game
from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.position import Position
from kalahloa.models.game.set_up import SetUp
from kalahloa.models.text.errors import BadPosition

MAX_TEXT = 1000
"""Longer texts, in characters, are not looked for in other games."""


@dataclass(frozen=True)
class Draft:
    """A position string `text` of `game` under `rules`, and the board that it describes.

    `set_up` is what is on the board; None where the game is set up by its text only.  Where `text`
    is malformed, `fault` is why, and rules and set-up are those of the text before.
    """

    game: Game
    rules: Any
    text: str
    set_up: SetUp | None
    fault: str = ""

    @classmethod
    def of(cls, game: Game, rules: Any, text: str | None = None) -> "Draft":
        """Return a draft of the position string *text*, by default of the start of *rules*."""
        start = cls._of_position(game, game.start(rules))
        return start if text is None else start.typed(text)

    @classmethod
    def _of_position(cls, game: Game, position: Position) -> "Draft":
        set_up = None if game.set_up is None else game.set_up.of(position)
        return cls(game, position.rules, position.position_string(), set_up)

    # -- what it is worth ----------------------------------------------------------------------

    @cached_property
    def _read(self) -> Position | str:
        """The position, or why there is none."""
        try:
            return self.fault or self.game.read(self.text, self.rules)
        except BadPosition as error:
            return error.sentence

    @property
    def position(self) -> Position | None:
        """The position, or None if it is not a legal one; nobody may make moves on it."""
        return None if isinstance(self._read, str) else self._read

    @property
    def problem(self) -> str:
        """Why this is no legal position; empty if it is one."""
        return self._read if isinstance(self._read, str) else ""

    @cached_property
    def outcome(self) -> Outcome | None:
        """The outcome of the game if it is over in this position."""
        return None if self.position is None else self.position.outcome()

    @property
    def side(self) -> int:
        """The side to move, 0 where it is not known."""
        if self.set_up is not None:
            return self.set_up.side
        return 0 if self.position is None else self.position.side

    @property
    def start(self) -> str | None:
        """The position string for a record that begins here; None for the usual start."""
        usual = self.game.start(self.rules).position_string()
        position = self.position
        if position is not None and position.position_string() == usual:
            return None
        return " ".join(self.text.split())

    # -- changes -------------------------------------------------------------------------------

    def edited(self, set_up: SetUp) -> "Draft":
        """Return the draft with *set_up* on the board."""
        return replace(self, rules=set_up.rules, set_up=set_up, text=set_up.text(), fault="")

    def typed(self, text: str) -> "Draft":
        """Return the draft for the position string *text*, malformed or not.

        The rules are adapted to it, such as the size of the board.
        """
        rules = self.game.fitting_rules(text, self.rules)
        try:
            if self.game.set_up is None:
                self.game.read(text, rules)
                set_up = None
            else:
                set_up = self.game.set_up.read(text, rules)
        except BadPosition as error:
            return replace(self, text=text, fault=error.sentence)
        return replace(self, rules=rules, text=text, set_up=set_up, fault="")

    def typed_anywhere(self, text: str, games: Sequence[Game]) -> "Draft":
        """As `typed`; if *text* is only a position of another of *games*, that game's draft."""
        here = self.typed(text)
        if not here.fault or len(text) > MAX_TEXT:
            return here
        for game in games:
            if game is not self.game:
                try:
                    rules = game.fitting_rules(text, game.rulebook.default)
                    game.read(text, rules)
                except Exception:  # a plug-in may raise anything
                    continue
                return Draft.of(game, rules, text)
        return here

    def with_rules(self, rules: Any) -> "Draft":
        """Return the draft under *rules*; what was the usual start stays the usual start."""
        if self.start is None:
            return Draft.of(self.game, rules)
        if self.set_up is None:
            return replace(self, rules=rules, fault="")
        return self.edited(self.set_up.with_rules(rules))


State = TypeVar("State")


class Revisions(Generic[State]):
    """What has been done so far, to be taken back and done again, step by step."""

    def __init__(self, first: State) -> None:
        self._states = [first]
        self._at = 0
        self._key: object = None

    @property
    def current(self) -> State:
        """The state that holds now."""
        return self._states[self._at]

    @property
    def can_undo(self) -> bool:
        """Whether there is a state before this one."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether a state was taken back."""
        return self._at + 1 < len(self._states)

    def before(self, key: object) -> State:
        """Return the state before the step with *key* if that is the last one, else the current."""
        return self._states[self._at - 1] if key == self._key and self._at else self.current

    def add(self, state: State, key: object = None) -> None:
        """Go on with *state*; one with the same *key* as the last, unless None, replaces that."""
        if state == self.current:
            return
        if key is None or key != self._key:
            self._at += 1
        del self._states[self._at :]
        self._states.append(state)
        self._key = key

    def undo(self) -> State:
        """Go back by one state, if there is one, and return it."""
        return self._walk(-1)

    def redo(self) -> State:
        """Go forward by one state, if there is one, and return it."""
        return self._walk(1)

    def _walk(self, by: int) -> State:
        if 0 <= self._at + by < len(self._states):
            self._at += by
        self._key = None
        return self.current
