"""An exercise: a kind of question, and how a chapter has positions for it found."""

from dataclasses import dataclass

from kalahloa.models.course.trial_search import StartingPoint


@dataclass(frozen=True)
class CourseExercise:
    """What a chapter says of an exercise.

    `kind` is a key of `exercise_generator.KINDS`.  Positions come from `ground` after random moves,
    as many as `plies` say (least and most).  `depth` is how deep they are searched, by `searcher`
    if the kind asks for one; `deep` is a second depth.  Trees have from `nodes[0]` to `nodes[1]`
    nodes.  `what` tells kinds of numbers apart; `noise` is by how much a move that is not quiet
    changes the estimate.  `level` is the one of the engine that a heuristic is to beat.
    """

    name: str
    kind: str
    ground: StartingPoint
    plies: tuple[int, int] = (0, 0)
    depth: int = 2
    deep: int = 4
    searcher: str = ""
    nodes: tuple[int, int] = (6, 40)
    what: str = ""
    noise: float = 2.0
    level: int = 3
