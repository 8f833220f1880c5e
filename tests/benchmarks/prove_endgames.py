"""How many endgames of Lines of Action are proven within a time.

    python -m tests.benchmarks.prove_endgames [--endgames N] [--table MIB] [--json]

The curve is for `tests/oracles/loa_endgames.json`, beside the figures that Pawlewicz and Lew
published in 2007 of their own 488 endgames (Pentium 4, 3 GHz, table of 2^20 nodes): other
positions on another machine, so that only the shape of the curve compares.
"""

import argparse
import json
from collections.abc import Sequence

from kalahloa.cli.progress import ProgressLine
from kalahloa.compiled import compiled_note
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.proof import prove
from tests.benchmarks.mine_endgames import read
from tests.oracles import loa_endgames

TIMES = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
PUBLISHED = {0.5: 214, 10.0: 438}
PUBLISHED_ENDGAMES = 488


def times_to_proof(endgames: Sequence[dict], mebibytes: int) -> list[tuple[float, int]]:
    """Return for each of *endgames* the seconds (infinite: not proven) and the nodes it took."""
    found = []
    limits = Limits(seconds=TIMES[-1])
    with ProgressLine() as line:
        for number, endgame in enumerate(endgames):
            line.show(number, len(endgames), f"{number} of {len(endgames)}")
            proof = prove(read(endgame["position"], endgame["rules"]), limits, mebibytes=mebibytes)
            found.append((proof.seconds if proof.proven else float("inf"), proof.nodes))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Prove all, and print the curve; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.prove_endgames")
    parser.add_argument("--endgames", type=int, help="only the first so many")
    parser.add_argument("--table", type=int, default=64, help="MiB (default: 64)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = parser.parse_args(arguments)
    endgames = loa_endgames()[: asked.endgames]
    found = times_to_proof(endgames, asked.table)
    solved = {limit: sum(seconds <= limit for seconds, _ in found) for limit in TIMES}
    nodes = sorted(spent for _, spent in found)
    median = nodes[len(nodes) // 2]
    if asked.json:
        print(json.dumps({"endgames": len(found), "solved": solved, "median_nodes": median}))
        return 0
    print(f"{len(found)} endgames, {compiled_note()}, table of {asked.table} MiB")
    print("within s   proven     share   published")
    for limit, count in solved.items():
        published = PUBLISHED.get(limit)
        beside = "" if published is None else f"{published / PUBLISHED_ENDGAMES:12.1%}"
        print(f"{limit:8g}{count:9}{count / len(found):10.1%}{beside}")
    print(f"Nodes a proof: {median:,} in the middle, {nodes[-1]:,} at most.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
