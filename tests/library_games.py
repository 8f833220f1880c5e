"""Games for a library to look at: recorded ones, and others played by a quick searcher."""

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.saving.open_game import OpenGame
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.analyses import KINDS as KINDS_OF_ANALYSES
from kalahloa.models.library.analyses import REVIEWS
from kalahloa.models.library.game_rows import NewGame
from kalahloa.models.library.library import Library
from kalahloa.models.record.annotation import Notes
from kalahloa.models.record.record import Record
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.study.review.judgement import mark_of, review_of, scale_for
from kalahloa.models.study.review.kept import short_ply_to_json
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.text.sentence import Sentence
from tests.scores import move_score

ORACLES = Path(__file__).parent / "oracles"
FIRST = 1_775_000_000.0
"""When the first game was played, a Unix time."""
EVERY = 130_000.0
ENGINE = Player(Level.of_engine(7))
RULES = ("lecture", "standard", "lecture", "empty-capture")
TAGS = ((), ("endgame",), (), (), ("endgame", "revenge"), ())


LOOKING_WRITES = ("visits", *KINDS_OF_ANALYSES, "accuracies")
"""The tables that looking at a game may write to."""


def kept_rows(path: Path) -> list[str]:
    """Return everything in the library at *path* that looking at its games must leave, as text."""
    with closing(sqlite3.connect(path)) as database:
        return [line for line in database.iterdump() if not _may_change(line)]


def _may_change(line: str) -> bool:
    return any(f'"{table}"' in line.partition("VALUES")[0] for table in LOOKING_WRITES)


def noted(*moves: int) -> OpenGame:
    """Return a game of Kalah with *moves*, which is to be written."""
    record = Record(find_game("kalah"))
    for move in moves:
        record.play(move)
    game = OpenGame(record, (HUMAN, HUMAN))
    game.queue_changes()
    return game


def recorded_games() -> list[Record]:
    """Return the games of the oracles."""
    records = []
    for game in json.loads((ORACLES / "loa.json").read_text())["games"]:
        record = Record(
            find_game("loa"),
            players=("Anna Ahn", "Emil Berg"),
            details={"event": "Olympiad", "date": "2000-08-21"},
        )
        for move in game["moves"]:
            record.play(record.position.read_move(move))
        records.append(record)
    return records


def played_games(count: int) -> Iterator[tuple[Record, tuple[Player, Player]]]:
    """Yield *count* games between a human and the engine, or two humans, all of them to the end."""
    searcher = find_searcher("alpha-beta-ordered")
    for number in range(count):
        chance = random.Random(number)
        key = ("kalah", "loa", "kalah", "tictactoe")[number % 4]
        game = find_game(key)
        rules = game.rulebook.read(RULES[number % 4] if key == "kalah" else None)
        players = ((HUMAN, ENGINE), (ENGINE, HUMAN), (HUMAN, HUMAN))[number % 3]
        record = Record(game, rules, players=tuple(str(player.title) for player in players))
        while record.current.outcome is None and len(record.nodes) < 200:
            if len(record.nodes) < 4:
                move = chance.choice(record.position.legal_moves())
            else:
                heuristic = game.heuristic()
                copy = record.position.copy()
                move = searcher.choose(copy, Limits(depth=1 + number % 2), heuristic).move
            record.play(move)
        if number % 5 == 0:
            record.annotate(record.nodes[3], Notes("Here the game was decided."))
        yield record, players


def fill_library(path: Path, count: int = 30) -> None:
    """Put *count* played games and the recorded ones into the library at *path*."""
    games = [NewGame.of(record, created=FIRST - EVERY) for record in recorded_games()]
    for number, (record, players) in enumerate(played_games(count)):
        first, second = (player.to_json() for player in players)
        moment = FIRST + EVERY * number
        games.append(
            NewGame.of(
                record,
                (first, second),
                tags=TAGS[number % len(TAGS)],
                created=moment,
                modified=moment,
            )
        )
    with Library.open(path) as library:
        library.add_many(games)


KINDS = (
    "Misses a forced win.",
    "Gives away the extra turn of pit {pit}.",
    "{side} could have captured {stones}.",
    "Lets {side} capture {stones}.",
)
"""Templates of reasons, as reviews of Kalah have them."""


def add_reviews(library: Library, games: int) -> None:
    """Give the first *games* of *library* made-up reviews, in which play gets better with time."""
    for header in sorted(library.search(limit=games, descending=False), key=lambda one: one.id):
        record = library.load(header.id).to_record()
        by_margin = scale_for(record.game, record.position) is None
        chance = random.Random(header.id)
        plies = []
        for place, node in enumerate(record.line()):
            errs = chance.random() < 0.45 - 0.3 * min(header.id / games, 1) + 0.1 * (place > 12)
            loss = chance.choice((1.0, 1.0, 2.0, 4.0, 7.0)) * (1 if by_margin else 3) * errs
            value, best = (move_score(one, False, None, by_margin, 6) for one in (-loss, 0.0))
            why = chance.choice(KINDS)
            fields = {"pit": 3, "side": "South", "stones": "4 stones"}
            told = Sentence("Models", why, fields)
            plies.append(
                ReviewedPly(
                    *(node.number, node.move, node.text, node.side),
                    *(value, node.move, node.text, best, loss, False),
                    mark=mark_of(best, value, None) if by_margin and loss else None,
                    facts=(MoveFact("", told),) if by_margin and loss else (),
                )
            )
        library.keep_analyses(
            header.id, {ply.number: short_ply_to_json(ply) for ply in plies}, REVIEWS
        )
        if len(plies) == header.plies:
            first, second = review_of(plies, len(plies), by_margin, 0.0).accuracy
            library.keep_accuracy(header.id, len(plies), (first.percent, second.percent))
