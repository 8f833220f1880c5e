"""What is said of the end of a game, and of an offer to end it."""

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.commands.declaration import Headline
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.ending.state import DrawAnswer, DrawOffer
from kalahloa.models.text.sentence import Sentence


def own_side(place: Place) -> int | None:
    """Return the side that the user plays against a computer; None in any other game."""
    first, second = (player.is_computer for player in place.players)
    return None if first == second else int(first)


def ending_headline(place: Place) -> Headline | None:
    """Return how an offer of a draw stands, or None."""
    offer = place.get(DrawOffer)
    return None if offer is None or place.secret else offer_headline(place, offer)


def offer_headline(place: Place, offer: DrawOffer) -> Headline:
    """Return who has offered a draw, and what becomes of it."""
    mover, other = place.game.sides[offer.side], place.game.sides[1 - offer.side]
    opponent = in_words(place.players[1 - offer.side].title)
    if offer.answer is DrawAnswer.DECLINED:
        if not place.players[1 - offer.side].is_computer:
            return Headline(fill(translate("Ending", "{side} declines the draw"), side=other))
        return Headline(
            fill(translate("Ending", "{opponent} declines the draw"), opponent=opponent),
            translate("Ending", "It expects to win."),
        )
    if offer.answer is DrawAnswer.THINKING:
        thinking = translate("Ending", "{opponent} is thinking about it…")
        return Headline(translate("Ending", "You offer a draw"), fill(thinking, opponent=opponent))
    can = translate("Ending", "{side} can accept it, decline it, or just play on.")
    return Headline(
        fill(translate("Ending", "{side} offers a draw"), side=mover), fill(can, side=other)
    )


def declined_sentence(place: Place, offer: DrawOffer) -> str:
    """Return that *offer* was declined, as a sentence."""
    said = offer_headline(place, offer)
    return f"{said.title}. {said.detail}".strip()


def resigned_sentence(place: Place, side: int) -> str:
    """Return that *side* has resigned, as a sentence."""
    if own_side(place) == side:
        return translate("Ending", "You have resigned.")
    return fill(translate("Ending", "{side} has resigned."), side=place.game.sides[side])


def agreed_sentence(place: Place, side: int) -> str:
    """Return that *side* has accepted a draw, as a sentence."""
    player = place.players[side]
    who: Sentence | str = player.title if player.is_computer else place.game.sides[side]
    return fill(translate("Ending", "{who} accepts: the game is a draw."), who=who)
