"""Captions for all views: whose turn it is, what was played, and who has won."""

from collections.abc import Callable
from weakref import ref

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.core.spoken import plies_of_turn
from kalahloa.controllers.features.teaching.state import Teaching
from kalahloa.controllers.features.teaching.words import refutation_sentence
from kalahloa.controllers.session.features import declarations
from kalahloa.models.text.quotation import quote, shorten

MAX_NAME = 40
"""Maximum length of a name, in characters."""


def captions(place: Place) -> tuple[str, str]:
    """Return a title and a subtitle for *place*."""
    global _latest
    known, found = _latest
    if known() is not place:  # every part of a window asks for them
        found = _captions(place)
        _latest = (ref(place), found)
    return found


_latest: tuple[Callable[[], Place | None], tuple[str, str]] = (lambda: None, ("", ""))


def _captions(place: Place) -> tuple[str, str]:
    for declared in declarations():
        headline = None if declared.headline is None else declared.headline(place)
        if headline is not None:
            return headline.title or _usual(place)[0], headline.detail
    return _usual(place)


def _usual(place: Place) -> tuple[str, str]:
    if place.ending is not None:
        head, _, reason = in_words(place.ending.reason).partition(": ")
        return head.rstrip("."), reason[:1].upper() + reason[1:]
    to_move = fill(translate("Captions", "{side} to move"), side=place.side_name)
    if place.thinking:
        thinking = translate("Captions", "{side} is thinking")
        return (
            fill(thinking, side=place.side_name),
            premove_sentence(place) or who_plays(place, place.side),
        )
    if place.coming_outcome is not None:
        looking = translate("Captions", "Game over: {result}")
        return to_move, fill(looking, result=place.coming_outcome.reason)
    if place.waits_for_continue:
        return to_move, translate("Captions", "Paused: press Space to let the computer continue")
    played = _played(place)
    if sum(place.computers) == 1:
        yours = translate("Captions", "Your turn")
        return yours, premove_sentence(place) or played or invitation(place)
    return to_move, played


def invitation(place: Place) -> str:
    """Return what a person can do who has the first move against a computer."""
    words = place.game.invitation or translate("Captions", "You play {side}")
    return fill(in_words(words), side=place.side_name)


def premove_sentence(place: Place) -> str:
    """Return which premove is chosen, and how to cancel it; empty where none is."""
    if place.premove is None:
        return ""
    sentence = translate("Captions", "Premove: {move} (Escape withdraws it)")
    return fill(sentence, move=place.position.format_move(place.premove))


def _played(place: Place) -> str:
    """Return the last turn, or at the start the record's comment on it."""
    node = place.node
    if node.parent is None:
        return shorten(node.comment) or given_names(place)
    plies = plies_of_turn(node)
    moves = "-".join(ply.text for ply in plies)
    is_yours = node.side == place.your_side
    side = place.game.sides[node.side]
    if place.your_side is not None and not is_yours and place.players[node.side].is_computer:
        side = translate("Captions", "The computer")
    words = _played_words(moves, is_yours, node.side == node.to_move)
    return fill(words, side=side, moves=moves)


def _played_words(moves: str, is_yours: bool, is_on: bool) -> str:
    """Return what to say of *moves*; *is_on* is whether their side moves again."""
    if moves == "swap":
        if is_yours:
            return translate("Captions", "You swapped sides")
        return translate("Captions", "{side} swapped sides")
    if moves == "pass":
        if is_yours:
            return translate("Captions", "You passed")
        return translate("Captions", "{side} passed")
    if is_on:
        if is_yours:
            return translate("Captions", "You played {moves}: move again")
        return translate("Captions", "{side} played {moves} and moves again")
    if is_yours:
        return translate("Captions", "You played {moves}")
    return translate("Captions", "{side} played {moves}")


def who_plays(place: Place, side: int) -> str:
    """Return who plays *side*: the name in the game, or "You" against a computer without one.

    A computer that only goes on for somebody else is told besides.
    """
    player, name = place.players[side], place.names[side]
    if name in ("", str(player.title)):
        if not player.is_computer and place.players[1 - side].is_computer:
            return translate("Captions", "You")
        return in_words(player.title)
    if player.is_computer and place.ending is None and place.line_end.outcome is None:
        goes_on = translate("Captions", "{name} ({player})")
        return fill(goes_on, name=_name_in_words(place, side), player=player.title)
    return _name_in_words(place, side)


def given_names(place: Place) -> str:
    """Return both names, where either is one that somebody has given."""
    pairs = tuple(zip(place.names, place.players, strict=True))
    if all(name in ("", str(HUMAN.title), str(player.title)) for name, player in pairs):
        return ""
    return " – ".join(_name_in_words(place, side) for side in (0, 1))


def _name_in_words(place: Place, side: int) -> str:
    """Return the name of who played *side*, translated where it is the title of a player."""
    name = place.names[side] or str(place.players[side].title)
    titles = (HUMAN.title, *(player.title for player in place.players))
    return shorten(in_words(next((one for one in titles if str(one) == name), name)), MAX_NAME)


def window_title(place: Place) -> str:
    """Return the title of a window that shows *place*: who plays, and what."""
    parts = (given_names(place), quote(in_words(place.game.title)), "Kalahloa")
    return " – ".join(part for part in parts if part)


def result_sentence(place: Place) -> str:
    """Return title and subtitle in one line, for text and for screen readers."""
    title, subtitle = captions(place)
    return f"{title}. {subtitle}".strip() if subtitle else f"{title}."


def standing(place: Place) -> str:
    """Return how the game stands: the result, or whose turn it is and why."""
    teaching = place.get(Teaching)
    if teaching is not None and teaching.refuted is not None:
        return refutation_sentence(place.game, teaching.refuted, place.own_side)
    if place.ending is not None:
        return in_words(place.ending.reason)
    return result_sentence(place)
