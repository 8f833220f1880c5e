"""What is said of mistakes, and whether it is true: ``python -m tests.benchmarks.explanations``.

Levels play each other from random openings, and the games are reviewed.  Each sentence about a
mistake is checked by other means than those that found it (`true_facts` of each game): that it is
true, and that it tells the line played from the best one.  ``--page`` prints mistakes to be read.

``--help-page FILE`` writes those of all games as a page of the help, `mistakes.html`.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.match.participant import read_participant
from kalahloa.models.record.record import Record
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.explanation import RESULTS, explain_ply, moves_of
from kalahloa.models.study.review.judgement import FAULTS
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.review.reviewer import GameLine, Reviewer
from kalahloa.models.study.review.settings import ReviewSettings
from tests.models.games.kalah import true_facts as kalah
from tests.models.games.loa import true_facts as loa
from tests.models.games.tictactoe import true_facts as tictactoe

LINES: dict[str, Callable[[Any, list[int], list[int]], Any]] = {
    "kalah": kalah.Lines,
    "loa": loa.Lines,
    "tictactoe": tictactoe.Lines,
}
UNSEEN = frozenset({"difference", "estimate"})
"""The keys of what is said where nothing on the board says why."""
MAX_PLIES, OPENING = 160, 4
EXAMPLES, MAX_GAMES = 30, 300
MAX_ALIKE = {"kalah": 4, "loa": 4, "tictactoe": 8}
"""Of so many examples the last sentence may be of one kind."""
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Explained mistakes</title>
</head>
<body>
<h1>Explained mistakes</h1>
<p>Thirty mistakes of each game, from games between the computer's levels, with what a review
says of them. After each sentence stand the moves that show it; in Study, pointing at a sentence
plays them. How to review your own games is on the page <a href="playing.html">Playing</a>.</p>
{parts}
</body>
</html>
"""
GRAVE = {"kalah": 4.0, "loa": 20.0, "tictactoe": 1.0}
"""What a mistake gives away that ought to have a reason on the board, in the unit of losses."""


@dataclass
class Tally:
    """What was said of the mistakes of one game."""

    keys: Counter[str] = field(default_factory=Counter)
    mistakes: int = 0
    grave: int = 0
    grave_seen: int = 0
    without: int = 0
    false: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, game: Game, position: Position, ply: ReviewedPly) -> None:
        """Explain *ply*, made in *position*, and check what is said."""
        began = process_time()
        facts = explain_ply(game, position, ply)
        self.seconds.append(process_time() - began)
        self.mistakes += 1
        self.keys.update(fact.key for fact in facts)
        self.without += not facts
        lines = LINES[game.key](
            position.copy(),
            moves_of(position, (ply.text, *ply.refutation)),
            moves_of(position, ply.line),
        )
        for fact in facts:
            if fact.key not in RESULTS | UNSEEN:
                self._check(lines, fact, ply)
        if ply.loss >= GRAVE[game.key] or RESULTS & {fact.key for fact in facts}:
            self.grave += 1
            self.grave_seen += any(fact.key not in UNSEEN for fact in facts)

    def _check(self, lines: Any, fact: MoveFact, ply: ReviewedPly) -> None:
        try:
            lines.check(fact)
        except (AssertionError, LookupError):
            said = f"{lines.start.position_string()}: {ply.text} for {' '.join(ply.line)}"
            self.false.append(f"{said}: {fact.key}: {fact.text}")


