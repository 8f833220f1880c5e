"""Games to review, for tests."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.models.search.engine.analysis import AnalysedLine
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.score import search_value

PRESETS = ("lecture", "standard", "empty-capture", "empty-capture-lecture-end")


def played(key: str, moves: Sequence[str], rules=None, start: str | None = None) -> Record:
    """Return the record of *moves*, in notation."""
    record = Record(find_game(key), rules, start)
    for text in moves:
        record.play(record.position.read_move(text))
    return record


def kalah_rules(preset: str, **sizes: int):
    """Return the rules called *preset* with the given pits and stones."""
    return replace(find_game("kalah").rulebook.read(preset), **sizes)


def random_game(rules, chance: Random, start: str | None = None) -> Record:
    """Return a game of Kalah of random moves."""
    return _game(rules, start, lambda position: chance.choice(position.legal_moves()))


def game_of_levels(rules, chance: Random, start: str | None = None) -> Record:
    """Return a game of Kalah by the engine at depth 1 or 2, with a tolerance as low levels have."""
    engine = Engine(1)

    def choose(position: Position) -> int:
        limits = Limits(depth=chance.randint(1, 2))
        lines = engine.analyse(position, limits, lines=len(position.legal_moves())).lines
        return chance.choice(_nearly_best(lines)).move

    return _game(rules, start, choose)


def ending(record: Record, most: int) -> Record:
    """Return the plies of *record*, a game of Kalah, with at most *most* stones in the pits."""
    position = record.game.read(record.start, record.rules)
    rest = [node.text for node in record.main_line()]
    while rest and sum(stones_in_pits(position)) > most:
        position.make(position.read_move(rest.pop(0)))
    return played("kalah", rest, record.rules, position.position_string())


def stones_in_pits(position) -> tuple[int, ...]:
    """Return the stones in South's pits, then in North's."""
    stones, pits = position.stones(), position.rules.pits
    return tuple(stones[:pits] + stones[pits + 1 : -1])


def _game(rules, start: str | None, choose: Callable[[Position], int]) -> Record:
    record = Record(find_game("kalah"), rules, start)
    while record.root.outcome is None and record.current.outcome is None:
        record.play(choose(record.position.copy()))
    return record


def _nearly_best(lines: Sequence[AnalysedLine]) -> list[AnalysedLine]:
    """Return those of *lines*, sorted best first, that lose at most half of what moves lose."""
    best = lines[0]
    uncertain = [line for line in lines if not line.score.decided]
    if best.score.decided or len(uncertain) < 2:
        return [best]
    costs = [search_value(best.score) - search_value(line.score) for line in uncertain]
    most = 0.5 * sum(costs) / (len(costs) - 1)
    return [line for line, cost in zip(uncertain, costs, strict=True) if cost <= most]
