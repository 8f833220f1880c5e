"""`kalahloa library list` and `library show`: which games there are, and what is in one."""

import argparse
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import Parser, load_game, number_type
from kalahloa.cli.library.place import (
    add_days,
    header_to_json,
    is_there,
    player_line,
    read_id,
    the_library,
)
from kalahloa.cli.options import add_json, print_notes
from kalahloa.cli.streams import padded
from kalahloa.models.text.errors import BadCommand, BadPosition, BadRules, UnknownName
from kalahloa.models.text.quotation import quote, shorten

if TYPE_CHECKING:
    from kalahloa.models.library.game_rows import GameHeader, NodeRow, StoredGame
    from kalahloa.models.library.library import Library
    from kalahloa.models.library.query import Query
    from kalahloa.models.record.record import Node, Record

MAX_GAMES = 999_999_999
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_AT_ONCE = 2_000
"""How many games are read from the library at once."""
_HEADING = (
    f"{'number':>6}  {'date':10}  {'game':9}  {'players':40}  {'result':7}  {'ply':>4}  rules, tags"
)


# -- list --------------------------------------------------------------------------------------


def add_game_list(parser: Parser) -> None:
    """Add the options of `list_games` to *parser*."""
    for name, metavar, sentence in (
        ("--game", "GAME", "only this game, such as loa"),
        ("--rules", "NAME", "only with these rules, named as in list"),
        ("--player", "NAME", "only of players with this in their name, whatever case and accents"),
        ("--words", "TEXT", "only with these words in names, details, tags or comments"),
        ("--comment", "TEXT", "only with these words in comments"),
        ("--result", "RESULT", f"only with this result: {', '.join(RESULTS)}"),
        ("--position", "POSITION", "only games that reached this position, variations included"),
    ):
        parser.option(name, metavar=metavar, help=sentence)
    add_days(parser)
    parser.option("--tag", metavar="TAG", action="append", help="only with this tag; repeatable")
    parser.option("--trash", action="store_true", help="the games in the trash instead")
    parser.option(
        "--limit",
        metavar="N",
        type=number_type("The number of games", 1, MAX_GAMES),
        usual="all",
        help="at most this many games",
    )
    parser.option("--json", action="store_true", help="print a JSON list of objects")


def list_games(values: argparse.Namespace) -> int:
    """List the games that are looked for, the one that was changed last first."""
    query = _read_query(values)
    games: Iterator[GameHeader] = iter(())
    if not is_there():
        _print_games(games, values.json, "The library is empty.")
        return 0
    with the_library() as library:
        known = library.statistics().by_game
        if query.games and not set(query.games) & known.keys():
            load_game(query.games[0])  # raises the error if there is no such game at all
        keys = None
        if values.position is not None:
            keys = _position_keys(library, values.position, query.games)
        none = "No games match." if known else "The library is empty."
        _print_games(islice(_found(library, query, keys), values.limit), values.json, none)
    return 0


def _read_query(values: argparse.Namespace) -> "Query":
    """Return what *values* look for, without a position; raise `BadCommand`."""
    from kalahloa.models.library.query import Query

    if values.result is not None and values.result not in RESULTS:
        raise BadCommand(
            f"There is no result '{quote(values.result)}'; choose one of: {', '.join(RESULTS)}."
        )

    for option in ("player", "words", "comment"):
        if (text := getattr(values, option)) is not None and not text.strip():
            raise BadCommand(f"--{option} needs a text to search for.")

    def one(value: str | None) -> tuple[str, ...]:
        return () if value is None else (value,)

    query = Query(
        words=values.words or "",
        games=one(None if values.game is None else values.game.strip().lower()),
        presets=one(values.rules),
        player=values.player or "",
        results=one(values.result),
        since=values.since or "",
        until=values.until or "",
        tags=tuple(values.tag or ()),
        comment=values.comment or "",
        trashed=values.trash,
    )
    query.require_understood()
    return query


def _position_keys(library: "Library", text: str, games: tuple[str, ...]) -> list[int]:
    """Return the keys of the position *text* under all rules that are played in *library*.

    Raises `BadPosition` or `BadCommand` if it is no position of one of *games*, or of any.
    """
    from kalahloa.models.game.registry import find_game, loadable_games
    from kalahloa.models.library.game_rows import rules_text
    from kalahloa.models.library.positions import index_key, salt_of

    found = []
    for name in games or tuple(library.statistics().by_game):
        with suppress(UnknownName):
            game = find_game(name)
            for given in library.rules_of(name):
                with suppress(BadRules, BadPosition):
                    rules = game.rulebook.read(None, given)
                    key = game.read(text, rules).hash
                    found.append(index_key(key, salt_of(game.key, rules_text(game, rules))))
    if found:
        return found
    reason: BadPosition | None = None
    for game in [find_game(name) for name in games] or list(loadable_games().games):
        try:
            game.read(text, game.fitting_rules(text, game.rulebook.default))
        except BadPosition as error:
            reason = error
            continue
        return []
    if games and reason is not None:
        raise reason
    raise BadCommand(f"'{quote(text)}' is not a position of any game.")


