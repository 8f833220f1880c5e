"""What the commands of the lab do: see `command_actions`."""

from pathlib import Path
from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.lab.lab import Lab
from kalahloa.controllers.features.lab.version_words import version_text, versions_text
from kalahloa.controllers.features.lab.words import code_text, features_text, report_text
from kalahloa.models.text.errors import BadCommand, IllegalMove, KalahloaError
from kalahloa.models.text.quotation import quote

if TYPE_CHECKING:
    from kalahloa.controllers.features.lab.reports import LabVersions

MAX_NUMBER_TEXT = 30
MAX_INSERTED = 200
_NAME = "heuristic"
"""What a new one is called."""


def show_lab(app: AppContext, words: list[str]) -> str:
    """Show the lab, where there is a window."""
    if "lab" not in app.window_actions:
        raise BadCommand(
            translate("Commands", "There is no window here in which this could be done.")
        )
    app.window_actions["lab"]()
    return ""


# -- running ---------------------------------------------------------------------------------------


def run_heuristic(app: AppContext, words: list[str]) -> str:
    """Run the heuristic on the position shown, and tell what it says, also of a typed move."""
    move = _move(app, words) if words else None
    report = app[Lab].state.report
    if move is not None and report is not None:
        app[Lab].choose(move)
        return report_text(app.document.game, app[Lab].state)
    app[Lab].run(answer=True)
    if move is not None:
        app[Lab].choose(move)
    return translate("Commands", "The heuristic is run.")


def measure_speed(app: AppContext, words: list[str]) -> str:
    """Measure how fast the engine is with the heuristic; an answer tells it later."""
    app[Lab].measure(answer=True)
    return translate("Commands", "The speed is being measured.")


def stop_measuring(app: AppContext, words: list[str]) -> str:
    """Stop that."""
    app[Lab].timing.stop()
    return translate("Commands", "The speed is not measured.")


def choose_move(app: AppContext, words: list[str]) -> str:
    """Look at what a move changes."""
    app[Lab].choose(_move(app, words))
    return ""


def _move(app: AppContext, words: list[str]) -> int:
    try:
        return app.document.place.position.read_move(" ".join(words))
    except IllegalMove as error:
        raise BadCommand(in_words(error)) from error


# -- code ------------------------------------------------------------------------------------------


def open_heuristic(app: AppContext, words: list[str]) -> str:
    """Show the code of a heuristic, which is edited from then on; or list all that there are."""
    if words:
        app[Lab].open(" ".join(words))
    else:
        app[Lab].prepare()
    state = app[Lab].state
    text = app[Lab].text(state.current)
    return code_text(state, text if words else "")


def list_features(app: AppContext, words: list[str]) -> str:
    """List the features of the game."""
    return features_text(app.document.game)


def insert_code(app: AppContext, words: list[str]) -> str:
    """Insert a text at the cursor in the code."""
    app[Lab].insert(" ".join(words)[:MAX_INSERTED])
    return ""


def set_weight(app: AppContext, words: list[str]) -> str:
    """Write another number for a weight into the code."""
    try:
        name, text = words
        number = float(text) if len(text) <= MAX_NUMBER_TEXT else float("nan")
    except ValueError as error:
        raise BadCommand(
            translate("Commands", "Write weight, the name of a weight, and a number.")
        ) from error
    app[Lab].set_weights({name.upper(): number})
    done = translate("Commands", "{name} is {number} now.")
    return fill(done, name=quote(name.upper()), number=f"{number:g}")


# -- files -----------------------------------------------------------------------------------------


def keep_heuristic(app: AppContext, words: list[str]) -> str:
    """Write the heuristic to its file; a message says when it is there."""
    app[Lab].keep()
    return translate("Commands", "The heuristic is being kept.")


def agree(app: AppContext, words: list[str]) -> str:
    """Let the heuristic run that comes from elsewhere."""
    app[Lab].agree()
    return translate("Commands", "It may run now, as it is.")


def take_outside(app: AppContext, words: list[str]) -> str:
    """Take what another program has written."""
    app[Lab].take_outside()
    return translate("Commands", "The file's text is here now.")


def keep_mine(app: AppContext, words: list[str]) -> str:
    """Leave the text as it was typed."""
    app[Lab].keep_mine()
    return translate("Commands", "Your text stays; keep it to replace the file.")


def new_heuristic(app: AppContext, words: list[str]) -> str:
    """Begin a heuristic, called as typed."""
    return _begun(app[Lab].new(" ".join(words) or _NAME))


def start_from(app: AppContext, words: list[str]) -> str:
    """Begin a heuristic with the code of an example."""
    return _begun(app[Lab].start_from(" ".join(words)))


def _begun(name: str) -> str:
    return fill(translate("Commands", "The heuristic {name} is begun."), name=quote(name))


def rename_heuristic(app: AppContext, words: list[str]) -> str:
    """Give the heuristic another name."""
    app[Lab].rename(" ".join(words))
    sentence = translate("Commands", "It is called {name} now.")
    return fill(sentence, name=quote(" ".join(words)))


def delete_heuristic(app: AppContext, words: list[str]) -> str:
    """Put the heuristic into the trash; a message says when it is there."""
    app[Lab].remove()
    return ""


def restore_heuristic(app: AppContext, words: list[str]) -> str:
    """Bring the heuristic back that was deleted last."""
    app[Lab].restore()
    return ""


def list_versions(app: AppContext, words: list[str]) -> str:
    """List the heuristic's earlier versions, or tell what was changed since one of them."""
    number = _version_number(words) if words else None

    def tell(found: "LabVersions") -> None:
        text = versions_text(found) if number is None else version_text(found, number)
        app[Lab].answered.emit(text)

    app[Lab].ask_versions(tell)
    return ""


def bring_back(app: AppContext, words: list[str]) -> str:
    """Bring an earlier version of the heuristic back by its number; a message says that it is."""
    number = _version_number(words)

    def use(found: "LabVersions") -> None:
        try:
            app[Lab].bring_back(found, number)
        except KalahloaError as error:
            app[Lab].message.emit(in_words(error))

    app[Lab].ask_versions(use)
    return ""


def _version_number(words: list[str]) -> int:
    text = words[0] if len(words) == 1 else ""
    if not text.isascii() or not text.isdecimal() or len(text) > MAX_NUMBER_TEXT:
        raise BadCommand(translate("Commands", "Write the number of a version."))
    return int(text)


def import_heuristic(app: AppContext, words: list[str]) -> str:
    """Take a heuristic from a file."""
    app[Lab].import_file(_path(words))
    return translate("Commands", "The file is being read.")


def export_heuristic(app: AppContext, words: list[str]) -> str:
    """Write the heuristic to a file."""
    app[Lab].export(_path(words))
    return translate("Commands", "The file is being written.")


def _path(words: list[str]) -> Path:
    if not words:
        raise BadCommand(translate("Commands", "Write the name of a file."))
    try:
        return Path(" ".join(words)).expanduser()
    except RuntimeError as error:
        raise BadCommand(translate("Commands", "There is no home folder.")) from error
