"""The list of mutants fits the code: each can be planted, and none is there twice."""

import ast
from pathlib import Path

import pytest

from tests.mutants.mutant import Mutant
from tests.mutants.table import MUTANTS

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_can_be_planted_and_its_tests_are_there(mutant: Mutant):
    source = (ROOT / mutant.file).read_text(encoding="utf-8")

    planted = mutant.applied_to(source)

    assert ast.dump(ast.parse(planted)) != ast.dump(ast.parse(source))
    assert all((ROOT / test.partition("::")[0]).exists() for test in mutant.tests)


def test_there_are_enough_mutants_and_each_is_another_one():
    assert len(MUTANTS) >= 60
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    assert len({(mutant.file, mutant.old, mutant.new) for mutant in MUTANTS}) == len(MUTANTS)
