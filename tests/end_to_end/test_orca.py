"""Whole games, and what else there is, played blind by keys, with a real screen reader beside.

To write down anew what is heard: ``KALAHLOA_HEARD=write pytest tests/end_to_end/test_orca.py``.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.document import SEED
from kalahloa.controllers.saving.game_files import GameSnapshot
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from tests.end_to_end import stories
from tests.end_to_end.program import need
from tests.end_to_end.stories import HEARD, Orca, play, read_story, record

pytestmark = need("Xvfb", "xdotool", "openbox", "dbus-daemon", also=stories.is_orca_installed)

LEVEL_1 = Player(Level.of_engine(1))


@pytest.fixture
def orca(desktop, tmp_path_factory) -> Iterator[Orca]:
    """Orca, which is there before the program."""
    one = Orca(os.environ | desktop, tmp_path_factory.mktemp("orca"))
    yield one
    assert "Traceback" not in one.end()


def game_file(folder: Path, game: str, second: Player, moves: str = "", **rules: Any) -> Path:
    """Write a game against *second*, who always plays the same, and return the file's path."""
    found = find_game(game)
    one = Record(found, found.rulebook.read(None, rules))
    for move in moves.split():
        one.play(one.position.read_move(move))
    one.details = MappingProxyType({SEED: "1"})
    path = folder / f"{game}.kalahloa"
    GameSnapshot.of(one, (HUMAN.to_json(), second.to_json())).write(path)
    return path


def run(
    story: str, start, desktop, fresh_settings, orca: Orca, *arguments: str, think_seconds: int = 1
) -> None:
    """Play the *story* with a program that is started with *arguments*.

    The computer takes *think_seconds* for a move, in which Orca asks how a cell is called now.
    """
    settings = fresh_settings / "config" / "Kalahloa" / "Kalahloa.conf"
    settings.parent.mkdir()
    preferences = f"[preferences]\nspeed=0\nthink_seconds={think_seconds}\n"
    settings.write_text(preferences, encoding="utf-8")
    orca.said.clear()
    always = {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
    program = start(*arguments, desktop=desktop | always)
    path = HEARD / f"{story}.txt"

    if os.environ.get("KALAHLOA_HEARD") == "write":
        record(program, orca, path)
    else:
        play(program, orca, read_story(path))

    # While the program ends, Orca may ask for what is gone.
    assert "Could not find accessible" not in program.errors_so_far()
    program.press("ctrl+q")
    code, errors = program.ended()
    assert code == 0
    assert "Traceback" not in errors


def test_a_game_of_kalah(start, desktop, fresh_settings, orca, tmp_path):
    game = game_file(tmp_path, "kalah", LEVEL_1)
    run("kalah", start, desktop, fresh_settings, orca, str(game), think_seconds=0)


def test_a_game_of_lines_of_action(start, desktop, fresh_settings, orca, tmp_path):
    game = game_file(tmp_path, "loa", LEVEL_1, size=5)
    run("loa", start, desktop, fresh_settings, orca, str(game))


def test_a_puzzle(start, desktop, fresh_settings, orca):
    run("puzzle", start, desktop, fresh_settings, orca, "--game", "kalah")


def test_a_review(start, desktop, fresh_settings, orca, tmp_path):
    game = game_file(tmp_path, "kalah", HUMAN, "3 2 3 1 3 2 1 1 3", pits=3, stones=2)
    run("review", start, desktop, fresh_settings, orca, str(game))


def test_a_lesson(start, desktop, fresh_settings, orca):
    run("lesson", start, desktop, fresh_settings, orca, "--game", "tictactoe")
