"""Typed words as the values of an order."""

from dataclasses import dataclass

import pytest

from kalahloa.controllers.commands.orders import read_options
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.options import option


@dataclass(frozen=True)
class Order:
    plies: int = option(4, 1, 9)
    nodes: int | None = option(100, 1, 1_000, instead_of=("seconds",))
    seconds: float | None = option(None, 0.5, 60.0, metavar="S", instead_of=("nodes",))
    between: tuple[float, float] = option((0.0, 1.0), -5.0, 5.0, metavar="LOW HIGH")
    opening: str = option("", metavar="MOVES")
    is_kept: bool = option(False, name="keep")
    game: str = "kalah"


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ("", {}),
        ("plies 9 KEEP", {"plies": 9, "is_kept": True}),
        ("seconds 1.5", {"seconds": 1.5, "nodes": None}),
        ("seconds 1 nodes 7", {"seconds": None, "nodes": 7}),
        ("between -1 2.5 opening a1-b2", {"between": (-1.0, 2.5), "opening": "a1-b2"}),
    ],
)
def test_words_give_values_to_fields(words, values):
    assert read_options(Order, words.split(), "") == values


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("plies 10", "'10' is not a number from 1 to 9."),
        ("seconds 0.1", "'0.1' is not a number from 0.5 to 60."),
        ("plies", "plies? plies N, nodes N, seconds S, between LOW HIGH, opening MOVES, keep"),
        ("between 1", "between? plies N"),
        ("game loa", "game? plies N"),
    ],
)
def test_what_cannot_be_read_is_refused(words, sentence):
    with pytest.raises(BadCommand) as refused:
        read_options(Order, words.split(), "{word}? {options}")

    assert str(refused.value).startswith(sentence)
