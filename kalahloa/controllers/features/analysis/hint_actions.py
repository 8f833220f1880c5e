"""What the commands of hints and values do: see `command_actions`."""

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.commands.reports import moves_report
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import HintStep
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.hint_words import hint_sentence, seeking_sentence
from kalahloa.models.text.errors import BadCommand


def hint(app: AppContext, words: list[str]) -> str:
    """Show the next step of a hint, or the step that is typed."""
    steps = {step.name.lower(): step for step in HintStep}
    if words and (len(words) > 1 or words[0].lower() not in steps):
        sentence = translate("Commands", "hint takes one word at most: {words}.")
        raise BadCommand(fill(sentence, words=", ".join(steps)))
    before = app.document.place.hint
    app[Analysis].request_hint(steps[words[0].lower()] if words else HintStep.WHERE)
    place = app.document.place
    if place.hinting:
        return seeking_sentence(place)
    if place.hint is not None and before is not None and place.hint.news == before.news:
        return hint_sentence(place)  # which nobody is told of again
    return ""


def show_values(app: AppContext, words: list[str]) -> str:
    """Show the values of the moves, or stop showing them."""
    app[Analysis].set_wanted(not app.document.place.values_wanted)
    return ""


def list_values(app: AppContext, words: list[str]) -> str:
    """List the values of the moves, at once or as soon as they are known."""
    return app[Analysis].ask()


def moves(app: AppContext, words: list[str]) -> str:
    """List the legal moves."""
    values = app[Analysis].text()
    place = app.document.place
    complete = place.outcome is None and len(values.splitlines()) == len(
        place.position.legal_moves()
    )
    return values if complete else moves_report(place)
