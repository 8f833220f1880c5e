"""What the players of a game are called within a sentence."""

from kalahloa.controllers.base.player import Player, own_side
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.place import Place
from kalahloa.models.search.levels.levels import HIGHEST

Players = tuple[Player, Player]


def opponent_name(player: Player) -> str:
    """Return what *player*, a computer, is called within a sentence: ``level 4``."""
    strength = None if player.level is None else player.level.strength
    if strength is None or strength > HIGHEST or player != _engine(player, strength):
        return in_words(player.title)
    return fill(translate("Ending", "level {number}"), number=strength)


def _engine(player: Player, strength: int) -> Player:
    assert player.level is not None
    return Player(type(player.level).of_engine(strength))


def capital(text: str) -> str:
    """Return *text* with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def person(place: Place, players: Players, side: int) -> str:
    """Return what the player of *side* is called within a sentence: you, the computer, or Black."""
    own = own_side(players)
    if own is None:
        return in_words(place.game.sides[side])
    return translate("Ending", "you") if side == own else translate("Ending", "the computer")
