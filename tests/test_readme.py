"""What the README quotes is true: its example runs, its commands are read, its paths exist."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from kalahloa.cli.commands import NAMES
from kalahloa.cli.main import main
from kalahloa.models.game.registry import find_game

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def _commands() -> list[str]:
    """Return the lines that begin with ``kalahloa``, without comments."""
    lines = [line for block in _blocks("sh") for line in block.splitlines()]
    return [line.partition("  #")[0].strip() for line in lines if line.startswith("kalahloa ")]


def test_the_example_of_a_heuristic_runs():
    (source,) = _blocks("python")
    names: dict[str, Any] = {}

    exec(source, names)

    game = find_game("loa")
    position = game.start(game.rulebook.default)
    assert names["HEURISTIC"](position) == 0
    position.make(position.read_move("c1-c3"))
    assert names["HEURISTIC"](position) == -1


def test_every_command_is_shown_in_an_example_but_those_that_list_things():
    assert {line.split()[1] for line in _commands()} >= set(NAMES) - {"games"}


@pytest.mark.parametrize("line", _commands())
def test_the_options_of_an_example_exist(line, capsys):
    """The command is told to print its help instead of running."""
    words = shlex.split(line)[1:]

    assert main([*words, "--help"]) == 0

    help_text = capsys.readouterr().out
    options = {word.partition("=")[0] for word in words if word.startswith("--")}
    assert [option for option in options if option not in help_text] == []


def test_paths_in_the_tree_of_the_package_exist():
    tree = README.partition("## Inside\n\n```\n")[2].partition("```")[0]
    assert tree.startswith("kalahloa/models/")
    folders: dict[int, str] = {}
    paths = []
    for line in tree.splitlines():
        indent = len(line) - len(line.lstrip())
        folders[indent] = line.split()[0]
        paths.append("".join(name for depth, name in sorted(folders.items()) if depth <= indent))

    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_links_to_files_lead_somewhere():
    links = re.findall(r"\]\(([^)#:]+)\)", README)

    assert [link for link in links if not (ROOT / link).exists()] == []
