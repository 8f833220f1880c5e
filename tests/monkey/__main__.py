"""A long run of the monkey in two windows that share a folder of games.

    python -m tests.monkey [--actions 20000] [--seed 1] [--delay 50]

After every few actions, and at the end, everything that either window shows and keeps is compared
with its record and with a replay from the start.  A warning of Qt's or an unexpected error counts
as a failure, too.  What is wrong is told with the fewest actions that lead there, and the exit code
is 1 then.  With --delay, the library takes up to so many milliseconds longer, at random, whenever
it is written to or looked at.

On Linux it also tells how many threads the process had at most, which are left when nothing was
done for a while, and how much memory it has then.
"""

import argparse
import os
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import chdir, suppress
from mmap import PAGESIZE
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QtMsgType, qInstallMessageHandler

from kalahloa.app import make_application
from kalahloa.compiled import compiled_note
from kalahloa.controllers.session.commands import COMMANDS
from kalahloa.controllers.work.background import REST_MS
from kalahloa.models.game.random_walk import WalkFault, find_fault
from kalahloa.models.library.library import Library
from tests.monkey.monkey import Monkey, turn_loop
from tests.views.conftest import hands_on

_IGNORED = "This plugin does not support"
"""What the offscreen platform says of any window."""


def make_slow(delay: int, seed: int) -> None:
    """Have the library take up to *delay* milliseconds longer to write and to be looked at."""
    chance = random.Random(seed)

    def slowed(method: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*values: Any, **others: Any) -> Any:
            time.sleep(chance.random() * delay / 1000)
            return method(*values, **others)

        return wrapped

    for name in ("save", "changes"):
        setattr(Library, name, slowed(getattr(Library, name)))


def threads() -> list[str]:
    """Return the names of the threads of this process; none where the system does not tell."""
    names = []
    for file in Path("/proc/self/task").glob("*/comm"):
        with suppress(OSError):  # it has ended
            names.append(file.read_text().strip())
    return sorted(names)


def memory() -> int:
    """Return how much memory is resident, in MB; 0 where the system does not tell."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * PAGESIZE >> 20
    return 0


class CountedMonkey(Monkey):
    """Counts the threads."""

    counts = False
    most_threads = 0
    at_rest = ""
    """What there is before the windows are closed, when nothing was done for a while."""

    def do(self, action: str) -> None:
        """Do one thing, as `Monkey` does."""
        super().do(action)
        self.most_threads = max(self.most_threads, len(threads()))

    def close(self) -> None:
        """Close the windows."""
        if self.counts:
            turn_loop(3 * REST_MS)
            left = threads()
            self.at_rest = f"{len(left)} ({', '.join(left)}) and {memory()} MB at rest"
        super().close()


def run(actions: int, seed: int, check_every: int, folder: Path) -> WalkFault | None:
    """Let the monkey do so many *actions*; return what is wrong, and print a summary."""
    walks: list[CountedMonkey] = []
    begun = time.monotonic()

    def begin() -> CountedMonkey:
        home = folder / str(len(walks))
        (home / "copies").mkdir(parents=True)
        os.chdir(home)  # where files go that are typed with a name only
        hands = [hands_on(game, home) for game in ("loa", "kalah")]
        walks.append(CountedMonkey(hands, home / "copies", check_every))
        walks[-1].counts = len(walks) == 1  # others repeat that one, to find what is wrong
        return walks[-1]

    def on_message(kind: QtMsgType, _context: object, text: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and not text.startswith(_IGNORED):
            walks[-1].trouble.append(f"Qt: {text}")

    def on_error(*error: Any) -> None:
        walks[-1].trouble.append("".join(traceback.format_exception(*error)))

    qInstallMessageHandler(on_message)
    sys.excepthook = on_error
    fault = find_fault(begin, seed, actions)
    qInstallMessageHandler(None)
    if fault is not None:
        print(*walks[-1].history, sep="\n  ")
    first = walks[0].commands
    missing = sorted({command.key for command in COMMANDS} - first.keys() - {"quit"})
    print(
        f"{actions:,} actions (seed {seed}) in two windows, {sum(first.values()):,} commands of "
        f"{len(first)} kinds{' (never: ' + ', '.join(missing) + ')' if missing else ''}, records "
        f"of {walks[0].longest} nodes; at most {walks[0].most_threads} threads, "
        f"{walks[0].at_rest}; {'something' if fault else 'nothing'} wrong; "
        f"{time.monotonic() - begun:.0f} s; rules {compiled_note()}."
    )
    return fault


def main() -> int:
    """Run, print what was wrong, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--actions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check-every", type=int, default=10, help="actions between comparisons")
    parser.add_argument("--delay", type=int, default=0, help="most milliseconds of a slow disk")
    values = parser.parse_args()
    if values.delay:
        make_slow(values.delay, values.seed)
    with tempfile.TemporaryDirectory() as home:
        for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
            os.environ[variable] = home
        application = make_application(["monkey"])
        with chdir(home):
            fault = run(values.actions, values.seed, values.check_every, Path(home))
        application.sendPostedEvents()
    if fault is not None:
        print(fault, file=sys.stderr)
    return 1 if fault else 0


if __name__ == "__main__":
    sys.exit(main())
