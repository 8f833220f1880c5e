"""What explains a move, as JSON."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kalahloa.models.game.line import format_line

if TYPE_CHECKING:
    from kalahloa.models.game.move_fact import MoveFact
    from kalahloa.models.game.position import Position


def facts_to_json(position: "Position", facts: "Iterable[MoveFact]") -> list[dict[str, Any]]:
    """Return *facts* about a move of *position* for JSON, their moves in notation."""
    return [
        {
            "key": fact.key,
            "text": str(fact.text),
            "moves": list(format_line(position, fact.moves)),
            "proven": fact.proven,
        }
        for fact in facts
    ]
