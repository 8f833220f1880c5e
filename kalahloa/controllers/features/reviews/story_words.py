"""What is said of the moves at which a game turned."""

from kalahloa.controllers.base.player import own_side
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.reviews.loss_words import format_loss, format_ply_loss
from kalahloa.controllers.features.reviews.people import Players, capital, person
from kalahloa.controllers.features.reviews.story import TurningPoint
from kalahloa.models.study.explanation import called
from kalahloa.models.study.review.judgement import scale_for
from kalahloa.models.study.review.turning_point import expected


def why_sentence(place: Place, players: Players, point: TurningPoint) -> str:
    """Return why the move at *point* was a mistake, in one sentence."""
    ply = point.ply
    if point.reason:
        mover, other = (person(place, players, side) for side in (ply.side, 1 - ply.side))
        return in_words(called(point.reason, mover, other))
    sentence = translate("Ending", "{best} was better: {move} lost {amount}.")
    amount = format_ply_loss(place.game, ply)
    return fill(sentence, best=ply.best_text, move=ply.text, amount=amount)


def story_sentence(place: Place, players: Players, point: TurningPoint) -> str:
    """Return how the game stood until *point*, and why it did not after that."""
    until = _stood(place, players, point)
    sentence = translate("Story", "{until}. {why}")
    return fill(sentence, until=until, why=why_sentence(place, players, point))


def _stood(place: Place, players: Players, point: TurningPoint) -> str:
    """Return how the game stood for whoever moved: ``You were ahead until move 7``."""
    ply, value = point.ply, point.ply.best_value
    state = expected(value, scale_for(place.game, point.position))
    is_own = own_side(players) == ply.side
    fields = {
        "who": capital(person(place, players, ply.side)),
        "number": point.number,
        "amount": format_loss(place.game, abs(value.number), True) if ply.by_margin else "",
    }
    if state == 0:
        return fill(translate("Story", "The game was even until move {number}"), **fields)
    if ply.by_margin and value.proven:
        if state > 0:
            sentence = (
                translate("Story", "You were winning by {amount} until move {number}")
                if is_own
                else translate("Story", "{who} was winning by {amount} until move {number}")
            )
        else:
            sentence = (
                translate("Story", "You were losing by only {amount} until move {number}")
                if is_own
                else translate("Story", "{who} was losing by only {amount} until move {number}")
            )
    elif state > 0:
        sentence = (
            translate("Story", "You were ahead until move {number}")
            if is_own
            else translate("Story", "{who} was ahead until move {number}")
        )
    else:
        sentence = (
            translate("Story", "You were already behind at move {number}")
            if is_own
            else translate("Story", "{who} was already behind at move {number}")
        )
    return fill(sentence, **fields)
