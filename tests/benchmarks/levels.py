"""How far the engine's levels lie apart: ``python -m tests.benchmarks.levels [--folder DIR]``.

Each level plays the one below it in each game, from random and from even openings, every opening
twice with the sides swapped; one table shows the Elo differences.  The levels have no limit of
time, so the figures are the same on every machine, as long as the engine and the levels are.  With
a folder, every pair of games is kept there as soon as it is played, and the next run goes on from
there; ``--seconds`` ends a run early.  ``--html`` prints the rows of the help page on searching.
``--threats`` shows instead how many threats of two in a row each level sees at tic-tac-toe.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from time import monotonic
from typing import Any

from kalahloa.cli.progress import ProgressLine
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.match.elo import Elo, measure_elo
from kalahloa.models.match.match import MatchConfig, play_pair
from kalahloa.models.match.opening import Opening, OpeningOrigin, origins_text
from kalahloa.models.match.openings import read_openings
from kalahloa.models.match.participant import MAX_DEPTH, read_participant
from kalahloa.models.search.levels.level_engine import LevelSpec
from kalahloa.models.search.levels.levels import HIGHEST, LOWEST, at_level, specs
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.solver.solvable import can_be_solved

GAMES = ("loa", "kalah")
OPENINGS = ("random:4:1", "even:200")
LEAST, MOST = 80, 250
"""The Elo difference between a level and the one below it is to lie between these."""


@dataclass(frozen=True)
class Step:
    """The match of *level* against the one below, in *game* from *openings*."""

    game: str
    openings: str
    level: int

    @property
    def specs(self) -> tuple[LevelSpec, LevelSpec]:
        """The two levels, the lower one first."""
        ladder = ladder_of(find_game(self.game))
        return ladder[self.level - 2], ladder[self.level - 1]

    @property
    def name(self) -> str:
        """What is played, in a text that changes with the definitions of the levels."""
        lower, upper = (spec.text for spec in self.specs)
        return f"{self.game} {self.openings}: {upper} over {lower}"


def ladder_of(game: Game) -> tuple[LevelSpec, ...]:
    """Return the levels of *game*."""
    return specs(can_be_solved(game.start(game.rulebook.default)))


class Pairs:
    """The outcomes of pairs by step and number, kept in *folder* if there is one."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._known: dict[tuple[str, int], int] = {}
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                for line in (folder / "pairs.jsonl").read_text().splitlines():
                    with suppress(ValueError):  # the process was killed while it wrote
                        name, number, outcome = json.loads(line)
                        self._known[name, number] = outcome

    def outcome(self, step: Step, number: int) -> int | None:
        """Return the half points of the upper level in pair *number*, None if not played."""
        return self._known.get((step.name, number))

    def add(self, step: Step, number: int, outcome: int) -> None:
        """Keep the outcome of a pair."""
        self._known[step.name, number] = outcome
        if self._folder is not None:
            with open(self._folder / "pairs.jsonl", "a") as file:
                print(json.dumps([step.name, number, outcome]), file=file)

    def openings(self, key: str, text: str, count: int) -> list[Opening]:
        """Return so many openings, from the folder if they were found before."""
        file = None
        if self._folder is not None:
            file = self._folder / f"{key}-{text.replace(':', '-')}-{count}.json"
            with suppress(FileNotFoundError):
                return [
                    Opening(tuple(moves), start, OpeningOrigin[origin])
                    for moves, start, origin in json.loads(file.read_text())
                ]
        game = find_game(key)
        rules = game.rulebook.default
        found = read_openings(text).offered(
            game.start(rules), count, game.knowledge, read=lambda start: game.read(start, rules)
        )
        if file is not None:
            plain = [(one.moves, one.start, one.origin.name) for one in found]
            file.write_text(json.dumps(plain))
        return found

    def elo(self, step: Step, count: int) -> tuple[Elo | None, int]:
        """Return the Elo difference of the first *count* pairs, and how many were played."""
        counts = [0] * 5
        for number in range(count):
            outcome = self.outcome(step, number)
            if outcome is not None:
                counts[outcome] += 1
        return measure_elo((counts[0], counts[1], counts[2], counts[3], counts[4])), sum(counts)


def play(step: Step, pairs: Pairs, count: int, deadline: float) -> None:
    """Play the pairs of *step* that are missing, until the *deadline*."""
    missing = [number for number in range(count) if pairs.outcome(step, number) is None]
    if not missing or monotonic() >= deadline:
        return
    game = find_game(step.game)
    openings = pairs.openings(step.game, step.openings, count)
    config = MatchConfig(
        game.key,
        game.rulebook.default,
        read_participant(f"engine:level={step.level}", game),
        read_participant(f"engine:level={step.level - 1}", game),
        read_openings(step.openings),
    )
    with ProgressLine() as line:
        for number in missing:
            if monotonic() >= deadline or number >= len(openings):
                return
            opening = openings[number]
            played = play_pair(config, number, opening.moves, opening.start)
            pairs.add(step, number, played.outcome)
            line.show(number + 1, count, step.name)


