"""A long run of the monkey in two windows that share a folder of games.

    python -m tests.monkey [--actions 20000] [--seed 1] [--delay 50]

After every few actions, and at the end, everything that either window shows and keeps is compared
with its record and with a replay from the start.  A warning of Qt's or an unexpected error counts
as a failure, too.  With --delay, the library takes up to so many milliseconds longer, at random,
whenever it is written to or looked at.  The exit code is 0 where nothing was wrong; otherwise the
last actions are told.
"""

import argparse
import os
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QtMsgType, qInstallMessageHandler

from kalahloa.app import make_application
from kalahloa.compiled import compiled_note
from kalahloa.controllers.session.commands import COMMANDS
from kalahloa.models.library.library import Library
from tests.monkey.monkey import Monkey, turn_loop
from tests.views.checker import all_show_records
from tests.views.conftest import hands_on

_IGNORED = "This plugin does not support"
"""What the offscreen platform says of any window."""
_PROGRESS = 1000


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


def run(actions: int, seed: int, check_every: int, folder: Path) -> list[str]:
    """Let the monkey do so many *actions*; return what was wrong, and print a summary."""
    wrong: list[str] = []

    def on_message(kind: QtMsgType, _context: object, text: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and not text.startswith(_IGNORED):
            wrong.append(f"Qt: {text}")

    def on_error(*error: object) -> None:
        wrong.append("".join(traceback.format_exception(*error)))

    qInstallMessageHandler(on_message)
    sys.excepthook = on_error
    copies = folder / "copies"
    copies.mkdir()
    all_hands = [hands_on(game, folder) for game in ("loa", "kalah")]
    monkey = Monkey(all_hands, seed, copies)
    begun, checks, longest, count = time.monotonic(), 0, 0, 0
    for count in range(1, actions + 1):
        try:
            monkey.act()
            if count % check_every == 0 or count == actions:
                monkey.history.append("check")
                all_show_records(all_hands)
                checks += len(all_hands)
        except Exception:
            wrong.append(traceback.format_exc())
        longest = max(longest, *(len(hands.document.record.nodes) for hands in all_hands))
        if wrong:
            break
        if count % _PROGRESS == 0:
            print(f"{count:,} actions, {time.monotonic() - begun:.0f} s", flush=True)
    files = len(all_hands[0].disk.games())
    for hands in all_hands:
        hands.window.close()
    turn_loop(50)
    qInstallMessageHandler(None)
    if wrong:
        print(f"After action {count:,}:", *monkey.history, sep="\n  ")
    missing = sorted({command.key for command in COMMANDS} - monkey.commands.keys() - {"quit"})
    print(
        f"{count:,} actions (seed {seed}) in two windows, {sum(monkey.commands.values()):,} "
        f"commands of {len(monkey.commands)} kinds"
        f"{' (never: ' + ', '.join(missing) + ')' if missing else ''}, "
        f"{files} games kept, records of up to {longest} nodes; "
        f"everything compared {checks:,} times; {len(wrong)} wrong; "
        f"{time.monotonic() - begun:.0f} s; rules {compiled_note()}."
    )
    return wrong


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
        with chdir(home):  # where files go that are typed with a name only
            wrong = run(values.actions, values.seed, values.check_every, Path(home))
        application.sendPostedEvents()
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
