"""Cuts the power of running programs at random moments, and looks for what is not kept.

    sudo python -m tests.benchmarks.power_cuts [--cuts 100] [--seed 1] [--kind KIND] [--grace 100]

As `tests.benchmarks.kill`, but the library is in a file system of its own on a loop device.  At a
random moment that is shut down as the power going does: what is not on the disk by then, in the
file system's own journal too, never comes there.  It is mounted anew, the programs are killed, and
all that was shown more than the *grace* of milliseconds before must be in the library.

Needs Linux, root, loop devices and ext4.
"""

import argparse
import fcntl
import os
import struct
import subprocess
import sys
import time
from pathlib import Path
from random import Random

from tests.benchmarks.kill import KINDS, Killer, Program, run_all

SHUT_DOWN = 0x8004587D
"""The request to shut a file system down: EXT4_IOC_SHUTDOWN, XFS_IOC_GOINGDOWN."""
WITHOUT_FLUSH = 2
MEBIBYTES = 96


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
        self._mount()

    def close(self) -> None:
        """Take the disk out."""
        subprocess.run(["umount", self._data], check=True)

    def _mount(self) -> None:
        subprocess.run(["mount", "-o", "loop", self._disk, self._data], check=True)

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
    if any(tally.missing or tally.broken for tally in tallies.values()):
        sys.exit(1)


if __name__ == "__main__":
    main()
