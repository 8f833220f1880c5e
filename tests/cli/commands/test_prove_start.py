"""The command that proves the start as a job: what it prints, keeps and refuses."""

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kalahloa.cli.commands.prove_start import bounds_in_words, forecast_in_words
from kalahloa.cli.main import main
from kalahloa.models.games.kalah.job.forecast import Forecast
from kalahloa.models.games.kalah.job.job_file import ValueJobFile, read_margin_job
from kalahloa.models.games.kalah.job.task import MarginAnswer
from kalahloa.models.games.kalah.rules import KalahRules
from tests.benchmarks.proof_kills import check, command, lines_of, run_killed
from tests.oracles import oracle
from tests.processes import ROOT, qt_modules, without_display

RULES = KalahRules(pits=4, stones=3)
VALUE = oracle("kalah")["small_boards"]["lecture"]["4,3"]
BOARD = "prove-start kalah --pits 4 --stones 3 --table 1"


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    return tmp_path / "a.proof"


def ask(capsys: pytest.CaptureFixture[str], line: str, code: int = 0) -> str:
    assert main(shlex.split(line)) == code
    return capsys.readouterr().out


def answer(capsys: pytest.CaptureFixture[str], line: str, code: int = 0) -> dict:
    return json.loads(ask(capsys, f"{line} --json", code))


def test_a_job_is_proven_and_known_afterwards(capsys, proof):
    first = answer(capsys, f"{BOARD} --workers 2 --output {proof}")
    again = answer(capsys, f"{BOARD} --output {proof}")
    words = ask(capsys, f"{BOARD} --output {proof}").splitlines()

    assert (first["value"], first["proven"], first["complete"]) == (VALUE, True, True)
    assert first["pieces"] == first["proven_now"] > 5
    assert first["nodes"] > 0 < first["seconds"]
    assert (again["value"], again["proven_now"]) == (VALUE, 0)
    assert words[0] == f"The first player wins by {VALUE}, proven."
    assert words[1].startswith(f"{proof}: {first['pieces']} tasks proven, 0 of them now; ")
    assert len(words) == 2


def test_a_job_without_time_says_how_to_go_on(capsys, proof):
    words = ask(capsys, f"{BOARD} --output {proof} --time 0.0001").splitlines()

    assert words[0].startswith("The value lies between −")
    assert words[0].endswith("; nothing more is proven yet.")
    assert words[-2] == "To continue:"
    board = "--pits 4 --stones 3 --end mover-empty --capture opposite"
    assert words[-1] == f"  kalahloa prove-start kalah {board} --table 1 --output {proof}"
    assert answer(capsys, words[-1].removeprefix("  kalahloa "))["value"] == VALUE


def test_one_question_is_proven(capsys, proof):
    found = answer(capsys, f"{BOARD} --at-least 2 --output {proof}")

    assert (found["low"] >= 2, found["proven"], found["complete"]) == (True, False, True)


def test_answers_of_another_file_are_taken_over(capsys, proof, tmp_path):
    other = tmp_path / "b.proof"
    whole = answer(capsys, f"{BOARD} --output {other}")

    words = ask(capsys, f"{BOARD} --output {proof} --merge {other}").splitlines()
    found = answer(capsys, f"{BOARD} --output {proof} --merge {other}")

    assert words[0] == f"Merged {whole['pieces']} new results from {other}."
    assert words[1] == f"The first player wins by {VALUE}, proven."
    assert (found["value"], found["pieces"]) == (VALUE, whole["pieces"])


def test_a_sample_is_verified_and_a_wrong_answer_found(capsys, proof):
    whole = answer(capsys, f"{BOARD} --output {proof}")

    right = answer(capsys, f"{BOARD} --output {proof} --verify 5")
    assert (right["right"], right["solved"], right["pieces"]) == (True, 5, whole["pieces"])

    with ValueJobFile(proof, RULES) as file:
        answers = file.record.answers.values()
        keys = [one.task.key for one in answers]
        known = next(one for one in answers if keys.count(one.task.key) == 1)
        low, high = known.bounds
        wrong = MarginAnswer(known.task, high if known.is_at_least else low, 1, 0.0, "x", 1)
        file.write_reports(wrong)
    found = answer(capsys, f"{BOARD} --output {proof} --verify 9999", 1)
    assert (found["right"], len(found["wrong"])) == (False, 1)
    words = ask(capsys, f"{BOARD} --output {proof} --verify 9999", 1)
    assert " at " in words.rpartition("wrong: ")[2]


def test_what_the_job_takes_is_estimated(capsys, proof):
    line = f"prove-start kalah --pits 5 --stones 3 --table 1 --turns 4 --output {proof}"

    found = answer(capsys, f"{line} --estimate --sample 12 --limit 5")
    text = ask(capsys, f"{line} --estimate --sample 12 --limit 5")

    assert (found["question"], found["expected"], found["turns"]) == (0, True, 4)
    assert 0 < found["low"] <= found["seconds"] <= found["high"]
    assert found["censored"] == 0
    assert found["tried"] == sum(len(one["seconds"]) for one in found["strata"]) >= 8
    assert found["pieces"] == sum(one["pieces"] for one in found["strata"]) >= found["tried"]
    assert len(read_margin_job(proof, KalahRules(pits=5, stones=3)).answers) == found["tried"]
    assert answer(capsys, f"{line} --estimate --sample 12 --limit 5") == found
    assert text.startswith("Is the value at least 0? Expected: yes.\nSplit after 4 turns: ")
    assert "processor-seconds (95 % interval" in text


