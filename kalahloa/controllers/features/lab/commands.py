"""The commands of the heuristic lab."""

from pathlib import Path
from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, in_words, translate
from kalahloa.controllers.commands.command import CommandTable, translated
from kalahloa.controllers.commands.conditions import GAME_OVER
from kalahloa.controllers.commands.orders import named_moves
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.lab.lab import Lab
from kalahloa.controllers.features.lab.state import NO_LAB, LabState, Opened
from kalahloa.controllers.features.lab.words import code_text, features_text, report_text
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.errors import BadCommand, IllegalMove, KalahloaError
from kalahloa.models.text.quotation import quote

with lazy_imports():
    from kalahloa.controllers.features.lab import version_words

if TYPE_CHECKING:
    from kalahloa.controllers.features.lab.reports import LabVersions

MAX_NUMBER_TEXT = 30
MAX_INSERTED = 200
_NAME = "heuristic"
"""What a new one is called."""
_NO_HEURISTIC = QT_TRANSLATE_NOOP(
    "Commands", "No heuristic is open; create one, or start from an example."
)
_MUST_ASK = QT_TRANSLATE_NOOP(
    "Commands", "This code comes from elsewhere: read it, then choose Trust and run."
)
_NO_EXAMPLES = QT_TRANSLATE_NOOP("Commands", "The examples are still loading.")
_NO_REPORT = QT_TRANSLATE_NOOP("Commands", "No heuristic has run here yet.")


def _lab(place: Place) -> LabState:
    return place.get(LabState) or NO_LAB


def _heuristic(place: Place) -> Opened | None:
    return _lab(place).heuristic


def _has_lab(place: Place) -> bool:
    return not _lab(place).problem


def _why_no_lab(place: Place) -> str:
    return in_words(_lab(place).problem)


def _has_heuristic(place: Place) -> bool:
    return _heuristic(place) is not None


def _why_no_heuristic(place: Place) -> str:
    return in_words(_lab(place).problem) or translated(_NO_HEURISTIC)


def _may_run(place: Place) -> bool:
    heuristic = _heuristic(place)
    return heuristic is not None and not heuristic.must_ask


def _can_run(place: Place) -> bool:
    return _may_run(place) and place.outcome is None


def _why_not_run(place: Place) -> str:
    if not _has_heuristic(place):
        return _why_no_heuristic(place)
    return translated(GAME_OVER if place.outcome is not None else _MUST_ASK)


def _why_not_keep(place: Place) -> str:
    return translated(_MUST_ASK) if _has_heuristic(place) else _why_no_heuristic(place)


def _why_not_measure(place: Place) -> str:
    if _lab(place).speed.running:
        return translate("Commands", "Measuring the speed…")
    if _may_run(place):
        return translated(GAME_OVER)
    return _why_not_keep(place)


def _must_ask(place: Place) -> bool:
    heuristic = _heuristic(place)
    return heuristic is not None and heuristic.must_ask


def _is_outdated(place: Place) -> bool:
    heuristic = _heuristic(place)
    return heuristic is not None and heuristic.is_outdated


LAB_COMMANDS = CommandTable()
"""The commands of the lab, in the order of the menu."""


@LAB_COMMANDS.declare(
    key="lab",
    title=QT_TRANSLATE_NOOP("Commands", "&Edit heuristics"),
    tip=QT_TRANSLATE_NOOP("Commands", "Edit the code of your heuristics in the lab"),
    words=QT_TRANSLATE_NOOP("Commands", "code, python, program, heuristics"),
    menu="lab",
    typed="lab",
)
def show_lab(app: AppContext, words: list[str]) -> str:
    """Show the lab, where there is a window."""
    if "lab" not in app.window_actions:
        raise BadCommand(translate("Commands", "This needs the graphical window."))
    app.window_actions["lab"]()
    return ""


# -- running ---------------------------------------------------------------------------------------


@LAB_COMMANDS.declare(
    key="run-heuristic",
    title=QT_TRANSLATE_NOOP("Commands", "&Run the heuristic"),
    tip=QT_TRANSLATE_NOOP("Commands", "Evaluate this position with your heuristic"),
    words=QT_TRANSLATE_NOOP("Commands", "evaluate position, test heuristic, execute"),
    menu="lab",
    group=1,
    possible=_can_run,
    otherwise=_why_not_run,
    reveals=True,
    typed="evaluate",
    arguments="[MOVE]",
    following=named_moves,
)
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
    return translate("Commands", "Running the heuristic.")


