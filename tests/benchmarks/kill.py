"""Kills running programs at random moments, and looks for what was shown and is not kept.

    python -m tests.benchmarks.kill [--runs 300] [--seed 1] [--kind KIND] [--grace 100]

Each run starts one or two programs (see `tests.benchmarks.sessions`) on a library, kills them with
SIGKILL at a random moment, some while they start, and opens the library anew.  All that was shown
more than the *grace* of milliseconds before must be there: moves, comments, marks, what was deleted
and the order of lines, and the edits that can be taken back.  A library is used for several runs,
and what was there after one must be there after the next.  In a *crowd* session many games are
imported, thrown away, put back and deleted for good meanwhile; none of them may be there in part.

For each kind of session a line is printed: runs, what was shown and checked, what is missing and
how many milliseconds before the kill the oldest of that was shown, how often the library could not
be opened or was not whole, the programs' tracebacks and crashes, and how long things took from
being shown to being on disk (median, 99 of 100, worst), by the programs' own clocks.  Where other
programs use the processors that is their doing in part.  ``nice -n -15`` before the command keeps
them out of it, or on Linux, which shares processors by sessions first, a session of its own::

    setsid -w sh -c 'echo -15 > /proc/self/autogroup; exec python -m tests.benchmarks.kill'

The exit code is 1 if anything is missing or a program has crashed.
"""

import argparse
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from kalahloa.controllers.saving.opening import open_stored
from kalahloa.models.library.library import Library
from tests.benchmarks.crowd import CROWD, CROWD_PLIES
from tests.benchmarks.sessions import COMING, NAME, state_of

ROOT = Path(__file__).resolve().parents[2]
KINDS: dict[str, tuple[str, ...]] = {
    "computers": ("computers",),
    "clicks": ("clicks",),
    "edits": ("edits",),
    "edits, crowd": ("crowd",),
    "two, crowd": ("clicks", "crowd"),
    "terminal": ("lines",),
    "terminal, computers": ("turns",),
    "two, one game": ("shared", "shared"),
    "two, two games": ("edits", "lines"),
    "two windows": ("clicks", "computers"),
}
RUNS_OF_A_LIBRARY = 8
PATIENCE = 60.0
"""Maximum number of seconds in which a program starts."""

STALL_STEP = 0.005
"""How often a `StallProbe` looks at the clock, in seconds."""

Key = tuple[str, str]
"""A game's name and the moves that lead to a node; ``#`` instead of them for its edits."""
EDITS = "#"


class Program:
    """A running session and what it has reported."""

    def __init__(self, kind: str, seed: int, anew: bool, folder: Path, errors: Path) -> None:
        source, target = os.pipe()
        environment = os.environ | {
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            "KALAHLOA_DATA": str(folder),
            "QT_QPA_PLATFORM": "offscreen",
        }
        options = ["--seed", str(seed), "--events", str(target), *(["--new"] if anew else [])]
        with errors.open("ab") as file:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.benchmarks.sessions", kind, *options],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=file,
                pass_fds=(target,),
            )
        os.close(target)
        self._source = os.fdopen(source, "rb")
        self._text = b""
        self._changed = threading.Condition()
        self._ended = False
        self._thread = threading.Thread(target=self._read)
        self._thread.start()
        self.killed_at = 0.0

    def _read(self) -> None:
        while block := self._source.read1(1 << 16):
            with self._changed:
                self._text += block
                self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def wait_for(self, word: bytes) -> None:
        """Wait until *word* was reported, or the program has ended by itself."""
        with self._changed:
            self._changed.wait_for(lambda: word in self._text or self._ended, PATIENCE)

    def kill(self) -> None:
        self.killed_at = time.monotonic()
        self._process.send_signal(signal.SIGKILL)

    @property
    def has_crashed(self) -> bool:
        """Whether the program that was killed had ended before."""
        return self._process.returncode != -signal.SIGKILL

    def wait(self) -> None:
        """Wait until the killed program has ended."""
        self._process.wait()

    def end(self) -> list[dict[str, Any]]:
        """Wait for the end of the killed program, and return what it has reported."""
        self._process.wait()
        self._thread.join()
        self._source.close()
        return [json.loads(line) for line in self._text.split(b"\n")[:-1]]


