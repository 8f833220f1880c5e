"""The commands that build, check and list the endgames of Kalah."""

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
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.tablebase import files as kalah_endgame_files
from kalahloa.models.games.kalah.tablebase.builder import BuildStopped, build_tablebase
from kalahloa.models.games.kalah.tablebase.files import (
    file_for,
    tablebase_files,
    usual_stones,
    write_tablebase,
)
from kalahloa.models.games.kalah.tablebase.tablebase import size_of
from tests.processes import qt_modules, without_display

RULES = KalahRules(pits=3)

# Runs the command line where tablebases of 7 stones on 6 pits are as large as usual.
SMALL_IS_USUAL = """
import sys
from kalahloa.cli.main import main
from kalahloa.models.games.kalah.tablebase import files
files.USUAL_BYTES = 100_000
sys.exit(main())
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a cache of its own."""
    place = tmp_path / "cache"
    monkeypatch.setenv("KALAHLOA_CACHE", str(place))
    return place


def ask(capsys: pytest.CaptureFixture[str], line: str, code: int = 0) -> str:
    """Return what the command *line* prints, which ends with *code*."""
    assert main(shlex.split(line)) == code
    return capsys.readouterr().out


def answer(capsys: pytest.CaptureFixture[str], line: str, code: int = 0) -> dict:
    return json.loads(ask(capsys, f"{line} --json", code))


def keep_wrong_margin(folder: Path) -> Path:
    """Write a file whose checksums match, and one margin of which is wrong."""
    table = build_tablebase(RULES, 4)
    table.memory[table.size - 1] = (table.memory[table.size - 1] + 2) & 255
    path = file_for(RULES, 4, folder).path
    write_tablebase(table, path)
    return path


# -- build -------------------------------------------------------------------------------------


def test_a_build_says_what_it_has_built_and_where(capsys, folder):
    shown = ask(capsys, "endgame build kalah --pits 3 --stones 5")

    path = folder / "kalah-3-opposite-lecture-5.v1.endgames"
    assert path.exists()
    assert f": {size_of(3, 5)} positions with at most 5 stones in the pits.\n{path}\n" in shown


def test_what_is_there_is_not_built_again(capsys):
    first = answer(capsys, "endgame build kalah --pits 3 --stones 5 --rules empty-capture")
    second = answer(capsys, "endgame build kalah --pits 3 --stones 4 --rules empty-capture")

    assert (first["built"], second["built"]) == (True, False)
    assert (second["path"], second["stones"]) == (first["path"], 5)
    assert (second["pits"], second["capture"], second["end"]) == (3, "empty", "standard")
    assert second["positions"] == size_of(3, 5)
    assert "Already built" in ask(
        capsys, "endgame build kalah --pits 3 --stones 4 --rules empty-capture"
    )


def test_the_number_of_stones_is_the_usual_one_unless_told(capsys, monkeypatch):
    monkeypatch.setattr(kalah_endgame_files, "USUAL_BYTES", 1000)

    built = answer(capsys, "endgame build kalah --pits 3")

    assert built["stones"] == usual_stones(3) == 6


def test_a_damaged_file_is_told_of_on_the_side_and_built_anew(capsys):
    line = "endgame build kalah --pits 3 --stones 5"
    path = Path(answer(capsys, line)["path"])
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])

    assert main([*line.split(), "--json"]) == 0

    shown = capsys.readouterr()
    assert json.loads(shown.out)["built"]
    assert shown.err.startswith(f"kalahloa: {path} is damaged: ")
    assert shown.err.count("\n") == 1
    assert path.read_bytes() == whole


def test_endgames_that_cannot_be_kept_get_one_line_and_exit_code_1(capsys, folder):
    folder.write_text("a file", encoding="utf-8")

    assert main("endgame build kalah --pits 3 --stones 5".split()) == 1

    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"kalahloa: The tablebase cannot be stored in {folder}: ")
    assert shown.err.count("\n") == 1


def test_nothing_but_the_answer_is_printed_into_a_pipe(capsys):
    assert main("endgame build kalah --pits 3 --stones 5".split()) == 0

    assert capsys.readouterr().err == ""


