"""What the commands that search for exact values have in common."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import GameSetup, Parser
from kalahloa.cli.options import print_notes
from kalahloa.cli.progress import ProgressLine

if TYPE_CHECKING:
    from kalahloa.models.game.knowledge import Knowledge, Known
    from kalahloa.models.search.exact_question import ExactQuestion
    from kalahloa.models.search.solver.solution import Bounds

EXACT_MEBIBYTES = 256


def add_exact_options(parser: Parser) -> None:
    """Add the options for book and tablebase to *parser*."""
    parser.option("--no-book", action="store_true", help="do not use the opening book")
    parser.option(
        "--no-cache",
        action="store_true",
        help="do not read or write tablebase files; build a tablebase in memory",
    )


def exact_question(
    setup: GameSetup,
    values: argparse.Namespace,
    progress: ProgressLine,
    stopped: Callable[[], bool],
) -> "ExactQuestion":
    """Return the question for the exact value of the position of *setup*, as *values* say."""
    from kalahloa.models.search.exact_question import ExactQuestion

    return ExactQuestion(
        setup.game,
        setup.position(),
        seconds=values.time,
        threads=values.threads,
        mebibytes=values.table or EXACT_MEBIBYTES,
        booked=not values.no_book,
        cached=not values.no_cache,
        building=lambda done, total: progress.show(
            done, total, f"tablebase: {done / 1e6:.1f} of {total / 1e6:.1f} million positions"
        ),
        stopped=stopped,
    )


def knowledge_to_play(setup: GameSetup, stopped: Callable[[], bool]) -> "Knowledge":
    """Return what is known of the game without a search: by book, tablebase and proofs."""
    from kalahloa.models.game.knowledge import BuildStopped

    source, rules = setup.game.knowledge, setup.rules
    try:
        known = source.to_play(rules, stopped)
    except BuildStopped:
        known = source.book(rules)
    print_notes(known.notes)
    return known


def known_text(known: "Known", position: Any, plies: int = 0) -> str:
    """Return the value that is *known* of what is *plies* moves after *position*."""
    from kalahloa.models.search.known import score_of_known
    from kalahloa.models.search.score import ScoreKind

    return score_of_known(known, position.side, ScoreKind.of(position), plies).short


def bounds_facts(bounds: "Bounds") -> dict[str, Any]:
    return {
        "value": bounds.value,
        "proven": bounds.proven,
        "low": bounds.low,
        "high": bounds.high,
    }


def trust_in(bounds: "Bounds") -> str:
    return "proven" if bounds.proven else "not proven"
