"""The commands by which games are reviewed."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.commands.conditions import NO_MOVE_PLAYED, has_moves
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.controllers.features.reviews.trial_state import Trial
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.features.reviews import actions as act

_NOT_REVIEWED = QT_TRANSLATE_NOOP("Commands", "This line is not reviewed yet; F9 does that.")


def _is_running(place: Place) -> bool:
    return place.get(Reviewed) is not None and place[Reviewed].running


def _is_reviewed(place: Place) -> bool:
    return place.get(Reviewed) is not None and bool(place[Reviewed].review.plies)


def _is_trying(place: Place) -> bool:
    return place.get(Trial) is not None


def _is_reviewed_or_tried(place: Place) -> bool:
    return _is_reviewed(place) or _is_trying(place)


REVIEW_COMMANDS: tuple[Command, ...] = (
    Command(
        key="review",
        title=QT_TRANSLATE_NOOP("Commands", "&Review game"),
        tip=QT_TRANSLATE_NOOP("Commands", "Value each move of this line; find the mistakes"),
        menu="analysis",
        group=3,
        icon="review",
        shortcuts=("F9",),
        possible=has_moves,
        otherwise=NO_MOVE_PLAYED,
        checked=_is_running,
        reveals=True,
        run=act.review,
        typed="review",
        arguments="[SECONDS]",
    ),
    Command(
        key="next-mistake",
        title=QT_TRANSLATE_NOOP("Commands", "&Next mistake"),
        tip=QT_TRANSLATE_NOOP("Commands", "Go to the position before the next mistake"),
        menu="analysis",
        group=3,
        shortcuts=("F6",),
        possible=_is_reviewed,
        otherwise=_NOT_REVIEWED,
        reveals=True,
        run=act.next_mistake,
        typed="nextmistake",
    ),
    Command(
        key="previous-mistake",
        title=QT_TRANSLATE_NOOP("Commands", "&Previous mistake"),
        tip=QT_TRANSLATE_NOOP("Commands", "Go to the position before the previous mistake"),
        menu="analysis",
        group=3,
        shortcuts=("Shift+F6",),
        possible=_is_reviewed,
        otherwise=_NOT_REVIEWED,
        run=act.previous_mistake,
        typed="lastmistake",
    ),
    Command(
        key="next-of-either",
        title=QT_TRANSLATE_NOOP("Commands", "Next mistake of eit&her side"),
        tip=QT_TRANSLATE_NOOP("Commands", "Go on to the next mistake, whoever makes it"),
        menu="analysis",
        group=3,
        shortcuts=("Alt+F6",),
        possible=_is_reviewed,
        otherwise=_NOT_REVIEWED,
        reveals=True,
        run=act.next_of_either,
        typed="nextofeither",
    ),
    Command(
        key="previous-of-either",
        title=QT_TRANSLATE_NOOP("Commands", "Previo&us mistake of either side"),
        tip=QT_TRANSLATE_NOOP("Commands", "Go back to the last mistake, whoever makes it"),
        menu="analysis",
        group=3,
        shortcuts=("Alt+Shift+F6",),
        possible=_is_reviewed,
        otherwise=_NOT_REVIEWED,
        run=act.previous_of_either,
        typed="lastofeither",
    ),
    Command(
        key="try-again",
        title=QT_TRANSLATE_NOOP("Commands", "Try &again"),
        tip=QT_TRANSLATE_NOOP("Commands", "Find a better move than the mistake"),
        menu="learn",
        group=2,
        icon="rematch",
        shortcuts=("Ctrl+F6",),
        possible=_is_reviewed_or_tried,
        otherwise=_NOT_REVIEWED,
        checked=_is_trying,
        run=act.try_again,
        typed="tryagain",
    ),
    Command(
        key="give-up",
        title=QT_TRANSLATE_NOOP("Commands", "Give &up"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show the better line instead of looking for it"),
        menu="learn",
        group=2,
        shortcuts=("Ctrl+Shift+F6",),
        possible=_is_trying,
        otherwise=QT_TRANSLATE_NOOP("Commands", "No mistake is tried again; Ctrl+F6 does that."),
        run=act.give_up,
        typed="giveup",
    ),
    Command(
        key="review-marks",
        title=QT_TRANSLATE_NOOP("Commands", "Show the review's mar&ks"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show the review's marks in the list of moves"),
        menu="analysis",
        group=3,
        checked=lambda place: place.marks_wanted,
        run=act.show_marks,
        typed="reviewmarks",
    ),
    Command(
        key="keep-review",
        title=QT_TRANSLATE_NOOP("Commands", "&Write the review into the game"),
        tip=QT_TRANSLATE_NOOP("Commands", "Add marks, better lines and reasons to the game"),
        menu="analysis",
        group=3,
        possible=_is_reviewed,
        otherwise=_NOT_REVIEWED,
        reveals=True,
        run=act.keep_review,
        typed="keepreview",
    ),
)
