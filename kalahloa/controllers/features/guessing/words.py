"""What is said of guesses, in sentences."""

from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.models.game.game import Game
from kalahloa.models.record.node import Node
from kalahloa.models.search.score import Score

if TYPE_CHECKING:
    from kalahloa.models.study.guessing import Guess, GuessScore


def guess_value_text(value: Score) -> str:
    """Return *value* and whether it is proven: ``+0.33, estimated``."""
    words = translate("Guesses", "{value}, {trust}")
    return fill(words, value=value.short, trust=value.trust)


def sides_sentence(game: Game, sides: tuple[int, ...]) -> str:
    """Return whose moves are to be guessed."""
    if len(sides) == 1:
        return fill(translate("Guesses", "Guess {side}'s moves."), side=game.sides[sides[0]])
    return translate("Guesses", "Guess the moves of both sides.")


def verdict(game: Game, guess: "Guess", score: "GuessScore") -> str:
    """Return what *guess*, the last one of *score*, is worth beside the game's move."""
    side = game.sides[guess.side]
    guessed, played = guess.guessed, guess.played
    if guessed is None:
        sentence = translate("Guesses", "No value found for {guess}; {side} played {played}.")
        return fill(sentence, guess=guess.text, side=side, played=guess.played_text)
    count = guess.points or 0
    points = translate("Guesses", "%n point(s)", "", count)
    if guess.exact:
        sentence = translate("Guesses", "{guess} is what {side} played ({worth}): {points}.")
        said = [
            fill(
                sentence,
                guess=guess.text,
                side=side,
                worth=guess_value_text(guessed.value),
                points=points,
            )
        ]
    else:
        sentence = translate("Guesses", "{guess} ({worth}): {points}. {side} played {played}{why}.")
        why = "" if played is None else f" ({guess_value_text(played.value)})"
        said = [
            fill(
                sentence,
                guess=guess.text,
                worth=guess_value_text(guessed.value),
                points=points,
                side=side,
                played=guess.played_text,
                why=why,
            )
        ]
    if guess.better:
        said.append(translate("Guesses", "Yours is better."))
    best, value = guess.best_text, guess.best_value
    if best and value is not None and best not in (guess.text, guess.played_text):
        sentence = translate("Guesses", "Best was {best} ({worth}).")
        said.append(fill(sentence, best=best, worth=guess_value_text(value)))
    sentence = translate("Guesses", "{points} of {most} so far.")
    said.append(fill(sentence, points=score.points, most=score.most))
    return " ".join(said)


def shown_guess_sentence(game: Game, node: Node) -> str:
    """Return the game's move, which leads to *node*, shown without a guess."""
    sentence = translate("Guesses", "{side} played {played}.")
    return fill(sentence, side=game.sides[node.side], played=node.text)


def summary(score: "GuessScore") -> str:
    """Return how all guesses of *score* went."""
    count = len(score.judged)
    if not count or score.average is None:
        return translate("Guesses", "You guessed no move.")
    sentence = translate(
        "Guesses",
        "{guesses}: {points} of {most} points, {average:.1f} on average, {best} for the best. "
        "{exact} as in the game, {better} better. The game's own moves: {played} points.",
    )
    return fill(
        sentence,
        guesses=translate("Guesses", "%n (guess|guesses)", "", count),
        points=score.points,
        most=score.most,
        average=score.average,
        best=score.best,
        exact=score.exact,
        better=score.better,
        played=score.played_points,
    )


def share(score: "GuessScore") -> str:
    """Return the points of *score* and their share of all: ``34 of 50 points (68 %)``."""
    percent = round(100 * score.points / score.most) if score.most else 0
    words = in_words(translate("Guesses", "{points} of {most} points ({percent} %)"))
    return fill(words, points=score.points, most=score.most, percent=percent)
