"""The names of commands, each of which means one thing."""

import logging
from collections import Counter

from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.session.commands import COMMANDS, with_free_names


def named(key: str, typed: str = "") -> Command:
    return Command(key=key, tip="", typed=typed, run=lambda app, words: "")


def test_no_two_commands_have_the_same_name():
    keys = Counter(command.key for command in COMMANDS)
    typed = Counter(command.typed for command in COMMANDS if command.typed)

    assert {*keys.values(), *typed.values()} == {1}


def test_a_command_of_another_package_takes_no_name_that_means_something_else(caplog):
    ours = [named("undo", "undo"), named("hint", "hint"), named("mark")]
    free, again = named("note", "note"), named("note", "notes")
    guests = [named("undo"), named("my-hint", "hint"), free, again, named("silent")]

    with caplog.at_level(logging.WARNING):
        found = with_free_names(guests, ours)

    assert [command.key for command in found] == ["note", "silent"] and found[0] is free
    assert len(caplog.records) == 3 and "my-hint" in caplog.text