@LAB_COMMANDS.declare(
    key="measure-speed",
    title=QT_TRANSLATE_NOOP("Commands", "Measure the &speed"),
    tip=QT_TRANSLATE_NOOP("Commands", "Measure the engine's speed with the heuristic"),
    words=QT_TRANSLATE_NOOP("Commands", "performance, how fast, nodes per second"),
    menu="lab",
    group=1,
    possible=lambda place: (
        _may_run(place) and place.outcome is None and not _lab(place).speed.running
    ),
    otherwise=_why_not_measure,
    typed="speed",
)
def measure_speed(app: AppContext, words: list[str]) -> str:
    """Measure how fast the engine is with the heuristic; an answer tells it later."""
    app[Lab].measure(answer=True)
    return translate("Commands", "Measuring the speed…")


@LAB_COMMANDS.declare(
    key="stop-measuring",
    tip=QT_TRANSLATE_NOOP("Commands", "Stop measuring the speed"),
    possible=lambda place: _lab(place).speed.running,
    otherwise=QT_TRANSLATE_NOOP("Commands", "No measurement is running."),
    typed="stopspeed",
)
def stop_measuring(app: AppContext, words: list[str]) -> str:
    """Stop measuring the speed."""
    app[Lab].timing.stop()
    return translate("Commands", "Stopped measuring the speed.")


@LAB_COMMANDS.declare(
    key="choose-move",
    tip=QT_TRANSLATE_NOOP("Commands", "Show how a move changes your heuristic's value"),
    possible=lambda place: _lab(place).report is not None,
    otherwise=_NO_REPORT,
    arguments="MOVE",
)
def choose_move(app: AppContext, words: list[str]) -> str:
    """Look at what a move changes."""
    app[Lab].choose(_move(app, words))
    return ""


def _move(app: AppContext, words: list[str]) -> int:
    try:
        return app.document.place.position.read_move(" ".join(words))
    except IllegalMove as error:
        raise BadCommand(in_words(error)) from error


# -- files -----------------------------------------------------------------------------------------


@LAB_COMMANDS.declare(
    key="keep-heuristic",
    title=QT_TRANSLATE_NOOP("Commands", "S&ave the heuristic"),
    tip=QT_TRANSLATE_NOOP("Commands", "Save the heuristic, so that it can play"),
    words=QT_TRANSLATE_NOOP("Commands", "save heuristic, store heuristic, save code"),
    menu="lab",
    group=1,
    possible=_may_run,
    otherwise=_why_not_keep,
    typed="saveheuristic",
    typed_aliases=("keepheuristic",),
)
def keep_heuristic(app: AppContext, words: list[str]) -> str:
    """Write the heuristic to its file; a message says when it is there."""
    app[Lab].keep()
    return translate("Commands", "Saving the heuristic.")


@LAB_COMMANDS.declare(
    key="agree-heuristic",
    title=QT_TRANSLATE_NOOP("Commands", "&Trust and run"),
    tip=QT_TRANSLATE_NOOP("Commands", "Allow a heuristic from elsewhere to run"),
    words=QT_TRANSLATE_NOOP("Commands", "trust, allow, permit"),
    menu="lab",
    group=1,
    possible=_must_ask,
    otherwise=QT_TRANSLATE_NOOP("Commands", "This heuristic may already run."),
    typed="trust",
    typed_aliases=("agree",),
)
def agree(app: AppContext, words: list[str]) -> str:
    """Let the heuristic run that comes from elsewhere."""
    app[Lab].agree()
    return translate("Commands", "It may run now, until it changes.")


@LAB_COMMANDS.declare(
    key="take-outside",
    tip=QT_TRANSLATE_NOOP("Commands", "Load the version saved by another program"),
    possible=_is_outdated,
    otherwise=QT_TRANSLATE_NOOP("Commands", "No other program has changed this heuristic."),
    typed="loadfile",
    typed_aliases=("takefile",),
)
def take_outside(app: AppContext, words: list[str]) -> str:
    """Take what another program has written."""
    app[Lab].accept_outside()
    return translate("Commands", "Loaded the text of the file.")


@LAB_COMMANDS.declare(
    key="keep-mine",
    tip=QT_TRANSLATE_NOOP("Commands", "Keep your own version of the heuristic"),
    possible=_is_outdated,
    otherwise=QT_TRANSLATE_NOOP("Commands", "No other program has changed this heuristic."),
    typed="keepmine",
)
def keep_mine(app: AppContext, words: list[str]) -> str:
    """Leave the text as it was typed."""
    app[Lab].keep_mine()
    return translate("Commands", "Your text stays; save it to replace the file.")


