"""The card of guessing: what to do, the score, and all guesses."""

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
from kalahloa.controllers.features.guessing.commands import BOTH, SIDES, WINNER
from kalahloa.controllers.features.guessing.state import Guessing
from kalahloa.controllers.features.guessing.words import share, sides_sentence, summary
from kalahloa.models.search.score import Score
from kalahloa.models.study.guessing import Guess


def guess_card(place: Place) -> ExerciseCard:
    """Return the card of guessing at *place*."""
    state, here = place.get(Guessing), place.get(ExerciseHere)
    if state is None or here is None or here.key != "guess":
        return ExerciseCard(
            task=translate(
                "Guesses",
                "Guess each move of this game. You get points for every guess, and the game goes "
                "on.",
            ),
            next=Ask("guess"),
            choices=(_whose(place),),
            more=(Ask("library", label=translate("Guesses", "Choose a game")),),
        )
    guesses = state.score.guesses
    more = []
    if state.running:
        more.append(Ask("guess", label=translate("Guesses", "Stop")))
    elif guesses:
        more.append(Ask("keep-guesses", label=translate("Guesses", "Save my guesses")))
    return ExerciseCard(
        task=_task(place, state),
        next=NEXT,
        is_on=True,
        feedback=state.feedback if state.running else summary(state.score),
        aside=share(state.score) if guesses else "",
        done=len(guesses),
        total=state.total,
        table=_table(guesses),
        more=tuple(more),
    )


def _task(place: Place, state: Guessing) -> str:
    if not state.running:
        return translate("Guesses", "Guessing is over")
    if state.judging:
        return translate("Guesses", "Judging your guess…")
    if not state.waiting:
        return translate("Guesses", "The game continues")
    return sides_sentence(place.game, state.sides)


def _whose(place: Place) -> ExerciseChoice:
    first, second = (in_words(side) for side in place.game.sides)
    winner, both = translate("Guesses", "The winner"), translate("Guesses", "Both sides")
    names = (winner, first, second, both)
    words = (WINNER, *SIDES, BOTH)
    return ExerciseChoice(
        translate("Guesses", "Whose moves to guess"), tuple(zip(words, names, strict=True)), WINNER
    )


def _table(guesses: tuple[Guess, ...]) -> ExerciseTable | None:
    if not guesses:
        return None
    columns = (
        translate("Guesses", "Guess"),
        translate("Guesses", "Played"),
        translate("Guesses", "Best"),
        translate("Guesses", "Points"),
    )
    return ExerciseTable(columns, tuple(map(_row, guesses)))


def _row(guess: Guess) -> tuple[str, ...]:
    guessed, played = guess.guessed, guess.played
    points = "–" if guess.points is None else str(guess.points)
    return (
        _with_value(guess.text, None if guessed is None else guessed.value),
        _with_value(guess.played_text, None if played is None else played.value),
        _with_value(guess.best_text, guess.best_value),
        points,
    )


def _with_value(text: str, value: Score | None) -> str:
    if not text or value is None:
        return text
    return fill(translate("Guesses", "{move} ({value})"), move=text, value=value.short)
