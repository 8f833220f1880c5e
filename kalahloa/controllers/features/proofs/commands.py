"""The commands by which forced wins are proven, and their trees walked."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.commands.conditions import GAME_OVER
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.proofs.state import ProofState
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.features.proofs import actions as act

_NO_TREE = QT_TRANSLATE_NOOP("Commands", "No win is proven here; Shift+F9 searches for one.")


def _is_running(place: Place) -> bool:
    return place.get(ProofState) is not None and place[ProofState].running


def _can_prove(place: Place) -> bool:
    return place.get(ProofState) is not None and (
        place.outcome is None or place[ProofState].running
    )


def _has_tree(place: Place) -> bool:
    return place.get(ProofState) is not None and place[ProofState].tree is not None


def _has_line(place: Place) -> bool:
    tree = None if place.get(ProofState) is None else place[ProofState].tree
    return tree is not None and bool(tree.verdict.line)


PROOF_COMMANDS: tuple[Command, ...] = (
    Command(
        key="prove",
        title=QT_TRANSLATE_NOOP("Commands", "Pro&ve a win"),
        tip=QT_TRANSLATE_NOOP("Commands", "Search for a win that nothing can prevent"),
        menu="analysis",
        group=4,
        shortcuts=("Shift+F9",),
        possible=_can_prove,
        otherwise=GAME_OVER,
        reveals=True,
        checked=_is_running,
        run=act.prove,
        typed="prove",
        arguments="[SIDE] [by N] [SECONDS]",
    ),
    Command(
        key="keep-proof",
        title=QT_TRANSLATE_NOOP("Commands", "Write &the win into the game"),
        tip=QT_TRANSLATE_NOOP("Commands", "Add the main line of the proven win as a variation"),
        menu="analysis",
        group=4,
        possible=_has_line,
        otherwise=_NO_TREE,
        reveals=True,
        run=act.keep_proof,
        typed="keepproof",
    ),
    Command(
        key="copy-proof",
        tip=QT_TRANSLATE_NOOP("Commands", "Copy the main line of the proven win"),
        possible=_has_line,
        otherwise=_NO_TREE,
        reveals=True,
        run=act.copy_proof,
        typed="copyproof",
    ),
    Command(
        key="proof",
        tip=QT_TRANSLATE_NOOP("Commands", "List the proof's move, or every answer to it"),
        possible=_has_tree,
        otherwise=_NO_TREE,
        reveals=True,
        run=act.list_proof,
        typed="proof",
        arguments="[MOVES]",
    ),
)
"""The commands of proving, in the order of the menu."""
