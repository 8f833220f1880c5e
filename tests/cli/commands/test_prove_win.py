"""The command that proves the start of a game as a job, where a win is a win."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kalahloa.cli.main import main
from kalahloa.compiled import is_compiled
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.proof.job.job_file import WinJobFile, read_job
from kalahloa.models.search.proof.job.task import (
    OPEN,
    WON,
    Expanded,
    Searched,
    WinStatement,
    WinTask,
)
from tests.processes import ROOT, qt_modules, without_display

BOARD = "prove-start loa --size 4 --table 1"
LARGER = "prove-start loa --size 5 --table 8 --nodes 1000"
LOA = find_game("loa")


def statement_of(size: int, preset: str = "tutorial") -> WinStatement:
    return WinStatement(LOA, LOA.rulebook.read(preset, {"size": size}))


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    return tmp_path / "a.proof"


def ask(capsys: pytest.CaptureFixture[str], line: str, code: int = 0) -> str:
    assert main(shlex.split(line)) == code
    return capsys.readouterr().out


def answer(capsys: pytest.CaptureFixture[str], line: str, code: int = 0) -> dict:
    return json.loads(ask(capsys, f"{line} --json", code))


@pytest.mark.parametrize("preset", ["tutorial", "olympiad"])
def test_a_job_is_proven_and_known_afterwards(capsys, proof, preset):
    line = f"{BOARD} --rules {preset} --nodes 20 --output {proof}"
    first = answer(capsys, f"{line} --workers 2")
    again = answer(capsys, line)
    words = ask(capsys, line).splitlines()

    assert (first["value"], first["proven"], first["left"]) == ("win", True, None)
    assert first["pieces"] == first["done_now"] > 5
    assert first["nodes"] > 0 < first["seconds"]
    assert (again["value"], again["done_now"]) == ("win", 0)
    assert words[0] == "Black wins by force, proven."
    assert words[1].startswith(f"{proof}: {first['pieces']} tasks done, 0 of them now; ")
    assert len(words) == 2


def test_a_start_that_is_not_won_is_told(capsys, proof):
    words = ask(capsys, f"prove-start tictactoe --table 1 --output {proof}").splitlines()

    assert words[0] == "X cannot force a win, proven."


def test_a_job_without_time_says_how_to_go_on(capsys, proof):
    words = ask(capsys, f"{BOARD} --rules olympiad --output {proof} --time 0.0001").splitlines()

    assert words[0] == "Whether Black can force a win is not known yet."
    assert words[2].startswith("At least ")
    assert words[-2] == "To continue:"
    line = "kalahloa prove-start loa --rules olympiad --size 4 --table 1 --output"
    assert words[-1] == f"  {line} {proof}"
    assert answer(capsys, words[-1].removeprefix("  kalahloa "))["value"] == "win"


def test_pieces_of_another_file_are_taken_over(capsys, proof, tmp_path):
    other = tmp_path / "b.proof"
    whole = answer(capsys, f"{BOARD} --output {other}")

    words = ask(capsys, f"{BOARD} --output {proof} --merge {other}").splitlines()

    assert words[0] == f"Merged {whole['pieces']} new tasks from {other}."
    assert words[1] == "Black wins by force, proven."


def test_the_proof_answers_each_reply(capsys, proof):
    answer(capsys, f"{BOARD} --output {proof}")
    position = statement_of(4).start()

    first = answer(capsys, f"{BOARD} --output {proof} --line ''")["replies"][""]
    position.make(position.read_move(first))
    replies = answer(capsys, f"{BOARD} --output {proof} --line {first}")["replies"]
    words = ask(capsys, f"{BOARD} --output {proof} --line {first}").splitlines()

    assert list(replies) == [position.format_move(move) for move in position.legal_moves()]
    assert words == [f"{reply}: {found or 'the game is over'}" for reply, found in replies.items()]
    for reply, found in replies.items():
        position.make(position.read_move(reply))
        assert (found == "") == position.is_over()
        if found:
            assert position.read_move(found) in position.legal_moves()
        position.unmake()


@pytest.mark.parametrize(
    ("board", "nodes"),
    [
        (BOARD, 20),
        (f"{BOARD} --rules olympiad", 1000),
        pytest.param(
            LARGER, 3000, marks=pytest.mark.skipif(not is_compiled(), reason="it takes too long")
        ),
    ],
)
def test_all_answers_are_saved_and_found_right(capsys, proof, tmp_path, board, nodes):
    saved = tmp_path / "whole.proof"
    answer(capsys, f"{board} --output {proof} --nodes {nodes}")

    found = answer(capsys, f"{board} --output {proof} --save {saved}")
    words = ask(capsys, f"{board} --output {proof} --save {saved}").splitlines()
    checked = answer(capsys, f"check-proof {saved} --line ''")

    assert found == {"path": str(proof), "saved": str(saved), "answers": checked["answers"]}
    assert words == [f"{found['answers']:,} replies, checked and saved in", str(saved)]
    assert checked["right"]
    assert checked["answers"] > 5
    assert checked["replies"][""]


def test_where_the_time_is_up_nothing_is_saved(capsys, proof, tmp_path):
    saved = tmp_path / "whole.proof"
    line = f"{BOARD} --output {proof}"
    answer(capsys, line)

    words = ask(capsys, f"{line} --save {saved} --time 0.000001")
    found = answer(capsys, f"{line} --save {saved} --time 0.000001")

    assert words == "Stopped before all replies were found; nothing is saved.\n"
    assert found == {"path": str(proof), "saved": None, "answers": None}
    assert list(tmp_path.iterdir()) == [proof]


def test_a_wrong_proof_is_not_saved(capsys, proof, tmp_path):
    lost = planted_win(statement_of(4), proof)

    assert main(shlex.split(f"{BOARD} --output {proof} --save {tmp_path}/whole.proof")) == 1

    shown = capsys.readouterr()
    assert shown.err == (f"kalahloa: The proof is wrong. No win is found in the position {lost}.\n")
    assert list(tmp_path.iterdir()) == [proof]


def test_a_sample_is_verified_and_a_wrong_answer_found(capsys, proof):
    answer(capsys, f"{BOARD} --output {proof}")
    right = answer(capsys, f"{BOARD} --output {proof} --verify 5")
    assert (right["right"], right["solved"], right["positions"]) == (True, 1, 1)
    assert right["answers"] > 5
    proof.unlink()

    lost = planted_win(statement_of(4), proof)
    assert answer(capsys, f"{BOARD} --output {proof}")["value"] == "win"
    found = answer(capsys, f"{BOARD} --output {proof} --verify 5", 1)
    assert (found["right"], found["wrong"]) == (False, [lost])


def planted_win(statement: WinStatement, path: Path) -> str:
    """Write a job that rests on a position that is not won; return that."""
    lost = planted(statement)
    with WinJobFile(path, statement) as file:
        count = len(statement.after(statement.start())[1])
        key = statement.key(statement.start())
        file.write_reports(Expanded(WinTask(key, 1, expands=True), (0,) * count, 1, 0.0))
        file.write_reports(Searched(WinTask(lost, 1), WON, 1, 0.0))
    return lost


def planted(statement: WinStatement) -> str:
    """Return a position after the first move that is not won."""
    from kalahloa.models.search.proof.proof_search import ProofSearch
    from kalahloa.models.search.proof.proof_table import ProofTable

    _, after = statement.after(statement.start())
    for key in after:
        if ProofSearch(statement.position(key), ProofTable(1), statement.side).run() <= 0:
            return key
    raise AssertionError


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("prove-start loa", "prove-start needs --output FILE"),
        (f"{BOARD} --output a --workers x", "The number of workers: 'x'"),
        (f"{BOARD} --output a --nodes 0", "The number of nodes: '0'"),
        (f"{BOARD} --output a --limit 9", "--limit is for Kalah only, not for Lines of Action."),
        (f"{BOARD} --output a --estimate", "--estimate is for Kalah only"),
        (f"{BOARD} --output a --at-least 2", "--at-least is for Kalah only"),
        (f"{BOARD} --output a --rules openspiel", "depends on the moves before it."),
        (f"{BOARD} --output a --verify 3", "There is no file a."),
        (f"{BOARD} --output a --line b1-b3", "There is no file a."),
        (f"{BOARD} --output empty --line b1-b3", "empty has no proof of a win yet."),
        (f"{BOARD} --output a --verify 3 --line b1-b3", "cannot be combined"),
        (f"{BOARD} --output a --save a", "--save needs a file other than that of the job."),
        (f"{BOARD} --output a --save b", "There is no file a."),
        (f"{BOARD} --output empty --save b", "empty has no proof of a win yet."),
        (f"{BOARD} --output a --save b --line b1-b3", "cannot be combined"),
        ("prove-start kalah --output a --save b", "--save is for games other than Kalah."),
        (f"{BOARD} --output a --merge none.proof", "none.proof cannot be used: No such file"),
        (f"{BOARD} --output other.proof", "belongs to a job with other rules: size 5."),
        (f"{BOARD} --output text", "text cannot be used: it is no proof of Kalahloa."),
        (f"{BOARD} --output wrong", "Two answers on the position"),
        (f'{BOARD} --output a --position "1bb1/w2w/w2w/1bb1 b"', "has no option '--position'"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(capsys, monkeypatch, tmp_path, line, sentence):
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("Hello\n")
    with WinJobFile(Path("other.proof"), statement_of(5)):
        pass
    statement = statement_of(4)
    with WinJobFile(Path("empty"), statement):
        pass
    with WinJobFile(Path("wrong"), statement) as file:
        for value in (WON, -WON):
            file.write_reports(
                Searched(WinTask(statement.key(statement.start()), 1), value, 1, 0.0)
            )

    assert main(shlex.split(line)) == 2

    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert shown.err.count("\n") == 1


def test_damaged_lines_are_told(capsys, proof):
    ask(capsys, f"{BOARD} --nodes 20 --output {proof}")
    lines = proof.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b"nodes", b"nudes")
    proof.write_bytes(b"".join(lines))

    assert main(shlex.split(f"{BOARD} --output {proof}")) == 0

    shown = capsys.readouterr()
    assert "Black wins by force, proven." in shown.out
    assert "Skipped 1 damaged line; its task will be proven again" in shown.err


def test_a_job_needs_nothing_of_qt(proof):
    assert qt_modules(*BOARD.split(), "--output", str(proof)) == []


# -- signals ---------------------------------------------------------------------------------------


def begin(proof: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "kalahloa", *LARGER.split(), "--output", str(proof)],
        cwd=ROOT,
        env=without_display(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def wait_for_lines(process: "subprocess.Popen[bytes]", proof: Path, count: int) -> None:
    while process.poll() is None and (
        not proof.exists() or proof.read_bytes().count(b"\n") < count
    ):
        time.sleep(0.005)


@pytest.mark.skipif(not hasattr(os, "killpg") or not is_compiled(), reason="kills processes")
def test_a_job_that_is_killed_goes_on_where_it_was(capsys, proof):
    statement = statement_of(5)
    known = 0
    for _ in range(3):
        process = begin(proof)
        try:
            wait_for_lines(process, proof, known + 60)
            assert process.poll() is None
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
        record = read_job(proof, statement)
        assert record.damaged == 0
        assert len(record.reports) >= known + 50
        assert record.graph().start.value == OPEN
        known = len(record.reports)

    found = answer(capsys, f"{LARGER} --output {proof}")

    assert (found["value"], found["pieces"]) == ("win", known + found["done_now"])
    tasks = [report.task for report in read_job(proof, statement).reports]
    assert len(set(tasks)) == len(tasks)
    checked = answer(capsys, f"{LARGER} --output {proof} --verify 5")
    assert (checked["right"], checked["solved"]) == (True, 5)


def test_an_interrupt_stops_it_and_it_says_how_to_go_on(proof):
    process = begin(proof)
    try:
        wait_for_lines(process, proof, 5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    finally:
        process.kill()

    assert process.returncode == 130
    assert err == b"kalahloa: stopped.\n"
    assert "To continue:\n  kalahloa prove-start loa --size 5 --nodes 1000" in out.decode()


# -- the proofs that come with the program ---------------------------------------------------------


@pytest.mark.parametrize(("preset", "leaves"), [("tutorial", 849), ("olympiad", 546)])
def test_the_first_player_wins_on_six_by_six_squares(capsys, preset, leaves):
    found = answer(capsys, f"prove-start loa --size 6 --rules {preset} --verify 0")

    assert found["right"]
    assert found["positions"] == leaves


@pytest.mark.skipif(not is_compiled(), reason="it takes too long")
def test_a_shipped_proof_answers_each_reply_and_searches_for_what_follows(capsys):
    board = "prove-start loa --size 6 --rules olympiad --table 256"
    start = find_game("loa").start(find_game("loa").rulebook.read("olympiad", {"size": 6}))
    first = answer(capsys, f"{board} --line ''")["replies"][""]
    start.make(start.read_move(first))

    replies = answer(capsys, f"{board} --line {first}")["replies"]

    assert sorted(replies) == sorted(start.format_move(move) for move in start.legal_moves())
    for reply, move in replies.items():
        start.make(start.read_move(reply))
        start.read_move(move)
        start.unmake()
    assert answer(capsys, f"{board} --seed 3 --verify 1")["right"]


def test_where_no_proof_comes_with_the_program_a_file_is_asked_for(capsys):
    for line in ("--size 7 --line ''", "--size 6 --rules openspiel --verify 1", "--size 6"):
        assert main(shlex.split(f"prove-start loa {line}")) == 2
        assert "needs --output FILE" in capsys.readouterr().err