class StallProbe:
    """Notes how long this process was not run on each processor, until it is left.

    A virtual machine may be stopped for a second, or one of its processors with the programs that
    run on it; what is missing then is not a program's fault.
    """

    def __init__(self) -> None:
        self._longest: dict[int, float] = {}
        self._ended = threading.Event()
        processors = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else {0}
        self._threads = [threading.Thread(target=self._watch, args=(one,)) for one in processors]

    def __enter__(self) -> "StallProbe":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def __str__(self) -> str:
        return ", ".join(f"{1000 * longest:.0f} ms" for _, longest in sorted(self._longest.items()))

    def _watch(self, processor: int) -> None:
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {processor})  # of this thread
        longest = 0.0
        before = time.monotonic()
        while not self._ended.wait(STALL_STEP):
            now = time.monotonic()
            longest = max(longest, now - before - STALL_STEP)
            before = now
        self._longest[processor] = longest


@dataclass
class Shown:
    """What may be stored of something: its states as one program has shown them, in order.

    Those before the last one that was shown in time are in `past`, with when they were replaced;
    that one, or a later one, must be there.  `is_due` is whether there is one.
    """

    states: list[Any] = field(default_factory=list)
    is_due: bool = False
    past: list[tuple[Any, float]] = field(default_factory=list)

    def add(self, state: Any, moment: float, is_old: bool) -> None:
        """Take note that *state* was shown at *moment*."""
        if is_old:
            if not self.is_due:
                self.past.append((None, moment))
            self.past += [(last, moment) for last in self.states]
            self.states = [state]
            self.is_due = True
        else:
            self.states.append(state)

    def missing_since(self, there: Any) -> float:
        """Return the moment from which on things that were shown are not *there*; 0 for always."""
        return next((moment for state, moment in reversed(self.past) if state == there), 0.0)


def read_library(path: Path) -> tuple[dict[Key, Any], str]:
    """Return what is in the library by key, and what is wrong with it."""
    found: dict[Key, Any] = {}
    try:
        with Library.open(path) as library:
            for header in library.search(limit=100_000):
                if header.players == (CROWD, CROWD):
                    if header.plies != CROWD_PLIES:
                        return found, f"half a game of the crowd, {header.plies} plies"
                    continue
                game = open_stored(library, header.id)
                name = header.details.get(NAME, "")
                if (name, EDITS) in found:
                    return found, f"two games are called {name}"
                found[name, EDITS] = len(game.edits)
                texts = {0: ""}
                for node in game.record.root.subtree():
                    if node.parent is not None:
                        above = texts[node.parent.number]
                        texts[node.number] = f"{above} {node.text}".strip()
                    key = name, texts[node.number]
                    if key in found:
                        return found, f"two nodes are {key}"
                    found[key] = state_of(node)
        with closing(sqlite3.connect(path)) as database:
            (said,) = database.execute("PRAGMA integrity_check").fetchone()
            broken = database.execute("PRAGMA foreign_key_check").fetchall()
    except Exception as error:  # which is what is looked for
        return found, f"{type(error).__name__}: {error}"
    return found, "" if said == "ok" and not broken else f"{said}; {broken}"


