"""The commands by which games are reviewed."""

from collections.abc import Sequence

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, in_words, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.commands.conditions import NO_MOVE_PLAYED, has_moves
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.reviews.mistake_search import (
    EITHER,
    mistake_sentence,
    mistake_to_try,
    next_in_main_line,
    own_sides,
)
from kalahloa.controllers.features.reviews.people import capital, person
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.reviews.trial_state import Trial
from kalahloa.controllers.features.reviews.trials import MAX_BETTER, Trials
from kalahloa.controllers.features.training.words import mistake_name
from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.record.annotation import Mark, Notes
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.edits import Edit, EditKind, InsertLine, SetNotes
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.review.settings import DEFAULT_SECONDS, ReviewSettings
from kalahloa.models.study.training.kinds import mistake_of, mistake_word
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

MAX_SECONDS = 600.0
"""The longest time for a ply."""
ALL_KINDS = "all"
KIND_WORDS = tuple(mistake_word(kind) for kind in (*MistakeKind, None))
_NOT_REVIEWED = QT_TRANSLATE_NOOP(
    "Commands", "This line is not reviewed yet; press F9 to review it."
)


def _is_running(place: Place) -> bool:
    return place.get(Reviewed) is not None and place[Reviewed].running


def _is_reviewed(place: Place) -> bool:
    return place.get(Reviewed) is not None and bool(place[Reviewed].review.plies)


def _is_trying(place: Place) -> bool:
    return place.get(Trial) is not None


def _is_reviewed_or_tried(place: Place) -> bool:
    return _is_reviewed(place) or _is_trying(place)


REVIEW_COMMANDS = CommandTable()


@REVIEW_COMMANDS.declare(
    key="review",
    title=QT_TRANSLATE_NOOP("Commands", "&Review game"),
    tip=QT_TRANSLATE_NOOP("Commands", "Value every move of this line; find the mistakes"),
    words=QT_TRANSLATE_NOOP("Commands", "my mistakes, check game, accuracy, analyse game"),
    menu="study",
    group=3,
    icon="review",
    shortcuts=("F9",),
    possible=has_moves,
    otherwise=NO_MOVE_PLAYED,
    checked=_is_running,
    reveals=True,
    typed="review",
    arguments="[SECONDS]",
)
def review(app: AppContext, words: list[str]) -> str:
    """Review this line with the typed number of seconds a ply; or stop."""
    if not words and app[Reviews].is_busy:
        app[Reviews].stop()
        return translate("Commands", "Review stopped.")
    seconds = _seconds(words[0]) if words else DEFAULT_SECONDS
    app[Reviews].stop()
    app[Reviews].start(ReviewSettings(Limits(seconds=seconds)))
    return translate("Commands", "Every move of this line is reviewed.")


