"""What tests of the card of exercises look at and click on."""

from PySide6.QtWidgets import QLabel, QPushButton

from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.panels.training import TrainingPanel
from tests.views.conftest import Hands


def panel(hands: Hands) -> TrainingPanel:
    """Return the card of exercises."""
    found = hands.window.panel_host.panel("training")
    assert isinstance(found, TrainingPanel)
    return found


def headline(hands: Hands) -> tuple[str, str]:
    """Return the two lines above the board."""
    return hands.window.graphical.headline.said


def facts(hands: Hands) -> list[str]:
    """Return the facts on the card, names and values in turn."""
    labels = panel(hands)._facts.findChildren(QLabel)
    return [label.text() for label in labels if label.isVisible()]


def link(hands: Hands, text: str) -> QPushButton | None:
    """Return the button below the card with this *text*, if it is visible."""
    buttons = panel(hands)._links.findChildren(QPushButton)
    return next((one for one in buttons if one.text() == text and one.isVisible()), None)


def choice(hands: Hands, name: str) -> DropDown:
    """Return the choice called *name*."""
    return next(box for one, box in panel(hands)._boxes if one.name == name)


def rows(hands: Hands) -> list[tuple[str, ...]]:
    """Return the rows of results."""
    shown = panel(hands)
    return list(shown.model.rows) if shown.table.isVisible() else []
