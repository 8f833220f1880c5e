"""The kinds of exercises, and the ids of exercises of each kind."""

from enum import Enum

from kalahloa.models.game.game import Game
from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.position import Position
from kalahloa.models.study.puzzles.puzzle import puzzle_id

_JOINT = "--"


class ExerciseKind(Enum):
    """A kind of exercise; the value is its name in files, and that of its page."""

    PUZZLES = "puzzles"
    MISTAKES = "mistakes"
    """Positions in which the user went wrong."""
    OPENINGS = "openings"
    GUESS = "guess"
    TEACH = "teach"


def item_id(kind: ExerciseKind, game: Game, position: Position) -> str:
    """Return the id of the exercise of *kind* at *position*; symmetric positions have the same.

    A puzzle's is that of `puzzle_id`, as its position has it.
    """
    plain = puzzle_id(game, position)
    return plain if kind is ExerciseKind.PUZZLES else f"{kind.value}{_JOINT}{plain}"


OTHER_MISTAKES = "other"


def mistake_word(kind: MistakeKind | None) -> str:
    """Return the word that is typed for mistakes of *kind*; those of no kind are others."""
    return OTHER_MISTAKES if kind is None else kind.value.replace(" ", "-")


def mistake_of(word: str) -> MistakeKind | None:
    """Return the kind of mistake with this *word*; None for others."""
    return next((kind for kind in MistakeKind if mistake_word(kind) == word), None)


def kind_of(item: str) -> ExerciseKind:
    """Return the kind of the exercise with this id."""
    name, joint, _ = item.partition(_JOINT)
    kinds = {kind.value: kind for kind in ExerciseKind}
    return kinds.get(name, ExerciseKind.PUZZLES) if joint else ExerciseKind.PUZZLES
