"""The card of teaching, and what it says above the board."""

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.commands.declaration import Headline
from kalahloa.controllers.commands.exercise_card import Ask, ExerciseCard
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.reviews.loss_words import format_loss
from kalahloa.controllers.features.teaching.state import NO_TEACHING, Teaching
from kalahloa.controllers.features.teaching.words import refutation_sentence, short_sentence


def teaching_headline(place: Place) -> Headline | None:
    """Return what is said of a move that is judged, or was stopped."""
    teaching = place.get(Teaching)
    if teaching is None or place.secret:
        return None
    refuted = teaching.refuted
    if refuted is None:
        judging = translate("Teaching", "Judging the move…")
        return None if teaching.judging is None else Headline("", judging)
    told = short_sentence(place.game, refuted, place.own_side)
    if not refuted.is_back:
        return Headline(translate("Teaching", "Will be undone"), told)
    if refuted.node is place.node:
        return Headline(translate("Teaching", "Taken back"), told)
    return Headline(translate("Teaching", "Try again"), told)


def teaching_card(place: Place) -> ExerciseCard:
    """Return the card of teaching at *place*."""
    teaching = place.get(Teaching) or Teaching(NO_TEACHING)
    options = Ask("teaching-options", label=translate("Teaching", "Options"))
    if not teaching.active or place.secret:
        return ExerciseCard(
            task=translate(
                "Teaching",
                "Play against the computer. It stops you when a move loses too much, shows why, "
                "and you try again.",
            ),
            next=Ask("teaching", ("on",)),
            more=(options,),
        )
    again = Ask("undo")
    return ExerciseCard(
        task=_task(place),
        next=Ask("rematch"),
        is_on=True,
        feedback=""
        if teaching.refuted is None
        else refutation_sentence(place.game, teaching.refuted, place.own_side),
        facts=_facts(place, teaching),
        show=Ask("hint", ("move",)),
        again=again,
        more=(
            Ask("teaching", ("off",), translate("Teaching", "Stop")),
            Ask("new", label=translate("Teaching", "New game")),
            options,
        ),
    )


def _task(place: Place) -> str:
    if not any(player.is_computer for player in place.players):
        return translate("Teaching", "Both sides are yours: start a game against the computer.")
    if place.ending is not None:
        return translate("Teaching", "The game is over.")
    return translate("Teaching", "Play: teaching stops you when a move loses too much.")


def _facts(place: Place, teaching: Teaching) -> tuple[tuple[str, str], ...]:
    limit = teaching.settings.limit(teaching.by_margin)
    if limit:
        lost = format_loss(place.game, limit, teaching.by_margin)
        stops = fill(translate("Teaching", "if you lose more than {amount}"), amount=lost)
    else:
        stops = translate("Teaching", "if you lose anything")
    words = translate("Teaching", "{stopped} of {judged} moves")
    stopped = fill(words, stopped=teaching.stopped, judged=teaching.judged)
    return (
        (translate("Teaching", "Stops you"), stops),
        (translate("Teaching", "Stopped"), stopped),
    )
