"""What is said while one learns the rules by doing."""

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.commands.declaration import Headline
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.first_steps.state import FirstStepsState, StepPhase

SECONDS_A_STEP = 20
"""How long a step takes, roughly."""


def first_steps_headline(place: Place) -> Headline | None:
    """Return the rule that is learnt at *place*, and what is to be done, or what was wrong."""
    state = place.get(FirstStepsState)
    if state is None:
        return None
    if state.phase is StepPhase.OVER:
        title = fill(translate("FirstSteps", "You know the rules of {game}"), game=place.game.title)
        return Headline(title, in_words(state.feedback))
    return Headline(in_words(state.step.rule), in_words(state.feedback or state.step.task))


def step_sentence(state: FirstStepsState) -> str:
    """Return the current step as text: its number, the rule and the task."""
    sentence = translate("FirstSteps", "Step {number} of {count}: {rule}. {task}")
    return fill(
        sentence,
        number=state.number + 1,
        count=len(state.steps),
        rule=state.step.rule,
        task=state.step.task,
    )


def shown_move_sentence(state: FirstStepsState) -> str:
    """Return which move is shown."""
    sentence = translate("FirstSteps", "Watch: the move is {move}.")
    return fill(sentence, move=state.step.moves[0])


def wrong_step_sentence(why: str) -> str:
    """Return *why* a move is not the right one, and that another one is to be tried."""
    return fill(translate("FirstSteps", "Not yet. {why}"), why=why)


def time_left(state: FirstStepsState) -> str:
    """Return roughly how long the steps that are left take."""
    if state.phase is StepPhase.OVER:
        return translate("FirstSteps", "done")
    seconds = SECONDS_A_STEP * (len(state.steps) - state.number)
    if seconds <= SECONDS_A_STEP:
        return translate("FirstSteps", "almost done")
    if seconds <= 90:
        return translate("FirstSteps", "about a minute left")
    return translate("FirstSteps", "about two minutes left")


def explanation_text(state: FirstStepsState) -> str:
    """Return the table of the current step as lines of text; empty where it has none."""
    table = state.step.explanation
    if table is None:
        return ""
    row = translate("FirstSteps", "{name}: {count}, {effect}")
    rows = [fill(row, name=one.name, count=one.count, effect=one.effect) for one in table.rows]
    return "\n".join([f"{in_words(table.title)}:", *rows])
