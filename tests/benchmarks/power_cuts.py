"""Cuts the power of running programs at random moments, and looks for what is not kept.

    sudo python -m tests.benchmarks.power_cuts [--cuts 100] [--seed 1] [--kind KIND] [--grace 100]

As `tests.benchmarks.kill`, but the library is in a file system of its own on a loop device.  At a
random moment that is shut down as the power going does: what is not on the disk by then, in the
file system's own journal too, never comes there.  It is mounted anew, the programs are killed, and
all that was shown more than a grace before must be in the library: *grace* milliseconds and the
disk's own flush, which is the longest of those that a few bytes of another file on that disk took
in the second before the cut.  What was granted for flushes is printed at the end.

Needs Linux, root, loop devices and ext4.
"""

import argparse
import fcntl
import os
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

from tests.benchmarks.kill import KINDS, Killer, Program, Tally, run_all

SHUT_DOWN = 0x8004587D
"""The request to shut a file system down: EXT4_IOC_SHUTDOWN, XFS_IOC_GOINGDOWN."""
WITHOUT_FLUSH = 2
MEBIBYTES = 96
PROBE_REST = 0.05
"""Seconds between two measured flushes, so that they are not what the disk is busy with."""
PROBED = 1.0
"""For so many seconds before a cut flushes count."""


class FlushProbe:
    """Measures how long a disk takes to flush, in a thread, until it loses its power or is left."""

    def __init__(self, path: Path) -> None:
        """Begin to write to the file *path* on that disk."""
        self._path = path
        self._took: list[tuple[float, float]] = []
        self._begun = 0.0
        self._ended = False
        self._thread = threading.Thread(target=self._measure)
        self._thread.start()

    def __enter__(self) -> "FlushProbe":
        return self

    def __exit__(self, *_: object) -> None:
        self._ended = True
        self._thread.join()

    @property
    def took(self) -> list[float]:
        """How long each flush took, in seconds."""
        return [took for _, took in self._took]

    def _measure(self) -> None:
        file = os.open(self._path, os.O_RDWR | os.O_CREAT)
        try:
            while not self._ended:
                self._begun = time.monotonic()
                os.pwrite(file, b"flushed?", 0)
                os.fdatasync(file)
                self._took.append((time.monotonic(), time.monotonic() - self._begun))
                time.sleep(PROBE_REST)
        except OSError:  # the power is gone
            pass
        finally:
            os.close(file)

    def longest(self, moment: float) -> float:
        """Return the longest flush, in seconds, of the time before *moment*, at which it ended."""
        self._thread.join()
        unfinished = (
            [moment - self._begun]
            if self._begun > (self._took[-1][0] if self._took else 0.0)
            else []
        )
        took = [took for end, took in self._took if moment - PROBED < end <= moment]
        return max(took + unfinished, default=0.0)


class PowerCutter(Killer):
    """Runs sessions on a library on a disk of its own, which loses its power."""

    def __init__(self, folder: Path, grace: float) -> None:
        """Make the disk in *folder*; *grace* is in seconds."""
        super().__init__(folder, grace)
        self._disk = folder / "disk"
        with self._disk.open("wb") as file:
            file.truncate(MEBIBYTES << 20)
        subprocess.run(["mkfs.ext4", "-q", self._disk], check=True)
        self._data.mkdir()
        self._flush = 0.0
        self._mount()

    def close(self) -> None:
        """Take the disk out."""
        subprocess.run(["umount", self._data], check=True)

    def _mount(self) -> None:
        subprocess.run(["mount", "-o", "loop", self._disk, self._data], check=True)

    @property
    def grace(self) -> float:
        return super().grace + self._flush

    def run(self, kinds: tuple[str, ...], chance: Random, tally: Tally) -> None:
        self._probe = FlushProbe(self._data / "probe")
        super().run(kinds, chance, tally)

    def _stop(self, programs: list[Program], chance: Random) -> None:
        folder = os.open(self._data, os.O_RDONLY)
        moment = time.monotonic()
        try:
            fcntl.ioctl(folder, SHUT_DOWN, struct.pack("I", WITHOUT_FLUSH))
        finally:
            os.close(folder)
        for program in programs:
            program.kill()
            program.wait()
            program.killed_at = moment
        self._flush = self._probe.longest(moment)
        self.close()
        self._mount()


def main() -> None:
    """Run sessions of all kinds in turn, and print what came of them."""
    parser = argparse.ArgumentParser(description="Cuts the power, and looks for what is missing.")
    parser.add_argument("--cuts", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=tuple(KINDS), action="append")
    parser.add_argument("--grace", type=float, default=100.0, help="in milliseconds")
    given = parser.parse_args()
    tallies = run_all(
        given.kind or list(KINDS),
        given.cuts,
        given.seed,
        lambda folder: PowerCutter(folder, given.grace / 1000),
    )
    graces = sorted(1000 * grace for tally in tallies.values() for grace in tally.graces)
    print(
        f"\nwith the disk's flush a grace of {graces[0]:.0f} to {graces[-1]:.0f} ms, "
        f"median {graces[len(graces) // 2]:.0f} ms"
    )
    if any(tally.missing or tally.broken for tally in tallies.values()):
        sys.exit(1)


if __name__ == "__main__":
    main()
