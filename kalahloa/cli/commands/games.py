"""`kalahloa games`: lists games, rules, heuristics and searchers."""

import argparse
import textwrap

from kalahloa.cli.arguments import Parser
from kalahloa.cli.command import PlainCommand


def add_game_titles(parser: Parser) -> None:
    """Add the options of `show_games` to *parser*: none."""


def show_games(values: argparse.Namespace) -> int:
    """List the games with their rules and heuristics, and the searchers."""
    from kalahloa.models.game.registry import loadable_games
    from kalahloa.models.search.searchers import searchers

    found = loadable_games()
    for game in found.games:
        print(f"{game.key}: {game.title}, {game.sides[0]} against {game.sides[1]}")
        for preset in game.rulebook.presets:
            _print_entry("rules", preset.name, preset.sentence)
        for heuristic in game.heuristics:
            _print_entry("heuristic", heuristic.name, heuristic.sentence)
        print()
    for problem in found.problems:
        print(f"{problem}\n")
    print("Searchers, for best and for the players of terminal:")
    for searcher in searchers():
        _print_entry("searcher", searcher.name, searcher.sentence)
    return 0


def _print_entry(kind: str, name: str, sentence: str) -> None:
    text = f"  {kind} {name}: {sentence}"
    print(textwrap.fill(text, 79, subsequent_indent="      ", break_on_hyphens=False))


COMMAND = PlainCommand(
    "games",
    "List the games, their rules and heuristics, and the searchers.",
    "kalahloa games",
    add_game_titles,
    show_games,
)
