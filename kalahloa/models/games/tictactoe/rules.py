"""The rules of tic-tac-toe, which have no options."""

from dataclasses import dataclass

from kalahloa.models.game.rulebook import Preset, Rulebook
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP


@dataclass(frozen=True, slots=True)
class TicTacToeRules:
    """Tic-tac-toe has no options."""


RULEBOOK = Rulebook(
    options=(),
    presets=(
        Preset("classic", QT_TRANSLATE_NOOP("Models", "Three in a row wins."), TicTacToeRules()),
    ),
)
