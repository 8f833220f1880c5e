"""How the command line is read, piece by piece."""

import pytest

from kalahloa.cli.arguments import (
    Parser,
    add_position_options,
    add_rule_options,
    option_value,
    read_number,
    read_player,
    read_seconds,
    read_setup,
)
from kalahloa.controllers.base.player import DEFAULT_STRENGTH, HUMAN, Level, Player
from kalahloa.models.game.registry import find_game
from kalahloa.models.game.rulebook import IntegerOption, Rulebook
from kalahloa.models.text.errors import KalahloaError


@pytest.mark.parametrize(
    ("line", "operand"),
    [
        ("kalah 3", "kalah"),
        ("--json kalah", "kalah"),
        ("--rules standard kalah", "kalah"),
        ("--rules=standard kalah", "kalah"),
        ("--pits 4 --json kalah 3", "kalah"),
        ("--sprt 0 50 kalah", "kalah"),
        ("-- kalah", "kalah"),
        ("--rules standard", None),
        ("-h", None),
        ("", None),
    ],
)
def test_the_game_is_found_before_its_options_are_known(line, operand):
    parser = Parser("kalahloa solve", "", "")
    parser.option("--json", action="store_true")
    parser.option("--rules")
    parser.option("--sprt", nargs=2)

    assert parser.first_operand(line.split()) == operand


def test_the_last_value_of_an_option_counts():
    assert option_value(["--game", "loa", "--game=kalah"], "--game") == "kalah"
    assert option_value(["--game"], "--game") is None
    assert option_value([], "--game") is None


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("human", HUMAN),
        ("computer", Player(Level.of_engine(DEFAULT_STRENGTH))),
        ("computer:8", Player(Level.of_engine(8))),
        ("computer:perfect", Player(Level.of_engine(11))),
        ("Computer:2", Player(Level.of_engine(2))),
        ("game-tree", Player(Level(searcher="game-tree"))),
        ("alpha-beta:8", Player(Level(searcher="alpha-beta", depth=8))),
        ("alpha-beta:1.5s", Player(Level(searcher="alpha-beta", depth=None, seconds=1.5))),
        (
            "Alpha-beta:2:heuristic=file:Mine",
            Player(Level("alpha-beta", depth=2, heuristic="file:Mine")),
        ),
        (
            "computer:3:heuristic=file:a b",
            Player(Level("engine", depth=None, strength=3, heuristic="file:a b")),
        ),
    ],
)
def test_a_player_is_read_from_a_word(text, player):
    assert read_player(text) == player


@pytest.mark.parametrize(
    "text",
    [
        *("", ":", "human:", "robot", "alpha-beta:", "alpha-beta:0s", "s"),
        *(
            "human:heuristic=file:mine",
            "alpha-beta:heuristic=mix",
            "computer:perfect:heuristic=file:x",
        ),
    ],
)
def test_a_word_that_is_no_player_is_refused(text):
    with pytest.raises(KalahloaError):
        read_player(text)


def test_numbers_are_read_within_their_limits():
    assert read_number("7", "It", 0, 9) == 7
    assert read_number("-1", "It", -1, 9) == -1
    assert read_seconds("0.25", "It") == 0.25


@pytest.mark.parametrize("text", ["", "-", "1.5", "10", "-1", "1_0", "²", "9" * 5000, " 1", "0x1"])
def test_what_is_no_number_within_the_limits_is_refused_in_a_short_sentence(text):
    with pytest.raises(KalahloaError, match=r"It: .* is not a number") as caught:
        read_number(text, "It", 0, 9)

    assert len(str(caught.value)) < 120


@pytest.mark.parametrize("text", ["", "0", "-1", "nan", "inf", "3601", "1e999", "soon"])
def test_what_is_no_time_is_refused(text):
    with pytest.raises(KalahloaError, match=r"It: .* is not a number"):
        read_seconds(text, "It")


def test_a_rule_whose_name_is_taken_gets_a_longer_option():
    game = find_game("kalah")
    crowded = type(game)(
        key="crowded",
        title="Crowded",
        sides=game.sides,
        rulebook=Rulebook((IntegerOption("rules", "100 % of rules", 1, 9),), game.rulebook.presets),
        start=game.start,
        read=game.read,
        example="1",
        hint="",
    )
    parser = Parser("kalahloa", "", "")
    add_position_options(parser, crowded)

    add_rule_options(parser, crowded)

    assert "--rule-rules" in parser.names
    assert "100 % of rules, 1 to 9" in parser.format_help()


def test_single_options_override_the_preset_and_the_position():
    game = find_game("kalah")
    parser = Parser("kalahloa", "", "")
    add_position_options(parser, game)
    add_rule_options(parser, game)
    line = ["--rules", "standard", "--capture", "empty", "--position", "<1,0,0,1,1> S"]

    setup = read_setup(game, parser.parse_args(line))

    assert setup.rules == game.rulebook.read("empty-capture", {"pits": 1})
    assert setup.preset == "standard"
    assert setup.options == {"pits": 1, "capture": "empty"}
    assert setup.position().position_string() == "<1,0,0,1,1> S"
