"""What is said of the end of a game, and of an offer to end it."""

from kalahloa.controllers.base.player import own_side
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.commands.declaration import Headline
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.ending.state import (
    DrawAnswer,
    DrawOffer,
    EndCard,
    Streak,
)
from kalahloa.controllers.features.reviews.people import Players, capital, opponent_name, person
from kalahloa.controllers.features.reviews.story import TurningPoint
from kalahloa.controllers.features.reviews.story_words import why_sentence

# -- the headline ----------------------------------------------------------------------------------


def ending_headline(place: Place) -> Headline | None:
    """Return how an offer of a draw stands, or what ended the game; None if neither is the case."""
    if place.secret:
        return None
    offer = place.get(DrawOffer)
    if offer is not None:
        return offer_headline(place, offer)
    return _end_headline(place) or _turning_headline(place)


def _turning_headline(place: Place) -> Headline | None:
    """Return why the game turned where one has gone to see that; None elsewhere."""
    card = place.get(EndCard)
    turning = None if card is None else card.turning
    if card is None or turning is None or place.node is not turning.node or place.answers:
        return None
    told = f"{turning_sentence(place, card)} {turning_played(place, card, turning)}"
    return Headline(turning_title(card), told)


def _end_headline(place: Place) -> Headline | None:
    """Return what ended the game at *place*: a move, or a player."""
    outcome, node = place.ending, place.node
    if outcome is None or node.parent is None:
        return None
    card = place.get(EndCard)
    own = None if card is None else own_side(card.players)
    reason = in_words(outcome.reason)
    if place.outcome is None:
        if outcome.winner is None or own is None:
            return None  # the reason says it all
        head, _, tail = reason.partition(": ")
        resigned = translate("Ending", "You have resigned")
        return Headline(resigned, f"{head}.") if outcome.winner != own else Headline(head, tail)
    text = node.text
    if text.isdigit():
        text = fill(translate("Ending", "move {number}"), number=text)
    if node.side == own:
        title = fill(translate("Ending", "Your {move} ended the game"), move=text)
    else:
        players = place.players if card is None else card.players
        sentence = translate("Ending", "{who}'s {move} ended the game")
        title = fill(sentence, who=capital(person(place, players, node.side)), move=text)
    return Headline(title, reason)


def offer_headline(place: Place, offer: DrawOffer) -> Headline:
    """Return who has offered a draw, and what becomes of it."""
    mover, other = place.game.sides[offer.side], place.game.sides[1 - offer.side]
    opponent = capital(opponent_name(place.players[1 - offer.side]))
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
    if place.own_side == side:
        return translate("Ending", "You have resigned.")
    return fill(translate("Ending", "{side} has resigned."), side=place.game.sides[side])


def agreed_sentence(place: Place, side: int) -> str:
    """Return that *side* has accepted a draw, as a sentence."""
    who = capital(person(place, place.players, side))
    return fill(translate("Ending", "{who} accepts: the game is a draw."), who=who)


# -- the card --------------------------------------------------------------------------------------


def result_title(place: Place, card: EndCard) -> str:
    """Return who has won and how: ``You lost: Black connected all pieces``."""
    outcome, own = card.outcome, own_side(card.players)
    reason = in_words(outcome.reason).rstrip(".")
    if outcome.winner is None:
        return reason
    if own is not None and card.is_resigned:
        if outcome.winner != own:
            return translate("Ending", "You resigned")
        opponent = opponent_name(card.players[1 - own])
        return fill(translate("Ending", "You won: {opponent} resigned"), opponent=opponent)
    how = in_words(outcome.how) if outcome.how else reason.partition(": ")[2] or reason
    if own is None:
        won = translate("Ending", "{side} won: {how}")
        return fill(won, side=place.game.sides[outcome.winner], how=how)
    if outcome.winner == own:
        return fill(translate("Ending", "You won: {how}"), how=how)
    return fill(translate("Ending", "You lost: {how}"), how=how)


def facts_line(place: Place, card: EndCard) -> str:
    """Return how long the game was, and who has played it."""
    count = card.moves
    moves = translate("Ending", "%n move(s)", "", count)
    if card.seconds is None:
        length = fill(translate("Ending", "{moves}."), moves=moves)
    else:
        minutes = round(card.seconds / 60)
        took = (
            translate("Ending", "%n minute(s)", "", minutes)
            if minutes
            else translate("Ending", "less than a minute")
        )
        length = fill(translate("Ending", "{moves}, {time}."), moves=moves, time=took)
    return " ".join(filter(None, (length, _who_played(place, card.players))))


def _who_played(place: Place, players: Players) -> str:
    first, second = place.game.sides
    own = own_side(players)
    if own is not None:
        sentence = translate("Ending", "You played {side} against {opponent}.")
        opponent = opponent_name(players[1 - own])
        return fill(sentence, side=place.game.sides[own], opponent=opponent)
    if not players[0].is_computer:
        return ""
    sentence = translate("Ending", "{one} played {first}, {other} played {second}.")
    one, other = (opponent_name(player) for player in players)
    return fill(sentence, one=capital(one), first=first, other=other, second=second)


def turning_title(card: EndCard) -> str:
    """Return when the game turned, or how far the search for that is."""
    if card.turning is not None:
        return fill(translate("Ending", "It turned on move {number}"), number=card.turning.number)
    if card.is_looking:
        return translate("Ending", "Looking for the turning point…")
    if card.is_reviewed:
        return translate("Ending", "No single move decided it")
    return translate("Ending", "Where did it turn?")


def turning_sentence(place: Place, card: EndCard) -> str:
    """Return what would have been better at the turning point, and why, in one sentence."""
    turning = card.turning
    if turning is None:
        if card.is_looking:
            return ""
        if not card.is_reviewed:
            return translate("Ending", "Review the game to find out.")
        if card.outcome.winner is None:
            return translate("Ending", "Neither side made a clear mistake.")
        loser = capital(person(place, card.players, 1 - card.outcome.winner))
        return fill(translate("Ending", "{loser} made no clear mistake."), loser=loser)
    return why_sentence(place, card.players, turning)


def turning_played(place: Place, card: EndCard, turning: TurningPoint) -> str:
    """Return what was played at the turning point, and what instead of it, if that is not told."""
    ply = turning.ply
    who = capital(person(place, card.players, ply.side))
    fields = getattr(turning.reason, "fields", None) or {}
    if not turning.reason or "best" in fields or "pit" in fields:
        return fill(translate("Ending", "{who} played {move}."), who=who, move=ply.text)
    sentence = translate("Ending", "{who} played {move}; better was {best}.")
    return fill(sentence, who=who, move=ply.text, best=ply.best_text)


def streak_words(streak: Streak) -> str:
    """Return how often one has won or lost in a row, and against whom."""
    count = abs(streak.count)
    words = {
        3: translate("Ending", "Three"),
        4: translate("Ending", "Four"),
        5: translate("Ending", "Five"),
        6: translate("Ending", "Six"),
    }
    if streak.count > 0:
        sentence = translate("Ending", "{count} wins in a row against level {level}.")
    else:
        sentence = translate("Ending", "{count} losses in a row against level {level}.")
    return fill(sentence, count=words.get(count, str(count)), level=streak.level)


def suggestion(streak: Streak) -> str:
    """Return what the button says that takes the suggested level."""
    sentence = translate("Ending", "Play level {level} next time")
    return fill(sentence, level=streak.suggested_level)
