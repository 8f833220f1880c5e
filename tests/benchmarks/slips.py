"""How often drawn positions of Kalah are given away: ``python -m tests.benchmarks.slips``.

A player with a time limit plays the engine with ``--nodes`` nodes from openings that are proven
draws, each with either side.  Its limit counts processor time, so that a busy machine is fair.
Each of its moves is put to the proof whether it still holds the draw; the first one that does not
is a slip, and ends the game.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from kalahloa.models.game.registry import find_game
from kalahloa.models.match.opening import after
from kalahloa.models.match.openings import read_openings
from kalahloa.models.match.participant import Mover, read_participant
from kalahloa.models.search.search_control import limit_by_processor_time
from kalahloa.models.search.solver.solver import Solver

KALAH = find_game("kalah")


def slip(position: Any, movers: Sequence[Mover], player: int, solver: Solver) -> tuple[str, int]:
    """Return the position and the move that gives the draw away ("" if none), and its ply.

    *position* is drawn; the moves of side *player* are proven by *solver* to hold it.
    """
    knowledge = KALAH.knowledge.to_play(position.rules)
    while not position.is_over():
        side = position.side
        move = movers[side](position)
        if side == player and not _holds(position, move, knowledge, solver):
            return f"{position.position_string()} {position.format_move(move)}", position.ply
        position.make(move)
    return "", position.ply


def _holds(position: Any, move: int, knowledge: Any, solver: Solver) -> bool:
    """Return whether *move* is worth a draw at least, for the side that makes it."""
    position = position.copy(stack=False)
    knowledge.use_tablebase(position)
    side = position.side
    position.make(move)
    if position.is_over():
        outcome = position.outcome()
        return bool(outcome is not None and outcome.score_for(side) >= 0)
    held = solver.moves_at_least(position, 0 if position.side == side else 1).values()
    return any(held) if position.side == side else not any(held)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print each slip and how many there were; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.slips")
    parser.add_argument("--player", default="engine:seconds=0.2", help="as in a match")
    parser.add_argument("--nodes", type=int, default=200_000, help="the opponent's, for a move")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the number of the first opening")
    asked = parser.parse_args(arguments)
    limit_by_processor_time(True)
    rules = KALAH.rulebook.default
    start = KALAH.start(rules)
    last = asked.first + (asked.games + 1) // 2
    openings = read_openings(f"even:{last}").offered(start, last, KALAH.knowledge)
    book = KALAH.knowledge.to_play(rules)
    solver = Solver(256, probe=book.probe)
    slips = games = 0
    for number in range(asked.first, last):
        for player in (0, 1):
            mine = read_participant(asked.player, KALAH).mover(KALAH, number)
            other = read_participant(f"engine:nodes={asked.nodes}", KALAH).mover(KALAH, number)
            movers = (other, mine) if player else (mine, other)
            found, ply = slip(after(start, openings[number].moves), movers, player, solver)
            games += 1
            if found:
                slips += 1
                print(f"opening {number}, side {player}, ply {ply}: {found}", flush=True)
    print(f"{asked.player}: {slips} of {games} drawn games given away")
    return 0


if __name__ == "__main__":
    sys.exit(main())
