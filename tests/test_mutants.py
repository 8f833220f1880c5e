"""The list of mutants fits the code: each can be planted, and none is there twice."""

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.mutants.__main__ import copies
from tests.mutants.mutant import Mutant
from tests.mutants.project import ProjectCopy, Verdict
from tests.mutants.table import MUTANTS

ROOT = Path(__file__).resolve().parents[1]


@cache
def text_of(file: str) -> str:
    """Return the text of *file* of the project."""
    return (ROOT / file).read_text(encoding="utf-8")


@cache
def meaning_of(file: str) -> str:
    """Return the syntax tree of *file* of the project."""
    return ast.dump(ast.parse(text_of(file)))


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_can_be_planted_and_its_tests_are_there(mutant: Mutant):
    planted = mutant.applied_to(text_of(mutant.file))

    assert ast.dump(ast.parse(planted)) != meaning_of(mutant.file)
    for test in mutant.tests:
        file, _, name = test.partition("::")
        assert f"def {name}" in text_of(file)


def test_there_are_enough_mutants_and_each_is_another_one():
    assert len(MUTANTS) >= 60
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    assert len({(mutant.file, mutant.old, mutant.new) for mutant in MUTANTS}) == len(MUTANTS)


def test_a_mutant_is_taken_out_again_whatever_happens_and_copies_share_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    mutant = MUTANTS[0]
    sound = (ROOT / mutant.file).read_text(encoding="utf-8")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    seen: list[str] = []

    with copies(2, timeout=1.0) as (copy, other):

        def interrupted(self: ProjectCopy, tests: tuple[str, ...]) -> Verdict:
            seen.append((self.path / mutant.file).read_text(encoding="utf-8"))
            seen.append((other.path / mutant.file).read_text(encoding="utf-8"))
            raise KeyboardInterrupt

        monkeypatch.setattr(ProjectCopy, "test", interrupted)
        with pytest.raises(KeyboardInterrupt):
            copy.judge(mutant)
        seen.append((copy.path / mutant.file).read_text(encoding="utf-8"))

    assert seen == [mutant.applied_to(sound), sound, sound]
    assert (ROOT / mutant.file).read_text(encoding="utf-8") == sound
    assert list(tmp_path.iterdir()) == []


def test_tests_that_do_not_end_or_do_not_run_kill_nothing():
    with copies(1, timeout=0.01) as (copy,):
        assert copy.test(["tests/test_mutants.py"]).word == "timed out"
        copy.stop()
        assert copy.test(["tests/test_mutants.py"]).word == "broken"
