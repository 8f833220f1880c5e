"""What is said of a mistake that a review has found."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.commands.declaration import Headline
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.reviews.loss_words import format_ply_loss
from kalahloa.controllers.features.reviews.people import capital, person
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.models.game.game import Game
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.record.node import Node
from kalahloa.models.study.explanation import called
from kalahloa.models.study.review.judgement import FAULTS
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.turn_numbers import begins_number, number_of
from kalahloa.models.text.sentence import Sentence


def mistake_caption(place: Place, ply: ReviewedPly, before: Node) -> str:
    """Return who gave away how much with *ply*, which was played after *before*, and when."""
    last = -1 if before.parent is None else before.side
    number = number_of(before) + begins_number(ply.side, last)
    lost = format_ply_loss(place.game, ply)
    who = capital(person(place, place.players, ply.side))
    sentence = translate("Mistakes", "{who} lost {amount} at move {number}")
    return fill(sentence, who=who, amount=lost, number=number)


def mistake_headline(place: Place) -> Headline | None:
    """Return what the move that led here gave away, and why; None if it is no known mistake."""
    ply, before = _ply_here(place), place.node.parent
    if ply is None or before is None or ply.mark not in FAULTS:
        return None
    reasons = " ".join(in_words(fact.text) for fact in facts_here(place))
    return Headline(mistake_caption(place, ply, before), reasons)


def why_worse(game: Game, ply: ReviewedPly, mover: str, facts: Sequence[MoveFact]) -> str:
    """Return *facts* about *ply*, a sentence each; *mover* is what whoever moved is called."""
    other = in_words(game.sides[1 - ply.side])
    return " ".join(in_words(called(fact.text, mover, other)) for fact in facts)


def without_best(ply: ReviewedPly) -> tuple[MoveFact, ...]:
    """Return the facts of *ply* that do not name the best move.

    Facts name it as the field `best`, or as the opponent's answer in a cell that both sides can
    take; those whose moves begin with it show it.
    """
    return tuple(
        fact
        for fact in ply.facts
        if fact.moves[:1] == (ply.move,) and not _names(fact.text, ply.best_text)
    )


def _names(text: str, move: str) -> bool:
    """Return whether a field of *text* is *move*, with or without words in brackets."""
    fields = _fields(text)
    said = map(str, fields.values())
    return "best" in fields or any(one == move or one.startswith(f"{move} (") for one in said)


def _fields(text: str) -> Mapping[str, object]:
    return (isinstance(text, Sentence) and text.fields) or {}


def facts_here(place: Place) -> tuple[MoveFact, ...]:
    """Return why the move that led here is a mistake; nothing where no review says so.

    Their sentences call the players as `person` does.
    """
    ply = _ply_here(place)
    if ply is None:
        return ()
    mover, other = (person(place, place.players, side) for side in (ply.side, 1 - ply.side))
    return tuple(replace(fact, text=called(fact.text, mover, other)) for fact in ply.facts)


def _ply_here(place: Place) -> ReviewedPly | None:
    """Return what a review has found of the move that led here, unless that is hidden."""
    reviewed = place.get(Reviewed)
    is_hidden = reviewed is None or place.answers or place.secret
    return None if is_hidden or reviewed is None else reviewed.ply_at(place.node)