@LAB_COMMANDS.declare(
    key="set-weight",
    tip=QT_TRANSLATE_NOOP("Commands", "Change a weight of the heuristic"),
    possible=_has_heuristic,
    otherwise=_why_no_heuristic,
    typed="weight",
    arguments="NAME NUMBER",
)
def set_weight(app: AppContext, words: list[str]) -> str:
    """Write another number for a weight into the code."""
    try:
        name, text = words
        number = float(text) if len(text) <= MAX_NUMBER_TEXT else float("nan")
    except ValueError as error:
        raise BadCommand(
            translate("Commands", "Type weight, the name of a weight, and a number.")
        ) from error
    app[Lab].set_weights({name.upper(): number})
    done = translate("Commands", "{name} is now {number}.")
    return fill(done, name=quote(name.upper()), number=f"{number:g}")


@LAB_COMMANDS.declare(
    key="insert-code",
    tip=QT_TRANSLATE_NOOP("Commands", "Insert text at the cursor in the code"),
    possible=_has_heuristic,
    otherwise=_why_no_heuristic,
    arguments="TEXT",
)
def insert_code(app: AppContext, words: list[str]) -> str:
    """Insert a text at the cursor in the code."""
    app[Lab].insert(" ".join(words)[:MAX_INSERTED])
    return ""


@LAB_COMMANDS.declare(
    key="export-heuristic",
    title=QT_TRANSLATE_NOOP("Commands", "E&xport the heuristic…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Save the heuristic to a file of your choice"),
    words=QT_TRANSLATE_NOOP("Commands", "share heuristic, send heuristic, python file"),
    menu="lab",
    group=2,
    possible=_has_heuristic,
    otherwise=_why_no_heuristic,
    typed="exportheuristic",
    arguments="FILE",
)
def export_heuristic(app: AppContext, words: list[str]) -> str:
    """Write the heuristic to a file."""
    app[Lab].export(_path(words))
    return translate("Commands", "Saving the file.")


def _path(words: list[str]) -> Path:
    if not words:
        raise BadCommand(translate("Commands", "Type the name of a file."))
    try:
        return Path(" ".join(words)).expanduser()
    except RuntimeError as error:
        raise BadCommand(translate("Commands", "You have no home folder.")) from error


@LAB_COMMANDS.declare(
    key="rename-heuristic",
    tip=QT_TRANSLATE_NOOP("Commands", "Give the heuristic another name"),
    possible=_has_heuristic,
    otherwise=_why_no_heuristic,
    typed="renameheuristic",
    arguments="NAME",
)
def rename_heuristic(app: AppContext, words: list[str]) -> str:
    """Give the heuristic another name."""
    app[Lab].rename(" ".join(words))
    sentence = translate("Commands", "Renamed to {name}.")
    return fill(sentence, name=quote(" ".join(words)))


@LAB_COMMANDS.declare(
    key="delete-heuristic",
    title=QT_TRANSLATE_NOOP("Commands", "&Delete the heuristic"),
    tip=QT_TRANSLATE_NOOP("Commands", "Put the heuristic into the trash"),
    words=QT_TRANSLATE_NOOP("Commands", "remove heuristic, throw away, discard heuristic"),
    menu="lab",
    group=2,
    possible=_has_heuristic,
    otherwise=_why_no_heuristic,
    typed="deleteheuristic",
)
def delete_heuristic(app: AppContext, words: list[str]) -> str:
    """Put the heuristic into the trash; a message says when it is there."""
    app[Lab].remove()
    return ""


@LAB_COMMANDS.declare(
    key="restore-heuristic",
    title=QT_TRANSLATE_NOOP("Commands", "Rest&ore"),
    tip=QT_TRANSLATE_NOOP("Commands", "Restore the last heuristic you deleted"),
    words=QT_TRANSLATE_NOOP("Commands", "undelete, recover heuristic, heuristic from the trash"),
    menu="lab",
    group=2,
    possible=lambda place: _lab(place).can_restore,
    otherwise=QT_TRANSLATE_NOOP("Commands", "You have deleted no heuristic."),
    typed="restoreheuristic",
)
def restore_heuristic(app: AppContext, words: list[str]) -> str:
    """Bring the heuristic back that was deleted last."""
    app[Lab].restore()
    return ""


