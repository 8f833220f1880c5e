"""The command that tunes weights: what it prints, writes and refuses."""

import json
from pathlib import Path

import pytest

from kalahloa.cli.main import main
from tests.models.heuristics.own_heuristics import HOME_TEXT

FEW = ["--games", "30", "--nodes", "40"]


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(HOME_TEXT)
    return path


def test_old_and_new_weights_are_told_with_their_intervals(mine, capsys):
    assert main(["tune", "kalah", str(mine), *FEW]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Kalah: mine, tuned on 30 games at 40 nodes per move"
    assert lines[1].startswith("Positions: ")
    assert lines[2].startswith("Loss:      ")
    assert lines[3].startswith("Held out:  ")
    assert lines[4].startswith("  HOME    1 → ")
    assert "(95 %: " in lines[4]
    assert lines[6] == "  UNUSED  0.25 → 0.25  (not enough games yet)"


def test_the_same_seed_gives_the_same_json_with_any_number_of_workers(mine, capsys):
    answers = []
    for workers in "12":
        assert main(["tune", "kalah", str(mine), *FEW, "--json", "--workers", workers]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert main(["tune", "kalah", str(mine), *FEW, "--json", "--seed", "7"]) == 0
    other = json.loads(capsys.readouterr().out)

    assert answers[0] == answers[1] != other
    assert answers[0]["games"] == 30
    assert [one["name"] for one in answers[0]["weights"]] == ["HOME", "MOVES", "UNUSED"]
    assert answers[0]["losses"][-1][0] <= answers[0]["losses"][0][0]


def test_the_new_weights_are_written(mine, tmp_path, capsys):
    output = tmp_path / "new" / "better.py"

    assert main(["tune", "kalah", str(mine), *FEW, "--output", str(output), "--json"]) == 0

    answer = json.loads(capsys.readouterr().out)
    home = next(one["new"] for one in answer["weights"] if one["name"] == "HOME")
    assert f"HOME = {home!r}\n" in output.read_text()
    assert mine.read_text() == HOME_TEXT


def test_games_of_the_library_teach_as_well(mine, capsys):
    line = "match kalah engine:nodes=60 engine:nodes=80 --games 40 --save"
    assert main(line.split()) == 0
    capsys.readouterr()

    assert main(["tune", "kalah", str(mine), "--library", "--games", "30"]) == 0

    assert capsys.readouterr().out.startswith("Kalah: mine, tuned on 30 games of the library\n")


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("def evaluate(position):\n    return 0\n", [], "'mine' has no weights to tune"),
        (HOME_TEXT, ["--games", "0"], "The number of games: '0'"),
        (HOME_TEXT, ["--seed", "x"], "The seed: 'x'"),
        (HOME_TEXT, ["--library", "--nodes", "9"], "--nodes is for self-play games"),
        (HOME_TEXT, ["--library"], "0 quiet positions"),
        (HOME_TEXT, ["--games", "1", "--nodes", "20"], "Use more games"),
        ("A = 1\ndef evaluate(position):\n    return A / 0\n", FEW, "ZeroDivisionError"),
    ],
)
def test_what_cannot_be_tuned_is_told_in_one_line(mine, capsys, text, options, sentence):
    mine.write_text(text)

    assert main(["tune", "kalah", str(mine), *options]) != 0

    printed = capsys.readouterr()
    assert printed.out == ""
    assert sentence in printed.err
    assert printed.err.count("\n") == 1


def test_a_file_that_is_not_there_is_told(tmp_path, capsys):
    assert main(["tune", "kalah", str(tmp_path / "none.py")]) != 0

    assert "There is no file" in capsys.readouterr().err
