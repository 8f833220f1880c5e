"""The kinds of the sentences in reviews of earlier versions, which kept nothing else."""

from collections.abc import Mapping

from kalahloa.models.game.mistake_kind import MistakeKind

_OF_SENTENCES: Mapping[str, MistakeKind] = {
    "{other} could then win by force.": MistakeKind.ALLOWED_WIN,
    "{other} could then win at once.": MistakeKind.ALLOWED_WIN,
    "{other} could then win by force in %n move(s).": MistakeKind.ALLOWED_WIN,
    "{mover} could have won by force.": MistakeKind.MISSED_WIN,
    "{mover} could have won at once.": MistakeKind.MISSED_WIN,
    "{mover} could have won by force in %n move(s).": MistakeKind.MISSED_WIN,
    "A won game becomes a draw.": MistakeKind.MISSED_WIN,
    "Allows a forced win.": MistakeKind.ALLOWED_WIN,
    "Allows a forced win in {plies}.": MistakeKind.ALLOWED_WIN,
    "Misses a forced win.": MistakeKind.MISSED_WIN,
    "Misses a forced win in {plies}.": MistakeKind.MISSED_WIN,
    "Gives away the extra turn of pit {pit}.": MistakeKind.MISSED_EXTRA_TURN,
    "{side} could have captured {stones}.": MistakeKind.MISSED_CAPTURE,
    "Lets {side} capture {stones}.": MistakeKind.ALLOWED_CAPTURE,
    "Lets {side} move %n time(s) in a row.": MistakeKind.ALLOWED_EXTRA_TURN,
    "{mover} could have moved again after pit {pit}.": MistakeKind.MISSED_EXTRA_TURN,
    "{mover} could have captured {stones}.": MistakeKind.MISSED_CAPTURE,
    "{other} could then capture {stones}.": MistakeKind.ALLOWED_CAPTURE,
    "{other} could then move %n time(s) in a row.": MistakeKind.ALLOWED_EXTRA_TURN,
    "With {best}, {mover} would have connected all pieces.": MistakeKind.MISSED_WIN,
    "{other} could then connect all pieces with {reply}.": MistakeKind.ALLOWED_WIN,
    "{best} would have captured {square}, the piece with which {other} could then win.": (
        MistakeKind.MISSED_CAPTURE
    ),
    "{best} would have captured {square} and left {other} with {now} groups instead of {before}.": (
        MistakeKind.MISSED_CAPTURE
    ),
    "{best} would have captured the piece on {square}.": MistakeKind.MISSED_CAPTURE,
    "With {best}, {mover} would have had %n group(s) instead of {count}.": MistakeKind.MISSED_JOIN,
    "{other} could then capture {square}, which leaves {mover} with {now} groups instead of "
    "{before}.": MistakeKind.ALLOWED_CAPTURE,
    "{other} could then capture {square} with {reply}.": MistakeKind.ALLOWED_CAPTURE,
    "{other} could then get down to %n group(s) with {reply}.": MistakeKind.ALLOWED_JOIN,
}
"""The kinds of sentences by their templates."""


def kind_of_sentence(text: str) -> MistakeKind | None:
    """Return the kind of mistake of *text*, a reason; None if it is of no known kind."""
    return _OF_SENTENCES.get(getattr(text, "template", ""))
