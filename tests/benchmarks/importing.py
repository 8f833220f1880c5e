"""Measures an import of many games: how fast, how much it writes, and whether a window can keep up.

    python -m tests.benchmarks.importing --games 50000 --folder /tmp/somewhere [--alone]

The games are written to one file in SGF, which stays in the folder and is used again, and are taken
into an empty library.  Another process has that library open meanwhile, plays a game in it, a move
every 50 ms, and measures how long each takes to be written.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from kalahloa.models.game.registry import find_game
from kalahloa.models.library.game_rows import NodeRow
from kalahloa.models.library.importer import import_files
from kalahloa.models.library.library import Library
from kalahloa.models.library.readers import ALL_READERS
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.record.annotation import NO_NOTES
from kalahloa.models.record.record import Record
from tests.benchmarks.library import games

PAUSE_SECONDS = 0.05
"""The time between two moves of the other process."""
MAX_SECONDS = 0.1
"""How long a move may take until it is kept."""
LEAST_RATE = 1000
"""How many games a second are to be taken in."""
MOST_WRITTEN = 10
"""How many times the size of the library may be written."""


def write_file(folder: Path, count: int) -> Path:
    """Return a file in *folder* with *count* games in SGF, written if it is not there."""
    path = folder / f"games-{count}.sgf"
    if not path.exists():
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            for record in games(count, seed=3):
                file.write(write_games([record]))
        part.rename(path)
    return path


def written_bytes() -> int:
    """Return how many bytes this process has sent to the disk."""
    for line in Path("/proc/self/io").read_text().splitlines():
        name, _, value = line.partition(":")
        if name == "write_bytes":
            return int(value)
    raise RuntimeError("This system does not say what a process writes.")


def worked_seconds() -> float:
    """Return the processor time of this process and of those that it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def play_beside(path: Path) -> None:
    """Play in the library at *path* as a window does; print how long each move took, in ms.

    It is on disk then.  The end is a file beside the library.
    """
    with Library.open(path) as library:
        # Another thread of a window moves what is in the log, as the import does here.
        library.flush_apart()
        game = library.add(Record(find_game("kalah"), players=("Ada", "Ben")))
        revision, number = 1, 0
        print("ready", flush=True)
        stop = Path(f"{path}.stop")
        while not stop.exists():
            end = time.monotonic() + PAUSE_SECONDS
            # A row of its own for each move; what it says makes no difference here.
            row = NodeRow(-2, number or 0, f"{number}", NO_NOTES, 0, False, 0, number)
            begin = time.perf_counter()
            saved = library.save(game, revision, [row])
            library.flush()
            print(f"{(time.perf_counter() - begin) * 1e3:.1f}", flush=True)
            revision, number = saved.revision, saved.numbers[-2]
            time.sleep(max(0.0, end - time.monotonic()))


def measure(folder: Path, count: int, *, is_alone: bool) -> bool:
    """Import *count* games, print what was measured; return whether all is as it is to be."""
    file = write_file(folder, count)
    path = folder / "importing.sqlite"
    for suffix in ("", "-wal", "-shm", ".stop"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    Library.open(path).close()
    player = None
    if not is_alone:
        player = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.importing", "--beside", str(path)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert player.stdout is not None
        player.stdout.readline()
    before, start, working = written_bytes(), time.perf_counter(), worked_seconds()
    with Library.open(path) as library:
        report = import_files(library, [file], ALL_READERS)
        wall, work = time.perf_counter() - start, worked_seconds() - working
        library.checkpoint()
        written = written_bytes() - before
        size = path.stat().st_size
    delays = [0.0]
    if player is not None:
        Path(f"{path}.stop").touch()
        delays = sorted(float(line) for line in player.communicate()[0].split())
    rate, times = len(report.imported) / wall, written / size
    print(f"{len(report.imported):,} games of {file.stat().st_size / 1e6:,.0f} MB in {wall:,.1f} s")
    print(f"{rate:,.0f} games a second, {len(report.imported) / work:,.0f} a second of work")
    print(f"{written / 1e6:,.0f} MB written, {times:.1f} times the library of {size / 1e6:,.0f} MB")
    if player is not None:
        late = sum(delay > 1e3 * MAX_SECONDS for delay in delays)
        print(
            f"{len(delays)} moves of another process: {delays[len(delays) // 2]:.1f} ms each, "
            f"{delays[-1]:.1f} at most, {late} later than {1e3 * MAX_SECONDS:.0f}"
        )
    return rate >= LEAST_RATE and times <= MOST_WRITTEN and delays[-1] <= 1e3 * MAX_SECONDS


def main() -> None:
    """Run the benchmark; the exit code is 1 if something is slower, or more, than it may be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50_000)
    parser.add_argument("--alone", action="store_true", help="nobody plays meanwhile")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--beside", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.beside is not None:
        play_beside(arguments.beside)
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        is_good = measure(folder, arguments.games, is_alone=arguments.alone)
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