def _found(library: "Library", query: "Query", keys: list[int] | None) -> "Iterator[GameHeader]":
    """Yield the games that *query* finds, at any of the positions *keys* if they are given."""
    if keys is None:
        yield from _pages(library, query)
        return
    # A game has one position only of those that differ in the rules.
    found = [header for key in keys for header in _pages(library, replace(query, position=key))]
    yield from sorted(found, key=lambda header: (header.modified, header.id), reverse=True)


def _pages(library: "Library", query: "Query") -> "Iterator[GameHeader]":
    offset = 0
    while page := library.search(query, limit=_AT_ONCE, offset=offset):
        yield from page
        offset += len(page)


def _print_games(games: "Iterator[GameHeader]", as_json: bool, none: str) -> None:
    if as_json:
        rows = (json.dumps(header_to_json(header)) for header in games)
        print("[" + next(rows, ""), end="")
        for row in rows:
            print(f",\n{row}", end="")
        print("]")
        return
    count = 0
    for header in games:
        if not count:
            print(_HEADING)
        count += 1
        tags = "".join(f"  #{quote(tag)}" for tag in header.tags)
        print(
            f"{header.id:>6}  {quote(header.date):10}  {quote(header.game):9}  "
            f"{padded(player_line(header), 40)}  {quote(header.result):7}  {header.plies:>4}  "
            f"{quote(header.preset)}{tags}"
        )
    if not count:
        print(none)


# -- show --------------------------------------------------------------------------------------


def add_show(parser: Parser) -> None:
    """Add the game and options of `show_game` to *parser*."""
    parser.add_argument("ID", help="the number of the game, shown by list")
    add_json(parser)


def show_game(values: argparse.Namespace) -> int:
    """Print all that is known of a game: its main line, and its nodes."""
    number = read_id(values.ID)
    with the_library() as library:
        stored = library.load(number)
    if values.json:
        print(json.dumps(_game_to_json(stored)))
        return 0
    from kalahloa.models.library.partial_games import read_readable

    readable = read_readable(stored)
    if readable.sentence:
        print_notes([str(readable.sentence)])
    print("\n".join(_in_words(stored.header, readable.record)))
    return 0


def _game_to_json(stored: "StoredGame") -> dict[str, Any]:
    """Return a game with all nodes for JSON.

    It is made of what is stored, so that it can be told of a game that is not installed here.
    """
    from kalahloa.models.library.game_rows import ROOT_PARENT

    below: dict[int, list[NodeRow]] = {}
    for row in stored.nodes:
        if not row.removed:
            below.setdefault(row.parent, []).append(row)
    main_line = []
    following = below.get(0)
    while following:
        first = min(following, key=lambda row: (row.rank, row.number))
        main_line.append(first.text)
        following = below.get(first.number)
    return header_to_json(stored.header) | {
        "current": stored.header.current,
        "main_line": main_line,
        "nodes": [
            {
                "number": row.number,
                "parent": None if row.parent == ROOT_PARENT else row.parent,
                "move": row.text,
                "rank": row.rank,
                "removed": row.removed,
                **row.notes.to_json(),
            }
            for row in stored.nodes
        ],
    }


def _in_words(header: "GameHeader", record: "Record") -> Iterator[str]:
    """Yield the lines that tell of a game."""
    from kalahloa.models.notation.move_lists import write_moves

    yield f"Game {header.id}: {record.game.title}, {quote(header.preset)}"
    yield f"{player_line(header)}, {quote(header.result)}, {quote(header.date)}"
    for name, value in header.details.items():
        yield f"{quote(name)}: {shorten(value)}"
    if header.tags:
        yield "Tags: " + ", ".join(map(quote, header.tags))
    if header.source:
        yield f"From: {shorten(header.source)}"
    if header.trashed is not None:
        yield "It is in the trash."
    if record.start != record.game.start(record.rules).position_string():
        yield f"Start: {record.start}"
    yield ""
    yield from map(_on_screen, write_moves(record, with_tags=False).splitlines())
    variations = [
        child for node in record.root.subtree() for child in node.children[1:] if node.in_tree
    ]
    if variations:
        yield ""
        yield "Variations:"
    for node in variations:
        yield _on_screen(f"  ply {node.ply}: {' '.join(_texts(node))}")


def _texts(node: "Node") -> Iterator[str]:
    """Yield the moves of the line that begins with *node*, with their marks and comments."""
    for following in (node, *node.main_line()):
        yield f"{following.text}{following.notes.symbols}"
        if following.comment:
            yield "{" + " ".join(following.comment.split()) + "}"


def _on_screen(line: str) -> str:
    """Return *line* without what a terminal might obey."""
    return shorten(line, len(line))
