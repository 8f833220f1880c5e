"""Facts about the games from independent sources, for tests to compare with.

The files here are a part of larger collections, which are read instead where they lie beside the
project's folder, in ``shared/oracles``.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

_HERE = Path(__file__).resolve().parent
ENDGAMES = _HERE / "loa_endgames.json"
"""Endgames of Lines of Action; `tests.benchmarks.mine_endgames` writes them."""
_FULL = _HERE.parents[2] / "shared" / "oracles"


@cache
def oracle(game: str) -> dict[str, Any]:
    """Return what is known of *game*, ``loa`` or ``kalah``; its note explains the entries."""
    full = _FULL / f"{game}.json"
    path = full if full.exists() else _HERE / f"{game}.json"
    return json.loads(path.read_text(encoding="utf-8"))


@cache
def loa_endgames() -> list[dict[str, Any]]:
    """Return endgames of Lines of Action that the side to move wins by force."""
    return json.loads(ENDGAMES.read_text(encoding="utf-8"))["endgames"]
