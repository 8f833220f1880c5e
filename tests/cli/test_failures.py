"""How the command line fails, as a process: one line, the right exit code, and nothing lost."""

import json
import os
import re
import select
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import run, without_display

if sys.platform == "win32":
    pytest.skip("Windows has no such signals and streams.", allow_module_level=True)

KALAHLOA = [sys.executable, "-m", "kalahloa"]
LONG_MATCH = "match kalah random random --games 10000 --workers 2 --openings random:9:1"
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

# Runs the command line, and raises an interrupt when the module named first is looked for.
INTERRUPTED_IMPORT = """
import signal, sys
wanted = sys.argv.pop(1)
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == wanted:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Finder())
from kalahloa.cli.main import main
sys.exit(main())
"""


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run *line*, in which `kalahloa` is the program, by the shell."""
    return subprocess.run(
        ["/bin/sh", "-c", line.replace("kalahloa", shlex.join(KALAHLOA), 1)],
        env=without_display() | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def start(line: str, **streams: int) -> subprocess.Popen[bytes]:
    """Start `kalahloa` with the arguments of *line* in a process group of its own."""
    return subprocess.Popen(
        [*KALAHLOA, *shlex.split(line)],
        env=without_display(),
        start_new_session=True,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams},
    )


def wait_until_shown(process: subprocess.Popen[bytes], terminal: int, words: bytes) -> bytes:
    """Return what *process* shows on *terminal* up to *words*, a pattern, and a little more."""
    shown = b""
    while not re.search(words, shown):
        ready, _, _ = select.select([terminal], [], [], 60)
        assert ready, f"{shown!r} has no {words!r}"
        shown += os.read(terminal, 4096)
    return shown


# -- streams ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["moves kalah", "games", "--help", "moves --help", "--version"])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="There is no full device here.")
def test_a_full_disk_is_one_line(command):
    result = shell(f"kalahloa {command} > /dev/full")

    assert result.returncode == 1
    assert result.stderr == (
        "kalahloa: The output cannot be written or read: No space left on device.\n"
    )


@pytest.mark.parametrize("command", ["moves kalah", "games", "--help", "--version"])
def test_a_closed_output_is_one_line(command):
    result = shell(f"kalahloa {command} >&-")

    assert result.returncode == 1
    assert result.stderr == "kalahloa: The standard output is closed.\n"


def test_a_closed_input_is_an_empty_one():
    result = shell("kalahloa terminal tictactoe <&-")

    assert (result.returncode, result.stderr) == (0, "")
    assert "X is to move" in result.stdout


def test_what_goes_wrong_is_not_mixed_with_the_answer_where_errors_have_no_place():
    result = shell("kalahloa perft kalah x 2>&-")

    assert (result.returncode, result.stdout) == (2, "")


def test_a_reader_of_both_streams_who_leaves_is_no_error():
    result = shell("{ kalahloa games 2>&1; echo $? >&3; } 3>&2 | true")

    assert result.stderr in ("141\n", "0\n")


def test_an_output_that_knows_ascii_alone_gets_the_result_in_ascii():
    line = "match kalah engine:nodes=50 random --games 2 --openings random:1:1"

    result = run(*shlex.split(line), environment={"PYTHONIOENCODING": "ascii"})

    assert (result.returncode, result.stderr) == (0, "")
    assert "=0 -0" in result.stdout
    assert "1 with 2" in result.stdout
    assert "with 1/2" in result.stdout


# -- memory ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "advice"),
    [
        ("analyse loa --table 65536 --time 0.1", "A smaller --table needs less."),
        ("prove loa --table 65536 --time 0.1", "A smaller --table needs less."),
        ("endgame build kalah --stones 30", "Fewer --stones need less."),
    ],
)
def test_too_little_memory_is_one_line_that_says_what_to_do(command, advice):
    result = shell(f"ulimit -v 500000; exec kalahloa {command}")

    assert result.returncode == 1
    assert result.stderr == f"kalahloa: There is not enough memory for this. {advice}\n"


def test_the_solver_makes_do_with_the_memory_that_there_is():
    command = "solve kalah --stones 6 --table 65536 --time 3"

    result = shell(f"ulimit -v 500000; exec kalahloa {command}")

    assert (result.returncode, result.stderr) == (0, "")
    assert "not proven" in result.stdout


# -- signals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "module",
    [
        "argparse",
        "kalahloa.cli.commands",
        "kalahloa.cli.failures",
        "kalahloa.models.text.errors",
        "kalahloa.cli.commands.moves",
        "json",
        "kalahloa.models.game.registry",
        "kalahloa.models.games.kalah.board",
    ],
)
def test_an_interrupt_while_the_program_loads_is_one_line(module):
    result = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IMPORT, module, "moves", "kalah"],
        env=without_display(),
        capture_output=True,
        text=True,
        check=False,
    )

    assert (result.returncode, result.stderr) == (130, "kalahloa: stopped.\n")


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("analyse loa --time 600 --table 1 --json", b"nodes"),
        ("solve kalah --stones 6 --table 8 --json", b"nodes"),
        ("best loa --searcher alpha-beta --time 600 --json", rb"depth [2-9]"),
        ("prove loa --time 600 --table 1 --json", b"nodes"),
    ],
)
def test_a_signal_ends_a_search_with_what_is_known(line, words, number):
    ours, theirs = os.openpty()
    process = start(line, stderr=theirs)
    os.close(theirs)
    wait_until_shown(process, ours, words)

    process.send_signal(number)
    out, _ = process.communicate()

    shown = wait_until_shown(process, ours, b"stopped.")
    os.close(ours)
    assert process.returncode == 128 + number
    assert json.loads(out)["nodes"] > 0
    assert b"Traceback" not in shown


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_ends_a_match_and_its_workers_and_the_standing_is_shown(number):
    ours, theirs = os.openpty()
    process = start(
        "match kalah random random --games 10000 --workers 2 --json --openings random:9:1",
        stderr=theirs,
    )
    os.close(theirs)
    wait_until_shown(process, ours, b"of 10000 games")

    os.killpg(process.pid, number) if number != signal.SIGTERM else process.terminate()
    out, _ = process.communicate()

    shown = wait_until_shown(process, ours, b"stopped.")
    os.close(ours)
    assert process.returncode == 128 + number
    assert json.loads(out)["games"] > 0
    assert b"Traceback" not in shown
    # The pipe of the workers' output was closed above: all of them have ended, or `communicate`
    # would not have returned.


def test_the_workers_of_a_match_end_with_it_even_if_it_is_killed():
    ours, theirs = os.openpty()
    process = start(
        "match kalah random random --games 10000 --workers 2 --openings random:9:1", stderr=theirs
    )
    os.close(theirs)
    wait_until_shown(process, ours, b"games")

    process.kill()

    assert process.communicate()[0] == b""  # at the end of the last process that has the pipe
    os.close(ours)
