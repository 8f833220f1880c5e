"""What the help page "Adding a game" promises: its example, and a game written from it alone."""

import html
import json
import os
import random
import re
import subprocess
import sys
from functools import cache
from itertools import pairwise, permutations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kalahloa.models.game.position import Position
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.proof import ProofResult, prove
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.text.errors import IllegalMove
from kalahloa.resources import resource
from tests.plugins import crossing
from tests.scores import is_certain

ROOT = Path(__file__).resolve().parents[2]
PAGE = resource("help", "plugins.html")
CROSSING_RULES = [crossing.CrossingRules(name) for name in ("second", "third")]
WIN, DRAW, LOSS = 1, 0, -1

# Prints what searches find in each of the positions written in the lines of the input.
_SEARCH = """
import json, sys
sys.path.insert(0, sys.argv[1])
from importlib import import_module
from kalahloa.compiled import compiled_note
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.proof import prove
game = import_module(sys.argv[2]).GAME
engine = Engine(1)
found = []
for text in sys.stdin.read().splitlines():
    position = game.read(text, game.rulebook.default)
    analysis = engine.analyse(position, Limits(depth=6))
    line = analysis.lines[0]
    proof = prove(position, Limits(nodes=2000), mebibytes=1)
    found.append([line.move, line.score.text, analysis.nodes, proof.result.value, proof.nodes])
print(json.dumps([compiled_note(), found]))
"""


