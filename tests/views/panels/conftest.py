"""Panels in a window are told of each change at once."""

import pytest

from kalahloa.controllers.core.place import Change
from kalahloa.views.window.docks import Docks


@pytest.fixture(autouse=True)
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have panels told in the turn of the change: here it matters what they show, and not when.

    When they are told is the matter of the tests of the docks.
    """
    show_change = Docks.show_change

    def show_at_once(docks: Docks, change: Change) -> None:
        show_change(docks, change)
        docks.settle()

    monkeypatch.setattr(Docks, "show_change", show_at_once)