def cell(pairs: Pairs, step: Step, count: int) -> tuple[str, bool | None]:
    """Return the difference of a step in words, and whether it is as it should be."""
    elo, played = pairs.elo(step, count)
    if elo is None:
        return "not played", None
    short = "" if played == count else f", {2 * played} games"
    return f"{elo.text}{short}", LEAST <= elo.difference <= MOST


def table(pairs: Pairs, columns: Sequence[tuple[str, str]], count: int) -> list[list[str]]:
    """Return the rows of the table: a heading, and one for each level but the lowest."""
    rows = [["level", *(f"{key}, {text}" for key, text in columns)]]
    for level in range(LOWEST + 1, HIGHEST + 1):
        row = [f"{level} over {level - 1}"]
        for key, text in columns:
            words, good = cell(pairs, Step(key, text, level), count)
            row.append(words + ("" if good is not False else " !"))
        rows.append(row)
    return rows


def html_rows(pairs: Pairs, keys: Sequence[str], openings: Sequence[str], count: int) -> list[str]:
    """Return the rows of the help page: what each level looks at, and by how much it is better."""
    rows = []
    for level in range(LOWEST, HIGHEST + 1):
        cells: list[Any] = [f"{level}, {ladder_of(find_game(keys[0]))[level - 1].name}"]
        for key in keys:
            cells.append(ladder_of(find_game(key))[level - 1].text)
            for text in openings:
                elo, _ = pairs.elo(Step(key, text, level), count) if level > LOWEST else (None, 0)
                cells.append("" if elo is None else f"{elo.difference:+.0f}")
        rows.append("<tr>" + "".join(f"<td>{one}</td>" for one in cells) + "</tr>")
    return rows


def threats(game: Game) -> list[tuple[Position, int]]:
    """Return the positions of *game*, a small one, in which just one move does not lose at once.

    Each is given with that move; those where the side to move can win at once are left out.
    """
    found: dict[str, tuple[Position, int]] = {}
    seen: set[str] = set()
    ahead = [game.start(game.rulebook.default)]
    while ahead:
        position = ahead.pop()
        if position.position_string() in seen or position.is_over():
            continue
        seen.add(position.position_string())
        after = [_after(position, move) for move in position.legal_moves()]
        ahead += after
        safe = [one for one in after if not _can_win(one)]
        if len(after) > 1 and len(safe) == 1 and not _can_win(position):
            found[position.position_string()] = position, position.legal_moves()[after.index(*safe)]
    return list(found.values())


def _after(position: Position, move: int) -> Position:
    walker = position.copy(stack=False)
    walker.make(move)
    return walker


def _can_win(position: Position) -> bool:
    """Return whether the side to move can win at once."""
    ends = (_after(position, one).outcome() for one in position.legal_moves())
    return any(end is not None and end.winner == position.side for end in ends)


def threats_met(game: Game, number: int, seeds: Sequence[int], share: int = 1) -> float:
    """Return how many of the threats in *game* level *number* sees, 0 to 1; every *share*-th."""
    levels = [at_level(number, seed, game.knowledge) for seed in seeds]
    found = [
        level.choose(position, Limits(depth=MAX_DEPTH), game.heuristic()).move == move
        for position, move in threats(game)[::share]
        for level in levels
    ]
    return sum(found) / len(found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what is missing and print the table; return 1 if a step is too small or too large."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.levels", description=__doc__)
    parser.add_argument("--game", nargs="+", default=GAMES, help="games by key")
    parser.add_argument("--games", type=int, default=400, help="how many a step")
    parser.add_argument("--openings", nargs="+", default=OPENINGS)
    parser.add_argument("--levels", type=int, nargs="+", help="only these, against those below")
    parser.add_argument("--folder", type=Path, help="keeps what was played, and goes on with it")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="at most")
    parser.add_argument("--html", action="store_true", help="print the rows of the help page too")
    parser.add_argument("--threats", action="store_true", help="show what levels overlook")
    asked = parser.parse_args(arguments)
    if asked.threats:
        for level in range(LOWEST, HIGHEST + 1):
            met = threats_met(find_game("tictactoe"), level, range(4), share=4)
            print(f"level {level:2} sees {met:4.0%} of the threats of two in a row")
        return 0
    if asked.games < 2 or asked.games % 2:
        parser.error("the number of games is even")
    count, pairs = asked.games // 2, Pairs(asked.folder)
    deadline = monotonic() + asked.seconds
    columns = list(product(asked.game, asked.openings))
    for level in asked.levels or range(LOWEST + 1, HIGHEST + 1):
        for key, text in columns:
            play(Step(key, text, level), pairs, count, deadline)
    rows = table(pairs, columns, count)
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        print("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)))
    print(f"{asked.games} games a step; '!': not {LEAST} to {MOST}")
    if asked.folder is not None:
        for key, text in columns:
            print(f"{key} {text}: {origins_text(pairs.openings(key, text, count))}")
    if asked.html:
        print("\n".join(html_rows(pairs, asked.game, asked.openings, count)))
    return 1 if any(text.endswith("!") for row in rows for text in row) else 0


if __name__ == "__main__":
    sys.exit(main())