@LAB_COMMANDS.declare(
    key="versions",
    title=QT_TRANSLATE_NOOP("Commands", "&Versions of the heuristic…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show earlier versions of the heuristic"),
    words=QT_TRANSLATE_NOOP("Commands", "history, earlier code, old versions"),
    menu="lab",
    group=2,
    possible=_has_heuristic,
    otherwise=_why_no_heuristic,
    typed="versions",
    arguments="[NUMBER]",
)
def list_versions(app: AppContext, words: list[str]) -> str:
    """List the heuristic's earlier versions, or tell what was changed since one of them."""
    number = _version_number(words) if words else None

    def tell(found: "LabVersions") -> None:
        text = (
            version_words.versions_text(found)
            if number is None
            else version_words.version_text(found, number)
        )
        app[Lab].answered.emit(text)

    app[Lab].ask_versions(tell)
    return ""


@LAB_COMMANDS.declare(
    key="bring-back",
    tip=QT_TRANSLATE_NOOP("Commands", "Restore an earlier version of the heuristic"),
    possible=_has_heuristic,
    otherwise=_why_no_heuristic,
    typed="restoreversion",
    typed_aliases=("bringback",),
    arguments="NUMBER",
)
def bring_back_version(app: AppContext, words: list[str]) -> str:
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
        raise BadCommand(translate("Commands", "Type the number of a version."))
    return int(text)


# -- code ------------------------------------------------------------------------------------------


@LAB_COMMANDS.declare(
    key="open-heuristic",
    tip=QT_TRANSLATE_NOOP("Commands", "Show a heuristic's code; without a name, list them"),
    possible=_has_lab,
    otherwise=_why_no_lab,
    typed="heuristic",
    arguments="[NAME]",
    following=lambda app: _lab(app.document.place).names,
)
def open_heuristic(app: AppContext, words: list[str]) -> str:
    """Show the code of a heuristic, which is edited from then on; or list all that there are."""
    if words:
        app[Lab].open(" ".join(words))
    else:
        app[Lab].prepare()
    state = app[Lab].state
    text = app[Lab].text(state.current)
    return code_text(state, text if words else "")


@LAB_COMMANDS.declare(
    key="features",
    tip=QT_TRANSLATE_NOOP("Commands", "List the features a heuristic can use"),
    possible=_has_lab,
    otherwise=_why_no_lab,
    typed="features",
)
def list_features(app: AppContext, words: list[str]) -> str:
    """List the features of the game."""
    return features_text(app.document.game)


@LAB_COMMANDS.declare(
    key="start-from",
    tip=QT_TRANSLATE_NOOP("Commands", "Create a heuristic from an example"),
    possible=lambda place: bool(_lab(place).examples),
    otherwise=_NO_EXAMPLES,
    typed="startfrom",
    arguments="EXAMPLE",
    following=lambda app: _lab(app.document.place).examples,
)
def start_from(app: AppContext, words: list[str]) -> str:
    """Begin a heuristic with the code of an example."""
    return _begun(app[Lab].start_from(" ".join(words)))


def _begun(name: str) -> str:
    return fill(translate("Commands", "Created {name}."), name=quote(name))


@LAB_COMMANDS.declare(
    key="import-heuristic",
    title=QT_TRANSLATE_NOOP("Commands", "&Import a heuristic…"),
    tip=QT_TRANSLATE_NOOP("Commands", "Import a heuristic from a Python file"),
    words=QT_TRANSLATE_NOOP("Commands", "load heuristic, add heuristic, read python"),
    menu="lab",
    group=3,
    possible=_has_lab,
    otherwise=_why_no_lab,
    typed="importheuristic",
    arguments="FILE",
)
def import_heuristic(app: AppContext, words: list[str]) -> str:
    """Take a heuristic from a file."""
    app[Lab].import_file(_path(words))
    return translate("Commands", "Reading the file.")


@LAB_COMMANDS.declare(
    key="new-heuristic",
    title=QT_TRANSLATE_NOOP("Commands", "&New heuristic"),
    tip=QT_TRANSLATE_NOOP("Commands", "Create a heuristic for this game"),
    words=QT_TRANSLATE_NOOP("Commands", "create heuristic, write heuristic, my own engine"),
    menu="lab",
    group=3,
    possible=_has_lab,
    otherwise=_why_no_lab,
    typed="newheuristic",
    arguments="[NAME]",
)
def new_heuristic(app: AppContext, words: list[str]) -> str:
    """Begin a heuristic, called as typed."""
    return _begun(app[Lab].new(" ".join(words) or _NAME))
