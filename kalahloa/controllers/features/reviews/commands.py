"""The commands by which games are reviewed."""

from collections.abc import Sequence

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, in_words, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.commands.conditions import NO_MOVE_PLAYED, has_moves
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.reviews.trial_state import Trial
from kalahloa.controllers.features.reviews.trials import Trials
from kalahloa.models.record.annotation import Mark, Notes
from kalahloa.models.record.node import Node
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.edits import Edit, EditKind, InsertLine, SetNotes
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.review.settings import DEFAULT_SECONDS, ReviewSettings
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

MAX_SECONDS = 600.0
"""The longest time for a ply."""
_EITHER = (0, 1)
MAX_BETTER = 8
"""How many plies of a better line are written into the game."""
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
        return translate("Commands", "The review was stopped.")
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
    shortcuts=("F6",),
    possible=_is_reviewed,
    otherwise=_NOT_REVIEWED,
    reveals=True,
    typed="nextmistake",
)
def next_mistake(app: AppContext, words: list[str]) -> str:
    """Go to the position before the next mistake, of one's own against a computer player."""
    return _to_mistake(app, True, own_sides(app))


@REVIEW_COMMANDS.declare(
    key="previous-mistake",
    title=QT_TRANSLATE_NOOP("Commands", "&Previous mistake"),
    tip=QT_TRANSLATE_NOOP("Commands", "Go to the position before the previous mistake"),
    words=QT_TRANSLATE_NOOP("Commands", "previous error, previous blunder, mistake before"),
    menu="study",
    group=3,
    shortcuts=("Shift+F6",),
    possible=_is_reviewed,
    otherwise=_NOT_REVIEWED,
    typed="lastmistake",
)
def previous_mistake(app: AppContext, words: list[str]) -> str:
    """Go to the position before the previous mistake, of one's own against a computer player."""
    return _to_mistake(app, False, own_sides(app))


@REVIEW_COMMANDS.declare(
    key="next-of-either",
    title=QT_TRANSLATE_NOOP("Commands", "Next mistake of eit&her side"),
    tip=QT_TRANSLATE_NOOP("Commands", "Go to the next mistake, whoever makes it"),
    words=QT_TRANSLATE_NOOP(
        "Commands", "their mistakes, next error of anyone, both sides' mistakes"
    ),
    menu="study",
    group=3,
    shortcuts=("Alt+F6",),
    possible=_is_reviewed,
    otherwise=_NOT_REVIEWED,
    reveals=True,
    typed="nextofeither",
)
def next_of_either(app: AppContext, words: list[str]) -> str:
    """Go to the position before the next mistake, whoever makes it."""
    return _to_mistake(app, True, _EITHER)


@REVIEW_COMMANDS.declare(
    key="previous-of-either",
    title=QT_TRANSLATE_NOOP("Commands", "Previo&us mistake of either side"),
    tip=QT_TRANSLATE_NOOP("Commands", "Go to the previous mistake, whoever makes it"),
    words=QT_TRANSLATE_NOOP(
        "Commands", "mistake of anyone before, previous error of anyone, earlier mistake of both"
    ),
    menu="study",
    group=3,
    shortcuts=("Alt+Shift+F6",),
    possible=_is_reviewed,
    otherwise=_NOT_REVIEWED,
    typed="lastofeither",
)
def previous_of_either(app: AppContext, words: list[str]) -> str:
    """Go to the position before the previous mistake, whoever makes it."""
    return _to_mistake(app, False, _EITHER)


def _to_mistake(app: AppContext, forward: bool, sides: Sequence[int]) -> str:
    found = _reviewed(app)
    node = found.neighbour(app.document.node.ply, forward, sides)
    if node is None and forward and not app.document.place.secret:
        found, node = _on_in_main_line(app, found, sides)
    if node is None:
        if forward:
            return translate("Commands", "There is no mistake after this position.")
        return translate("Commands", "There is no mistake before this position.")
    app.document.walk(node)
    ply = found.ply_at(found.line[node.ply + 1])
    return "" if ply is None else mistake_sentence(app.document.game.sides[ply.side], node, ply)


def _on_in_main_line(
    app: AppContext, found: Reviewed, sides: Sequence[int]
) -> tuple[Reviewed, Node | None]:
    """Return the review of the game and the node before its next mistake.

    A line in which there is none, *found*, may be one that was tried, and ends soon.
    """
    main, here = app[Reviews].of_main_line(), app.document.node
    if main is None or main.line == found.line:
        return found, None
    path = here.path()
    shared = sum(one is other for one, other in zip(path, main.line, strict=False))
    # From the main line itself, a mistake can be the one that is made here.
    ply = shared - 2 if shared == len(path) else shared - 1
    return main, main.neighbour(ply, True, sides)


