"""How far the engine's levels lie apart: ``python -m tests.benchmarks.levels GAME --games N``.

Each level plays the one below it, every opening twice with the sides swapped, and the first level
plays random moves.  The levels have no limit of time, so the figures are the same on every machine
and with any number of workers, as long as the engine is.  They stand in the help page on searching;
``--html`` prints its rows as well.
"""

import argparse
from collections.abc import Iterator, Sequence

from kalahloa.cli.progress import ProgressLine
from kalahloa.models.match.match import Match, MatchConfig, MatchResult
from kalahloa.models.match.openings import read_openings
from kalahloa.models.match.participant import RANDOM, read_participant
from kalahloa.models.match.workers import worker_processes
from kalahloa.models.registry import find_game
from kalahloa.models.search.strength.levels import HIGHEST, LEVELS, LOWEST

OPENINGS = "random:4:1"


def results(
    key: str, games: int, workers: int, openings: str, levels: Sequence[int]
) -> Iterator[tuple[int, MatchResult]]:
    """Yield each of *levels* with the result of its match against the level below."""
    game = find_game(key)
    for level in levels:
        below = RANDOM if level == LOWEST else f"engine:level={level - 1}"
        setting = MatchConfig(
            game.key,
            game.rulebook.default,
            read_participant(f"engine:level={level}", game),
            read_participant(below, game),
            read_openings(openings),
        )
        match = Match(setting, games // 2)
        with ProgressLine() as line, worker_processes(workers) as executor:
            tell = _teller(line, level)
            match.play(executor, workers, tell)
        yield level, match.result


def _teller(line: ProgressLine, level: int):
    def tell(result: MatchResult) -> None:
        line.show(len(result.pairs), result.wanted, f"level {level}: {result.elo.text}")

    return tell


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each level; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.levels", description=__doc__)
    parser.add_argument("GAME", nargs="+", help="games by key, such as loa and kalah")
    parser.add_argument("--games", type=int, default=60, help="how many a pair of levels")
    parser.add_argument("--workers", type=int, default=1, help="on how many processes")
    parser.add_argument("--openings", default=OPENINGS, help=f"default: {OPENINGS}")
    parser.add_argument(
        "--levels", type=int, nargs="+", default=range(LOWEST, HIGHEST + 1), help="only these"
    )
    parser.add_argument("--html", action="store_true", help="print the rows of the help page too")
    asked = parser.parse_args(arguments)
    cells: dict[int, list[str]] = {level: [] for level in asked.levels}
    for key in asked.GAME:
        print(f"{key}, {asked.games} games a pair, openings {asked.openings}")
        for level, result in results(key, asked.games, asked.workers, asked.openings, asked.levels):
            strength, elo = LEVELS[level - 1], result.elo.text
            cells[level].append(elo)
            print(
                f"{level:2} {strength.name:19} {strength.text:29} "
                f"{result.score:5g} of {len(result.games):4} {elo}",
                flush=True,
            )
    if asked.html:
        for level, found in cells.items():
            strength = LEVELS[level - 1]
            texts = [str(level), strength.name, strength.text, *found]
            print("<tr>" + "".join(f"<td>{text}</td>" for text in texts) + "</tr>")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
