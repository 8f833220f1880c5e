"""Ten thousand wrong texts: each is refused with a sentence, and changes nothing."""

from collections.abc import Callable
from random import Random

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.text.errors import KalahloaError
from tests.models.random_play import random_position, snapshot

KEYS = ("loa", "kalah", "tictactoe")
SIGNS = [
    *"abcdefghwbxSNXO0123456789 -:/<>,.;'\"\\{}()[]%$#@!?*+=_|~^&`",
    *"\x00\t\n\r\x1b\x7f\u00a0\u00b2\u0663\u200b\u202e\ufeff\uff11\U0001f600\ud800",
    "é",
    "99999999999999999999",
    "-1",
    "pass",
    "0x1f",
    "1e9",
    "nan",
    "None",
    "../",
    "%s%n",
    "9" * 5000,
]


def mutated(text: str, rng: Random) -> str:
    """Return *text* with one to four random changes."""
    for _ in range(rng.randint(1, 4)):
        place = rng.randint(0, len(text))
        kind = rng.randrange(6)
        if kind == 0:
            text = text[:place] + rng.choice(SIGNS) + text[place:]
        elif kind == 1:
            text = text[:place] + text[place + 1 :]
        elif kind == 2:
            text = text[:place] + rng.choice(SIGNS) + text[place + 1 :]
        elif kind == 3:
            text = text[:place]
        elif kind == 4:
            text = text[place:] + text[:place]
        else:
            text = text[:place] + text + text[place:]
    return text


def said(refused: KalahloaError) -> bool:
    """Return whether the error says something, in text that can be written to a file."""
    text = str(refused)
    return bool(text.strip()) and text[0] != "<"


def refuse(read: Callable[[str], object], text: str) -> bool:
    """Return whether *read* refuses *text* in words; anything else than a refusal is raised."""
    try:
        read(text)
    except KalahloaError as refused:
        assert said(refused)
        return True
    return False


@pytest.mark.parametrize("key", KEYS)
def test_a_mutated_position_string_is_read_or_refused_in_words(key: str):
    game = find_game(key)
    rng = Random(1)
    refused = 0

    for number in range(1500):
        text = mutated(random_position(key, number % 20, number % 50).position_string(), rng)
        refused += refuse(lambda text: game.read(text, game.rulebook.default).legal_moves(), text)

    assert refused > 1000


@pytest.mark.parametrize("key", KEYS)
def test_a_mutated_move_is_read_or_refused_in_words_and_changes_nothing(key: str):
    rng = Random(2)
    refused = 0

    for number in range(40):
        position = random_position(key, number, number)
        before = snapshot(position)
        moves = position.legal_moves()
        for _ in range(25):
            text = mutated(position.format_move(rng.choice(moves)), rng)
            refused += refuse(position.read_move, text)
            refused += refuse(position.read_turn, f"{text}-{rng.choice(moves)}")
        assert snapshot(position) == before

    assert refused > 1000


@pytest.mark.parametrize("key", KEYS)
def test_a_mutated_option_is_read_or_refused_in_words(key: str):
    rulebook = find_game(key).rulebook
    rng = Random(3)

    for number in range(800):
        preset = rng.choice(rulebook.presets)
        plain = {name: str(value) for name, value in rulebook.as_mapping(preset.rules).items()}
        if not plain or number % 4 == 0:
            refuse(rulebook.read, mutated(preset.name, rng))
            continue
        name = rng.choice(list(plain))
        if number % 4 == 1:
            plain[mutated(name, rng)] = plain.pop(name)
        else:
            plain[name] = mutated(plain[name], rng)
        refuse(lambda _, plain=plain: rulebook.read(None, plain), "")


@pytest.mark.parametrize("key", KEYS)
def test_a_mutated_name_is_found_or_refused_in_words(key: str):
    rng = Random(4)

    for _ in range(150):
        refuse(find_game, mutated(key, rng))
        refuse(find_game(key).heuristic, mutated(find_game(key).heuristic().name, rng))
