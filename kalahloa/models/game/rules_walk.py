"""A random walk through the positions of a game, which looks for mistakes in its rules."""

import math
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.random_walk import FaultFound, RandomWalk
from kalahloa.models.game.rulebook import ChoiceOption
from kalahloa.models.game.transition import Step
from kalahloa.models.text.errors import IllegalMove

UNDO = "undo"
NONSENSE = ("", "?", "no move", "-1", "9" * 40)
"""What is no move in any game, one hopes: where a game reads it as a move, it must be legal."""


def all_rules(game: Game) -> Iterator[tuple[str, Any]]:
    """Yield the presets of *game*, and its default rules with each value of each option.

    A number is the lowest or the highest one of its range.  Each comes with its name.
    """
    for preset in game.rulebook.presets:
        yield preset.name, preset.rules
    for option in game.rulebook.options:
        values = option.values if isinstance(option, ChoiceOption) else (option.low, option.high)
        for value in values:
            yield f"{option.name} {value}", game.rulebook.read(None, {option.name: value})


class RulesWalk(RandomWalk):
    """Makes and unmakes moves of *game* under *rules*.

    An action is a move in notation, or `UNDO`.  After each, all that a position can be asked for is
    compared with what its documentation says.
    """

    def __init__(self, game: Game, rules: Any) -> None:
        self._game = game
        self._rules = rules
        self._position = game.start(rules)
        self._before: list[tuple[object, ...]] = []
        self._hashes: dict[str, int] = {}
        self._looks: dict[tuple[int, int], tuple[object, ...]] = {}
        self._look()

    def choose(self, chance: Random) -> str:
        """Return a legal move, or `UNDO`: seldom, and at the end of the game."""
        moves = self._position.legal_moves()
        if not moves or chance.random() < 0.15:
            return UNDO
        return self._position.format_move(chance.choice(moves))

    def do(self, action: str) -> None:
        """Make or unmake a move, and look at the position."""
        position = self._position
        if action == UNDO:
            self._undo()
        else:
            move = position.read_move(action)
            self._before.append(_state(position))
            kept = position.copy()
            position.make(move)
            if _state(kept) != self._before[-1]:
                raise FaultFound("A move that is made on a position changes a copy of it.")
        self._look()

    def end(self) -> None:
        """Take back all moves, and look at how the last position is pickled."""
        position = self._position.copy()
        while self._before:
            self._undo()
        if pickle.loads(pickle.dumps(position)) != position:
            raise FaultFound("A position that was pickled is another one.")

    def _undo(self) -> None:
        if self._before:
            self._position.unmake()
            before, after = self._before.pop(), _state(self._position)
            for name, one, other in zip(_STATE, before, after, strict=True):
                if one != other:
                    raise FaultFound(f"After a move and unmake, {name} is {other!r}, not {one!r}.")

    def _look(self) -> None:
        position = self._position.copy()
        before = _state(position)
        self._look_at_moves(position)
        self._look_at_end(position)
        self._look_at_texts(position)
        self._look_at_key(position)
        for heuristic in self._game.heuristics:
            if not position.is_over():
                value = heuristic.function(position)
                if not math.isfinite(value):
                    raise FaultFound(f"The heuristic {heuristic.name} returns {value!r}.")
        if _state(position) != before:
            raise FaultFound("Looking at a position changes it.")

    def _look_at_moves(self, position: Position) -> None:
        moves = position.legal_moves()
        names = [position.format_move(move) for move in moves]
        if len(set(moves)) < len(moves):
            raise FaultFound("legal_moves has a move twice.")
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise FaultFound(f"Two moves have the notation {twice!r}.")
        for move, name in zip(moves, names, strict=True):
            if position.read_move(name) != move:
                raise FaultFound(f"read_move({name!r}) is not the move with that notation.")
            for step in position.transition(move):
                if not isinstance(step, Step) or step.side not in (0, 1) or step.count < 1:
                    raise FaultFound(f"transition of {name!r} has the step {step!r}.")
        for text in NONSENSE:
            try:
                move = position.read_move(text)
            except IllegalMove:
                continue
            if move not in moves:
                raise FaultFound(f"read_move({text!r}) returns a move that is not legal.")

    def _look_at_end(self, position: Position) -> None:
        outcome = position.outcome()
        if position.is_over() != (outcome is not None):
            raise FaultFound("is_over and outcome do not agree.")
        if (outcome is None) != bool(position.legal_moves()):
            raise FaultFound(
                "There is no legal move, but the game is not over."
                if outcome is None
                else "The game is over, but there are legal moves."
            )
        if outcome is None:
            return
        sign = (outcome.score > 0) - (outcome.score < 0)
        if outcome.winner not in (None, 0, 1) or sign != {None: 0, 0: 1, 1: -1}[outcome.winner]:
            raise FaultFound(f"The winner {outcome.winner} has the score {outcome.score}.")
        if not str(outcome.reason).strip():
            raise FaultFound("The outcome has no reason.")

    def _look_at_texts(self, position: Position) -> None:
        text = position.position_string()
        again = self._game.read(text, self._rules)
        if again.position_string() != text or again.side != position.side:
            raise FaultFound(f"The position string {text!r} is read as another position.")
        told = [position.diagram(), position.diagram(True), position.status(0), position.status(1)]
        told += [position.describe(move) for move in position.legal_moves()]
        if not all(isinstance(one, str) for one in told):
            raise FaultFound("diagram, status or describe does not return a text.")
        if self._game.set_up is not None:
            written = self._game.set_up.read(text, self._rules).text()
            if written != text:
                raise FaultFound(f"The set-up of {text!r} is written as {written!r}.")

    def _look_at_key(self, position: Position) -> None:
        text = position.position_string()
        if self._hashes.setdefault(text, position.hash) != position.hash:
            raise FaultFound(f"The position {text!r} has not always the same key.")
        if position.uses_history():
            return
        look = (position.is_over(), len(position.legal_moves()))
        if self._looks.setdefault((position.hash, position.side), look) != look:
            raise FaultFound(f"The position {text!r} has the key of another one.")


_STATE = ("position_string", "hash", "side", "ply", "legal_moves", "outcome")


def _state(position: Position) -> tuple[object, ...]:
    return (
        *(position.position_string(), position.hash, position.side, position.ply),
        *(sorted(position.legal_moves()), position.outcome()),
    )
