"""The card of practising openings."""

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.commands.exercise_card import (
    NEXT,
    Ask,
    ExerciseCard,
    ExerciseChoice,
    ExerciseTable,
)
from kalahloa.controllers.core.exercises import ExerciseHere
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.book.commands import TEMPTING
from kalahloa.controllers.features.book.practice_state import Practice
from kalahloa.controllers.features.book.practice_words import (
    found_words,
    miss_cells,
    practice_result,
)


def openings_card(place: Place) -> ExerciseCard:
    """Return the card of practising at *place*."""
    practice, here = place.get(Practice), place.get(ExerciseHere)
    if practice is None or here is None or here.key != "openings":
        return ExerciseCard(
            task=translate(
                "Practice", "From this position, find the best moves while the book replies."
            ),
            next=Ask("practise"),
            choices=(_sides(place),),
        )
    more = []
    if practice.running:
        more.append(Ask("practise", label=translate("Practice", "Stop")))
    elif practice.can_keep:
        more.append(Ask("keep-practice", label=translate("Practice", "Add to game")))
    result = " ".join(filter(None, (practice.ending, practice_result(place.game, practice))))
    return ExerciseCard(
        task=_task(place, practice),
        next=NEXT,
        is_on=True,
        feedback=practice.feedback if practice.running else result,
        aside=found_words(practice),
        table=_table(place, practice),
        more=tuple(more),
    )


def _task(place: Place, practice: Practice) -> str:
    if not practice.running:
        return translate("Practice", "Practice is over")
    side = place.game.sides[practice.side]
    if practice.asking:
        return fill(translate("Practice", "Find the best move for {side}"), side=side)
    return translate("Practice", "The book replies")


def _sides(place: Place) -> ExerciseChoice:
    options = []
    for side in place.game.sides:
        options.append((str(side).lower(), in_words(side)))
    for side in place.game.sides:
        name = fill(translate("Practice", "{side}, tempting replies"), side=side)
        options.append((f"{str(side).lower()} {TEMPTING}", name))
    to_move = str(place.side_name).lower()
    return ExerciseChoice(translate("Practice", "Your side"), tuple(options), to_move)


def _table(place: Place, practice: Practice) -> ExerciseTable | None:
    if not practice.misses:
        return None
    columns = (
        translate("Practice", "Played"),
        translate("Practice", "Lost"),
        translate("Practice", "Right"),
    )
    return ExerciseTable(columns, tuple(miss_cells(place.game, one) for one in practice.misses))
