"""Each move has its sound, where sounds are on."""

import runpy
import struct
import wave
from pathlib import Path

import pytest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.navigation import Navigation
from kalahloa.models.game.registry import find_game
from kalahloa.resources import resource
from kalahloa.views.sound import SOUNDS, Sounds


@pytest.fixture
def document(qapp) -> Document:
    return Document(find_game("loa"))


@pytest.fixture
def heard(document, monkeypatch) -> list[str]:
    """Sounds that are on, and what they have played."""
    played: list[str] = []
    sounds = Sounds(document)
    monkeypatch.setattr(sounds, "_with_qt", lambda: lambda path: played.append(path.stem))
    sounds.set_on(True)
    document.changed.connect(sounds.show_change)
    return played


def _play(document: Document, text: str) -> None:
    document.play(document.position.read_move(text))


def _samples(path: Path) -> list[int]:
    with wave.open(str(path)) as file:
        count = file.getnframes()
        return list(struct.unpack(f"<{count}h", file.readframes(count)))


def test_a_move_and_a_capture_sound_otherwise(document, heard):
    _play(document, "b1-b3")
    _play(document, "h3xf1")

    assert heard == ["move", "capture"]


def test_stones_that_are_sown_and_taken_sound_like_stones(document, heard):
    document.new_game(find_game("kalah"), start="<6,0,0,1,0,4,4,4,4,4,4,4,4,4,4> S")
    for move in (3, 1):
        document.play(move)

    assert heard == ["sowing", "gathering"]


def test_the_script_makes_the_sounds_that_are_there(tmp_path, monkeypatch):
    made = runpy.run_path(str(resource("sounds", "make_sounds.py")))
    monkeypatch.setitem(made["write"].__globals__, "FOLDER", tmp_path)

    for name, samples in made["SOUNDS"].items():
        made["write"](name, samples)

        # The last digit of a sine depends on the system.
        there = _samples(resource("sounds", f"{name}.wav"))
        assert _samples(tmp_path / f"{name}.wav") == pytest.approx(there, abs=1)
    assert set(made["SOUNDS"]) == set(SOUNDS)


def test_the_last_move_of_a_game_has_its_own_sound(document, heard):
    document.new_game(find_game("tictactoe"))
    for move in (1, 4, 2, 5, 3):
        document.play(move)

    assert heard == ["move"] * 4 + ["end"]


def test_walking_and_changing_players_make_no_sound(document, heard):
    _play(document, "b1-b3")
    heard.clear()

    Navigation(document).undo()
    document.set_player(1, Player(Level(depth=1)))
    document.new_game(find_game("loa"), players=(HUMAN, HUMAN))

    assert heard == []


def test_sounds_are_off_at_first_and_can_be_turned_off_again(document, monkeypatch):
    played: list[str] = []
    sounds = Sounds(document)
    monkeypatch.setattr(sounds, "_with_qt", lambda: lambda path: played.append(path.stem))
    document.changed.connect(sounds.show_change)

    _play(document, "b1-b3")
    sounds.set_on(True)
    _play(document, "a2-c2")
    sounds.set_on(False)
    _play(document, "b8-b6")

    assert played == ["move"]


def test_where_nothing_can_play_moves_are_silent(document, monkeypatch):
    sounds = Sounds(document)
    monkeypatch.setattr(sounds, "_with_qt", lambda: None)
    monkeypatch.setattr(sounds, "_with_program", lambda: None)
    document.changed.connect(sounds.show_change)

    sounds.set_on(True)
    _play(document, "b1-b3")

    assert not sounds.can_play


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_a_short_wav_file(name):
    with wave.open(str(resource("sounds", f"{name}.wav"))) as file:
        seconds = file.getnframes() / file.getframerate()

    assert 0.05 < seconds < 1.0
