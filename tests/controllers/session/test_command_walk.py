"""Whatever is typed in whatever order, record, place and library agree, and secrets are kept."""

from functools import partial

import pytest

from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.navigation import Navigation
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.saving.open_game import OpenGame
from kalahloa.controllers.session.command_walk import CommandWalk, find_fault_of_commands
from kalahloa.controllers.session.commands import BY_TYPED_NAME, BY_TYPED_WORD
from kalahloa.models.game.random_walk import repeat
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from tests.sweeps import rounds

pytestmark = pytest.mark.usefixtures("qapp", "brief")
TICTACTOE = find_game("tictactoe")
LOA = find_game("loa")
OVER = ("1", "4", "2", "5", "3")


@pytest.mark.parametrize("seed", range(rounds(2)))
@pytest.mark.parametrize("game", ["loa", "kalah", "tictactoe"])
def test_after_random_lines_everything_agrees(game, seed):
    assert find_fault_of_commands(find_game(game), (), seed, 60) is None


def done(*actions: str, game=TICTACTOE) -> str | None:
    """Return what is wrong after *actions*."""
    return repeat(partial(CommandWalk, game), actions)


def test_a_game_that_is_over_keeps_its_players_when_others_are_chosen_and_it_is_opened_again():
    assert done(*OVER, "player o alpha-beta 2") is None


def test_a_record_that_is_elsewhere_is_found(monkeypatch):
    monkeypatch.setattr(Record, "replayed", lambda record: TICTACTOE.start(record.rules))

    assert done("1") == "The record, replayed, is elsewhere."


def test_a_place_that_is_not_the_record_s_is_found(monkeypatch):
    monkeypatch.setattr(
        Navigation, "to_start", lambda navigation: navigation._document.record.jump(0)
    )

    assert done("1", "start") == "The place has not the record's position."


def test_a_game_that_is_not_kept_is_found(monkeypatch):
    monkeypatch.setattr(OpenGame, "queue_changes", lambda game: None)

    assert "The game is not kept." in (done("1") or "")


def test_a_game_that_is_changed_by_looking_is_found(monkeypatch):
    opened = Document.open_record

    def careless(document, record, *values, **others):
        opened(document, record, *values, **others)
        record.jump(len(record.nodes) - 1)
        if record.current.outcome is None:
            document.play(record.position.legal_moves()[0])

    monkeypatch.setattr(Document, "open_record", careless)

    assert done("1", "4") == "Opening the games of the library changes it."


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        (lambda app, words: "It is c1-c3, of course.", "'tell' tells in an exercise what is"),
        (lambda app, words: app[Analysis].set_wanted(True), None),
        (lambda app, words: 1 / 0, "raises ZeroDivisionError: division by zero."),
    ],
)
def test_what_a_command_does_in_an_exercise_is_looked_at(monkeypatch, run, sentence):
    command = Command(key="tell", typed="tell", run=run)
    monkeypatch.setitem(BY_TYPED_NAME, "tell", command)
    monkeypatch.setitem(BY_TYPED_WORD, "tell", command)

    found = done("c1-c3", "a3-c5", "start", "guess both", "tell", game=LOA)

    assert found is None if sentence is None else sentence in (found or "")
