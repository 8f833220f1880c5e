"""Positions with a known refutation: a move that gives something away, as a game of one ply.

In Kalah the independent solver (`minimax`) knows what each move gives away.  In Lines of Action the
engine proves, in a search of the position itself, that a move allows a short forced win, or gives
one up.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.score import search_value
from tests.models.study.review.games import (
    PRESETS,
    ending,
    kalah_rules,
    played,
    random_game,
    stones_in_pits,
)
from tests.models.study.review.minimax import Minimax

SHORT = 3
"""Forced wins of at most so many plies are planted."""
_SOUND = 150
"""An estimate within this, in hundredths, is of a game that is open."""


_KEPT = Path(__file__).parent / "planted_loa.txt"


@dataclass(frozen=True)
class Planted:
    """A mistake as a record of one ply, and what it gives away in stones, 0 for a win.

    `right` is a move that is known to keep the value, or None if none is.
    """

    wrong: Record
    right: Record | None
    loss: int
    kind: str


def kalah_mistakes(seed: int = 0) -> Iterator[Planted]:
    """Yield endings of Kalah with a move that gives stones away."""
    chance = Random(f"planted {seed}")
    solvers = {name: Minimax(*_rules_of(name)) for name in PRESETS}
    while True:
        preset = chance.choice(PRESETS)
        record = ending(random_game(kalah_rules(preset), chance), chance.randint(6, 9))
        position = record.game.read(record.start, record.rules)
        if position.is_over():
            continue
        halves = stones_in_pits(position)
        sides = halves[:6], halves[6:]
        values = solvers[preset].moves(sides[position.side], sides[1 - position.side])
        best = max(values.values())
        worse = [move for move, value in values.items() if value < best]
        if worse:
            wrong = chance.choice(worse)
            right = next(move for move, value in values.items() if value == best)
            yield Planted(
                played("kalah", [str(wrong)], record.rules, record.start),
                played("kalah", [str(right)], record.rules, record.start),
                best - values[wrong],
                "gives stones away",
            )


def _rules_of(preset: str) -> tuple[str, str]:
    end = "lecture" if preset in ("lecture", "empty-capture-lecture-end") else "standard"
    return end, "empty" if "empty" in preset else "opposite"


def loa_mistakes(seed: int = 0, nodes: int = 1000) -> Iterator[Planted]:
    """Yield positions of Lines of Action with a move that allows a forced win, or gives one up."""
    game = find_game("loa")
    engine = Engine(1)
    chance = Random(f"planted {seed}")
    while True:
        position = game.start(game.rulebook.default)
        for _ in range(chance.randint(20, 40)):
            if position.is_over():
                break
            moves = position.legal_moves()
            if chance.random() < 0.3:
                position.make(chance.choice(moves))
            else:
                position.make(engine.analyse(position, Limits(nodes=300)).lines[0].move)
        if not position.is_over():
            # Repetitions of the way here are not part of the record.
            yield from _mistakes_in(
                game.read(position.position_string(), position.rules), engine, nodes
            )


def kept_loa_mistakes() -> list[Planted]:
    """Return the first of `loa_mistakes`, from a file: to find them takes most of a minute."""
    game = find_game("loa")
    found = []
    for line in _KEPT.read_text(encoding="ascii").splitlines()[1:]:
        start, wrong, right, kind = line.split(" | ")
        after = [
            None if move == "-" else played("loa", [move], game.rulebook.default, start)
            for move in (wrong, right)
        ]
        assert after[0] is not None
        found.append(Planted(after[0], after[1], 0, kind))
    return found


def _mistakes_in(position: Position, engine: Engine, nodes: int) -> Iterator[Planted]:
    best = engine.analyse(position, Limits(nodes=10 * nodes)).lines[0]
    wins = best.score.plies is not None and best.score.number > 0
    if (best.score.plies or 0) > SHORT if wins else abs(search_value(best.score)) > _SOUND:
        return
    for move in position.legal_moves():
        position.make(move)
        found = not position.is_over() and (_has_equal_game if wins else _wins_soon)(
            position, engine, nodes
        )
        position.unmake()
        if found and (wins or _is_open(position, engine, nodes)):
            start = position.position_string()
            yield Planted(
                played("loa", [position.format_move(move)], position.rules, start),
                played("loa", [position.format_move(best.move)], position.rules, start)
                if wins
                else None,
                0,
                "gives up a win" if wins else "allows a win",
            )
            return


def _is_open(position: Position, engine: Engine, nodes: int) -> bool:
    """Return whether a long search does not find the side to move lost anyway."""
    score = engine.analyse(position, Limits(nodes=60 * nodes)).lines[0].score
    return abs(search_value(score)) <= _SOUND


def _wins_soon(position: Position, engine: Engine, nodes: int) -> bool:
    score = engine.analyse(position, Limits(nodes=nodes)).lines[0].score
    return score.plies is not None and score.number > 0 and score.plies <= SHORT


def _has_equal_game(position: Position, engine: Engine, nodes: int) -> bool:
    """Return whether the side to move is not worse, by a short search and by a long one."""
    return all(
        engine.analyse(position, Limits(nodes=limit)).lines[0].score.number > 0
        for limit in (nodes, 60 * nodes)
    )
