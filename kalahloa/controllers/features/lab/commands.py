"""The commands of the heuristic lab."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, in_words
from kalahloa.controllers.commands.command import Command, translated
from kalahloa.controllers.commands.conditions import GAME_OVER
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.lab.state import NO_LAB, LabState, Opened
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.features.lab import actions as act

_NO_HEURISTIC = QT_TRANSLATE_NOOP(
    "Commands", "No heuristic is open; begin one, or take an example."
)
_MUST_ASK = QT_TRANSLATE_NOOP("Commands", "It comes from elsewhere: read it, and agree first.")
_NO_EXAMPLES = QT_TRANSLATE_NOOP("Commands", "The examples are not there yet.")
_NO_REPORT = QT_TRANSLATE_NOOP("Commands", "No heuristic was run here.")


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
    if _may_run(place):
        return translated(GAME_OVER)
    return _why_not_keep(place)


def _must_ask(place: Place) -> bool:
    heuristic = _heuristic(place)
    return heuristic is not None and heuristic.must_ask


def _is_outdated(place: Place) -> bool:
    heuristic = _heuristic(place)
    return heuristic is not None and heuristic.is_outdated


LAB_COMMANDS: tuple[Command, ...] = (
    Command(
        key="lab",
        title=QT_TRANSLATE_NOOP("Commands", "&Edit heuristics"),
        tip=QT_TRANSLATE_NOOP("Commands", "Go to the code of your heuristics in the lab"),
        menu="lab",
        run=act.show_lab,
        typed="lab",
    ),
    Command(
        key="run-heuristic",
        title=QT_TRANSLATE_NOOP("Commands", "&Run the heuristic"),
        tip=QT_TRANSLATE_NOOP("Commands", "Say what the heuristic makes of this position"),
        menu="lab",
        group=1,
        possible=_can_run,
        otherwise=_why_not_run,
        reveals=True,
        run=act.run_heuristic,
        typed="evaluate",
        arguments="[MOVE]",
    ),
    Command(
        key="measure-speed",
        title=QT_TRANSLATE_NOOP("Commands", "Measure the &speed"),
        tip=QT_TRANSLATE_NOOP("Commands", "Say how fast the engine is with the heuristic"),
        menu="lab",
        group=1,
        possible=lambda place: _may_run(place) and place.outcome is None,
        otherwise=_why_not_measure,
        run=act.measure_speed,
        typed="speed",
    ),
    Command(
        key="stop-measuring",
        tip=QT_TRANSLATE_NOOP("Commands", "Stop measuring the speed"),
        possible=lambda place: _lab(place).speed.running,
        otherwise=QT_TRANSLATE_NOOP("Commands", "No speed is being measured."),
        run=act.stop_measuring,
        typed="stopspeed",
    ),
    Command(
        key="choose-move",
        tip=QT_TRANSLATE_NOOP("Commands", "Look at what a move changes for the heuristic"),
        possible=lambda place: _lab(place).report is not None,
        otherwise=_NO_REPORT,
        run=act.choose_move,
        arguments="MOVE",
    ),
    Command(
        key="keep-heuristic",
        title=QT_TRANSLATE_NOOP("Commands", "&Keep the heuristic"),
        tip=QT_TRANSLATE_NOOP("Commands", "Write the heuristic to its file; it can play then"),
        menu="lab",
        group=1,
        possible=_may_run,
        otherwise=_why_not_keep,
        run=act.keep_heuristic,
        typed="keepheuristic",
    ),
    Command(
        key="agree-heuristic",
        title=QT_TRANSLATE_NOOP("Commands", "&Let it run"),
        tip=QT_TRANSLATE_NOOP("Commands", "Agree to run a heuristic that comes from elsewhere"),
        menu="lab",
        group=1,
        possible=_must_ask,
        otherwise=QT_TRANSLATE_NOOP("Commands", "There is nothing here to agree to."),
        run=act.agree,
        typed="agree",
    ),
    Command(
        key="take-outside",
        tip=QT_TRANSLATE_NOOP("Commands", "Take what another program wrote to the heuristic"),
        possible=_is_outdated,
        otherwise=QT_TRANSLATE_NOOP("Commands", "No other program has changed it."),
        run=act.take_outside,
        typed="takefile",
    ),
    Command(
        key="keep-mine",
        tip=QT_TRANSLATE_NOOP("Commands", "Leave the heuristic as you have typed it"),
        possible=_is_outdated,
        otherwise=QT_TRANSLATE_NOOP("Commands", "No other program has changed it."),
        run=act.keep_mine,
        typed="keepmine",
    ),
    Command(
        key="set-weight",
        tip=QT_TRANSLATE_NOOP("Commands", "Write another number for a weight"),
        possible=_has_heuristic,
        otherwise=_why_no_heuristic,
        run=act.set_weight,
        typed="weight",
        arguments="NAME NUMBER",
    ),
    Command(
        key="insert-code",
        tip=QT_TRANSLATE_NOOP("Commands", "Insert a text where the cursor is in the code"),
        possible=_has_heuristic,
        otherwise=_why_no_heuristic,
        run=act.insert_code,
        arguments="TEXT",
    ),
    Command(
        key="export-heuristic",
        title=QT_TRANSLATE_NOOP("Commands", "E&xport the heuristic…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Write the heuristic to a file of its own"),
        menu="lab",
        group=2,
        possible=_has_heuristic,
        otherwise=_why_no_heuristic,
        run=act.export_heuristic,
        typed="exportheuristic",
        arguments="FILE",
    ),
    Command(
        key="rename-heuristic",
        tip=QT_TRANSLATE_NOOP("Commands", "Give the heuristic another name"),
        possible=_has_heuristic,
        otherwise=_why_no_heuristic,
        run=act.rename_heuristic,
        typed="renameheuristic",
        arguments="NAME",
    ),
    Command(
        key="delete-heuristic",
        title=QT_TRANSLATE_NOOP("Commands", "&Delete the heuristic"),
        tip=QT_TRANSLATE_NOOP("Commands", "Put the heuristic into the trash"),
        menu="lab",
        group=2,
        possible=_has_heuristic,
        otherwise=_why_no_heuristic,
        run=act.delete_heuristic,
        typed="deleteheuristic",
    ),
    Command(
        key="restore-heuristic",
        title=QT_TRANSLATE_NOOP("Commands", "&Bring it back"),
        tip=QT_TRANSLATE_NOOP("Commands", "Bring the heuristic back that was deleted last"),
        menu="lab",
        group=2,
        possible=lambda place: _lab(place).can_restore,
        otherwise=QT_TRANSLATE_NOOP("Commands", "No heuristic was deleted."),
        run=act.restore_heuristic,
        typed="restoreheuristic",
    ),
    Command(
        key="versions",
        title=QT_TRANSLATE_NOOP("Commands", "&Versions of the heuristic…"),
        tip=QT_TRANSLATE_NOOP("Commands", "See earlier versions of the heuristic, or one"),
        menu="lab",
        group=2,
        possible=_has_heuristic,
        otherwise=_why_no_heuristic,
        run=act.list_versions,
        typed="versions",
        arguments="[NUMBER]",
    ),
    Command(
        key="bring-back",
        tip=QT_TRANSLATE_NOOP("Commands", "Bring back an earlier version of the heuristic"),
        possible=_has_heuristic,
        otherwise=_why_no_heuristic,
        run=act.bring_back,
        typed="bringback",
        arguments="NUMBER",
    ),
    Command(
        key="open-heuristic",
        tip=QT_TRANSLATE_NOOP("Commands", "Show a heuristic's code; without a name, list them"),
        possible=_has_lab,
        otherwise=_why_no_lab,
        run=act.open_heuristic,
        typed="heuristic",
        arguments="[NAME]",
    ),
    Command(
        key="features",
        tip=QT_TRANSLATE_NOOP("Commands", "List what a heuristic can ask of a position"),
        possible=_has_lab,
        otherwise=_why_no_lab,
        run=act.list_features,
        typed="features",
    ),
    Command(
        key="start-from",
        tip=QT_TRANSLATE_NOOP("Commands", "Begin a heuristic with the code of an example"),
        possible=lambda place: bool(_lab(place).examples),
        otherwise=_NO_EXAMPLES,
        run=act.start_from,
        typed="startfrom",
        arguments="EXAMPLE",
    ),
    Command(
        key="import-heuristic",
        title=QT_TRANSLATE_NOOP("Commands", "&Import a heuristic…"),
        tip=QT_TRANSLATE_NOOP("Commands", "Take a heuristic from a Python file"),
        menu="lab",
        group=3,
        possible=_has_lab,
        otherwise=_why_no_lab,
        run=act.import_heuristic,
        typed="importheuristic",
        arguments="FILE",
    ),
    Command(
        key="new-heuristic",
        title=QT_TRANSLATE_NOOP("Commands", "&New heuristic"),
        tip=QT_TRANSLATE_NOOP("Commands", "Begin a heuristic for this game"),
        menu="lab",
        group=3,
        possible=_has_lab,
        otherwise=_why_no_lab,
        run=act.new_heuristic,
        typed="newheuristic",
        arguments="[NAME]",
    ),
)
"""The commands of the lab, in the order of the menu."""
