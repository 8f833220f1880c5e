"""The commands by which one steps through a search."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.trees.steps import TreeSteps
from kalahloa.controllers.features.trees.steps_state import PACES, Pace, StepsState
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

with lazy_imports():
    from kalahloa.controllers.features.trees import steps_words
if TYPE_CHECKING:
    from kalahloa.models.search.steps.prediction import PredictionQuestion

_WAYS: dict[str, Callable[[TreeSteps], bool]] = {
    "forward": TreeSteps.forward,
    "back": TreeSteps.back,
    "start": TreeSteps.to_start,
    "end": TreeSteps.to_end,
    "cut": TreeSteps.next_cut,
    "lastcut": TreeSteps.previous_cut,
    "change": TreeSteps.next_change,
    "lastchange": TreeSteps.previous_change,
}
"""The words that say where to step, and what does it."""
MAX_DIGITS = 9
ALL, NONE, UP, SHOW = "all", "none", "up", "show"
_NO_TREE = QT_TRANSLATE_NOOP("Commands", "There is no search tree yet; choose Look inside.")
_NOT_ASKED = QT_TRANSLATE_NOOP("Commands", "There is no question at this step.")


def _can_step(place: Place) -> bool:
    return place.get(StepsState) is not None and place[StepsState].has_tree


def _is_asked(place: Place) -> bool:
    return place.get(StepsState) is not None and place[StepsState].asking


STEP_COMMANDS = CommandTable()
"""The commands of stepping through a search, in the order in which they are listed."""


def _step(key: str, title: str, tip: str, words: str, way: str) -> None:
    """Declare the command that steps to *way*, one of the words of `step`."""

    @STEP_COMMANDS.declare(
        key=key,
        title=title,
        tip=tip,
        words=words,
        possible=_can_step,
        otherwise=_NO_TREE,
        reveals=True,
    )
    def go(app: AppContext, _words: list[str]) -> None:
        steps = app[TreeSteps]
        steps.began.emit()
        _WAYS[way](steps)


_step(
    "step-forward",
    QT_TRANSLATE_NOOP("Commands", "Next step"),
    QT_TRANSLATE_NOOP("Commands", "Show what the search does next"),
    QT_TRANSLATE_NOOP("Commands", "advance search, single step, debugger step"),
    "forward",
)
_step(
    "step-back",
    QT_TRANSLATE_NOOP("Commands", "Previous step"),
    QT_TRANSLATE_NOOP("Commands", "Go back one step in the search"),
    QT_TRANSLATE_NOOP("Commands", "undo step, search step back, reverse search"),
    "back",
)
_step(
    "step-start",
    QT_TRANSLATE_NOOP("Commands", "First step"),
    QT_TRANSLATE_NOOP("Commands", "Go to the first step of the search"),
    QT_TRANSLATE_NOOP("Commands", "restart search, rewind search, beginning of the search"),
    "start",
)
_step(
    "step-end",
    QT_TRANSLATE_NOOP("Commands", "Last step"),
    QT_TRANSLATE_NOOP("Commands", "Go to the last step of the search"),
    QT_TRANSLATE_NOOP(
        "Commands", "finish search, result of the search, skip to the end of the search"
    ),
    "end",
)
_step(
    "next-cut",
    QT_TRANSLATE_NOOP("Commands", "Next cut"),
    QT_TRANSLATE_NOOP("Commands", "Go to the next cut"),
    QT_TRANSLATE_NOOP("Commands", "pruning, next cutoff, beta cut"),
    "cut",
)
_step(
    "previous-cut",
    QT_TRANSLATE_NOOP("Commands", "Previous cut"),
    QT_TRANSLATE_NOOP("Commands", "Go back to the previous cut"),
    QT_TRANSLATE_NOOP("Commands", "previous cutoff, pruning before, earlier cut"),
    "lastcut",
)
_step(
    "next-best",
    QT_TRANSLATE_NOOP("Commands", "Next best-move change"),
    QT_TRANSLATE_NOOP("Commands", "Go to where the search next finds a better move"),
    QT_TRANSLATE_NOOP("Commands", "next improvement, better move found, new best move"),
    "change",
)
_step(
    "previous-best",
    QT_TRANSLATE_NOOP("Commands", "Previous best-move change"),
    QT_TRANSLATE_NOOP("Commands", "Go back to where the search found a better move"),
    QT_TRANSLATE_NOOP("Commands", "previous improvement, better move before, earlier best move"),
    "lastchange",
)


@STEP_COMMANDS.declare(
    key="play-steps",
    title=QT_TRANSLATE_NOOP("Commands", "Play steps"),
    tip=QT_TRANSLATE_NOOP("Commands", "Play the steps automatically, or stop"),
    words=QT_TRANSLATE_NOOP("Commands", "animate search, run steps, watch the search"),
    possible=_can_step,
    otherwise=_NO_TREE,
    reveals=True,
    checked=lambda place: place.get(StepsState) is not None and place[StepsState].playing,
    typed="playsteps",
    arguments="[slow|normal|fast|…]",
)
def play_steps(app: AppContext, words: list[str]) -> str:
    """Play the steps, at the pace in *words*, or stop."""
    steps = app[TreeSteps]
    if words:
        steps.set_pace(_read_pace(words))
        if steps.playing:
            return ""
    elif steps.playing:
        steps.pause()
        return translate("Commands", "Stopped.")
    if steps.play():
        return translate("Commands", "Playing the steps.")
    return ""


def _read_pace(words: list[str]) -> Pace:
    found = [pace for pace in PACES if [pace.name] == [word.lower() for word in words]]
    if not found:
        names = ", ".join(pace.name for pace in PACES)
        sentence = translate("Commands", "'{words}' is not a pace; choose one of: {paces}.")
        raise BadCommand(fill(sentence, words=quote(" ".join(words)), paces=names))
    return found[0]


@STEP_COMMANDS.declare(
    key="predict-cuts",
    title=QT_TRANSLATE_NOOP("Commands", "Quiz me: which moves will be skipped?"),
    tip=QT_TRANSLATE_NOOP("Commands", "Start or stop the quiz on skipped moves"),
    words=QT_TRANSLATE_NOOP("Commands", "quiz, guess the cuts, question before cuts"),
    possible=_can_step,
    otherwise=_NO_TREE,
    reveals=True,
    checked=lambda place: place.get(StepsState) is not None and place[StepsState].predicting,
    typed="quiz",
    typed_aliases=("predict",),
)
def predict(app: AppContext, words: list[str]) -> str:
    """Start or stop asking which moves the search will cut."""
    steps = app[TreeSteps]
    steps.set_predicting(not steps.predicting)
    if steps.predicting:
        algorithm = steps.algorithm
        if algorithm is not None and not algorithm.prunes:
            return translate("Commands", "This searcher skips no moves; choose one that cuts.")
        return translate("Commands", "Quiz on: before each cut, say which moves the search skips.")
    return translate("Commands", "Quiz off.")


@STEP_COMMANDS.declare(
    key="step",
    tip=QT_TRANSLATE_NOOP("Commands", "Step through the search, with explanations"),
    possible=_can_step,
    otherwise=_NO_TREE,
    reveals=True,
    typed="step",
    arguments="[N|back|start|end|cut|…]",
)
def step(app: AppContext, words: list[str]) -> str:
    """Step as the words say, by default forward, and tell the step."""
    steps = app[TreeSteps]
    word = words[0].lower().replace(",", "") if len(words) == 1 else ""
    if words and word not in _WAYS and not _is_number(word):
        sentence = translate(
            "Commands", "'{words}' is not understood. Type step and a number, or one of {ways}."
        )
        raise BadCommand(fill(sentence, words=quote(" ".join(words)), ways=", ".join(_WAYS)))
    if _is_number(word):
        if not 1 <= int(word) <= steps.count:
            sentence = translate("Commands", "Steps have numbers from 1 to {count}.")
            raise BadCommand(fill(sentence, count=f"{steps.count:,}"))
        steps.go(int(word) - 1)
    elif not _WAYS[word or "forward"](steps):
        if steps.is_looking:
            return translate("Commands", "Searching for that step…")
        return ""  # the controller has said why
    return steps_words.step_words(steps)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS


@STEP_COMMANDS.declare(
    key="stack",
    tip=QT_TRANSLATE_NOOP("Commands", "Show the windows of all levels, and the code"),
    possible=_can_step,
    otherwise=_NO_TREE,
    reveals=True,
    typed="stack",
)
def describe_stack(app: AppContext, words: list[str]) -> str:
    """Tell the step that is shown, the stack of windows, and the line of the algorithm."""
    return f"{steps_words.step_words(app[TreeSteps])}\n{steps_words.stack_words(app[TreeSteps])}"


@STEP_COMMANDS.declare(
    key="step-depth",
    tip=QT_TRANSLATE_NOOP("Commands", "Join all steps deeper than N plies into one"),
    possible=_can_step,
    otherwise=_NO_TREE,
    reveals=True,
    typed="stepdepth",
    arguments="N|all",
)
def limit_steps(app: AppContext, words: list[str]) -> str:
    """Step down to the ply in *words* only, or to all of them."""
    steps = app[TreeSteps]
    word = words[0].lower() if len(words) == 1 else ""
    if word == ALL:
        steps.show_to(None)
        return translate("Commands", "Showing steps at all depths.")
    if not _is_number(word) or not 1 <= int(word) <= 99:
        raise BadCommand(translate("Commands", "Type stepdepth and a number of plies, or all."))
    plies = int(word)
    steps.show_to(plies)
    return translate("Commands", "Everything deeper than %n (ply|plies) is one step.", "", plies)


@STEP_COMMANDS.declare(
    key="skipped",
    tip=QT_TRANSLATE_NOOP("Commands", "Answer which moves the search skips now"),
    possible=_is_asked,
    otherwise=_NOT_ASKED,
    reveals=True,
    typed="skipped",
    arguments="MOVES|all|up|none|show",
)
def answer_skipped(app: AppContext, words: list[str]) -> str:
    """Answer which moves are skipped: moves, ``all`` here, those one ply ``up`` too, or ``none``.

    The moves of two levels are told apart by their order: those where the value came back first.
    """
    steps = app[TreeSteps]
    question = steps.question
    if question is None or not steps.asking:
        raise BadCommand(translate("Commands", "There is no question at this step."))
    lower = [word.lower() for word in words]
    if not lower:
        raise BadCommand(translate("Commands", "Type skipped and moves, all, up, none or show."))
    judgement = steps.reveal() if lower == [SHOW] else steps.answer(read_answer(question, lower))
    assert judgement is not None
    return steps_words.judged_words(judgement, steps.score)


def read_answer(question: "PredictionQuestion", words: list[str]) -> frozenset[int]:
    """Return the numbers of the branches that *words*, in lower case, name.

    Raises `BadCommand` for a word that names none.
    """
    if words == [NONE]:
        return frozenset()
    chosen: set[int] = set()
    branches = question.branches
    here = len(question.levels[0].branches)
    for word in words:
        if word == ALL:
            chosen |= set(range(here))
        elif word == UP:
            chosen |= set(range(here, len(branches)))
        else:
            found = [n for n, branch in enumerate(branches) if branch.text.lower() == word]
            if not found:
                sentence = translate("Commands", "'{word}' is not one of these moves.")
                raise BadCommand(fill(sentence, word=quote(word)))
            chosen.add(next((n for n in found if n not in chosen), found[0]))
    return frozenset(chosen)
