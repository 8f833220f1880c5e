"""Whether a game can be solved."""

from kalahloa.models.game.plain_position import PlainPosition
from kalahloa.models.game.position import Position
from kalahloa.models.game.solvable import SolvablePosition
from kalahloa.models.search.solver.exact_search import ExactSearch
from kalahloa.models.search.transposition_table import TranspositionTable
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP


def can_be_solved(position: Position) -> bool:
    """Return whether the game of *position* always ends, so that it can be solved."""
    if not isinstance(position, SolvablePosition):
        return False
    if not isinstance(position, PlainPosition):
        return True
    try:
        ExactSearch(position.copy(), TranspositionTable(1))
    except ValueError:
        return False
    return True


def require_solvable(position: Position, title: str) -> None:
    """Raise `BadCommand`, which names the game by its *title*, if it cannot be solved."""
    if not can_be_solved(position):
        words = QT_TRANSLATE_NOOP("Models", "{title} may never end, so it cannot be solved.")
        raise BadCommand(words.format(title=title))
