"""Solves positions of Kalah one after the other, for `exact_middle`; run as a script.

It is started with the package of some state of the project on the path, which need not be the one
that this file belongs to: so it uses only what has been there for long.  Each line of the standard
input is a task in JSON, each line of the standard output what came of it.
"""

import json
import sys
from pathlib import Path
from time import process_time
from typing import Any

from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.tablebase.files import file_for, read_tablebase
from kalahloa.models.games.kalah.tablebase.tablebase import Tablebase
from kalahloa.models.search.solver.solver import Solver

_tables: dict[tuple[str, int, str], Tablebase] = {}


def solve(task: dict[str, Any]) -> dict[str, Any]:
    """Return value, nodes and the processor's seconds for *task*, with nothing kept from before."""
    rules = KalahRules(**task["rules"])
    position = Kalah(task["cells"], 0, rules)
    if task["folder"]:
        key = (repr(rules), task["known"], task["folder"])
        if key not in _tables:
            file = file_for(rules, task["known"], Path(task["folder"]))
            _tables[key] = read_tablebase(file, rules)
        position.use_tablebase(_tables[key])
    solver = Solver(task["mebibytes"], 1)
    solver.warm_up()
    began = process_time()
    found = solver.solve(position, plies=0)
    seconds = process_time() - began
    return {"value": found.bounds.value, "nodes": found.nodes, "seconds": seconds}


def main() -> None:
    """Answer every task."""
    for line in sys.stdin:
        print(json.dumps(solve(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
