"""Rules as options, presets and words; games by name."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from kalahloa.models.game import registry
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game, game_keys, loadable_games
from kalahloa.models.game.rulebook import ChoiceOption, IntegerOption
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.tictactoe.position import TicTacToe
from kalahloa.models.text.errors import BadPosition, BadRules, UnknownName
from tests.models.random_play import GAME_RULES
from tests.plugins.crossing import Crossing, CrossingRules

KEYS = ("loa", "kalah", "tictactoe")


def test_the_games_of_the_house_come_first():
    assert tuple(game_keys()[:3]) == KEYS


@pytest.mark.parametrize(
    ("load", "problem"),
    [
        (lambda: 1 // 0, "ZeroDivisionError: integer division or modulo by zero"),
        (lambda: "text", "its entry point is not a Game but a str."),
    ],
)
def test_a_plug_in_that_does_not_load_is_named_and_hides_no_other_game(monkeypatch, load, problem):
    points = {"broken": SimpleNamespace(load=load)}
    monkeypatch.setattr(registry, "plugin_entry_points", lambda: points)

    found = loadable_games()

    assert tuple(game.key for game in found.games) == KEYS
    assert found.problems == (f"The game 'broken' cannot be loaded: {problem}",)
    with pytest.raises(UnknownName, match="'broken' cannot be loaded"):
        find_game("broken")


@pytest.mark.parametrize("key", KEYS)
def test_a_game_is_found_by_its_key_in_any_case(key: str):
    game = find_game(f" {key.upper()} ")

    assert game.key == key
    assert len(game.sides) == 2
    assert game.start(game.rulebook.default).read_move(game.example) is not None


def test_an_unknown_game_is_refused_with_the_names_of_those_there_are():
    with pytest.raises(
        UnknownName, match=r"There is no game 'chess'; choose one of: loa, kalah, tic"
    ):
        find_game("chess")


def test_the_default_rules_are_those_of_the_plan():
    loa = find_game("loa").rulebook.default
    kalah = find_game("kalah").rulebook.default

    assert (loa.start, loa.simultaneous, loa.no_move, loa.repetition) == (
        "standard",
        "mover",
        "pass",
        "third",
    )
    assert (kalah.pits, kalah.stones, kalah.end, kalah.capture) == (6, 4, "mover-empty", "opposite")


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("loa", ["tutorial", "olympiad", "openspiel"]),
        ("kalah", ["lecture", "standard", "empty-capture", "empty-capture-lecture-end"]),
        ("tictactoe", ["classic"]),
    ],
)
def test_the_presets_have_the_names_of_the_plan(key: str, names: list[str]):
    assert [preset.name for preset in find_game(key).rulebook.presets] == names


@pytest.mark.parametrize(("key", "preset"), GAME_RULES)
def test_rules_read_back_from_their_plain_values(key: str, preset: str):
    rulebook = find_game(key).rulebook
    rules = rulebook.read(preset)

    assert rulebook.read(overrides=rulebook.as_mapping(rules)) == rules
    assert rulebook.name_of(rules) == preset
    assert rulebook.preset(preset.upper()).sentence.endswith(".")


def test_single_options_override_a_preset():
    rulebook = find_game("kalah").rulebook

    rules = rulebook.read("standard", {"stones": "6", "capture": " EMPTY "})

    assert (rules.stones, rules.end, rules.capture) == (6, "standard", "empty")
    assert rulebook.name_of(rules) == "empty-capture, stones 6"


@pytest.mark.parametrize(
    ("preset", "options", "sentence"),
    [
        (
            "house",
            {},
            "There are no rules called 'house'; choose one of: lecture, standard, empty-",
        ),
        (None, {"stones": 13}, "Stones per pit: '13' is not a number from 1 to 12."),
        (None, {"pits": "0"}, "Pits per side: '0' is not a number from 1 to 12."),
        (None, {"pits": "many"}, "Pits per side: 'many' is not a number from 1 to 12."),
        (None, {"end": "never"}, "End of the game: 'never' is not one of: mover-empty, "),
        (
            None,
            {"colour": "red"},
            "There is no rule option 'colour'; choose one of: pits, stones, end, cap",
        ),
    ],
)
def test_rules_that_do_not_exist_are_refused_in_words(preset, options, sentence):
    with pytest.raises(BadRules) as caught:
        find_game("kalah").rulebook.read(preset, options)

    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("key", KEYS)
def test_every_option_explains_its_values(key: str):
    for option in find_game(key).rulebook.options:
        assert option.title
        if isinstance(option, ChoiceOption):
            assert all(sentence.endswith(".") for sentence in option.values.values())
        else:
            assert isinstance(option, IntegerOption)
            assert option.sentence.endswith(".")
            assert option.low < option.high


@pytest.mark.parametrize("key", KEYS)
def test_a_game_finds_its_heuristics_by_name(key: str):
    game = find_game(key)

    assert game.heuristic() is game.heuristics[0]
    assert all(game.heuristic(h.name.upper()) is h for h in game.heuristics)
    with pytest.raises(UnknownName, match=f"{game.title} has no heuristic 'luck'; it has: "):
        game.heuristic("luck")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"repetition": "never"}, "Repetition: 'never' is not one of: third, second."),
        ({"start": 1}, "Start: '1' is not one of: standard, scrambled-eggs."),
    ],
)
def test_rules_cannot_be_made_with_values_that_an_option_has_not(options, sentence):
    with pytest.raises(BadRules) as caught:
        replace(find_game("loa").rulebook.default, **options)

    assert str(caught.value) == sentence


@pytest.mark.parametrize("side", [-1, 2, 7])
@pytest.mark.parametrize(
    "position",
    [
        lambda side: Loa(1, 2, side, find_game("loa").rulebook.default),
        lambda side: Kalah([4, 0, 4, 0], side, find_game("kalah").rulebook.read(None, {"pits": 1})),
        lambda side: TicTacToe(1, 2, side, find_game("tictactoe").rulebook.default),
        lambda side: Crossing("ff..ss", side, CrossingRules()),
    ],
    ids=["loa", "kalah", "tictactoe", "a game in plain Python"],
)
def test_there_are_two_sides_to_move(position: Callable[[int], Position], side: int):
    with pytest.raises(BadPosition, match=f"^The side to move is 0 or 1, not {side}\\.$"):
        position(side)


@pytest.mark.parametrize(("black", "white"), [(1, 1 << 64), (-2, 1), (1, -2)])
def test_pieces_stand_on_the_board(black: int, white: int):
    with pytest.raises(BadPosition):
        Loa(black, white, 0, find_game("loa").rulebook.default)


@pytest.mark.parametrize("cells", [1 << 9, -512])
def test_marks_stand_in_the_nine_cells(cells: int):
    with pytest.raises(BadPosition, match="none of the nine cells"):
        TicTacToe(cells, 0, 0, find_game("tictactoe").rulebook.default)
