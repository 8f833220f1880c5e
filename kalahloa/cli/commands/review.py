"""`kalahloa review`: what each move of a game was worth, what it gave away, and why."""

import argparse
import json
import os
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import Parser
from kalahloa.cli.command import PlainCommand
from kalahloa.cli.explained import facts_to_json
from kalahloa.cli.failures import Failed, finish, is_out_of_memory, with_notes
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.library.place import read_id
from kalahloa.cli.options import (
    add_json,
    add_table,
    add_threads,
    add_time,
    print_notes,
)
from kalahloa.cli.progress import ProgressLine
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import shorten

if TYPE_CHECKING:
    from kalahloa.cli.library.kept_review import LibraryGame
    from kalahloa.models.record.record import Record
    from kalahloa.models.search.score import Score
    from kalahloa.models.study.review.reviewed import Accuracy, Review, ReviewedPly
    from kalahloa.models.study.review.reviewer import ReviewProgress

DEFAULT_SECONDS = 0.5
_MAX_SHOWN = 10
"""The longest line in the table, in moves."""


def add_review(parser: Parser) -> None:
    """Add the game and options of `review_game` to *parser*."""
    parser.add_argument(
        "GAME",
        help="a file with a game (SGF, JSON, a list of moves), or its number in the library",
    )
    add_time(
        parser,
        "the time for each ply in seconds; unused time goes to the other plies",
        usual=f"{DEFAULT_SECONDS:g}",
    )
    parser.option(
        "--exact",
        action="store_true",
        help="prove every value, however long it takes; only in games that always end",
    )
    parser.option(
        "--anew",
        action="store_true",
        help="review again even if the library already has the review",
    )
    add_threads(parser)
    add_table(parser, None, "64, in games that always end 128")
    parser.option(
        "--no-cache",
        action="store_true",
        help="do not read or write tablebase files; build a tablebase in memory",
    )
    add_json(parser)


def review_game(values: argparse.Namespace) -> int:
    """Print what each ply of the game's main line was worth.

    An interrupt ends the review; the plies done so far are printed.
    """
    from kalahloa.models.search.limits import Limits
    from kalahloa.models.study.review.judgement import scale_for
    from kalahloa.models.study.review.reviewer import GameLine, Reviewer
    from kalahloa.models.study.review.settings import ReviewSettings

    if values.exact and values.time is not None:
        raise BadCommand("--exact cannot be combined with --time.")
    seconds = values.time or DEFAULT_SECONDS
    settings = ReviewSettings(
        Limits(seconds=seconds),
        values.exact,
        values.threads,
        values.table,
        not values.no_cache,
    )
    with ProgressLine() as line, Interrupt() as interrupt:
        record, kept = _read_game(values.GAME, interrupt)
        known = None
        if kept is not None and not values.anew:
            known = kept.known(inf if values.exact else seconds)

        def show(progress: "ReviewProgress") -> None:
            newest = progress.newest
            words = (
                f"{progress.done} of {progress.total} plies; {newest.text}: {newest.value.short}"
            )
            line.show(progress.done, progress.total, words)

        def show_building(done: int, total: int) -> None:
            words = f"tablebase: {done / 1e6:.1f} of {total / 1e6:.1f} million positions"
            line.show(done, total, words)

        reviewer = Reviewer(settings)
        try:
            review = reviewer.review(
                GameLine.of(record), known, stopped=interrupt, report=show, building=show_building
            )
        except (MemoryError, OSError, RuntimeError) as error:
            if not is_out_of_memory(error):
                raise
            sentence = "There is not enough memory for this. A smaller --table needs less."
            raise Failed(with_notes(sentence, error)) from error
    print_notes(reviewer.notes)
    if kept is not None:
        _keep(kept, review)
    if values.json:
        scale = scale_for(record.game, record.position)
        facts = _plain(record, review)
        if scale is not None:
            for plain, ply in zip(facts["plies"], review.plies, strict=True):
                plain["win_probability"] = round(scale.of(ply.value), 4)
                plain["best_win_probability"] = round(scale.of(ply.best_value), 4)
        print(json.dumps(facts))
    else:
        _print_text(record, review)
    return finish(interrupt)


# -- the game ----------------------------------------------------------------------------------


def _read_game(word: str, interrupt: Interrupt) -> "tuple[Record, LibraryGame | None]":
    """Return the game in the file *word*, or with this number in the library, and that.

    Raises `BadCommand`, `BadFile`, `UnknownGame`, or `KeyboardInterrupt` after an interrupt.
    """
    from kalahloa.models.work.cancellation import ReadingStopped

    try:
        if word.isascii() and word.isdigit() and not os.path.exists(word):
            kept = _from_library(word, interrupt)
            return kept.record, kept
        return _from_file(word, interrupt), None
    except ReadingStopped:
        raise interrupt.as_exception() from None


def _from_library(word: str, interrupt: Interrupt) -> "LibraryGame":
    from kalahloa.cli.library.kept_review import LibraryGame

    number = read_id(word)
    game = LibraryGame(number, interrupt)
    if game.sentence:
        print_notes([f"Game {number}: {game.sentence}"])
    return game


def _keep(game: "LibraryGame", review: "Review") -> None:
    """Keep *review* with the game in the library; if that fails, the review is there still."""
    try:
        game.keep(review)
    except Failed as error:
        print_notes([f"The review is not saved: {error}"])


