"""What hints say, in sentences."""

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.commands.declaration import Headline
from kalahloa.controllers.core.place import Hint, HintStep, Place
from kalahloa.models.text.quotation import shorten

MAX_WHY = 600
"""Longer reasons are cut off, in characters; those of plug-ins may be of any length."""


def hint_sentence(place: Place) -> str:
    """Return what the hint at *place* says, and what asking again brings; empty without a hint."""
    hint = place.hint
    if hint is None:
        return ""
    if hint.step is HintStep.WHERE:
        sentence = translate("Hints", "Hint: {clue} Ask again to see the move.")
        return fill(sentence, clue=shorten(in_words(hint.clue.sentence), MAX_WHY))
    if hint.step is HintStep.MOVE:
        return fill(
            translate("Hints", "Hint ({value}, {trust}): {move} Ask again to see why."),
            value=hint.value.short,
            trust=hint.value.trust,
            move=place.game.describe(place.position, hint.move, place.your_side),
        )
    return _reason(place, hint)


def hint_headline(place: Place) -> Headline | None:
    """Return the hint for above the board, in place of the last move; None without a hint."""
    return None if place.hint is None else Headline("", hint_sentence(place))


def _reason(place: Place, hint: Hint) -> str:
    sentence = translate("Hints", "Why {move}: {value} for {side}, {trust}.")
    if place.side == place.your_side:
        sentence = translate("Hints", "Why {move}: {value} for you, {trust}.")
    told = [
        fill(
            sentence,
            move=hint.text,
            value=hint.value.short,
            side=place.side_name,
            trust=hint.value.trust,
        )
    ]
    told += map(in_words, hint.why)
    if hint.line:
        told.append(fill(translate("Hints", "Best play: {line}"), line=hint.line))
    return shorten(" ".join(told), MAX_WHY)


def seeking_sentence(place: Place) -> str:
    """Return what is being looked for at *place* while it is `hinting`."""
    if place.hint is not None:
        return translate("Hints", "Comparing the best moves.")
    return translate("Hints", "Looking for a good move.")