def example() -> str:
    """Return the source of the page's example."""
    blocks = re.findall(r"<pre>\n(.*?)</pre>", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return html.unescape(blocks[0])


@pytest.fixture(scope="module")
def hexapawn() -> ModuleType:
    module = ModuleType("hexapawn")
    exec(compile(example(), str(PAGE), "exec"), vars(module))
    return module


def searched(folder: Path, module: str, texts: list[str], pure: str) -> list[Any]:
    """Return whether a fresh process is compiled, and what searches of *texts* find there."""
    result = subprocess.run(
        [sys.executable, "-c", _SEARCH, str(folder), module],
        input="\n".join(texts),
        env={**os.environ, "KALAHLOA_PURE": pure, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def minimax(position: Position) -> int:
    """Return the score for the side to move of a game that always ends, by trying all lines."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.score_for(position.side)
    best = LOSS
    for move in position.legal_moves():
        position.make(move)
        best = max(best, -minimax(position))
        position.unmake()
    return best


def walked(position: Position, seed: int) -> list[tuple[Any, ...]]:
    """Play a random game and take it back; return what was seen on the way, both ways alike."""
    chance = random.Random(seed)
    seen = []
    while not position.is_over():
        seen.append((position.position_string(), position.hash, position.side, position.ply))
        position.make(chance.choice(position.legal_moves()))
    for before in reversed(seen):
        position.unmake()
        state = (position.position_string(), position.hash, position.side, position.ply)
        assert state == before
    return seen


# -- the example -----------------------------------------------------------------------------------


def test_the_example_is_counted_right(hexapawn):
    start = hexapawn.GAME.start(hexapawn.GAME.rulebook.default)

    # Black has 3 answers to each move of a pawn at the edge, and 4 to that of the middle one.
    assert [start.perft(depth) for depth in (1, 2)] == [3, 3 + 4 + 3]


def test_the_example_takes_moves_back_and_reads_what_it_writes(hexapawn):
    game = hexapawn.GAME

    for seed in range(20):
        for text, *_ in walked(game.start(game.rulebook.default), seed):
            assert game.read(text, game.rulebook.default).position_string() == text


def test_engine_proof_and_solver_are_right_about_the_example(hexapawn):
    position = hexapawn.GAME.start(hexapawn.GAME.rulebook.default)
    true = minimax(position.copy())

    score = Engine(1).analyse(position, Limits(depth=20)).lines[0].score

    assert true == LOSS  # as Gardner found: the second player wins
    assert (score.proven, score.number < 0) == (True, True)
    assert prove(position, Limits(), mebibytes=1).result is ProofResult.NO_WIN
    assert prove(position, Limits(), mebibytes=1, side=1).result is ProofResult.WIN
    assert Solver(1).solve(position).bounds.value == true


def test_the_example_refuses_in_a_sentence(hexapawn):
    position = hexapawn.GAME.start(hexapawn.GAME.rulebook.default)

    with pytest.raises(IllegalMove, match=r"^'a1-a3' is not a move here; these are: a1-a2, b1-b2"):
        position.read_move("a1-a3")


def test_the_example_is_the_same_in_both_modes(tmp_path, hexapawn):
    (tmp_path / "hexapawn.py").write_text(example(), encoding="utf-8")
    position = hexapawn.GAME.start(hexapawn.GAME.rulebook.default)
    texts = [text for seed in range(4) for text, *_ in walked(position, seed)]

    _, one = searched(tmp_path, "hexapawn", texts, "0")
    note, other = searched(tmp_path, "hexapawn", texts, "1")

    assert one == other
    assert note.startswith("not compiled")


# -- the game with repetition and passes -----------------------------------------------------------


def all_positions(rules: crossing.CrossingRules) -> list[crossing.Crossing]:
    """Return every position of Crossing whose game goes on."""
    boards = sorted({"".join(cells) for cells in permutations("ff..ss")})
    positions = [crossing.Crossing(board, side, rules) for board in boards for side in (0, 1)]
    return [position for position in positions if position.board_outcome() is None]


@cache
def true_values() -> dict[str, int]:
    """Return what each position is worth to its side to move, by retrograde analysis.

    Whoever can win need never come back to a position, so the number of times that makes a draw
    does not matter; and what nobody can win is a draw.
    """
    after: dict[str, list[str]] = {}
    values: dict[str, int] = {}
    for position in all_positions(CROSSING_RULES[0]):
        text = position.position_string()
        after[text] = []
        for move in position.legal_moves():
            position.make(move)
            after[text].append(position.position_string())
            outcome = position.board_outcome()
            if outcome is not None:
                values[after[text][-1]] = outcome.score_for(position.side)
            position.unmake()
    while True:
        found = {}
        for text, following in after.items():
            if text not in values:
                if any(values.get(other) == LOSS for other in following):
                    found[text] = WIN
                elif all(values.get(other) == WIN for other in following):
                    found[text] = LOSS
        if not found:
            return {text: values.get(text, DRAW) for text in after}
        values |= found


def test_the_oracle_knows_wins_losses_and_draws_and_sides_that_pass():
    values = [*true_values().values()]
    passing = [at for at in all_positions(CROSSING_RULES[0]) if crossing.PASS in at.legal_moves()]

    assert [values.count(value) for value in (WIN, DRAW, LOSS)] == [12, 142, 4]
    assert len(passing) == 26


@pytest.mark.parametrize("rules", CROSSING_RULES, ids=lambda rules: rules.repetition)
def test_a_position_that_comes_again_is_a_draw(rules):
    position = crossing.GAME.start(rules)
    there_and_back = ["0-2", "5-3", "2-0", "3-5"]

    for text in there_and_back * (1 if rules.repetition == "second" else 2):
        assert not position.is_over()
        position.make(position.read_move(text))

    assert position.outcome().winner is None
    assert rules.repetition in position.outcome().reason
    assert position.legal_moves() == []


@pytest.mark.parametrize("rules", CROSSING_RULES, ids=lambda rules: rules.repetition)
def test_nothing_false_is_proven_of_any_position_and_most_wins_are(rules):
    engine = Engine(1)
    missed = 0

    for position in all_positions(rules):
        true = true_values()[position.position_string()]
        score = engine.analyse(position, Limits(depth=12, nodes=3000)).lines[0].score
        proof = prove(position, Limits(nodes=5000), mebibytes=1)

        if is_certain(score):
            assert (score.number > 0) - (score.number < 0) == true, position
        if proof.result is not ProofResult.UNKNOWN:
            assert (proof.result is ProofResult.WIN) == (true == WIN), position
        missed += true == WIN and not (score.decided and proof.proven)

    assert missed == 0


def test_what_was_played_before_is_part_of_what_is_proven():
    # The position after these moves stands for the second time; the third would be a draw.
    position = crossing.GAME.start(CROSSING_RULES[1])
    for text in ["0-2", "5-3", "2-0", "3-5"]:
        position.make(position.read_move(text))
    true = true_values()[position.position_string()]

    score = Engine(1).analyse(position, Limits(depth=12, nodes=3000)).lines[0].score
    proof = prove(position, Limits(nodes=5000), mebibytes=1)

    assert not is_certain(score) or (score.number > 0) - (score.number < 0) == true
    assert proof.result is not (ProofResult.NO_WIN if true == WIN else ProofResult.WIN)


def test_random_games_with_passes_unmake_to_where_they_came_from():
    passed = 0

    for seed in range(40):
        position = crossing.GAME.start(CROSSING_RULES[1])
        seen = walked(position, seed)
        assert position.position_string() == seen[0][0] == "ff..ss f"
        boards = [text.split()[0] for text, *_ in seen]
        passed += sum(one == other for one, other in pairwise(boards))

    assert passed > 0


def test_crossing_is_the_same_in_both_modes():
    texts = [at.position_string() for at in all_positions(CROSSING_RULES[1])[::6]]

    _, one = searched(ROOT, "tests.plugins.crossing", texts, "0")
    note, other = searched(ROOT, "tests.plugins.crossing", texts, "1")

    assert one == other
    assert note.startswith("not compiled")
