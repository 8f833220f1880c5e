"""The command that plays matches: what it prints, what it refuses, how it is interrupted."""

import json
import multiprocessing
import shlex
import signal
import time

import pytest

from kalahloa.cli.main import main
from kalahloa.models.match.workers import worker_processes
from tests.processes import run


def test_a_match_tells_the_score_and_the_elo(capsys):
    line = "match kalah engine:nodes=200 random --games 12 --openings random:3:1"

    assert main(shlex.split(line)) == 0

    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert lines[0] == "Kalah: engine:nodes=200 against random"
    assert lines[1] == "Games: 12; openings random:3:1"
    assert lines[2].startswith("Score: +")
    assert lines[3].startswith("Pairs: 0 with 0, ")
    assert lines[4].startswith("Elo:   ")
    assert printed.err == ""


def test_the_same_command_prints_the_same_json_with_any_number_of_workers():
    line = "match --games 8 loa engine:level=1 random --rules olympiad --json --openings random:6:2"

    first, second = (run(*shlex.split(line), "--workers", workers) for workers in "12")

    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == second.stdout
    answer = json.loads(first.stdout)
    assert answer["games"] == 8
    assert answer["rules"]["simultaneous"] == "draw"
    assert [len(pair["opening"]) for pair in answer["pairs"]] == [6] * 4
    assert sum(answer["pentanomial"]) == 4


def test_games_lost_on_time_are_told(capsys):
    line = "match tictactoe engine:clock=0.000001 random --games 4"

    assert main(shlex.split(line)) == 0

    printed = capsys.readouterr().out
    assert "Score: +0 =0 −4" in printed
    assert "engine:clock=1e-06+0 lost 4 on time." in printed


def test_the_sequential_test_stops_a_match(capsys):
    line = "match --sprt -50 150 kalah engine:nodes=300 random --games 400 --json"

    assert main(shlex.split(line)) == 0

    answer = json.loads(capsys.readouterr().out)
    assert answer["complete"]
    assert answer["games"] < 100
    assert answer["sprt"]["verdict"] == "elo1"
    assert answer["sprt"]["llr"] > answer["sprt"]["bound"]


def test_limits_that_are_given_are_for_both(capsys):
    line = "match kalah engine alpha-beta --depth 1 --games 2 --json --most-plies 6"

    assert main(shlex.split(line)) == 0

    answer = json.loads(capsys.readouterr().out)
    assert (answer["first"], answer["second"]) == ("engine:depth=1", "alpha-beta:depth=1")
    assert answer["cut_off"] == answer["draws"] == 2


def test_a_match_begins_from_the_position_given(capsys):
    position = "XX./OO./... X"
    line = ["match", "tictactoe", "engine:level=5", "random", "--position", position, "--json"]

    assert main([*line, "--games", "2", "--openings", "random:0:1"]) == 0

    answer = json.loads(capsys.readouterr().out)
    assert answer["position"] == position
    assert answer["pairs"][0]["plies"][0] == 1


@pytest.mark.parametrize(("plies", "games"), [(3, 28), (6, 80), (7, 16), (8, 2)])
def test_without_a_number_of_games_there_are_two_of_each_even_opening(capsys, plies, games):
    line = f"match kalah random random --openings even:{plies}:3 --json"

    assert main(line.split()) == 0

    printed = capsys.readouterr()
    answer = json.loads(printed.out)
    assert (answer["games"], answer["complete"]) == (games, True)
    assert len({tuple(pair["opening"]) for pair in answer["pairs"]}) == games // 2
    assert printed.err == (f"kalahloa: {games} games are played, as there are no more openings.\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("kalah random", "the following arguments are required: B; see kalahloa match --help"),
        ("kalah random guess", "There is no participant 'guess'; there are: game-tree, "),
        ("kalah random random --games 3", "The number of games cannot be 3; it must be even"),
        ("kalah random random --games 0", "The number of games cannot be '0'; it is a number from"),
        ("kalah random random --workers 0", "The number of workers cannot be '0'; it is a number"),
        ("kalah random random --nodes x", "The number of nodes cannot be 'x'; it is a number from"),
        ("kalah random alpha-beta --nodes 9", "'alpha-beta' does not count nodes; give it a limit"),
        ("kalah random random --time 0", "The time cannot be '0'; it is more than 0 and at most"),
        ("kalah random random --openings 4", "'4' is not valid; openings are random:PLIES:SEED"),
        (
            "kalah random random --openings random:1:1 --games 14",
            "There are only 6 openings random:1:1, for 12 games. Longer ones differ more.",
        ),
        (
            "kalah random random --openings even:6:3 --games 100",
            "There are only 40 openings even:6:3, for 80 games. Even openings have 3 to 8 plies; "
            "most of them, 40, have 5.",
        ),
        (
            "kalah random random --openings even:2:1",
            "There are no openings even:2:1. Even openings have 3 to 8 plies; ",
        ),
        ("kalah random random --sprt 5 0", "--sprt cannot be '5 0'; it takes two Elo differences"),
        (
            "kalah random random --sprt nan 0",
            "--sprt cannot be 'nan 0'; it takes two Elo differences",
        ),
        ("kalah random random --sprt 5", "argument --sprt: expected 2 arguments; see kalahloa"),
        ("tictactoe random random --position 'XXX/OO./... O'", "The game is over: X wins"),
    ],
)
def test_a_wrong_argument_is_told_in_one_line(capsys, arguments, sentence):
    assert main(["match", *shlex.split(arguments)]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"kalahloa: {sentence}")
    assert printed.err.count("\n") == 1


def test_an_interrupt_shows_what_is_known_so_far(capsys, monkeypatch):
    heard = []

    def tell(_, result):
        heard.append(result)
        if len(heard) == 3:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("kalahloa.cli.commands.match._tell", tell)

    assert main(shlex.split("match kalah engine:nodes=300 random --games 1000 --json")) == 130

    printed = capsys.readouterr()
    answer = json.loads(printed.out)
    assert (answer["games"], answer["complete"]) == (6, False)
    assert printed.err == "kalahloa: stopped.\n"


def test_the_standing_is_shown_when_a_worker_fails(capsys, monkeypatch):
    def tell(_, result):
        if len(result.pairs) == 3:
            raise MemoryError

    monkeypatch.setattr("kalahloa.cli.commands.match._tell", tell)

    assert main(shlex.split("match kalah random random --games 20 --json")) == 1

    printed = capsys.readouterr()
    assert json.loads(printed.out)["games"] == 6
    assert printed.err == (
        "kalahloa: There is not enough memory for this. Fewer --workers need less.\n"
    )


def test_workers_leave_an_interrupt_to_the_process_that_waits_for_them():
    with worker_processes(2) as executor:
        signals = [executor.submit(signal.getsignal, signal.SIGINT).result() for _ in range(4)]
        workers = set(multiprocessing.active_children())

    assert signals == [signal.SIG_IGN] * 4
    # Not `join`: it returns at once, the worker still among the children, when the executor's own
    # thread has just collected the ended process.
    patience = time.monotonic() + 60
    while workers & set(multiprocessing.active_children()) and time.monotonic() < patience:
        time.sleep(0.01)
    assert not workers & set(multiprocessing.active_children())
