"""What is said of a mistake in Kalah is true of the stones, and tells two lines apart."""

from dataclasses import replace
from random import Random

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.explanation import explain
from kalahloa.models.games.kalah.notation import SWAP
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.study.explanation import called
from tests.models.games.kalah.true_facts import CHECKS, Lines

KALAH = find_game("kalah")
PRESETS = [preset.rules for preset in KALAH.rulebook.presets]


def line(rng: Random, start: Kalah) -> list[int]:
    """Return moves from *start*, more often than not those that bring something at once."""
    walker, found = start.copy(), []
    for _ in range(rng.randrange(1, 14)):
        if walker.is_over():
            break
        legal = [move for move in walker.legal_moves() if move != SWAP]
        good = [move for move in legal if (sown := walker.sowing(move)).extra_turn or sown.captured]
        found.append(rng.choice(good or legal if rng.random() < 0.8 else legal))
        walker.make(found[-1])
    return found


def some_position(rng: Random) -> Kalah:
    start = KALAH.start(rng.choice(PRESETS))
    for _ in range(rng.randrange(60)):
        moves = start.legal_moves()
        start.make(rng.choice(moves))
        if start.is_over():
            start.unmake()
            break
    return start


def test_whatever_is_said_is_true_and_everything_is_said():
    rng, said = Random(3), set()
    for _ in range(2500):
        start = some_position(rng)
        if start.pie():
            continue
        before = start.position_string()
        played, best = line(rng, start), line(rng, start)
        lines = Lines(start, played, best)

        for fact in explain(start, played, best):
            lines.check(fact)
            assert fact.amount > 0
            said.add(fact.key)
        assert start.position_string() == before

    assert said == set(CHECKS) - {"allowed-capture"}


def test_while_sides_may_still_be_swapped_it_is_not_said_what_was_at_risk():
    rng, said = Random(5), set()
    for number in range(200):
        rules = replace(KALAH.rulebook.default, pits=6, stones=1 + number % 3, pie="yes")
        start = KALAH.start(rules)
        played, best = (line(rng, start) for _ in range(2))
        for fact in explain(start, played, best):
            Lines(start, played, best).check(fact)
            said.add(fact.key)

    assert "allowed-capture" in said
    assert not said & {"exposed", "left-at-risk", "count"}


def test_a_line_is_no_worse_than_itself():
    rng = Random(4)
    for _ in range(200):
        start = some_position(rng)
        moves = line(rng, start)
        assert explain(start, moves, moves) == []


def test_people_are_called_otherwise_than_their_sides():
    start = KALAH.start(KALAH.rulebook.default)
    told = explain(start, [1, 3], [3])[0].text

    assert told == "South could have moved again after pit 3."
    assert called(told, "you", "level 4") == "You could have moved again after pit 3."
