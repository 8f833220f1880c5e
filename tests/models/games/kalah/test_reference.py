"""The plain solver in C, with which benchmarks compare, against the package's exact search."""

from pathlib import Path
from random import Random

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.tablebase.builder import build_tablebase
from kalahloa.models.games.kalah.tablebase.files import file_for, write_tablebase
from kalahloa.models.search.solver.solver import Solver
from tests.benchmarks.exact_middle import PlainSolver, Task, compiled_reference
from tests.models.random_play import play

KNOWN = 5


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiled = compiled_reference(tmp_path_factory.mktemp("reference"))
    if compiled is None:
        pytest.skip("There is no C compiler.")
    return compiled


@pytest.mark.parametrize("known", [0, KNOWN])
@pytest.mark.parametrize("capture", ["opposite", "empty"])
@pytest.mark.parametrize("end", ["mover-empty", "standard"])
def test_the_plain_solver_finds_the_same_values(end, capture, known, program, tmp_path):
    chance = Random(f"reference {end} {capture}")
    tasks = []
    for pits, stones in ((2, 3), (3, 3), (4, 2)):
        rules = KalahRules(pits=pits, stones=stones, end=end, capture=capture)
        if known:
            write_tablebase(build_tablebase(rules, known), file_for(rules, known, tmp_path).path)
        for plies in (0, 1, 4):
            position = find_game("kalah").start(rules)
            play(position, [chance.randrange(60) for _ in range(plies)])
            if not position.is_over():
                tasks.append(position)
    plain = PlainSolver(program, known, tmp_path, mebibytes=1)
    try:
        for position in tasks:
            cells = position.stones()
            half = len(cells) // 2
            turned = cells[half:] + cells[:half] if position.side else cells
            expected = Solver(1, 1).solve(position, plies=0).bounds.value

            assert plain.solve(Task(tuple(turned), position.rules)).value == expected
    finally:
        plain.close()
