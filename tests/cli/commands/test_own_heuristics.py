"""Commands with a heuristic of one's own: ``--heuristic FILE.py``."""

import json
from pathlib import Path

import pytest

from kalahloa.cli.main import main
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits

CONSTANT = "def evaluate(position):\n    return 3.25\n"
WRONG = "def evaluate(position):\n    return 1 / 0\n"


@pytest.fixture
def ask(capsys):
    """Return a function that runs the program, and returns its exit code and what it prints."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture
def written(tmp_path):
    """Return a function that writes a heuristic, and returns the path as text."""

    def write(text: str) -> str:
        path: Path = tmp_path / "Mine.py"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@pytest.mark.parametrize("searcher", ["alpha-beta", "engine"])
def test_best_searches_with_it(ask, written, searcher):
    code, out, _ = ask(
        *("best", "loa", "--searcher", searcher, "--depth", "2"),
        *("--heuristic", written(CONSTANT), "--json"),
    )

    assert code == 0
    assert json.loads(out)["value"] == 3.25


def test_analyse_evaluates_by_it(ask, written):
    code, out, _ = ask(
        *("analyse", "loa", "--depth", "2", "--lines", "3"),
        *("--heuristic", written(CONSTANT), "--json"),
    )

    found = json.loads(out)
    assert code == 0
    assert [move["value"] for move in found["moves"]] == [3.25] * 3
    assert found["depth"] == 2


def test_analyse_evaluates_by_one_of_the_games(ask):
    code, out, _ = ask("analyse", "loa", "--depth", "2", "--heuristic", "captures", "--json")

    game = find_game("loa")
    position = game.start(game.rulebook.default)
    line = (
        Engine().analyse(position, Limits(depth=2), evaluator=game.heuristic("captures")).lines[0]
    )
    assert code == 0
    assert json.loads(out)["moves"][0]["value"] == line.score.number


def test_the_tree_is_recorded_with_it(ask, written):
    code, out, _ = ask(
        *("tree", "tictactoe", "--searcher", "negamax", "--depth", "2"),
        *("--heuristic", written(CONSTANT), "--json"),
    )

    found = json.loads(out)
    assert code == 0
    assert (found["nodes"], found["value"]) == (82, 3.25)
    leaves = [leaf for child in found["tree"]["children"] for leaf in child["children"]]
    assert {leaf["value"] for leaf in leaves} == {3.25}


def test_one_that_is_kept_is_named_by_its_name(ask):
    HeuristicStore().save(HeuristicSource("mine", "tictactoe", CONSTANT))

    code, out, _ = ask("best", "tictactoe", "--depth", "1", "--heuristic", "file:mine", "--json")

    assert code == 0
    assert json.loads(out)["value"] == -3.25


@pytest.mark.parametrize("command", ["best", "analyse", "tree"])
def test_its_failure_is_one_line(ask, written, command):
    code, out, err = ask(command, "loa", "--depth", "2", "--heuristic", written(WRONG))

    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert "The heuristic 'Mine' failed in line 2: ZeroDivisionError: " in err


@pytest.mark.parametrize("command", ["best", "analyse", "tree"])
def test_a_file_that_is_not_there_is_said(ask, command, tmp_path):
    code, _, err = ask(command, "loa", "--heuristic", str(tmp_path / "none.py"))

    assert code == 2
    assert "There is no file " in err


def test_what_cannot_go_together_is_refused(ask, written):
    path = written(CONSTANT)

    assert ask("analyse", "kalah", "--exact", "--heuristic", path)[0] == 2
    assert ask("analyse", "loa", "--threads", "2", "--heuristic", path)[0] == 2
