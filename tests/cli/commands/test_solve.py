"""The commands that prove values: solve, and analyse --exact."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kalahloa.cli.main import main
from kalahloa.compiled import is_compiled
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.tablebase.files import open_or_build, tablebase_files
from tests.oracles import oracle
from tests.processes import qt_modules, without_display

KALAH = oracle("kalah")
EXACT = KALAH["exact_positions"]["lecture"]
TWO_PITS = {"pits": "2", "stones": "2"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a cache of its own."""
    place = tmp_path / "cache"
    monkeypatch.setenv("KALAHLOA_CACHE", str(place))
    return place


def answer(capsys: pytest.CaptureFixture[str], line: str) -> dict:
    assert main([*shlex.split(line), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def end_value(position, line: list[str]) -> int:
    """Return what the first to move has got at the end of the game that *line* is."""
    side = position.side
    for text in line:
        position.make(position.read_move(text))
    outcome = position.outcome()
    assert outcome is not None
    return outcome.score_for(side)


@pytest.mark.parametrize("rules", list(KALAH["rules"]))
def test_a_start_is_solved_with_a_line_to_the_end(capsys, rules):
    found = answer(capsys, f"solve kalah --pits 2 --stones 2 --rules {rules}")

    position = find_game("kalah").start(find_game("kalah").rulebook.read(rules, TWO_PITS))
    assert found["proven"]
    assert found["value"] == found["low"] == found["high"]
    assert found["value"] == KALAH["small_boards"][rules]["2,2"]
    assert end_value(position, found["line"]) == found["value"]


def test_a_draw_is_written_without_a_sign(capsys):
    assert main(["analyse", "tictactoe", "--exact", "--lines", "all"]) == 0

    rows = capsys.readouterr().out.splitlines()[:-1]
    assert [row.split()[:2] for row in rows] == [["0", "proven"]] * 9


def test_every_move_of_a_position_is_proven_with_its_line(capsys):
    entry = min(EXACT, key=lambda entry: sum(entry["pos"][:6]) + sum(entry["pos"][7:13]))
    cells = entry["pos"]
    numbers = [6, cells[6], cells[13], *cells[:6], *cells[7:13]]
    text = f"<{','.join(map(str, numbers))}> S"

    found = answer(capsys, f"analyse kalah --exact --lines all --position '{text}'")

    assert {row["move"]: row["value"] for row in found["moves"]} == entry["moves"]
    values = [row["value"] for row in found["moves"]]
    assert values == sorted(values, reverse=True)
    game = find_game("kalah")
    for row in found["moves"]:
        assert row["proven"]
        assert row["line"][0] == row["move"]
        position = game.read(text, game.rulebook.default)
        for move in row["line"]:
            position.make(position.read_move(move))


def test_as_many_moves_are_shown_as_asked_for(capsys):
    found = answer(capsys, "analyse kalah --exact --lines 2 --pits 3 --stones 2")

    assert len(found["moves"]) == 2


def test_tictactoe_can_be_solved_as_well(capsys):
    assert answer(capsys, "solve tictactoe")["value"] == 0


def test_without_the_cache_nothing_is_written(capsys, folder):
    answer(capsys, "solve kalah --pits 3 --stones 2 --no-cache")
    answer(capsys, "solve kalah --pits 6 --stones 4 --no-cache --time 0.01")

    assert not folder.exists()


def test_endgames_in_the_cache_are_used(capsys, folder):
    open_or_build(KalahRules(pits=3, stones=2), 12)

    found = answer(capsys, "solve kalah --pits 3 --stones 2")

    assert found["nodes"] < 20
    assert len(tablebase_files(folder)) == 1


def test_damaged_endgames_are_told_of_and_not_used(capsys, folder):
    path = open_or_build(KalahRules(pits=3, stones=2), 12).path
    assert path is not None
    path.write_bytes(path.read_bytes()[:-1])

    assert main("solve kalah --pits 3 --stones 2 --json".split()) == 0

    shown = capsys.readouterr()
    assert json.loads(shown.out)["value"] == KALAH["small_boards"]["lecture"]["3,2"]
    assert shown.err.startswith(f"kalahloa: {path} is damaged: ")
    assert shown.err.count("\n") == 1


def test_what_is_known_when_the_time_is_over_is_shown_as_not_proven(capsys):
    found = answer(capsys, "solve kalah --stones 6 --time 0.05")

    assert (found["value"], found["proven"], found["line"]) == (None, False, [])
    assert -72 <= found["low"] < found["high"] <= 72


@pytest.mark.parametrize(
    ("asked", "says", "low", "high"),
    [(6, True, 6, 24), (7, False, -24, 6), (-3, True, -2, 24), (24, False, -24, 22)],
)
def test_it_can_be_asked_whether_the_value_is_at_least_a_number(capsys, asked, says, low, high):
    found = answer(capsys, f"solve kalah --pits 4 --stones 3 --no-book --at-least {asked}")

    assert found["at_least"] is says
    assert low <= found["low"] <= 6 <= found["high"] <= high
    assert found["proven"] == (found["low"] == found["high"])
    assert found["line"] == []


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("--pits 4 --stones 3 --at-least -2", r"At least (−2|0|\+\d) for South, proven"),
        ("--pits 4 --stones 3 --at-least 8", r"At most \+6 for South, proven"),
        ("--pits 1 --stones 1 --at-least 0", "0 for South, proven"),
        ("--stones 6 --at-least 0 --time 0.05", "Whether South gets at least 0 is not proven"),
    ],
)
def test_the_answer_whether_it_is_so_is_one_sentence(capsys, line, sentence):
    assert main(shlex.split(f"solve kalah --no-book {line}")) == 0

    shown = capsys.readouterr()
    said, cost = shown.out.splitlines()
    assert re.fullmatch(sentence, said)
    assert " nodes in " in cost


