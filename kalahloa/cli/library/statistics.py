"""`kalahloa library statistics`: how a player has done."""

import argparse
import json

from kalahloa.cli.arguments import Parser, load_game
from kalahloa.cli.library.place import add_days, is_there, the_library
from kalahloa.cli.options import add_json
from kalahloa.models.text.errors import BadCommand


def add_statistics(parser: Parser) -> None:
    """Add the options of `print_statistics` to *parser*."""
    for name, metavar, sentence in (
        ("--player", "NAME",
            "the player of this name, whatever case and accents; me for your games against the "
            "computer, all for everyone (default: me)"),
        ("--game", "GAME", "only this game, such as loa; also shows openings"),
        ("--rules", "NAME", "only with these rules, named as in list"),
        ("--side", "SIDE", "only as the first or second side: 1 or 2"),
    ):  # fmt: skip
        parser.option(name, metavar=metavar, help=sentence)
    add_days(parser)
    add_json(parser)


def print_statistics(values: argparse.Namespace) -> int:
    """Print results by side, opponent and opening, accuracy and mistakes."""
    from kalahloa.models.library.charts import report
    from kalahloa.models.library.player_facts import PlayerFacts
    from kalahloa.models.library.selection import Selection, selected_player

    if values.side not in (None, "1", "2"):
        raise BadCommand("A side is 1 or 2: the first or the second.")
    game = "" if values.game is None else values.game.strip().lower()
    selection = Selection(
        **selected_player(values.player or "me"),
        game=game,
        preset=values.rules or "",
        since=values.since or "",
        until=values.until or "",
        side=None if values.side is None else int(values.side) - 1,
    )
    facts = PlayerFacts(selection)
    if is_there():
        with the_library() as library:
            if game and game not in library.statistics().by_game:
                load_game(game)  # raises the error if there is no such game at all
            facts = PlayerFacts.of(library, selection)
    elif game:
        load_game(game)
    print(json.dumps(facts.to_json()) if values.json else "\n".join(report(facts)))
    return 0
