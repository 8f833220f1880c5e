"""Invariants are checked in a debug build, and nowhere else."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kalahloa.compiled import is_debug_build
from kalahloa.models.native import checks

_ROOT = Path(__file__).resolve().parents[2]
# A search of a position that goes by a wrong hash, which only its memory can be given where it is
# compiled: a word of the object is changed, the one that is the hash.
_BROKEN = """
import ctypes, sys
from kalahloa.models.games.tictactoe.game import GAME
from kalahloa.models.search.solver.exact_search import ExactSearch
from kalahloa.models.search.transposition_table import TranspositionTable

position = GAME.start(GAME.rulebook.default)
position.make(position.legal_moves()[0])
wrong = position.hash ^ 1
try:
    position.hash = wrong
except AttributeError:
    for offset in range(16, sys.getsizeof(position) - 7, 8):
        word = ctypes.c_uint64.from_address(id(position) + offset)
        if word.value == position.hash:
            word.value = wrong
            break
assert position.hash == wrong
print(ExactSearch(position, TranspositionTable(1)).run(-1, 1))
"""


def _search_broken_position(**environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _BROKEN],
        cwd=_ROOT,
        env={**os.environ, "KALAHLOA_PURE": "", "KALAHLOA_DEBUG": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_broken_hash_fails_the_check_of_a_search_in_plain_python():
    done = _search_broken_position(KALAHLOA_PURE="1", KALAHLOA_DEBUG="1")

    assert "AssertionError: check failed: hash is that from scratch" in done.stderr
    assert done.returncode == 1


def test_nothing_is_checked_in_plain_python_unless_asked_for():
    done = _search_broken_position(KALAHLOA_PURE="1")

    assert done.stdout == "0\n", done.stderr


def test_a_broken_hash_ends_the_process_in_a_debug_build_alone():
    done = _search_broken_position(KALAHLOA_PURE=os.environ.get("KALAHLOA_PURE", ""))

    if is_debug_build():
        assert done.returncode != 0
        assert "check failed in" in done.stderr
        assert "hash is that from scratch" in done.stderr
    else:
        assert done.stdout == "0\n", done.stderr


def test_a_check_says_what_failed_and_with_which_value():
    with pytest.raises(AssertionError, match="check failed: ply is 7, not 0 to 5"):
        checks.check_range(7, 0, 5, b"ply")
    with pytest.raises(AssertionError, match="check failed: the sides are apart"):
        checks.check(False, b"the sides are apart")


@pytest.mark.parametrize("value", [0, 3, 5])
def test_both_ends_of_a_range_belong_to_it(value):
    assert checks.check_range(value, 0, 5, b"ply") is None


def _unguarded_checks(path: Path) -> list[str]:
    """Return the calls of checks in *path* under no ``if DEBUG:`` and in no method for checking."""
    found = []

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "DEBUG":
            return
        if isinstance(node, ast.FunctionDef) and node.name.startswith("check_"):
            return
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if name in ("check", "check_range") or name.startswith("self.check_"):
                found.append(f"{path.name}:{node.lineno} {name}")
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(ast.parse(path.read_text(encoding="utf-8")))
    return found


def test_every_check_stands_under_the_constant_that_turns_it_off():
    """Elsewhere its arguments would be worked out in ordinary builds too."""
    sources = [
        path
        for path in (_ROOT / "kalahloa" / "models").rglob("*.py")
        if "models.native.checks import" in path.read_text(encoding="utf-8")
    ]

    unguarded = [call for path in sorted(sources) for call in _unguarded_checks(path)]

    assert len(sources) > 5
    assert unguarded == []
