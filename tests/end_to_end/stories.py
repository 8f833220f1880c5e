"""Orca beside the program: what it says after each key, compared with what is written in a file."""

import json
import subprocess
import threading
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.end_to_end.program import PATIENCE, Program, wait_until
from tests.end_to_end.screen_reader import PYTHON, is_there

CLIENT = Path(__file__).with_name("orca_client.py")
VERSION = 43
"""That of Debian 12, which takes no announcements; others say some things in other words."""
HEARD = Path(__file__).with_name("heard")
"""A file for each story: lines that begin with > are keys, the others what Orca says then."""
SILENCE = 2.5
"""How long nothing is said before the next key where a story is written, in seconds."""
ASK_AGAIN = 4.0
"""How long the first answer may take before the question is repeated, in seconds."""
GREETING = "Screen reader on."
_KEYS, _TYPED, _COMMENT = "> ", "type ", "# "


@cache
def is_orca_installed() -> bool:
    """Return whether this machine has what Orca needs, and the Orca that the stories are from."""
    if not is_there():
        return False
    version = "from orca import orca_platform; print(orca_platform.version)"
    tried = subprocess.run([PYTHON, "-c", version], capture_output=True, text=True, check=False)
    return tried.stdout.startswith(f"{VERSION}.")


class Orca:
    """The screen reader as a process of its own."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        """Start it, with its settings in *folder*; it must be there before the program."""
        self.said: list[str] = []
        """All that it has said, in order."""
        self._errors = folder / "errors"
        with self._errors.open("w") as errors:
            self._process = subprocess.Popen(
                [PYTHON, str(CLIENT), str(folder / "settings")],
                # Its settings are its own, not those of a desktop.
                env=environment | {"GSETTINGS_BACKEND": "memory", "HOME": str(folder)},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        wait_until(lambda: self.said == [GREETING], self._errors.read_text)
        self.said.clear()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.said.append(json.loads(line))

    def end(self) -> str:
        """Stop it; return what it has written on standard error."""
        self._process.kill()  # it may wait for programs that are gone
        self._process.wait(PATIENCE)
        self._listener.join(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return self._errors.read_text()


@dataclass(frozen=True)
class Step:
    """What is pressed, and what is said then."""

    keys: str
    said: tuple[str, ...]


def read_story(path: Path) -> list[Step]:
    """Return the steps of the story in the file at *path*."""
    steps: list[Step] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(_KEYS):
            steps.append(Step(line.removeprefix(_KEYS), ()))
        elif line and not line.startswith(_COMMENT):
            steps[-1] = Step(steps[-1].keys, (*steps[-1].said, line))
    return steps


def press(program: Program, keys: str) -> None:
    """Press *keys*: names of keys with spaces between them, or ``type`` and a text."""
    if keys.startswith(_TYPED):
        program.type_text(keys.removeprefix(_TYPED))
    elif keys:
        program.press(*keys.split())


def begin(program: Program, orca: Orca, step: Step) -> None:
    """Take the first *step*, until the last that is said then is heard; forget all before it.

    What is said while a window and its rooms open for the first time differs.  Where it is much,
    Orca drops events, and the last key is pressed again.
    """
    wait_until(lambda: any(text.endswith("board panel.") for text in orca.said))
    press(program, step.keys)
    asked = time.monotonic()

    def is_answered() -> bool:
        nonlocal asked
        if step.said[-1] in orca.said:
            return True
        if time.monotonic() > asked + ASK_AGAIN:
            press(program, step.keys.split()[-1])
            asked = time.monotonic()
        return False

    wait_until(is_answered, lambda: f"{step}: {orca.said}")
    orca.said.clear()


def play(program: Program, orca: Orca, story: list[Step]) -> None:
    """Play *story*: each step as soon as all that belongs to the one before has been said."""
    first, *rest = story
    begin(program, orca, first)
    place = 0
    for step in rest:
        press(program, step.keys)
        place += len(step.said)

        def has_gone_on(place: int = place, step: Step = step) -> bool:
            start = place - len(step.said)
            heard = lines_of(orca.said[start:place])
            return len(heard) == len(step.said) or heard != step.said[: len(heard)]

        wait_until(has_gone_on, lambda step=step: f"After {step}: {orca.said[-8:]}")
        heard = lines_of(orca.said[place - len(step.said) : place])
        assert heard == step.said, (step.keys, heard, orca.said[place:])
    assert lines_of(orca.said[place:]) == (), "More is said than the story tells."


def lines_of(said: list[str]) -> tuple[str, ...]:
    """Return what was *said* as it stands in files: an utterance is one line."""
    return tuple(" / ".join(text.split("\n")) for text in said)


def record(program: Program, orca: Orca, path: Path) -> None:
    """Play the story in the file at *path*, and write down what is said instead of comparing it."""
    lines: list[str] = []
    wait_for_silence(orca)
    for step in read_story(path):
        place = len(orca.said)
        press(program, step.keys)
        wait_for_silence(orca)
        lines += [f"{_KEYS}{step.keys}", *lines_of(orca.said[place:])]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def wait_for_silence(orca: Orca) -> None:
    """Wait until nothing has been said for some time."""
    count, since = -1, 0.0
    while count != len(orca.said) or time.monotonic() < since + SILENCE:
        if count != len(orca.said):
            count, since = len(orca.said), time.monotonic()
        time.sleep(0.05)
