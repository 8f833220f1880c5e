"""The command that searches for a forced win: what it prints, and what it refuses."""

import json
import signal
import sys

import pytest

from kalahloa.cli.main import main
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.game.registry import find_game

WON = "8/8/2bb4/2wbw1bb/3b1wb1/4www1/7w/8 w"


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    """Return what the command line with *arguments* prints as JSON."""
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_forced_win_is_told_with_a_line_that_wins(capsys):
    found = answer(capsys, "prove", "loa", "--position", WON, "--nodes", "100000", "--table", "2")

    assert (found["proven"], found["value"]) == (True, "win")
    assert 0 < found["nodes"] <= 100_000
    assert found["seconds"] > 0
    game = find_game("loa")
    position = game.read(WON, game.rulebook.default)
    for text in found["line"]:
        position.make(position.read_move(text))
    assert position.outcome().winner == 1


def test_a_position_without_a_forced_win_is_told_from_one_that_is_not_known(capsys):
    drawn = answer(capsys, "prove", "tictactoe")
    unknown = answer(capsys, "prove", "loa", "--nodes", "500")

    assert (drawn["proven"], drawn["value"], drawn["line"]) == (False, "no win", [])
    assert (unknown["proven"], unknown["value"], unknown["line"]) == (False, "unknown", [])
    assert unknown["nodes"] == 500


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tictactoe", "--position", "XX./OO./... X"], "X wins by force. The longest line of the"),
        (["tictactoe"], "X cannot force a win."),
        (["loa", "--nodes", "100"], "Whether Black can force a win is not known."),
    ],
)
def test_what_is_known_is_told_in_words(capsys, arguments, sentence):
    assert main(["prove", *arguments]) == 0

    shown = capsys.readouterr()
    assert shown.out.startswith(sentence)
    assert " nodes in " in shown.out
    assert shown.err == ""


def test_a_limit_of_nodes_gives_the_same_answer_again(capsys):
    first = answer(capsys, "prove", "loa", "--position", WON, "--nodes", "50000")
    second = answer(capsys, "prove", "loa", "--position", WON, "--nodes", "50000")

    assert (first["line"], first["nodes"]) == (second["line"], second["nodes"])


def test_an_interrupt_shows_what_is_known_so_far(capsys, monkeypatch):
    told = []

    def interrupted(progress):
        told.append(progress.nodes)
        signal.raise_signal(signal.SIGINT)
        return "paused"

    monkeypatch.setattr("kalahloa.cli.commands.prove._in_words", interrupted)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)

    code = main(["prove", "loa", "--nodes", "999999999", "--table", "1", "--json"])

    found = json.loads(capsys.readouterr().out)
    assert found["value_for"] == "Black"
    assert code == 130
    assert found["value"] == "unknown"
    assert found["nodes"] >= told[0] > 0


def test_a_terminal_is_told_how_far_the_search_has_come_and_wiped_clean(capsys, monkeypatch):
    monkeypatch.setattr("kalahloa.models.work.cancellation.TELL_SECONDS", 0.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    say = ProgressLine.say

    def say_and_stop(line: ProgressLine, words: str) -> None:
        say(line, words)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(ProgressLine, "say", say_and_stop)

    assert main(["prove", "loa", "--table", "1"]) == 130

    shown = capsys.readouterr().err.removesuffix("kalahloa: stopped.\n")
    assert "proof number" in shown
    assert shown.endswith("\r")
    assert not shown[:-1].rpartition("\r")[2].strip()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("prove loa --time 0", "The time: '0'"),
        ("prove loa --nodes many", "The number of nodes: 'many'"),
        ("prove loa --table 0", "The size of the table: '0'"),
        ("prove loa --depth 4", "no option '--depth'"),
        ("prove chess", "no game 'chess'"),
    ],
)
def test_a_wrong_argument_is_told_in_one_line(capsys, line, sentence):
    assert main(line.split()) == 2

    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert shown.err.count("\n") == 1


def test_a_game_that_is_over_has_nothing_to_prove(capsys):
    assert main(["prove", "tictactoe", "--position", "XXX/OO./... O"]) == 2

    assert "over" in capsys.readouterr().err
