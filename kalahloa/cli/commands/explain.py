"""`kalahloa explain`: the terms of the engine's evaluation of a position."""

import argparse
import json
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import GameSetup, Parser
from kalahloa.cli.command import GameCommand
from kalahloa.cli.options import add_json
from kalahloa.models.text.errors import IllegalMove
from kalahloa.models.text.numbers import signed, with_minus

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game


def add_explain(parser: Parser, game: "Game | None") -> None:
    """Add the options of `show_explanation` to *parser*."""
    add_json(parser)


def show_explanation(setup: GameSetup, values: argparse.Namespace) -> int:
    """Print the terms of the static evaluation for both sides, and what a network makes of it."""
    position = setup.position()
    position.use_shipped_network()
    outcome = position.outcome()
    if outcome is not None:
        raise IllegalMove(f"The game is over: {outcome.reason}")
    terms = position.evaluation_terms()
    total = sum(term.value for term in terms)
    judged = position.network_value()
    own, other = setup.game.sides[position.side], setup.game.sides[1 - position.side]
    if values.json:
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
    "Show the terms of the engine's evaluation of a position.",
    "kalahloa explain loa --json",
    add_explain,
    show_explanation,
)
