"""The commands of the notebook."""

from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.clock.words import times_sentence
from kalahloa.models.text.errors import BadCommand
from notebook.notebook import Notebook
from notebook.state import NotebookState


def note(app: AppContext, words: list[str]) -> str:
    """Note the position shown with *words*."""
    app[Notebook].note(" ".join(words))
    return "Noted."


def tell(app: AppContext, words: list[str]) -> str:
    """Return the notes, a line each."""
    notes = app.document.place[NotebookState].notes
    if not notes:
        raise BadCommand("The notebook is empty; note writes into it.")
    game = app.document.game
    times = [f" ({times_sentence(game, one.left)})" if one.left else "" for one in notes]
    return "\n".join(
        f"{one.position} {one.words}{time}" for one, time in zip(notes, times, strict=True)
    )


def forget(app: AppContext, words: list[str]) -> str:
    """Delete the notes on the position shown."""
    app[Notebook].forget()
    return "Forgotten."


def _is_noted(place: Place) -> bool:
    return bool(place[NotebookState].here)


NOTEBOOK_COMMANDS = (
    Command(
        key="note-position",
        after="copy-position",
        title="Note &position",
        tip="Write the position shown into the notebook",
        menu="edit",
        run=note,
        typed="note",
        arguments="[WORDS]",
    ),
    Command(key="notebook", tip="List the notebook", run=tell, typed="notebook"),
    Command(
        key="forget-position",
        after="note-position",
        title="&Forget position",
        tip="Delete the notes on the position shown",
        menu="edit",
        possible=_is_noted,
        otherwise="There is no note on this position.",
        run=forget,
        typed="forget",
    ),
)
