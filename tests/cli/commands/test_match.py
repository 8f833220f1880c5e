"""The command that plays matches: what it prints, what it refuses, how it is interrupted."""

import json
import multiprocessing
import shlex
import signal
import subprocess
import sys
import time

import pytest

from kalahloa.cli.commands import match
from kalahloa.cli.main import main
from kalahloa.models.match.match_file import read_match
from kalahloa.models.text.errors import BadCommand
from tests.models.random_play import start
from tests.processes import run, without_display
from tests.shipped_book import shipped


def test_a_match_tells_the_score_and_the_elo(capsys):
    line = "match kalah engine:nodes=200 random --games 12 --openings random:3:1"

    assert main(shlex.split(line)) == 0

    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert lines[0] == "Kalah: engine:nodes=200 against random"
    assert lines[1] == "Games: 12; openings random:3:1"
    assert lines[2].startswith("Score: +")
    assert lines[2].endswith(" points for engine:nodes=200")
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
    assert answer["score_for"] == answer["first"] == "engine:level=1"
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


def draws_after(position, book, plies: int) -> set[str]:
    """Return the boards of the draws of *book* so many plies after *position*, all within it."""
    if plies == 0:
        return {position.position_string()} if book.value(position) == 0 else set()
    found = set()
    for move in position.legal_moves():
        after = position.copy()
        after.make(move)
        if not after.is_over() and book.value(after) is not None:
            found |= draws_after(after, book, plies - 1)
    return found


@pytest.mark.parametrize("plies", [2, 3, 5])
def test_even_openings_of_a_length_come_first_and_are_not_all(capsys, plies):
    pairs = len(draws_after(start("kalah"), shipped(), plies))
    line = f"match kalah random random --openings even:{plies}:3 --json --games {2 * pairs + 8}"

    assert main(line.split()) == 0

    printed = capsys.readouterr()
    answer = json.loads(printed.out)
    openings = [pair["opening"] for pair in answer["pairs"]]
    assert (answer["games"], answer["complete"], printed.err) == (2 * pairs + 8, True, "")
    assert len(set(map(tuple, openings))) == pairs + 4
    assert [len(opening) == plies for opening in openings] == [True] * pairs + [False] * 4
    assert answer["openings_found"] == {"book": pairs + 4}


def test_a_number_of_even_openings_decides_the_number_of_games_and_is_explained(capsys):
    assert main("match kalah random random --openings even:3".split()) == 0

    printed = capsys.readouterr()
    assert "Games: 6; openings even:3" in printed.out
    assert printed.err == "kalahloa: Openings: 3 drawn by the book.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("kalah random", "the following arguments are required: B; see kalahloa match --help"),
        ("kalah random guess", "There is no participant 'guess'; choose one of: game-tree, "),
        ("kalah random random --games 3", "The number of games cannot be 3; it must be even"),
        ("kalah random random --games 0", "The number of games: '0' is not a number from"),
        ("kalah random random --workers 0", "The number of workers: '0' is not a number"),
        ("kalah random random --nodes x", "The number of nodes: 'x' is not a number from"),
        ("kalah random alpha-beta --nodes 9", "'alpha-beta' does not count nodes; give it its own"),
        ("kalah random random --time 0", "The time: '0' is not a number of seconds"),
        ("kalah random random --openings 4", "'4' is not valid; type random:PLIES:SEED"),
        (
            "kalah random random --openings random:1:1 --games 14",
            "There are only 6 openings for random:1:1, enough for 12 games. Use",
        ),
        (
            "tictactoe random random --openings even:6:3 --games 4000",
            "There are only ",
        ),
        (
            "kalah random random --openings even:20 --games 100",
            "There are only 20 openings for even:20, enough for 40 games.",
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


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills a process")
def test_a_worker_that_is_killed_changes_nothing(capsys, monkeypatch):
    line = "match kalah engine:nodes=300 random --games 60 --workers 2 --json"
    assert main(shlex.split(line)) == 0
    expected = capsys.readouterr().out
    killed = []

    def tell(_, result):
        if len(result.pairs) in (3, 8):
            killed.append(multiprocessing.active_children()[0])
            killed[-1].kill()

    monkeypatch.setattr("kalahloa.cli.commands.match._tell", tell)

    assert main(shlex.split(line)) == 0

    assert len(set(killed)) == 2
    assert capsys.readouterr().out == expected


def test_a_match_whose_workers_all_die_shows_what_is_known(capsys, tmp_path):
    path = tmp_path / "Deadly.py"
    path.write_text("import os\n\n\ndef evaluate(position):\n    os._exit(3)\n")
    words = ["match", "kalah", f"engine:nodes=60:heuristic={path}", "random", "--games", "2"]

    assert main([*words, "--json"]) == 1

    printed = capsys.readouterr()
    assert json.loads(printed.out)["games"] == 0
    assert printed.err == (
        "kalahloa: 3 workers have died of the same task; is memory short? "
        "This is the result so far.\n"
    )


# -- files -----------------------------------------------------------------------------------------

RESUMED = "match kalah engine:nodes=100 random --games 8 --json --resume"


def test_a_match_in_a_file_is_the_same_in_two_runs_as_in_one(tmp_path, capsys, monkeypatch):
    whole, parts = tmp_path / "whole.match", tmp_path / "parts.match"
    assert main([*RESUMED.split(), str(whole)]) == 0
    expected = json.loads(capsys.readouterr().out)

    def tell(_, result):
        if len(result.pairs) == 2:
            signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patched:
        patched.setattr("kalahloa.cli.commands.match._tell", tell)
        assert main([*RESUMED.split(), str(parts)]) == 130
    stopped = json.loads(capsys.readouterr().out)
    assert main([*RESUMED.split(), str(parts)]) == 0

    assert (stopped["games"], stopped["complete"]) == (4, False)
    assert json.loads(capsys.readouterr().out) == expected
    assert len(parts.read_bytes().splitlines()) == len(whole.read_bytes().splitlines()) == 5


@pytest.mark.parametrize(
    "damage",
    [
        lambda lines: ["[]"],
        lambda lines: [*lines[:1], "{}", *lines[2:]],
        lambda lines: lines[1:],
        lambda lines: [lines[0].replace('"rules":{', '"rules":[],"x":{', 1), *lines[1:]],
        lambda lines: [*lines[:1], lines[1].replace('"plies":', '"plies":null,"x":', 1)],
    ],
)
def test_a_damaged_file_is_told_in_one_sentence_and_stays_as_it_is(tmp_path, capsys, damage):
    path = tmp_path / "one.match"
    main([*RESUMED.split(), str(path)])
    capsys.readouterr()
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(damage(lines)) + "\n", encoding="utf-8")
    before = path.read_bytes()

    assert main([*RESUMED.split(), str(path)]) == 2

    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert str(path) in told.err
    assert path.read_bytes() == before


