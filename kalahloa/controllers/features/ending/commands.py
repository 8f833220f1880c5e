"""The commands by which players end a game: one resigns, or both agree on a draw."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.commands.command import HIDDEN, CommandTable
from kalahloa.controllers.commands.conditions import GAME_OVER, NO_MOVE_PLAYED, has_moves
from kalahloa.controllers.commands.game_commands import rematch
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.ending.draw_offers import DrawOffers
from kalahloa.controllers.features.ending.end_cards import EndCards
from kalahloa.controllers.features.ending.state import DrawOffer, EndCard
from kalahloa.controllers.features.ending.words import resigned_sentence, turning_sentence
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.models.record.ending import resigned
from kalahloa.models.study.edits import EditKind


def _why_not_end(place: Place) -> str:
    """Return why nobody can end the game at *place* by resigning or by a draw; empty if one can."""
    if place.secret or place.has_own_game:
        return translate("Commands", HIDDEN)
    if all(player.is_computer for player in place.players):
        return translate("Commands", "Only computers play this game.")
    if not place.answers:
        return translate("Commands", "You can only do this in Play, not in Study.")
    if not has_moves(place):
        return translate("Commands", NO_MOVE_PLAYED)
    if place.ending is not None:
        return translate("Commands", GAME_OVER)
    if place.node.children or place.variation_start is not None:
        return translate("Commands", "Go to the last move of the game first.")
    return ""


def _why_no_offer(place: Place) -> str:
    offer = place.get(DrawOffer)
    if offer is not None and not offer.is_open:
        return translate("Commands", "You have offered a draw already; play on first.")
    if offer is not None:
        return translate("Commands", "A draw is on offer already.")
    return _why_not_end(place)


def _is_over(place: Place) -> bool:
    return place.get(EndCard) is not None


def _has_turning_point(place: Place) -> bool:
    card = place.get(EndCard)
    return card is not None and card.turning is not None


def _has_suggestion(place: Place) -> bool:
    card = place.get(EndCard)
    return card is not None and card.streak is not None


def _has_open_offer(place: Place) -> bool:
    offer = place.get(DrawOffer)
    return offer is not None and offer.is_open


def acting_side(place: Place) -> int:
    """Return the side for which the user acts: the human's, or between humans the one to move."""
    own = place.own_side
    return place.side if own is None else own


ENDING_COMMANDS = CommandTable()


@ENDING_COMMANDS.declare(
    key="resign",
    after="pause",
    title=QT_TRANSLATE_NOOP("Commands", "Resi&gn"),
    words=QT_TRANSLATE_NOOP("Commands", "surrender, give in, lose"),
    tip=QT_TRANSLATE_NOOP("Commands", "Give up the game; you can undo this"),
    menu="play",
    group=1,
    icon="resign",
    possible=lambda place: not _why_not_end(place),
    otherwise=_why_not_end,
    typed="resign",
    typed_answer=QT_TRANSLATE_NOOP("Commands", "Type unedit to undo."),
)
def resign(app: AppContext, words: list[str]) -> str:
    """End the game as lost for the human, or between humans for the side to move."""
    place = app.document.place
    side = acting_side(place)
    app.study.end_game(resigned(side), EditKind.RESIGN, resigned_sentence(place, side))
    return ""


@ENDING_COMMANDS.declare(
    key="offer-draw",
    after="resign",
    title=QT_TRANSLATE_NOOP("Commands", "Offer a &draw"),
    tip=QT_TRANSLATE_NOOP("Commands", "Offer your opponent a draw"),
    words=QT_TRANSLATE_NOOP("Commands", "remis, tie, peace"),
    menu="play",
    group=1,
    possible=lambda place: not _why_no_offer(place),
    otherwise=_why_no_offer,
    typed="draw",
)
def offer_draw(app: AppContext, words: list[str]) -> str:
    """Offer a draw for the human, or between humans for the side to move."""
    app[DrawOffers].offer(acting_side(app.document.place))
    return ""