def test_endgames_need_nothing_of_qt():
    assert qt_modules("endgame", "build", "kalah", "--pits", "3", "--stones", "3") == []


if sys.platform != "win32":  # where there are no such terminals

    @pytest.mark.parametrize(
        ("number", "threads"), [(signal.SIGINT, "1"), (signal.SIGINT, "2"), (signal.SIGTERM, "2")]
    )
    def test_a_signal_ends_a_build_and_what_is_finished_is_kept(folder, capsys, number, threads):
        ours, theirs = os.openpty()
        line = f"endgame build kalah --stones 22 --threads {threads}"
        process = subprocess.Popen(
            [sys.executable, "-c", SMALL_IS_USUAL, *line.split()],
            env=without_display(),
            stdout=subprocess.PIPE,
            stderr=theirs,
        )
        os.close(theirs)
        shown = b""
        # All 125,970 positions of 8 stones are finished with 0.2 million.
        while not re.search(rb"\] (0\.[2-9]|[1-9]\d*\.\d) of ", shown):
            shown += os.read(ours, 4096)

        process.send_signal(number)
        out, _ = process.communicate()
        while b".endgames\r\n" not in shown:
            shown += os.read(ours, 4096)
        os.close(ours)

        (kept,) = tablebase_files(folder)
        said = shown.rpartition(b"kalahloa: stopped. ")[2].decode()
        assert (process.returncode, out) == (128 + number, b"")
        assert f" positions with at most {kept.stones} stones in the pits" in said
        assert said.endswith(f"{kept.path}\r\n")
        checked = answer(capsys, "endgame verify kalah --sample 1000 --seed 1")
        assert checked["right"]


# -- verify ------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["", "--sample 50", "--threads 2", "--stones 5"])
def test_right_endgames_pass(capsys, how):
    ask(capsys, "endgame build kalah --pits 3 --stones 5")

    found = answer(capsys, f"endgame verify kalah --pits 3 {how}")

    (file,) = found["files"]
    assert found["right"] and file["right"]
    assert (file["stones"], file["wrong"], file["positions"]) == (5, 0, size_of(3, 5))
    assert file["checked"] == (50 if "sample" in how else size_of(3, 5))
    assert "all are right" in ask(capsys, f"endgame verify kalah --pits 3 {how}")


def test_a_wrong_margin_is_found_though_the_checksums_fit(capsys, folder):
    path = keep_wrong_margin(folder)

    found = answer(capsys, "endgame verify kalah --pits 3", code=1)
    shown = ask(capsys, "endgame verify kalah --pits 3", code=1)

    assert not found["right"]
    assert (found["files"][0]["path"], found["files"][0]["wrong"]) == (str(path), 1)
    assert shown.endswith(": 1 are wrong\n")


def test_a_sample_of_wrong_margins_is_found(capsys, folder):
    table = build_tablebase(RULES, 4)
    table.memory[:] = bytes(byte ^ 64 for byte in table.memory[:])
    write_tablebase(table, file_for(RULES, 4, folder).path)

    found = answer(capsys, "endgame verify kalah --pits 3 --sample 40", code=1)

    assert found["files"][0]["wrong"] > 0


def test_a_check_that_is_interrupted_tells_which_files_were_checked(capsys, monkeypatch):
    for stones in (4, 5):
        ask(capsys, f"endgame build kalah --pits 3 --stones {stones}")

    def sampled_wrong(table, *_):
        if table.stones == 5:
            signal.raise_signal(signal.SIGTERM)
            raise BuildStopped
        return 0

    monkeypatch.setattr(
        "kalahloa.models.games.kalah.tablebase.verification.sampled_wrong", sampled_wrong
    )

    found = answer(capsys, "endgame verify kalah --pits 3 --sample 5", code=143)

    assert [file["stones"] for file in found["files"]] == [4]