def test_pieces_that_take_too_long_make_the_estimate_a_lower_bound(capsys, proof):
    line = (
        f"prove-start kalah --pits 6 --stones 6 --table 1 --tablebase 0 --turns 1 --output {proof}"
    )

    text = ask(capsys, f"{line} --estimate --sample 1 --limit 0.01")

    assert "Total: at least " in text
    assert "tasks had no result within 0.01 s." in text


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (f"{BOARD} --output a --line 3", "--line is for games other than Kalah"),
        (f"{BOARD} --output a --nodes 9", "--nodes is for games other than Kalah"),
        ("prove-start kalah", "prove-start needs --output FILE"),
        (f"{BOARD} --output a --turns 0", "The number of turns: '0'"),
        (f"{BOARD} --output a --workers x", "The number of workers: 'x'"),
        (f"{BOARD} --output a --limit -1", "The limit: '-1'"),
        (f"{BOARD} --output a --at-least 99", "The value: '99'"),
        (f"{BOARD} --output a --tablebase 101", "The tablebase's stones: '101'"),
        (f"{BOARD} --pits 12 --output a --tablebase 99", "needs too much memory"),
        (f"{BOARD} --output a --verify x", "The number of samples: 'x'"),
        (f"{BOARD} --output a --verify 3", "There is no file a."),
        (f"{BOARD} --output a --verify 3 --estimate", "cannot be combined"),
        (f"{BOARD} --output a --sample 3", "--sample needs --estimate"),
        (f"{BOARD} --output a --deeper 3", "--deeper needs --estimate"),
        (f"{BOARD} --output a --merge none.proof", "none.proof cannot be used: No such file"),
        (f"{BOARD} --output none/a", "none/a cannot be used: No such file"),
        (f"{BOARD} --output other.proof", "belongs to a job with other rules: "),
        (f"{BOARD} --output text", "text cannot be used: it is no proof of Kalahloa."),
        (f"{BOARD} --output a --cluster x --workers 2", "A cluster has its own workers"),
        (f'{BOARD} --position "<4,0,0,3,3,3,3,3,3,3,3> S"', "has no option '--position'"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(capsys, monkeypatch, tmp_path, line, sentence):
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("Hello\n")
    with ValueJobFile(Path("other.proof"), KalahRules(pits=4, stones=2)):
        pass

    assert main(shlex.split(line)) == 2

    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert shown.err.count("\n") == 1


def test_damaged_lines_are_told(capsys, proof):
    ask(capsys, f"{BOARD} --output {proof}")
    lines = proof.read_bytes().splitlines(keepends=True)
    number = next(place for place, line in enumerate(lines) if b"answer" in line)
    lines[number] = lines[number].replace(b"nodes", b"nudes")
    proof.write_bytes(b"".join(lines))

    assert main(shlex.split(f"{BOARD} --output {proof}")) == 0

    shown = capsys.readouterr()
    assert "The first player wins" in shown.out
    assert "Skipped 1 damaged line; its task will be proven again" in shown.err


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        ((0, 0), "The start is a draw, proven."),
        ((-4, -4), "The second player wins by 4, proven."),
        ((0, 8), "The first player does not lose, proven. The value lies between 0 and +8."),
        ((2, 8), "The first player wins, proven. The value lies between +2 and +8."),
        ((-8, -2), "The second player wins, proven. The value lies between −8 and −2."),
        ((-8, 2), "The value lies between −8 and +2; nothing more is proven yet."),
    ],
)
def test_bounds_in_words(bounds, words):
    assert bounds_in_words(*bounds) == words


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Forecast(3, 40, None, None), "3 to 40 left"),
        (Forecast(1200, None, None, None), "1,200 or more left"),
        (Forecast(3, 40, 1.2, 180.0), "3 to 40 left, 1 s to 3 min"),
        (Forecast(3, None, 7200.0, None), "3 or more left, 2 h or more"),
        (Forecast(3, 9, 100.0, 900_000.0), "3 to 9 left, 100 s to 10 days"),
    ],
)
def test_the_forecast_in_words(found, words):
    assert forecast_in_words(found) == words


def test_a_job_needs_nothing_of_qt(proof):
    assert qt_modules(*BOARD.split(), "--output", str(proof)) == []


# -- signals ---------------------------------------------------------------------------------------

LONG = ["--pits", "5", "--stones", "4", "--turns", "4", "--table", "8", "--workers", "2"]


@pytest.mark.skipif(sys.platform != "linux", reason="finds workers by /proc")
def test_a_job_that_is_killed_comes_to_the_same_value_and_proves_no_piece_twice(tmp_path):
    path = tmp_path / "killed.proof"

    found = run_killed(LONG, path, 5, 2, 1)

    assert found.problems == []
    assert found.killed.total() == 5
    assert found.value == solved_value(tmp_path)


def solved_value(folder: Path) -> int:
    done = subprocess.run(
        [sys.executable, "-m", "kalahloa", "solve", "kalah", *LONG[:4], "--no-book", "--json"],
        env=without_display(),
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    return json.loads(done.stdout)["value"]


def test_an_interrupt_stops_it_and_it_says_how_to_go_on(proof):
    words = [word for word in command(LONG, proof) if word != "--json"]
    process = subprocess.Popen(
        words, cwd=ROOT, env=without_display(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        while process.poll() is None and len(lines_of(proof)) < 5:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    finally:
        process.kill()

    assert process.returncode == 130
    assert err == b"kalahloa: stopped.\n"
    assert "To continue:\n  kalahloa prove-start kalah --pits 5" in out.decode()
    assert " --turns 4 --workers 2 --table 8 --output " in out.decode()
    assert check(proof, 0, 2) == []