@dataclass
class Tally:
    """What came of the runs of one kind."""

    runs: int = 0
    shown: int = 0
    checked: int = 0
    missing: list[str] = field(default_factory=list)
    oldest: float = 0.0
    broken: list[str] = field(default_factory=list)
    errors: int = 0
    delays: list[float] = field(default_factory=list)
    graces: list[float] = field(default_factory=list)

    def line(self) -> str:
        delays = sorted(self.delays) or [0.0]
        median, most = delays[len(delays) // 2], delays[-1]
        nearly = delays[min(len(delays) - 1, len(delays) * 99 // 100)]
        return (
            f"{self.runs:6} {self.shown:8,} {self.checked:8,} "
            f"{len(self.missing):8} {self.oldest:8.0f} "
            f"{len(self.broken):7} {self.errors:7} {median:8.1f} {nearly:8.1f} {most:8.1f}"
        )


class Killer:
    """Runs sessions on a library and compares what they have shown with what is there."""

    def __init__(self, folder: Path, grace: float) -> None:
        """Keep the library in *folder*; *grace* is in seconds."""
        self._folder = folder
        self._data = folder / "data"
        self._grace = grace
        self._before: dict[Key, Any] = {}

    def close(self) -> None:
        """Give back what the library was kept on."""

    @property
    def grace(self) -> float:
        """How long before the end of the last run things may be missing, in seconds."""
        return self._grace

    def run(self, kinds: tuple[str, ...], chance: Random, tally: Tally) -> None:
        """Run sessions of *kinds* at once, kill them, and check."""
        errors = self._folder / "errors.txt"
        errors.write_bytes(b"")
        self._data.mkdir(exist_ok=True)
        programs: list[Program] = []
        early = chance.random() < 0.1
        for kind in kinds:
            if programs and "shared" in kinds and not early:
                programs[0].wait_for(b"durable")  # so that the other one opens the same game
            anew = len(kinds) > 1 and kind != "shared"
            seed = chance.randrange(10**9)
            programs.append(Program(kind, seed, anew, self._data, errors))
        if not early:
            for program in programs:
                program.wait_for(b"ready")
        with StallProbe() as stalls:
            time.sleep(chance.uniform(0.0, 4.0) if early else chance.uniform(0.05, 2.0))
            self._stop(programs, chance)
        reports = [(program.end(), program.killed_at) for program in programs]
        tally.runs += 1
        tally.graces.append(self.grace)
        said = errors.read_text(errors="replace")
        crashes = sum(program.has_crashed for program in programs)
        tally.errors += crashes + said.count("Traceback")
        if crashes or "Traceback" in said:
            print(f"{crashes} had ended before they were killed: {said[-3000:]}", flush=True)
        known = len(tally.missing)
        self._check(reports, tally, is_shared="shared" in kinds)
        if len(tally.missing) > known:
            print(f"the processors were not had for up to {stalls}", flush=True)
            if "most recent call first" in said:
                print(said[-6000:], flush=True)

    def _stop(self, programs: list[Program], chance: Random) -> None:
        for program in chance.sample(programs, len(programs)):
            program.kill()
            if chance.random() < 0.5:
                time.sleep(chance.uniform(0.0, 0.5))

    def _check(self, reports: list[Any], tally: Tally, is_shared: bool) -> None:
        shown: list[dict[Key, Shown]] = []
        for lines, killed_at in reports:
            mine: dict[Key, Shown] = defaultdict(Shown)
            shown.append(mine)
            for line in lines:
                tally.delays += line.get("durable", ())
                if "t" not in line:
                    continue
                is_old = line["t"] < killed_at - self.grace
                states = line.get("states") or [(EDITS, line["edits"])]
                tally.shown += len(states) if line["t"] < COMING else 0
                for path, state in states:
                    mine[line["game"], path].add(state, line["t"], is_old)
        found, problem = read_library(self._data / "library.sqlite")
        if problem:
            tally.broken.append(problem)
        one_by_one = is_shared and len(shown) > 1
        for number, mine in enumerate(shown):
            for key, one in mine.items():
                before = self._before.get(key, 0 if key[1] == EDITS else None)
                if not one.is_due:
                    one.states.insert(0, before)
                elif before is not None:
                    one.past[0] = (before, one.past[0][1])
                tally.checked += 1
                there = found.get(key, 0 if key[1] == EDITS else None)
                others = [other for other in shown if other is not mine] if one_by_one else []
                if not _is_kept(key, one, there, mine, others):
                    age = reports[number][1] - one.missing_since(there)
                    tally.oldest = max(tally.oldest, 1000 * age)
                    said = f"{one.states!s:.300} shown, {there!s:.300} there"
                    tally.missing.append(f"{key}: {1000 * age:.0f} ms, {said}")
        touched = {key for mine in shown for key in mine}
        for key, before in self._before.items():
            if key not in touched and found.get(key) != before:
                tally.missing.append(f"{key}: {before} before, {found.get(key)} there")
        self._before = found


def _is_kept(
    key: Key, one: Shown, there: Any, mine: dict[Key, Shown], others: list[dict[Key, Shown]]
) -> bool:
    """Return whether what is *there* is what was shown, or what another program made of it."""
    if there in one.states:
        return True
    if not others:
        return False
    game, path = key
    if path == EDITS:
        return True  # both have a list of their own
    texts = path.split()
    above = [(game, " ".join(texts[:end])) for end in range(len(texts) + 1)]
    if there is None:
        return any(
            None in other[one_above].states
            for other in others
            for one_above in above
            if one_above in other
        )
    if not any(state is not None for state in one.states):
        # What one has deleted stays where the other has played or written in it.
        top = next(one_above for one_above in above if _is_gone(mine.get(one_above)))
        return any(
            where == top or (where[0] == game and where[1].startswith(top[1] + " "))
            for other in others
            for where in other
        )
    # Comments of both are joined, or one was written instead of the other that was seen.
    comment = there[0]
    written = [
        *one.states,
        *(state for other in others if key in other for state in other[key].states),
    ]
    return any(state is not None and state[0] in comment for state in written)


def _is_gone(shown: Shown | None) -> bool:
    return shown is not None and None in shown.states


def run_all(
    kinds: list[str], runs: int, seed: int, make: Callable[[Path], "Killer"]
) -> dict[str, Tally]:
    """Run sessions of *kinds* in turn with killers that *make* returns, and print what is found.

    Returns what came of them, by kind.
    """
    tallies = {kind: Tally() for kind in kinds}
    chance = Random(seed)
    killers: dict[str, Killer] = {}
    with ExitStack() as folders:
        for number in range(runs):
            if number % (RUNS_OF_A_LIBRARY * len(kinds)) == 0:
                folders.close()
                for kind in kinds:
                    folder = folders.enter_context(TemporaryDirectory(prefix="kalahloa-kill-"))
                    killers[kind] = folders.enter_context(closing(make(Path(folder))))
            kind = kinds[number % len(kinds)]
            tally = tallies[kind]
            known = len(tally.missing), len(tally.broken)
            killers[kind].run(KINDS[kind], chance, tally)
            for line in tally.missing[known[0] :][:5] + tally.broken[known[1] :]:
                print(f"run {number}, {kind}: {line[:1000]}", flush=True)
    print(
        f"\n{'':<20} {'runs':>6} {'shown':>8} {'checked':>8} {'missing':>8} {'oldest':>8} "
        f"{'broken':>7} {'errors':>7} {'median':>8} {'99 %':>8} {'worst':>8}"
    )
    for kind, tally in tallies.items():
        print(f"{kind:<20} {tally.line()}")
    return tallies


def main() -> None:
    """Run sessions of all kinds in turn, and print what came of them."""
    parser = argparse.ArgumentParser(description="Kills programs and looks for what is missing.")
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=tuple(KINDS), action="append")
    parser.add_argument("--grace", type=float, default=100.0, help="in milliseconds")
    given = parser.parse_args()
    tallies = run_all(
        given.kind or list(KINDS),
        given.runs,
        given.seed,
        lambda folder: Killer(folder, given.grace / 1000),
    )
    if any(tally.missing or tally.broken or tally.errors for tally in tallies.values()):
        sys.exit(1)


if __name__ == "__main__":
    main()