def test_a_match_that_is_over_is_shown_again_and_goes_on_with_more_games(tmp_path, capsys):
    path = tmp_path / "one.match"
    main([*RESUMED.split(), str(path)])
    first = capsys.readouterr().out
    before = path.read_bytes()

    assert main([*RESUMED.split(), str(path)]) == 0
    assert capsys.readouterr().out == first
    assert path.read_bytes() == before

    assert main([*RESUMED.replace("8", "12").split(), str(path)]) == 0
    more = json.loads(capsys.readouterr().out)
    assert more["games"] == 12
    assert more["pairs"][:4] == json.loads(first)["pairs"]


def test_the_file_of_another_match_is_left_alone(tmp_path, capsys):
    path = tmp_path / "one.match"
    main([*RESUMED.split(), str(path)])
    capsys.readouterr()
    before = path.read_bytes()

    assert main([*RESUMED.replace("nodes=100", "nodes=200").split(), str(path)]) == 2

    assert "belongs to another match: engine:nodes=100 against random" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_a_match_that_was_killed_goes_on_where_it_was(tmp_path):
    path = tmp_path / "one.match"
    words = RESUMED.replace("8", "400").split()
    process = subprocess.Popen(
        [sys.executable, "-m", "kalahloa", *words, str(path)],
        env=without_display(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    patience = time.monotonic() + 60
    while time.monotonic() < patience and (
        not path.exists() or len(path.read_bytes().splitlines()) < 4
    ):
        time.sleep(0.01)
    process.kill()
    process.wait()

    known = read_match(path)
    assert len(known.pairs) >= 3
    assert main([*RESUMED.split(), str(path)]) == 0
    assert read_match(path).pairs[: len(known.pairs)] == known.pairs


# -- heuristics of one's own -----------------------------------------------------------------------


def test_a_heuristic_in_a_file_plays(tmp_path, capsys):
    path = tmp_path / "Mine.py"
    path.write_text("def evaluate(position):\n    return float(position.side)\n")
    words = ["match", "kalah", f"engine:nodes=60:heuristic={path}", "random", "--games", "2"]

    assert main(words) == 0

    assert capsys.readouterr().out.startswith(
        "Kalah: engine:nodes=60:heuristic=file:Mine against random\n"
    )


def test_a_heuristic_that_fails_is_told_in_one_line(tmp_path, capsys):
    path = tmp_path / "Bad.py"
    path.write_text("def evaluate(position):\n    return 1 / 0\n")
    words = ["match", "kalah", f"engine:nodes=60:heuristic={path}", "random", "--games", "2"]

    assert main(words) != 0

    printed = capsys.readouterr()
    assert "The heuristic 'Bad' failed in line 2: ZeroDivisionError" in printed.err
    assert printed.err.count("\n") == 1


# -- clusters --------------------------------------------------------------------------------------


def test_without_a_scheduler_there_is_no_result(capsys, monkeypatch):
    def nobody(_):
        raise BadCommand("No Dask scheduler answers.")

    monkeypatch.setattr(match, "pool_maker", lambda *_: nobody)

    assert main(["match", "kalah", "random", "random", "--games", "2", "--cluster", "there"]) == 2

    assert capsys.readouterr() == ("", "kalahloa: No Dask scheduler answers.\n")