def _seconds(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MAX_SECONDS:
        sentence = translate("Commands", "'{word}' is not a time in seconds; 0.5 is half a second.")
        raise BadCommand(fill(sentence, word=quote(word)))
    return seconds


@REVIEW_COMMANDS.declare(
    key="next-mistake",
    title=QT_TRANSLATE_NOOP("Commands", "&Next mistake"),
    tip=QT_TRANSLATE_NOOP("Commands", "Go to the position before the next mistake"),
    words=QT_TRANSLATE_NOOP("Commands", "where did I go wrong, next error, next blunder"),
    menu="study",
    group=3,
    shortcuts=("F3",),
    possible=_is_reviewed,
    otherwise=_NOT_REVIEWED,
    reveals=True,
    typed="nextmistake",
)
def next_mistake(app: AppContext, words: list[str]) -> str:
    """Go to the position before the next mistake, of one's own against a computer player."""
    return _to_mistake(app, True, own_sides(app.document.players))


@REVIEW_COMMANDS.declare(
    key="previous-mistake",
    title=QT_TRANSLATE_NOOP("Commands", "&Previous mistake"),
    tip=QT_TRANSLATE_NOOP("Commands", "Go to the position before the previous mistake"),
    words=QT_TRANSLATE_NOOP("Commands", "previous error, previous blunder, mistake before"),
    menu="study",
    group=3,
    shortcuts=("Shift+F3",),
    possible=_is_reviewed,
    otherwise=_NOT_REVIEWED,
    typed="previousmistake",
    typed_aliases=("lastmistake",),
)
def previous_mistake(app: AppContext, words: list[str]) -> str:
    """Go to the position before the previous mistake, of one's own against a computer player."""
    return _to_mistake(app, False, own_sides(app.document.players))


@REVIEW_COMMANDS.declare(
    key="next-of-either",
    title=QT_TRANSLATE_NOOP("Commands", "Next mistake of eit&her side"),
    tip=QT_TRANSLATE_NOOP("Commands", "Go to the next mistake, whoever makes it"),
    words=QT_TRANSLATE_NOOP(
        "Commands", "their mistakes, next error of anyone, both sides' mistakes"
    ),
    menu="study",
    group=3,
    shortcuts=("Alt+F3",),
    possible=_is_reviewed,
    otherwise=_NOT_REVIEWED,
    reveals=True,
    typed="nextofeither",
)
def next_of_either(app: AppContext, words: list[str]) -> str:
    """Go to the position before the next mistake, whoever makes it."""
    return _to_mistake(app, True, EITHER)


@REVIEW_COMMANDS.declare(
    key="previous-of-either",
    title=QT_TRANSLATE_NOOP("Commands", "Previo&us mistake of either side"),
    tip=QT_TRANSLATE_NOOP("Commands", "Go to the previous mistake, whoever makes it"),
    words=QT_TRANSLATE_NOOP(
        "Commands", "mistake of anyone before, previous error of anyone, earlier mistake of both"
    ),
    menu="study",
    group=3,
    shortcuts=("Alt+Shift+F3",),
    possible=_is_reviewed,
    otherwise=_NOT_REVIEWED,
    typed="previousofeither",
    typed_aliases=("lastofeither",),
)
def previous_of_either(app: AppContext, words: list[str]) -> str:
    """Go to the position before the previous mistake, whoever makes it."""
    return _to_mistake(app, False, EITHER)


def _to_mistake(app: AppContext, forward: bool, sides: Sequence[int]) -> str:
    found = _reviewed(app)
    node = found.neighbour(app.document.node.ply, forward, sides)
    if node is None and forward and not app.document.place.secret:
        found, node = next_in_main_line(app.document, app[Reviews], found, sides)
    if node is None:
        if forward:
            return translate("Commands", "There is no mistake after this position.")
        return translate("Commands", "There is no mistake before this position.")
    app.document.go_to(node)
    ply = found.ply_at(found.line[node.ply + 1])
    if ply is None:
        return ""
    place = app.document.place
    return mistake_sentence(capital(person(place, place.players, ply.side)), ply)


def _reviewed(app: AppContext) -> Reviewed:
    found = app.document.place.get(Reviewed)
    if found is None:
        raise BadCommand(translate("Commands", "This line is not reviewed yet."))
    return found


# -- trying again ----------------------------------------------------------------------------------


@REVIEW_COMMANDS.declare(
    key="try-again",
    title=QT_TRANSLATE_NOOP("Commands", "Tr&y again"),
    tip=QT_TRANSLATE_NOOP("Commands", "Find a better move than the mistake"),
    words=QT_TRANSLATE_NOOP("Commands", "retry, another attempt, find better"),
    menu="train",
    group=2,
    icon="rematch",
    shortcuts=("Ctrl+F3",),
    possible=_is_reviewed_or_tried,
    otherwise=_NOT_REVIEWED,
    checked=_is_trying,
    typed="tryagain",
)
def try_again(app: AppContext, words: list[str]) -> str:
    """Look for a better move than the mistake here, or the next one; or stop that."""
    if app[Trials].stop() is not None:
        return translate("Commands", "Stopped; showing the moves played again.")
    found = mistake_to_try(app.document, app[Reviews])
    if found is None:
        raise BadCommand(translate("Commands", "There is no mistake after this position."))
    app.autoplay.stop()
    return app[Trials].start(*found)


@REVIEW_COMMANDS.declare(
    key="my-mistakes",
    title=QT_TRANSLATE_NOOP("Commands", "My &mistakes"),
    tip=QT_TRANSLATE_NOOP("Commands", "Find better moves where you went wrong"),
    words=QT_TRANSLATE_NOOP("Commands", "learn from my mistakes, repeat mistakes, retry mistakes"),
    menu="train",
    group=2,
    typed="mistakes",
)
def my_mistakes(app: AppContext, words: list[str]) -> str:
    """Try a mistake of this game again, or one of other games that is due."""
    app.autoplay.stop()
    return app[Trials].start_any()


@REVIEW_COMMANDS.declare(
    key="mistake-kind",
    tip=QT_TRANSLATE_NOOP("Commands", "Choose which kind of mistake to repeat"),
    typed="mistakekind",
    arguments="[KIND]",
    following=lambda app: (ALL_KINDS, *KIND_WORDS),
)
def choose_mistake_kind(app: AppContext, words: list[str]) -> str:
    """Repeat mistakes of the kind typed from now on, or of all kinds."""
    word = words[0].lower() if words else ALL_KINDS
    if len(words) > 1 or word not in (ALL_KINDS, *KIND_WORDS):
        sentence = translate("Commands", "'{words}' is not one of: {known}.")
        known = ", ".join((ALL_KINDS, *KIND_WORDS))
        raise BadCommand(fill(sentence, words=quote(" ".join(words)), known=known))
    if word == ALL_KINDS:
        app[Trials].choose("")
        return translate("Commands", "Mistakes of all kinds will be repeated.")
    app[Trials].choose(word)
    name = mistake_name(mistake_of(word))
    return fill(translate("Commands", "Mistakes to repeat: {kind}."), kind=name)


# -- marks -----------------------------------------------------------------------------------------


@REVIEW_COMMANDS.declare(
    key="review-marks",
    title=QT_TRANSLATE_NOOP("Commands", "Show the review's mar&ks"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show the review's marks in the list of moves"),
    words=QT_TRANSLATE_NOOP("Commands", "annotations of the review, symbols, hide marks"),
    menu="study",
    group=3,
    checked=lambda place: place.marks_wanted,
    typed="reviewmarks",
)
def show_marks(app: AppContext, words: list[str]) -> str:
    """Show the marks that reviews have found, or hide them."""
    app[Reviews].set_marks_wanted(not app[Reviews].marks_wanted)
    if app[Reviews].marks_wanted:
        return translate("Commands", "Review marks shown.")
    return translate("Commands", "Review marks hidden.")


# -- writing it into the game ----------------------------------------------------------------------


@REVIEW_COMMANDS.declare(
    key="keep-review",
    title=QT_TRANSLATE_NOOP("Commands", "&Save the review in the game"),
    tip=QT_TRANSLATE_NOOP("Commands", "Add marks, better lines and reasons to the game"),
    words=QT_TRANSLATE_NOOP("Commands", "save review, annotate the game, store review"),
    menu="study",
    group=3,
    possible=_is_reviewed,
    otherwise=_NOT_REVIEWED,
    reveals=True,
    typed="savereview",
    typed_aliases=("keepreview",),
)
def keep_review(app: AppContext, words: list[str]) -> str:
    """Write marks, reasons and better lines into the record, as one edit."""
    found = _reviewed(app)
    edits: list[Edit] = []
    count = 0
    for before, node in zip(found.line, found.line[1:], strict=False):
        ply = found.ply_at(node)
        if ply is None or ply.mark is None:
            continue
        noted = _noted(node.notes, ply)
        if noted != node.notes:
            edits.append(SetNotes(node.number, node.notes, noted))
            count += 1
        better = ply.line[:MAX_BETTER]
        if ply.loss and better and all(child.text != better[0] for child in before.children):
            edits.append(InsertLine(before.number, better))
    if not edits:
        return translate("Commands", "The game already has the review.")
    app.study.do(edits, EditKind.REVIEW)
    return translate("Commands", "%n move(s) marked; Undo edit removes the marks.", "", count)


def _noted(notes: Notes, ply: ReviewedPly) -> Notes:
    """Return *notes* with the mark of *ply* and why; a judgement of the user's stays."""
    assert ply.mark is not None
    marks: tuple[Mark, ...] = notes.marks
    if ply.mark not in marks and (notes.judgement is None or not ply.mark.is_judgement):
        marks = (*marks, ply.mark)
    comment = notes.comment
    why = " ".join(in_words(reason) for reason in ply.reasons)
    if why and why not in comment:
        comment = f"{comment}\n\n{why}" if comment else why
    return Notes(comment, marks, notes.drawings, notes.properties)