def _from_file(word: str, interrupt: Interrupt) -> "Record":
    from kalahloa.models.notation.paste_import import PasteKind, read_data
    from kalahloa.models.notation.sgf.reader import MAX_FILE_BYTES

    path = Path(word)
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            data = b"\0" * (MAX_FILE_BYTES + 1)
        else:
            data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadCommand(f"{shorten(word, 200)} cannot be opened: {reason}.") from error
    found = read_data(data, None, interrupt.is_set)
    game = found.games[0]
    if len(found.games) > 1:
        print_notes([f"The file has {len(found.games):,} games; reviewing the first."])
    if found.kind is PasteKind.POSITION or not game.record.main_line():
        raise BadCommand(f"There are no moves to review in {shorten(word, 200)}.")
    return game.record


# -- the result --------------------------------------------------------------------------------


def _plain(record: "Record", review: "Review") -> dict[str, Any]:
    """Return *review* for JSON; values are for the side that makes the move, before it."""
    return {
        "game": record.game.key,
        "players": list(record.players),
        "unit": "margin" if review.by_margin else "win probability",
        "complete": review.complete,
        "exact": review.exact,
        "seconds": review.seconds,
        "accuracy": [
            None if one.percent is None else round(one.percent, 2) for one in review.accuracy
        ],
        "given_away": [round(one.given, 2) for one in review.accuracy],
        "kept": [one.kept for one in review.accuracy],
        "moves": [one.moves for one in review.accuracy],
        "plies": [_ply_to_json(record, ply) for ply in review.plies],
    }


def _ply_of(record: "Record", ply: "ReviewedPly") -> int:
    return record.nodes[ply.number].ply


def _ply_to_json(record: "Record", ply: "ReviewedPly") -> dict[str, Any]:
    node = record.nodes[ply.number]
    facts: list[dict[str, Any]] = []
    if ply.facts and node.parent is not None:
        facts = facts_to_json(record.position_at(node.parent), ply.facts)
    side = str(record.game.sides[ply.side])
    return {
        "ply": node.ply,
        "side": side,
        "move": ply.text,
        "value_for": side,
        "value": ply.value.number,
        "value_proven": ply.value.proven,
        "value_plies": ply.value.counted_plies,
        "best": ply.best_text,
        "best_value": ply.best_value.number,
        "best_value_proven": ply.best_value.proven,
        "best_value_plies": ply.best_value.counted_plies,
        "loss": round(ply.loss, 2),
        "proven": ply.proven,
        "mark": None if ply.mark is None else ply.mark.value,
        "line": list(ply.line),
        "refutation": list(ply.refutation),
        "reasons": [str(reason) for reason in ply.reasons],
        "facts": facts,
    }


def _print_text(record: "Record", review: "Review") -> None:
    unit = "lost" if review.by_margin else "points"
    print(f"{'ply':>4}  {'move':12}{'value':>14}  {'best':10}{'value':>14}  {unit:>6}")
    for ply in review.plies:
        number = _ply_of(record, ply)
        move = f"{ply.text} {ply.mark.value}" if ply.mark is not None else ply.text
        best = "" if ply.kept else ply.best_text
        best_value = "" if ply.kept else _in_words(ply.best_value)
        about = "" if ply.proven else "~"
        loss = "" if ply.kept else f"{about}{ply.loss:.{_decimals(ply, review)}f}"
        value = _in_words(ply.value)
        print(f"{number:>4}  {move:12}{value:>14}  {best:10}{best_value:>14}  {loss:>6}".rstrip())
        for reason in ply.reasons:
            print(f"      {reason}")
        if ply.reasons:
            print(f"      Better: {' '.join(ply.line[:_MAX_SHOWN])}")
            if ply.refutation:
                print(f"      Answer: {' '.join(ply.refutation[:_MAX_SHOWN])}")
    if not review.complete:
        print(f"Reviewed {len(review.plies)} of {review.total} plies, from the last one back.")
    print("Values are for the side that moves; those with ~ are estimates.")
    for number, (side, accuracy) in enumerate(zip(record.game.sides, review.accuracy, strict=True)):
        is_exact = all(ply.proven for ply in review.plies if ply.side == number)
        print(_accuracy_in_words(side, accuracy, review.by_margin, is_exact))


def _decimals(ply: "ReviewedPly", review: "Review") -> int:
    return 0 if review.by_margin and ply.proven else 1


def _in_words(value: "Score") -> str:
    return value.short if value.proven else f"~{value.short}"


def _accuracy_in_words(side: str, accuracy: "Accuracy", by_margin: bool, is_exact: bool) -> str:
    if accuracy.percent is None:
        return f"{side}: no moves."
    about = "" if is_exact else "about "
    marks = f"{accuracy.dubious} ?!, {accuracy.mistakes} ?, {accuracy.blunders} ??"
    if by_margin:
        return (
            f"{side}: lost {about}{accuracy.given:.4g}; {accuracy.kept} of {accuracy.moves} "
            f"moves kept the value ({accuracy.percent:.0f} %); {marks}."
        )
    return (
        f"{side}: accuracy {accuracy.percent:.1f} %; lost {about}{accuracy.given:.0f} "
        f"percentage "
        f"points of win probability in {accuracy.moves} moves; {marks}."
    )


COMMAND = PlainCommand(
    "review",
    "Review a game: the value of each move, what it lost, and why.",
    "kalahloa review game.sgf --time 1 --threads 2",
    add_review,
    review_game,
)