def test_the_same_seed_draws_the_same_sample(capsys, monkeypatch):
    ask(capsys, "endgame build kalah --pits 3 --stones 5")
    drawn = []

    def sampled_wrong(table, rules, samples, chance):
        drawn.append(chance.random())
        return 0

    monkeypatch.setattr(
        "kalahloa.models.games.kalah.tablebase.verification.sampled_wrong", sampled_wrong
    )
    for seed in "112":
        ask(capsys, f"endgame verify kalah --pits 3 --sample 5 --seed {seed}")

    assert drawn[0] == drawn[1] != drawn[2]


def test_a_damaged_file_does_not_pass_and_is_left_as_it_is(capsys, folder):
    for stones in (4, 5):
        ask(capsys, f"endgame build kalah --pits 3 --stones {stones}")
    path = file_for(RULES, 4, folder).path
    damaged = path.read_bytes()[:-1]
    path.write_bytes(damaged)

    found = answer(capsys, "endgame verify kalah --pits 3", code=1)
    shown = ask(capsys, "endgame verify kalah --pits 3", code=1)

    assert [file["right"] for file in found["files"]] == [False, True]
    assert found["files"][0]["damage"].startswith(f"{path} is damaged: ")
    assert shown.splitlines()[0] == found["files"][0]["damage"]
    assert path.read_bytes() == damaged


# -- info --------------------------------------------------------------------------------------


def test_info_lists_all_files_or_those_of_the_rules_named(capsys, folder):
    for line in ("--pits 3 --stones 5", "--pits 2 --stones 4 --rules standard", "--stones 2"):
        ask(capsys, f"endgame build kalah {line}")
    path = file_for(RULES, 5, folder).path

    everything = answer(capsys, "endgame info kalah")
    named = answer(capsys, "endgame info kalah --pits 2 --rules standard")
    by_stones = answer(capsys, "endgame info kalah --stones 5")

    assert everything["folder"] == str(folder)
    assert [file["rules"] for file in everything["files"]] == [
        "standard, pits 2",
        "lecture, pits 3",
        "lecture",
    ]
    assert [file["stones"] for file in named["files"]] == [4]
    (file,) = by_stones["files"]
    assert (file["path"], file["bytes"], file["whole"]) == (str(path), path.stat().st_size, True)
    shown = ask(capsys, "endgame info kalah --stones 5")
    assert shown.startswith(f"{path}\n  lecture, pits 3: at most 5 stones, 4,558 bytes, ")
    assert shown.endswith(", intact\n")


def test_info_tells_a_damaged_file(capsys):
    built = answer(capsys, "endgame build kalah --pits 3 --stones 5")
    path = Path(built["path"])
    path.write_bytes(path.read_bytes()[:-1])

    assert not answer(capsys, "endgame info kalah")["files"][0]["whole"]
    assert "damaged" in ask(capsys, "endgame info kalah")


def test_info_says_where_there_is_nothing(capsys, folder):
    assert ask(capsys, "endgame info kalah") == f"There are no tablebases in {folder}.\n"
    assert answer(capsys, "endgame info kalah") == {"folder": str(folder), "files": []}


# -- wrong use ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "endgame",
            "A sub-command must follow kalahloa endgame; choose one of: build, verify, info.",
        ),
        (
            "endgame burn kalah",
            "'burn' is not a sub-command of kalahloa endgame; choose one of: build, verify, info.",
        ),
        ("endgame build loa", "Only Kalah has tablebases, not Lines of Action."),
        ("endgame verify tictactoe", "Only Kalah has tablebases"),
        ("endgame info loa", "Only Kalah has tablebases"),
        ("endgame build kalah --stones 0", "The number of stones: '0'"),
        ("endgame build kalah --stones 60", "on 6 pits a side needs too much memory"),
        ("endgame build kalah --threads no", "The number of threads: 'no'"),
        ("endgame verify kalah", "There is no such tablebase in "),
        ("endgame verify kalah --sample 0", "The number of samples: '0'"),
        ("endgame build kalah --sample 5", "has no option '--sample'"),
    ],
)
def test_a_wrong_argument_is_told_in_one_line(capsys, line, sentence):
    assert main(line.split()) == 2

    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert shown.err.count("\n") == 1
