"""Where everything stands in a window, once it has come to rest."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from kalahloa.views.window.card import PanelCard
from tests.views.conftest import Hands

LOOKS, PAUSE_MS = 5, 4
"""Panels have come to rest that are found in the same places so often, in as many pauses."""


def settle(hands: Hands, size: tuple[int, int] | None = None) -> None:
    """Give the window *size*, and wait until the panels have shown all and stay where they are."""
    if size is not None:
        hands.window.resize(*size)
    seen: list[object] = []
    while len(seen) < LOOKS or not hands.window.panel_host.is_settled:
        QTest.qWait(PAUSE_MS)
        now = places(hands)
        seen = [*seen, now] if not seen or seen[-1] == now else [now]


def in_window(hands: Hands, part: QWidget) -> QRect:
    return QRect(part.mapTo(hands.window, QPoint()), part.size())


def places(hands: Hands) -> dict[str, QRect]:
    """Return where in the window each panel that is seen is."""
    rooms, areas = hands.window.rooms, hands.window.panel_host.areas
    return {
        key: in_window(hands, areas[key])
        for key in sorted(rooms.children_shown())
        if not rooms.is_detached(key)
    }


def board_rect(hands: Hands) -> QRect:
    return in_window(hands, hands.window.stack)


def tabs_of(hands: Hands, key: str) -> tuple[PanelCard, int]:
    """Return the card that has a tab for *key*, and the tab's number."""
    cards = [card for card in hands.window.rooms.findChildren(PanelCard) if card.isVisible()]
    card = next(card for card in cards if key in card.keys)
    return card, card.keys.index(key)


def click_tab(hands: Hands, key: str) -> None:
    card, number = tabs_of(hands, key)
    QTest.mouseClick(card.tabs, Qt.MouseButton.LeftButton, pos=card.tabs.tabRect(number).center())
