"""The command that shows what the other side threatens."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.commands.conditions import GAME_OVER
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.analysis.threat_state import Threat, ThreatSearch
from kalahloa.controllers.features.analysis.threats import Threats


def _can_be_asked(place: Place) -> bool:
    waits = place.thinking or (place.get(ThreatSearch) is not None)
    return place.outcome is None and not waits


def _why_not(place: Place) -> str:
    if place.outcome is not None:
        return translate("Commands", GAME_OVER)
    if place.get(ThreatSearch) is not None:
        return translate("Commands", "Still looking for the threat.")
    return translate("Commands", "Wait until the search has ended.")


THREAT_COMMANDS = CommandTable()


@THREAT_COMMANDS.declare(
    key="threat",
    after="second-player",
    title=QT_TRANSLATE_NOOP("Commands", "Show threa&t"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show what your opponent would play now"),
    words=QT_TRANSLATE_NOOP("Commands", "danger, what is threatened, attack"),
    menu="train",
    shortcuts=("Ctrl+Shift+H",),
    possible=_can_be_asked,
    otherwise=_why_not,
    reveals=True,
    checked=lambda place: place.get(Threat) is not None,
    typed="threat",
)
def show_threat(app: AppContext, words: list[str]) -> str:
    """Look for what the other side would do, or show it no longer."""
    if app.document.place.get(Threat) is not None:
        app[Threats].hide()
        return translate("Commands", "Threat hidden.")
    return app[Threats].ask()
