"""What may be said of a mistake while the better move is still looked for."""

from random import Random
from types import SimpleNamespace

import pytest

from kalahloa.controllers.features.reviews.mistake_words import without_best
from kalahloa.models.game.registry import find_game


def line(rng: Random, position) -> list[int]:
    walker, found = position.copy(), []
    while len(found) < 6 and not walker.is_over():
        found.append(rng.choice(walker.legal_moves()))
        walker.make(found[-1])
    return found


@pytest.mark.parametrize(
    ("key", "written"), [("tictactoe", "{} ("), ("kalah", "pit {}"), ("loa", "{}")]
)
def test_nothing_that_is_said_names_the_better_move(key, written):
    game = find_game(key)
    rng, said = Random(6), set()
    for _ in range(300):
        position = game.start(game.rulebook.default)
        for _ in range(rng.randrange(6)):
            if not position.is_over():
                position.make(rng.choice(position.legal_moves()))
        if position.is_over():
            continue
        played, best = line(rng, position), line(rng, position)
        if played[0] == best[0]:
            continue
        facts = tuple(game.explain(position, played, best))
        text = position.format_move(best[0])
        ply = SimpleNamespace(move=played[0], facts=facts, best_text=text)

        for fact in without_best(ply):
            said.add(fact.key)
            assert "best" not in fact.text.fields
            if key != "kalah":  # where the opponent's pits have the same numbers
                assert written.format(text) not in fact.text

    assert said