def own_sides(app: AppContext) -> tuple[int, ...]:
    """Return the sides whose mistakes are looked for: those of humans, or both."""
    humans = tuple(
        side for side, player in enumerate(app.document.players) if not player.is_computer
    )
    return humans or _EITHER


def mistake_sentence(side: str, before: Node, ply: ReviewedPly) -> str:
    """Return what *side* did wrong after *before*, without the better move."""
    mark = "" if ply.mark is None else in_words(ply.mark.title)
    sentence = translate(
        "Commands", "{side} played {move} here: {mark}. {value} instead of {best}."
    )
    return fill(
        sentence,
        side=side,
        move=ply.text,
        mark=mark,
        value=in_words(ply.value.short),
        best=in_words(ply.best_value.short),
    )


def _reviewed(app: AppContext) -> Reviewed:
    found = app.document.place.get(Reviewed)
    if found is None:
        raise BadCommand(translate("Commands", "This line is not reviewed yet."))
    return found


# -- trying again ----------------------------------------------------------------------------------


@REVIEW_COMMANDS.declare(
    key="try-again",
    title=QT_TRANSLATE_NOOP("Commands", "Try &again"),
    tip=QT_TRANSLATE_NOOP("Commands", "Find a better move than the mistake"),
    words=QT_TRANSLATE_NOOP("Commands", "retry, another attempt, find better"),
    menu="train",
    group=2,
    icon="rematch",
    shortcuts=("Ctrl+F6",),
    possible=_is_reviewed_or_tried,
    otherwise=_NOT_REVIEWED,
    checked=_is_trying,
    typed="tryagain",
)
def try_again(app: AppContext, words: list[str]) -> str:
    """Look for a better move than the mistake here, or the next one; or stop that."""
    if app[Trials].stop() is not None:
        return translate("Commands", "Stopped; the moves played are shown again.")
    found = _reviewed(app)
    sides = own_sides(app)
    node = _mistake_to_try(found, app.document.node, sides)
    if node is None:
        found, node = _on_in_main_line(app, found, sides)
    ply = None if node is None else found.ply_at(found.line[node.ply + 1])
    if node is None or ply is None:
        raise BadCommand(translate("Commands", "There is no mistake after this position."))
    app.autoplay.stop()
    app[Trials].start(node, ply, found)
    sentence = translate("Commands", "{side} played {move} here: {mark}. Find a better move.")
    mark = "" if ply.mark is None else in_words(ply.mark.title)
    return fill(sentence, side=app.document.game.sides[ply.side], move=ply.text, mark=mark)


def _mistake_to_try(found: Reviewed, here: Node, sides: Sequence[int]) -> Node | None:
    """Return the node before the mistake at *here*: made from it, or leading to it, or later.

    Those of *sides* come first; a mistake of the other side is tried where it is made.
    """
    places = found.mistakes(sides)
    if here in places:
        return here
    if here.parent in places and here in found.line:
        return here.parent
    if here in found.mistakes():
        return here
    return found.neighbour(here.ply, True, sides)


@REVIEW_COMMANDS.declare(
    key="give-up",
    title=QT_TRANSLATE_NOOP("Commands", "Give &up"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show the better line instead"),
    words=QT_TRANSLATE_NOOP("Commands", "show me, I do not know, tell me"),
    menu="train",
    group=2,
    shortcuts=("Ctrl+Shift+F6",),
    possible=_is_trying,
    otherwise=QT_TRANSLATE_NOOP(
        "Commands", "You are not retrying a mistake; press Ctrl+F6 to start."
    ),
    typed="giveup",
)
def give_up(app: AppContext, words: list[str]) -> str:
    """Show the better line, as a variation."""
    trial = app[Trials].stop()
    if trial is None:
        raise BadCommand(translate("Commands", "You are not retrying a mistake."))
    node, ply = trial.node, trial.ply
    better = ply.line[:MAX_BETTER] or (ply.best_text,)
    if all(child.text != better[0] for child in node.children):
        app.study.do([InsertLine(node.number, better)], EditKind.REVIEW)
    first = next((child for child in node.children if child.text == better[0]), None)
    if first is not None:
        app.document.walk(first)
    sentence = translate("Commands", "Better was {moves}: {best} instead of {value}.")
    told = fill(
        sentence,
        moves=" ".join(better),
        best=in_words(ply.best_value.short),
        value=in_words(ply.value.short),
    )
    return " ".join([told, *map(in_words, ply.reasons)])


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
    typed="keepreview",
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