@ENDING_COMMANDS.declare(
    key="accept-draw",
    after="offer-draw",
    title=QT_TRANSLATE_NOOP("Commands", "&Accept the draw"),
    tip=QT_TRANSLATE_NOOP("Commands", "End the game as a draw"),
    words=QT_TRANSLATE_NOOP("Commands", "agree to a draw, take the draw, yes to the draw"),
    menu="play",
    group=1,
    possible=_has_open_offer,
    otherwise=QT_TRANSLATE_NOOP("Commands", "Nobody offers a draw."),
    typed="accept",
    typed_answer=QT_TRANSLATE_NOOP("Commands", "Type unedit to undo."),
)
def accept_draw(app: AppContext, words: list[str]) -> str:
    """Accept the draw that the opponent has offered."""
    app[DrawOffers].accept()
    return ""


@ENDING_COMMANDS.declare(
    key="decline-draw",
    after="accept-draw",
    title=QT_TRANSLATE_NOOP("Commands", "Decli&ne the draw"),
    tip=QT_TRANSLATE_NOOP("Commands", "Refuse the draw, and play on"),
    words=QT_TRANSLATE_NOOP("Commands", "refuse the draw, reject the draw, no to the draw"),
    menu="play",
    group=1,
    possible=_has_open_offer,
    otherwise=QT_TRANSLATE_NOOP("Commands", "Nobody offers a draw."),
    typed="decline",
)
def decline_draw(app: AppContext, words: list[str]) -> str:
    """Decline the draw that the opponent has offered."""
    app[DrawOffers].decline()
    return ""


def _why_no_swap(place: Place) -> str:
    if has_moves(place):
        return translate("Commands", "Both sides have the same player.")
    return translate("Commands", NO_MOVE_PLAYED)


_NOT_OVER = QT_TRANSLATE_NOOP("Commands", "The game is not over.")


@ENDING_COMMANDS.declare(
    key="swap-and-rematch",
    after="rematch",
    title=QT_TRANSLATE_NOOP("Commands", "Rematch wit&h sides swapped"),
    tip=QT_TRANSLATE_NOOP("Commands", "Start the same game again, each on the other side"),
    words=QT_TRANSLATE_NOOP(
        "Commands", "other colour, switch sides and restart, play again swapped"
    ),
    menu="game",
    possible=lambda place: has_moves(place) and place.players[0] != place.players[1],
    otherwise=_why_no_swap,
)
def swap_and_rematch(app: AppContext, words: list[str]) -> str:
    """Exchange the players, and start the same game again."""
    with app.document.one_change():
        first, second = app.document.players
        app.document.set_players((second, first))
        return rematch(app, [])


@ENDING_COMMANDS.declare(
    key="review-ended-game",
    tip=QT_TRANSLATE_NOOP("Commands", "Review each move of the game in Study"),
    possible=_is_over,
    otherwise=_NOT_OVER,
)
def review_ended_game(app: AppContext, words: list[str]) -> str:
    """Show the game in Study, and review it unless that was done."""
    if app.to_study is not None:
        app.to_study()
    app[Reviews].start()
    return ""


@ENDING_COMMANDS.declare(
    key="show-turning-point",
    tip=QT_TRANSLATE_NOOP("Commands", "Study the position in which the game turned"),
    possible=_has_turning_point,
    otherwise=QT_TRANSLATE_NOOP("Commands", "No turning point is known."),
)
def show_turning_point(app: AppContext, words: list[str]) -> str:
    """Go to the position in which the game turned."""
    card = app.document.place[EndCard]
    assert card.turning is not None
    if app.to_study is not None:
        app.to_study()
    app.document.go_to(card.turning.node)
    return turning_sentence(app.document.place, card)


@ENDING_COMMANDS.declare(
    key="play-suggested-level",
    tip=QT_TRANSLATE_NOOP("Commands", "Play this level from the next game on"),
    possible=_has_suggestion,
    otherwise=QT_TRANSLATE_NOOP("Commands", "No other level is suggested."),
)
def play_suggested_level(app: AppContext, words: list[str]) -> str:
    """Have the suggested level play from the next game on."""
    level = app[EndCards].play_suggested()
    return fill(translate("Commands", "Level {level} plays the next game."), level=level)
