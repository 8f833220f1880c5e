"""Random positions, the same ones every time, and what is compared of a position."""

from random import Random
from typing import Any

from hypothesis import settings

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.position import Kalah
from tests.sweeps import rounds

STEADY = settings(max_examples=rounds(60), deadline=None, derandomize=True, database=None)
"""Property tests try the same examples every time, however slow the machine is."""

GAME_RULES = [
    (key, preset.name)
    for key in ("loa", "kalah", "tictactoe")
    for preset in find_game(key).rulebook.presets
]
"""Every game under every preset of its rules, by name."""


def start(key: str, preset: str | None = None, **options: object) -> Position:
    """Return the first position of the game *key*, with single *options* of *preset* changed."""
    game = find_game(key)
    return game.start(game.rulebook.read(preset, options))


def reread(game: Game, position: Position) -> Position:
    """Return the position that is read from the position string of *position*."""
    return game.read(position.position_string(), position.rules)


def play(position: Position, choices: list[int]) -> None:
    """Make one legal move for each of *choices*, any numbers, until they or the game end."""
    for choice in choices:
        moves = position.legal_moves()
        if not moves:
            return
        position.make(moves[choice % len(moves)])


def lecture_order(position: Position) -> list[int]:
    """Return the moves as the lecture tries them: in Kalah from the pit next to the kalah on."""
    moves = position.legal_moves()
    return sorted(moves, reverse=True) if isinstance(position, Kalah) else moves


def random_position(key: str, seed: int, plies: int, preset: str | None = None) -> Position:
    """Return a position of a game that goes on, at most *plies* random moves after the start."""
    position = start(key, preset)
    rng = Random(seed)
    play(position, [rng.randrange(1000) for _ in range(plies)])
    if position.is_over():
        position.unmake()
    return position


def snapshot(position: Position) -> tuple[Any, ...]:
    """Return all that can be seen of *position*, to be compared."""
    return (
        position.position_string(),
        position.hash,
        position.side,
        position.ply,
        position.move_stack(),
        position.legal_moves(),
        position.is_over(),
        position.outcome(),
    )