def test_values_in_words_say_that_they_are_proven(capsys):
    assert main("solve kalah --pits 2 --stones 2".split()) == 0
    solved = capsys.readouterr()
    assert main("analyse kalah --exact --lines all --pits 2 --stones 2".split()) == 0
    analysed = capsys.readouterr()

    assert " for South, proven\nLine:  " in solved.out
    assert analysed.out.count(" proven ") == 2
    assert solved.err == analysed.err == ""


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("solve loa", "may never end"),
        ("analyse loa --exact", "may never end"),
        ("analyse kalah --exact --depth 4", "cannot be combined"),
        ("analyse kalah --exact --lines none", "The number of lines: 'none'"),
        ("analyse kalah --no-book", "need --exact"),
        ("solve kalah --time 0", "The time: '0'"),
        ("solve kalah --at-least 300", "The value: '300'"),
        ("solve kalah --at-least two", "The value: 'two'"),
        ("solve kalah --threads 0", "The number of threads: '0'"),
        ("solve kalah --table 0", "The size of the table: '0'"),
        ("solve tictactoe --position 'XXX/OO./... O'", "The game is over"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(capsys, line, sentence):
    assert main(shlex.split(line)) == 2

    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert shown.err.count("\n") == 1


def test_solving_needs_nothing_of_qt():
    assert qt_modules("solve", "kalah", "--pits", "2", "--stones", "2") == []


if sys.platform != "win32" and is_compiled():  # where there are such terminals, and the time

    def test_an_interrupt_shows_what_is_known(folder):
        ours, theirs = os.openpty()
        process = subprocess.Popen(
            [sys.executable, "-m", "kalahloa", *"solve kalah --stones 6 --json --table 8".split()],
            env={**without_display(), "KALAHLOA_CACHE": str(folder)},
            stdout=subprocess.PIPE,
            stderr=theirs,
        )
        os.close(theirs)
        shown = b""
        while b"nodes" not in shown:
            shown += os.read(ours, 4096)

        process.send_signal(signal.SIGINT)
        out, _ = process.communicate()
        os.close(ours)

        found = json.loads(out)
        assert process.returncode == 130
        assert (found["value"], found["proven"]) == (None, False)
        assert found["low"] < found["high"]
