"""The commands by which one steps through a search."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.trees.steps_state import StepsState
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.features.trees import steps_actions as act

_NO_TREE = QT_TRANSLATE_NOOP("Commands", "There is no search tree; Look inside makes one.")
_NOT_ASKED = QT_TRANSLATE_NOOP("Commands", "Nothing is asked at this step.")


def _can_step(place: Place) -> bool:
    return place.get(StepsState) is not None and place[StepsState].has_tree


def _is_asked(place: Place) -> bool:
    return place.get(StepsState) is not None and place[StepsState].asking


def _step(key: str, title: str, tip: str, way: str) -> Command:
    return Command(
        key=key,
        title=title,
        tip=tip,
        possible=_can_step,
        otherwise=_NO_TREE,
        reveals=True,
        run=lambda app, words: act.go(app, way),
    )


STEP_COMMANDS: tuple[Command, ...] = (
    _step(
        "step-forward",
        QT_TRANSLATE_NOOP("Commands", "Next step of the search"),
        QT_TRANSLATE_NOOP("Commands", "Show what the search does next"),
        "forward",
    ),
    _step(
        "step-back",
        QT_TRANSLATE_NOOP("Commands", "Last step of the search again"),
        QT_TRANSLATE_NOOP("Commands", "Go back to the step before in the search"),
        "back",
    ),
    _step(
        "step-start",
        QT_TRANSLATE_NOOP("Commands", "Start of the search"),
        QT_TRANSLATE_NOOP("Commands", "Step through the search from its start"),
        "start",
    ),
    _step(
        "step-end",
        QT_TRANSLATE_NOOP("Commands", "End of the search"),
        QT_TRANSLATE_NOOP("Commands", "Go to the last step of the search"),
        "end",
    ),
    _step(
        "next-cut",
        QT_TRANSLATE_NOOP("Commands", "Next cut of the search"),
        QT_TRANSLATE_NOOP("Commands", "Go on to where moves are cut off"),
        "cut",
    ),
    _step(
        "previous-cut",
        QT_TRANSLATE_NOOP("Commands", "Cut of the search before"),
        QT_TRANSLATE_NOOP("Commands", "Go back to where moves were cut off"),
        "lastcut",
    ),
    _step(
        "next-best",
        QT_TRANSLATE_NOOP("Commands", "Next change of the best move of the search"),
        QT_TRANSLATE_NOOP("Commands", "Go on to where the search finds a better move"),
        "change",
    ),
    _step(
        "previous-best",
        QT_TRANSLATE_NOOP("Commands", "Change of the best move of the search before"),
        QT_TRANSLATE_NOOP("Commands", "Go back to where the search has found a better move"),
        "lastchange",
    ),
    Command(
        key="play-steps",
        title=QT_TRANSLATE_NOOP("Commands", "Play the search"),
        tip=QT_TRANSLATE_NOOP("Commands", "Step through the search by itself, or stop that"),
        possible=_can_step,
        otherwise=_NO_TREE,
        reveals=True,
        checked=lambda place: place.get(StepsState) is not None and place[StepsState].playing,
        run=act.play_steps,
        typed="playsteps",
        arguments="[slow|normal|fast|…]",
    ),
    Command(
        key="predict-cuts",
        title=QT_TRANSLATE_NOOP("Commands", "Predict the cuts"),
        tip=QT_TRANSLATE_NOOP("Commands", "Be asked which moves the search will skip, or not"),
        possible=_can_step,
        otherwise=_NO_TREE,
        reveals=True,
        checked=lambda place: place.get(StepsState) is not None and place[StepsState].predicting,
        run=act.predict,
        typed="predict",
    ),
    Command(
        key="step",
        tip=QT_TRANSLATE_NOOP("Commands", "Step through the search, and tell what happens"),
        possible=_can_step,
        otherwise=_NO_TREE,
        reveals=True,
        run=act.step,
        typed="step",
        arguments="[N|back|start|end|cut|…]",
    ),
    Command(
        key="stack",
        tip=QT_TRANSLATE_NOOP("Commands", "Tell the windows of all levels, and the code"),
        possible=_can_step,
        otherwise=_NO_TREE,
        reveals=True,
        run=act.tell_stack,
        typed="stack",
    ),
    Command(
        key="step-depth",
        tip=QT_TRANSLATE_NOOP("Commands", "Make one step of all that is deeper than N plies"),
        possible=_can_step,
        otherwise=_NO_TREE,
        reveals=True,
        run=act.limit_steps,
        typed="stepdepth",
        arguments="N|all",
    ),
    Command(
        key="skipped",
        tip=QT_TRANSLATE_NOOP("Commands", "Answer which moves the search skips now"),
        possible=_is_asked,
        otherwise=_NOT_ASKED,
        reveals=True,
        run=act.answer,
        typed="skipped",
        arguments="MOVES|all|up|none|show",
    ),
)
"""The commands of stepping through a search, in the order in which they are listed."""
