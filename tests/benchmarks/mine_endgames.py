"""Mine endgames of Lines of Action that are won by force, from games of the engine with itself.

    python -m tests.benchmarks.mine_endgames [--endgames 300] [--seed 1] [--output FILE]

A game begins with random moves and goes on with short searches until the engine has proven who
wins.  The winner's positions before that, back from the last, are given to proof-number search
until one is too hard.  All limits are numbers of nodes, so that the same engine and seed give the
same endgames again, on any machine; which engine it was, the signature of its bench tells.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from kalahloa.cli.progress import ProgressLine
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.engine.bench import run_bench
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.proof import prove
from tests.oracles import ENDGAMES

PRESETS = ("tutorial", "olympiad", "openspiel")
RANDOM_PLIES = 6
MAX_PLIES = 120
ENGINE_NODES = 4_000
ENGINE_MEBIBYTES = 4
PROOF_MEBIBYTES = 64
MIN_NODES = 1_000
MAX_NODES = 10_000_000
MAX_PER_GAME = 4
TRIED_A_GAME = 8


@dataclass(frozen=True)
class Endgame:
    """A position that the side to move wins: in how many plies at most, and what the proof took."""

    position: str
    rules: str
    plies: int
    nodes: int
    seed: int


def decided_game(seed: int, preset: str) -> list[str]:
    """Play a game; return the winner's positions until the engine knew of the win, or none."""
    random = Random(seed)
    game = find_game("loa")
    position = game.start(game.rulebook.read(preset))
    for _ in range(RANDOM_PLIES):
        position.make(random.choice(position.legal_moves()))
    engine = Engine(ENGINE_MEBIBYTES)
    seen: list[tuple[int, str]] = []
    while not position.is_over() and len(seen) < MAX_PLIES:
        seen.append((position.side, position.position_string()))
        best = engine.analyse(position, Limits(nodes=ENGINE_NODES)).lines[0]
        if best.score.decided:
            winner = position.side if best.score.number > 0 else 1 - position.side
            return [text for side, text in seen if side == winner]
        position.make(best.move)
    return []


def endgames_of(seed: int, known: set[str]) -> list[Endgame]:
    """Return the hardest endgames of the game *seed* that are not *known*."""
    preset = PRESETS[seed % len(PRESETS)]
    found = []
    for text in reversed(decided_game(seed, preset)[-TRIED_A_GAME:]):
        proof = prove(read(text, preset), Limits(nodes=MAX_NODES), mebibytes=PROOF_MEBIBYTES)
        if not proof.proven:
            break
        if proof.nodes >= MIN_NODES and text not in known:
            found.append(Endgame(text, preset, len(proof.line), proof.nodes, seed))
    return found[-MAX_PER_GAME:]


def read(text: str, preset: str) -> Position:
    """Return the position *text* of Lines of Action under the rules *preset*."""
    game = find_game("loa")
    return game.read(text, game.rulebook.read(preset))


def mined(first_seed: int) -> Iterator[Endgame]:
    """Yield endgames of the games *first_seed* and after, each position once, without end."""
    known: set[str] = set()
    seed = first_seed
    while True:
        for endgame in endgames_of(seed, known):
            known.add(endgame.position)
            yield endgame
        seed += 1


def written(endgames: Sequence[Endgame], first_seed: int) -> str:
    """Return the file that holds *endgames*, with the recipe at its head."""
    note = (
        "Endgames of Lines of Action that the side to move wins by force. plies: the longest "
        "line of the proof found, so that the win takes no more; nodes: what that proof took; "
        "seed: of the game it is from."
    )
    recipe = {
        "command": f"python -m tests.benchmarks.mine_endgames --endgames {len(endgames)} "
        f"--seed {first_seed}",
        "bench_signature": f"{sum(row.nodes for row in run_bench()):x}",
        "random_plies": RANDOM_PLIES,
        "engine_nodes": ENGINE_NODES,
        "engine_mebibytes": ENGINE_MEBIBYTES,
        "proof_nodes": [MIN_NODES, MAX_NODES],
        "proof_mebibytes": PROOF_MEBIBYTES,
        "most_a_game": MAX_PER_GAME,
        "tried_a_game": TRIED_A_GAME,
    }
    rows = ",\n".join("  " + json.dumps(asdict(endgame)) for endgame in endgames)
    return (
        f'{{\n "note": {json.dumps(note)},\n "recipe": {json.dumps(recipe)},\n'
        f' "endgames": [\n{rows}\n ]\n}}\n'
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Mine, and write the file; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.mine_endgames",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--endgames", type=int, default=300, help="how many at least")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--output", type=Path, default=ENDGAMES, help=f"default: {ENDGAMES}")
    asked = parser.parse_args(arguments)
    found: list[Endgame] = []
    with ProgressLine() as line:
        for endgame in mined(asked.seed):
            found.append(endgame)
            line.show(len(found), asked.endgames, f"{len(found)} of {asked.endgames}")
            if len(found) >= asked.endgames:
                break
    asked.output.write_text(written(found, asked.seed), encoding="utf-8")
    print(f"{len(found)} endgames of {len({row.seed for row in found})} games in {asked.output}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
