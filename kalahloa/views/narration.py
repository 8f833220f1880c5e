"""What a screen reader says of a change: the moves, the walk or the new game, and what is next."""

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.controllers.core.spoken import BRIEF, NORMAL, ply_sentences, score_sentences
from kalahloa.models.text.quotation import MAX_SENTENCE, shorten
from kalahloa.views.captions import captions, standing
from kalahloa.views.rule_words import game_in_words


def narration(change: Change, detail: str = NORMAL) -> str:
    """Return sentences on *change*, in order of time; empty where nothing moved.

    Each of the moves is named once, with what it did, then the score where it has changed, and at
    the end whose turn it is, or the result.  *detail* is a choice of `Preferences.speech`: with
    ``brief`` only moves are named, and with ``full`` they are explained.
    """
    place = change.place
    if change.is_new:
        head = [game_in_words(place.game, place.rules)]
    elif not change.moved:
        return ""
    elif Cause.MOVE in change.causes:
        head = _played(change, detail)
    else:
        head = [_walk(place)]
    return " ".join([*head, _next(place)])


def _played(change: Change, detail: str) -> list[str]:
    place, plies = change.place, change.played
    said = ply_sentences(place, plies, detail)
    before = change.before
    if detail == BRIEF or place.ending is not None or place.game.effects is None or before is None:
        return said
    changed = [
        side
        for side in (0, 1)
        if len(plies) > 1 or place.position.status(side) != before.status(side)
    ]
    return [*said, *score_sentences(place, changed)]


def _walk(place: Place) -> str:
    node = place.node
    if node.parent is None:
        sentences = [translate("Narration", "At the start.")]
    else:
        after = translate("Narration", "After {side}: {move}.")
        sentences = [fill(after, side=place.game.sides[node.side], move=node.text)]
    sentences += [f"{in_words(mark.title)}." for mark in node.notes.marks]
    if not node.notes.marks and place.mark is not None:
        found = translate("Narration", "{mark}, found by the review.")
        sentences.append(fill(found, mark=in_words(place.mark.title)))
    lines = node.comment.strip().splitlines()
    if lines:
        comment = translate("Narration", "Comment: {comment}")
        sentences.append(fill(comment, comment=shorten(lines[0], MAX_SENTENCE)))
    return " ".join(sentences)


def _next(place: Place) -> str:
    if place.ending is not None:
        return standing(place)
    caption = captions(place)[0]
    return caption if caption.endswith((".", "?", "!")) else f"{caption}."
