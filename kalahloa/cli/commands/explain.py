"""`kalahloa explain`: why a move is good or bad, or the terms of the engine's evaluation."""

import argparse
import json
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import GameSetup, Parser
from kalahloa.cli.command import GameCommand
from kalahloa.cli.failures import finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import add_json, add_time, print_notes
from kalahloa.models.game.line import format_line
from kalahloa.models.text.errors import BadCommand, IllegalMove
from kalahloa.models.text.numbers import signed, with_minus

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game
    from kalahloa.models.game.position import Position

DEFAULT_SECONDS = 1.0


def add_explain(parser: Parser, game: "Game | None") -> None:
    """Add the options of `show_explanation` to *parser*."""
    parser.option("--move", metavar="M", help="explain this move instead of the position")
    add_time(
        parser, "with --move: how long to compare moves, in seconds", usual=f"{DEFAULT_SECONDS:g}"
    )
    add_json(parser)


def show_explanation(setup: GameSetup, values: argparse.Namespace) -> int:
    """Print why a move is good or bad, or without one the terms of the static evaluation."""
    position = setup.position()
    outcome = position.outcome()
    if outcome is not None:
        raise IllegalMove(f"The game is over: {outcome.reason}")
    if values.move is not None:
        return _explain_move(setup, position, values)
    if values.time is not None:
        raise BadCommand("--time needs --move.")
    return _explain_position(setup, position, values.json)


def _explain_move(setup: GameSetup, position: "Position", values: argparse.Namespace) -> int:
    """Print what tells the move asked about from the best one."""
    from kalahloa.cli.explained import facts_to_json
    from kalahloa.models.search.limits import Limits
    from kalahloa.models.study.explanation import explain_ply
    from kalahloa.models.study.review.reviewer import GameLine, Reviewer
    from kalahloa.models.study.review.settings import ReviewSettings

    move = position.read_move(values.move)
    line = GameLine(setup.game, position.rules, position.position_string(), ((1, move),))
    settings = ReviewSettings(Limits(seconds=values.time or DEFAULT_SECONDS))
    reviewer = Reviewer(settings)
    with Interrupt() as interrupt:
        plies = reviewer.review(line, stopped=interrupt).plies
    if not plies:
        return finish(interrupt)
    print_notes(reviewer.notes)
    (ply,) = plies
    facts = explain_ply(setup.game, position, ply)
    if values.json:
        found = {
            "side": setup.game.sides[ply.side],
            "move": ply.text,
            "value": ply.value.number,
            "value_proven": ply.value.proven,
            "best": ply.best_text,
            "best_value": ply.best_value.number,
            "best_value_proven": ply.best_value.proven,
            "loss": round(ply.loss, 2),
            "line": list(ply.line),
            "refutation": list(ply.refutation),
            "facts": facts_to_json(position, facts),
        }
        print(json.dumps(found))
        return 0
    if ply.kept:
        print(f"No move is better than {ply.text}.")
    else:
        print(f"{ply.best_text} is better than {ply.text}.")
    for fact in facts:
        print(f"  {fact.text}")
        if not ply.kept:
            print(f"    {' '.join(format_line(position, fact.moves))}")
    return 0


def _explain_position(setup: GameSetup, position: "Position", as_json: bool) -> int:
    """Print the terms of the static evaluation for both sides, and what a network makes of it."""
    position.use_shipped_network()
    terms = position.evaluation_terms()
    total = sum(term.value for term in terms)
    judged = position.network_value()
    own, other = setup.game.sides[position.side], setup.game.sides[1 - position.side]
    if as_json:
        rows = [
            {"term": term.name, "own": term.own, "other": term.other, "worth": term.value / 100}
            for term in terms
        ]
        found = {"side": own, "terms": rows, "value": total / 100}
        if judged is not None:
            found["network"] = judged / 100
        print(json.dumps(found))
        return 0
    if not terms:
        heuristic = setup.game.heuristic()
        print(f"{setup.game.title} uses its heuristic: {heuristic.title}.")
        print(f"For {own}: {with_minus(f'{heuristic(position):g}')}")
        return 0
    print(f"{'':26}{own:>10}{other:>10}{'value':>10}")
    for term in terms:
        sides = with_minus(f"{term.own:10.2f}{term.other:10.2f}")
        print(f"{term.name:26}{sides}{signed(term.value / 100, 2):>10}")
    print(f"{'For ' + own + ', who is to move':46}{signed(total / 100, 2):>10}")
    if judged is not None:
        print(f"{'The network':46}{signed(judged / 100, 2):>10}")
        print("The engine evaluates with the network; so do levels 9, 10 and perfect.")
    return 0


COMMAND = GameCommand(
    "explain",
    "Explain a move, or show the terms of the engine's evaluation of a position.",
    "kalahloa explain kalah --move 4",
    add_explain,
    show_explanation,
)
