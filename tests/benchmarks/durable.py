"""How long what is shown takes to be on disk, and where that time goes.

    python -m tests.benchmarks.durable [--seconds 10] [--seed 1] [--kind KIND]

For each kind of session of `tests.benchmarks.kill` its programs run on a new library for so many
seconds, and a table is printed in milliseconds: for the whole, and for each phase of
`tests.benchmarks.sessions.PHASES`, what half, 90, 99, 99.9 and 99.99 of a hundred stay below, and
the worst; ``late`` is in how many of those above the limit of *late* ms that phase was the longest.
``kept`` is when the program may be killed, ``all`` when the power may go.
A line tells how long the writer's thread computed for each transaction, and how long the flushes
of a few bytes of another file on that disk took meanwhile.
"""

import argparse
import os
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.benchmarks.kill import KINDS, Program
from tests.benchmarks.power_cuts import FlushProbe
from tests.benchmarks.sessions import PHASES

SHARES = (0.5, 0.9, 0.99, 0.999, 0.9999, 1.0)


def below(times: list[float]) -> str:
    """Return what `SHARES` of *times* stay below, as a part of a line."""
    times = sorted(times) or [0.0]
    return "".join(
        f"{times[min(len(times) - 1, int(share * len(times)))]:9.1f}" for share in SHARES
    )


def measure(kinds: tuple[str, ...], seconds: float, chance: Random, late: float) -> int:
    """Run sessions of *kinds*, print a table, and return how many things were later than *late*."""
    with TemporaryDirectory(prefix="kalahloa-durable-") as name:
        folder = Path(name)
        data, errors = folder / "data", folder / "errors.txt"
        data.mkdir()
        programs = []
        for kind in kinds:
            if programs and "shared" in kinds:
                programs[0].wait_for(b"durable")
            anew = len(kinds) > 1 and kind != "shared"
            programs.append(Program(kind, chance.randrange(10**9), anew, data, errors))
        for program in programs:
            program.wait_for(b"ready")
        with FlushProbe(folder / "probe") as probe:
            time.sleep(seconds)
            for program in programs:
                program.kill()
            lines = [line for program in programs for line in program.end()]
        if b"Traceback" in errors.read_bytes():
            print(errors.read_text(errors="replace")[-3000:])
        log = data / "library.sqlite-wal"
        size = log.stat().st_size if log.exists() else 0
    totals = [total for line in lines for total in line.get("durable", ())]
    phases = [phases for line in lines for phases in line.get("phases", ())]
    computed = [line["computed"] for line in lines if "computed" in line]
    of_late = [one for one in phases if sum(one) > late]
    heads = ("half", "90 %", "99 %", "99.9 %", "99.99 %", "worst", "late")
    print(f"{len(totals):8,}" + "".join(f"{head:>9}" for head in heads))
    print(f"{'kept':<8}{below(totals)}{sum(total > late for total in totals):9}")
    print(f"{'all':<8}{below([sum(one) for one in phases])}{len(of_late):9}")
    for number, phase in enumerate(PHASES):
        most = sum(one.index(max(one)) == number for one in of_late)
        print(f"{phase:<8}{below([one[number] for one in phases])}{most:9}")
    print(f"{'computed':<8}{below(computed)}")
    print(f"{'flushes':<8}{below([1000 * took for took in probe.took])}")
    print(f"{len(computed):,} transactions, a log of {size >> 10:,} KiB", flush=True)
    return len(of_late)


def main() -> None:
    """Measure, and print a table for each kind."""
    parser = argparse.ArgumentParser(description="How long what is shown takes to be on disk.")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=tuple(KINDS), action="append")
    parser.add_argument("--late", type=float, default=50.0, help="in milliseconds")
    given = parser.parse_args()
    chance = Random(given.seed)
    for kind in given.kind or list(KINDS):
        load, *_ = os.getloadavg()
        print(f"\n{kind} (load {load:.1f})")
        measure(KINDS[kind], given.seconds, chance, given.late)


if __name__ == "__main__":
    main()
