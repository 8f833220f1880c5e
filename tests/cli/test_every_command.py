"""What holds for every command: its usage names its operands, and no option is ignored."""

import json
import locale
from collections.abc import Iterator
from dataclasses import fields

import pytest

from kalahloa.cli import command as commands
from kalahloa.cli.arguments import GameSetup, read_setup
from kalahloa.cli.command import CommandGroup, GameCommand, PlainCommand
from kalahloa.cli.commands import NAMES, find_command
from kalahloa.cli.main import main
from kalahloa.models.text.days import read_day
from kalahloa.models.text.errors import BadCommand

OPERANDS = {"perft": ["2"], "match": ["random", "random"], "tune": ["none.py"]}


def all_commands() -> Iterator[tuple[str, GameCommand | PlainCommand]]:
    """Yield each command, and each sub-command, with its words."""
    for name in NAMES:
        command = find_command(name)
        if isinstance(command, CommandGroup):
            if command.default is not None:
                yield name, command.default
            for sub in command.commands:
                yield f"{name} {sub.name}", sub
        else:
            yield name, command


COMMANDS = dict(all_commands())
OF_GAMES = {name: one for name, one in COMMANDS.items() if isinstance(one, GameCommand)}


class PositionRead(GameSetup):
    """A setup that tells when it is asked for the position to start from."""

    def __getattribute__(self, name: str):
        if name in ("start", "position"):
            raise BadCommand("The position is read.")
        return super().__getattribute__(name)


@pytest.fixture
def watched(monkeypatch):
    """Have commands say in a sentence that they have asked for the position."""

    def read(game, values):
        setup = read_setup(game, values)
        return PositionRead(*(getattr(setup, field.name) for field in fields(setup)))

    monkeypatch.setattr(commands, "read_setup", read)


@pytest.mark.parametrize("words", OF_GAMES)
def test_a_command_uses_the_position_or_has_no_option_for_it(words, capsys, watched):
    given = ["--position", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S"]
    arguments = [*words.split(), "kalah", *OPERANDS.get(words, []), *given]

    assert main(arguments) == 2

    expected = (
        "The position is read." if OF_GAMES[words].has_position else "has no option '--position'"
    )
    assert expected in capsys.readouterr().err


@pytest.mark.parametrize("words", COMMANDS)
def test_the_usage_names_every_operand_that_is_required(words, capsys):
    ((usage, _),) = COMMANDS[words].usages()
    operands = usage.split()[1:]
    required = [word for word in operands if word.isalpha()]

    assert main([*words.split(), "--help"]) == 0

    first = capsys.readouterr().out.splitlines()[0]
    assert first == " ".join(["usage: kalahloa", words, *operands, "[options]"])
    if required:
        assert main(words.split()) == 2
        told = capsys.readouterr().err
        assert f"required: {', '.join(required)};" in told


@pytest.mark.parametrize("words", ["library list", "library statistics"])
@pytest.mark.parametrize("option", ["--since", "--until"])
@pytest.mark.parametrize("text", ["2020-13-45", "2023-02-29", "20", "today", "31.02.26", "😀", ""])
def test_what_is_no_day_is_refused(words, option, text, capsys):
    assert main([*words.split(), option, text]) == 2

    assert f"{option}: “{text}” is not a day" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["2024-02-29", "2020-12", "1998"])
def test_a_day_a_month_or_a_year_is_taken(text, capsys):
    assert main(["library", "list", "--since", text, "--until", text]) == 0


@pytest.mark.parametrize("words", ["library list", "library statistics"])
@pytest.mark.parametrize(
    ("form", "text"), [("%d.%m.%y", "09.08.26"), ("%m/%d/%Y", "8/9/26"), ("%-d/%Om/%Y", "9/8/2026")]
)
def test_a_day_is_read_as_the_user_writes_it(words, form, text, monkeypatch, capsys):
    monkeypatch.setattr(locale, "setlocale", lambda _kind, _name=None: "xx_XX.UTF-8")
    monkeypatch.setattr(locale, "nl_langinfo", lambda _item: form)
    queries = []
    monkeypatch.setattr("kalahloa.cli.dates.read_day", lambda *given: queries.append(given))

    assert main([*words.split(), "--since", text]) == 0

    ((given, shown),) = queries
    assert read_day(given, shown) == "2026-08-09"


def test_a_day_that_could_be_two_is_refused_where_the_language_is_not_known(capsys):
    assert main(["library", "list", "--since", "9/8/2026"]) == 2

    assert "--since: “9/8/2026” could be more than one day" in capsys.readouterr().err
    assert main(["library", "list", "--since", "18.09.26", "--until", "18/09/2026"]) == 0


def test_puzzles_in_games_begin_where_the_games_do(capsys):
    position = "X../.O./... X"

    assert main(["puzzles", "mine", "tictactoe", "--library", "--position", position]) == 2

    assert "--position is for games of the engine" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    ["best {} --depth 2", "analyse {} --depth 4", "analyse {} --exact", "solve {}", "tree {}"],
)
def test_values_say_whose_they_are(words, capsys):
    position = "<6,20,4,0,0,1,0,2,0,1,0,0,0,1,1> N"
    line = words.format("kalah").split()

    assert main([*line, "--position", position, "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert found["value_for"] == "North"
    assert (found["moves"][0] if "moves" in found else found)["value"] < 0
