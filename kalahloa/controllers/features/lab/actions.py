"""What the commands of the lab do: see `command_actions`."""

from pathlib import Path
from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.desk import Desk
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


def show_lab(desk: Desk, words: list[str]) -> str:
    """Show the lab, where there is a window."""
    if "lab" not in desk.errands:
        raise BadCommand(
            translate("Commands", "There is no window here in which this could be done.")
        )
    desk.errands["lab"]()
    return ""


# -- running ---------------------------------------------------------------------------------------


def run_heuristic(desk: Desk, words: list[str]) -> str:
    """Run the heuristic on the position shown, and tell what it says, also of a typed move."""
    move = _move(desk, words) if words else None
    report = desk.lab.state.report
    if move is not None and report is not None:
        desk.lab.choose(move)
        return report_text(desk.document.game, desk.lab.state)
    desk.lab.run(answer=True)
    if move is not None:
        desk.lab.choose(move)
    return translate("Commands", "The heuristic is run.")


def measure_speed(desk: Desk, words: list[str]) -> str:
    """Measure how fast the engine is with the heuristic; an answer tells it later."""
    desk.lab.measure(answer=True)
    return translate("Commands", "The speed is being measured.")


def stop_measuring(desk: Desk, words: list[str]) -> str:
    """Stop that."""
    desk.lab.timing.stop()
    return translate("Commands", "The speed is not measured.")


def choose_move(desk: Desk, words: list[str]) -> str:
    """Look at what a move changes."""
    desk.lab.choose(_move(desk, words))
    return ""


def _move(desk: Desk, words: list[str]) -> int:
    try:
        return desk.document.place.position.read_move(" ".join(words))
    except IllegalMove as error:
        raise BadCommand(in_words(error)) from error


# -- code ------------------------------------------------------------------------------------------


def open_heuristic(desk: Desk, words: list[str]) -> str:
    """Show the code of a heuristic, which is edited from then on; or list all that there are."""
    if words:
        desk.lab.open(" ".join(words))
    else:
        desk.lab.prepare()
    state = desk.lab.state
    text = desk.lab.text(state.current)
    return code_text(state, text if words else "")


def list_features(desk: Desk, words: list[str]) -> str:
    """List the features of the game."""
    return features_text(desk.document.game)


def insert_code(desk: Desk, words: list[str]) -> str:
    """Insert a text at the cursor in the code."""
    desk.lab.insert(" ".join(words)[:MAX_INSERTED])
    return ""


def set_weight(desk: Desk, words: list[str]) -> str:
    """Write another number for a weight into the code."""
    try:
        name, text = words
        number = float(text) if len(text) <= MAX_NUMBER_TEXT else float("nan")
    except ValueError as error:
        raise BadCommand(
            translate("Commands", "Write weight, the name of a weight, and a number.")
        ) from error
    desk.lab.set_weights({name.upper(): number})
    done = translate("Commands", "{name} is {number} now.")
    return fill(done, name=quote(name.upper()), number=f"{number:g}")


# -- files -----------------------------------------------------------------------------------------


def keep_heuristic(desk: Desk, words: list[str]) -> str:
    """Write the heuristic to its file; a message says when it is there."""
    desk.lab.keep()
    return translate("Commands", "The heuristic is being kept.")


def agree(desk: Desk, words: list[str]) -> str:
    """Let the heuristic run that comes from elsewhere."""
    desk.lab.agree()
    return translate("Commands", "It may run now, as it is.")


def take_outside(desk: Desk, words: list[str]) -> str:
    """Take what another program has written."""
    desk.lab.take_outside()
    return translate("Commands", "The file's text is here now.")


def keep_mine(desk: Desk, words: list[str]) -> str:
    """Leave the text as it was typed."""
    desk.lab.keep_mine()
    return translate("Commands", "Your text stays; keep it to replace the file.")


def new_heuristic(desk: Desk, words: list[str]) -> str:
    """Begin a heuristic, called as typed."""
    return _begun(desk.lab.new(" ".join(words) or _NAME))


def start_from(desk: Desk, words: list[str]) -> str:
    """Begin a heuristic with the code of an example."""
    return _begun(desk.lab.start_from(" ".join(words)))


def _begun(name: str) -> str:
    return fill(translate("Commands", "The heuristic {name} is begun."), name=quote(name))


def rename_heuristic(desk: Desk, words: list[str]) -> str:
    """Give the heuristic another name."""
    desk.lab.rename(" ".join(words))
    sentence = translate("Commands", "It is called {name} now.")
    return fill(sentence, name=quote(" ".join(words)))


def delete_heuristic(desk: Desk, words: list[str]) -> str:
    """Put the heuristic into the trash; a message says when it is there."""
    desk.lab.remove()
    return ""


def restore_heuristic(desk: Desk, words: list[str]) -> str:
    """Bring the heuristic back that was deleted last."""
    desk.lab.restore()
    return ""


def list_versions(desk: Desk, words: list[str]) -> str:
    """List the heuristic's earlier versions, or tell what was changed since one of them."""
    number = _version_number(words) if words else None

    def tell(found: "LabVersions") -> None:
        text = versions_text(found) if number is None else version_text(found, number)
        desk.lab.answered.emit(text)

    desk.lab.ask_versions(tell)
    return ""


def bring_back(desk: Desk, words: list[str]) -> str:
    """Bring an earlier version of the heuristic back by its number; a message says that it is."""
    number = _version_number(words)

    def use(found: "LabVersions") -> None:
        try:
            desk.lab.bring_back(found, number)
        except KalahloaError as error:
            desk.lab.message.emit(in_words(error))

    desk.lab.ask_versions(use)
    return ""


def _version_number(words: list[str]) -> int:
    text = words[0] if len(words) == 1 else ""
    if not text.isascii() or not text.isdecimal() or len(text) > MAX_NUMBER_TEXT:
        raise BadCommand(translate("Commands", "Write the number of a version."))
    return int(text)


def import_heuristic(desk: Desk, words: list[str]) -> str:
    """Take a heuristic from a file."""
    desk.lab.import_file(_path(words))
    return translate("Commands", "The file is being read.")


def export_heuristic(desk: Desk, words: list[str]) -> str:
    """Write the heuristic to a file."""
    desk.lab.export(_path(words))
    return translate("Commands", "The file is being written.")


def _path(words: list[str]) -> Path:
    if not words:
        raise BadCommand(translate("Commands", "Write the name of a file."))
    try:
        return Path(" ".join(words)).expanduser()
    except RuntimeError as error:
        raise BadCommand(translate("Commands", "There is no home folder.")) from error