def games(game: Game, number: int, seconds: float) -> Iterator[Record]:
    """Yield *number* games of levels 1 to 10, after a few random moves."""
    for index in range(number):
        rng = Random(index)
        record = Record(game)
        levels = 1 + index % 10, 1 + (3 * index + index // 10) % 10
        movers = [
            read_participant(f"engine:level={level}", game).mover(game, index) for level in levels
        ]
        position = record.game.read(record.start, record.rules)
        while not position.is_over() and position.ply < MAX_PLIES:
            is_random = position.ply < OPENING
            move = (
                rng.choice(position.legal_moves()) if is_random else movers[position.side](position)
            )
            record.play(move)
            position.make(move)
        yield record


def mistakes(record: Record, seconds: float) -> Iterator[tuple[Position, ReviewedPly]]:
    """Yield the mistakes of *record*, each with the position before it."""
    settings = ReviewSettings(Limits(seconds=seconds), mebibytes=64, cached=False)
    line = GameLine.of(record)
    review = Reviewer(settings).review(line)
    position = record.game.read(record.start, record.rules)
    for ply in review.plies:
        if ply.mark in FAULTS:
            yield position, ply
        position.make(ply.move)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what was found; return 1 if anything that was said is false."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.explanations")
    parser.add_argument("game", choices=LINES, nargs="?", default="kalah")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seconds", type=float, default=0.05, help="for the review of a ply")
    parser.add_argument("--page", type=int, default=0, help="print so many mistakes")
    parser.add_argument("--help-page", type=Path, metavar="FILE", help="write the page of the help")
    asked = parser.parse_args(arguments)
    if asked.help_page is not None:
        asked.help_page.write_text(help_page(asked.seconds), encoding="utf-8")
        return 0
    game, tally, shown = find_game(asked.game), Tally(), 0
    for record in games(game, asked.games, asked.seconds):
        for position, ply in mistakes(record, asked.seconds):
            tally.add(game, position, ply)
            if shown < asked.page and tally.mistakes % 7 == 1:
                shown += 1
                _show(game, position, ply)
    for said in tally.false:
        print(f"FALSE  {said}")
    print(
        f"{game.title}: {tally.mistakes} mistakes, {sum(tally.keys.values())} sentences, "
        f"{len(tally.false)} false, {tally.without} mistakes without a reason"
    )
    if tally.grave:
        share = 100 * tally.grave_seen / tally.grave
        print(
            f"with a fact on the board: {tally.grave_seen} of {tally.grave} grave ({share:.1f} %)"
        )
    if tally.seconds:
        times = sorted(1000 * one for one in tally.seconds)
        middle, high = times[len(times) // 2], times[len(times) * 95 // 100]
        print(
            f"an explanation takes {middle:.1f} ms (median), {high:.1f} ms (95 %), "
            f"{times[-1]:.1f} ms at most"
        )
    for key, count in tally.keys.most_common():
        print(f"{count:6}  {key}")
    return 1 if tally.false else 0


def help_page(seconds: float) -> str:
    """Return a page of the help with `EXAMPLES` explained mistakes of each game."""
    parts = []
    for key in LINES:
        game, found, seen = find_game(key), list[str](), Counter[str]()
        for record in games(game, MAX_GAMES, seconds):
            for position, ply in mistakes(record, seconds):
                facts = explain_ply(game, position, ply)
                lead = facts[-1].key if facts[0].key in RESULTS else facts[0].key
                if lead in UNSEEN | RESULTS or seen[lead] >= MAX_ALIKE[key]:
                    continue
                seen[lead] += 1
                found.append(_example(len(found) + 1, game, position, ply, facts))
                if len(found) == EXAMPLES:
                    break
            if len(found) == EXAMPLES:
                break
        parts.append(f"<h2>{escape(str(game.title))}</h2>\n" + "\n".join(found))
    return PAGE.replace("{parts}", "\n".join(parts))


def _example(
    number: int, game: Game, position: Position, ply: ReviewedPly, facts: Sequence[MoveFact]
) -> str:
    said = "\n".join(
        f"<li>{escape(str(fact.text))} <code>{escape(' '.join(texts(position, fact.moves)))}</code>"
        "</li>"
        for fact in facts
    )
    return (
        f"<h3>{number}. {game.sides[ply.side]} plays {escape(ply.text)}</h3>\n"
        f"<pre>{escape(position.diagram())}</pre>\n"
        f"<p>Better is <code>{escape(ply.best_text)}</code>.</p>\n<ul>\n{said}\n</ul>"
    )


def _show(game: Game, position: Position, ply: ReviewedPly) -> None:
    print(position.diagram())
    side = game.sides[position.side]
    print(f"{side} plays {ply.text} and gives away {ply.loss:.1f}; best is {' '.join(ply.line)}")
    for fact in explain_ply(game, position, ply):
        moves = " ".join(texts(position, fact.moves))
        print(f"  * {fact.text}  [{fact.key}, {fact.amount:.1f}: {moves}]")
    print()


def texts(position: Position, moves: Sequence[int]) -> Iterator[str]:
    """Yield *moves*, made one after the other from *position*, in notation."""
    walker = position.copy()
    for move in moves:
        yield walker.format_move(move)
        walker.make(move)


if __name__ == "__main__":
    sys.exit(main())
