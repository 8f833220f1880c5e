"""Announcements for screen readers that take none from programs: Orca before version 45.

These readers speak notifications that appear in a status bar; newer ones would say everything
twice.  The registry of AT-SPI tells whether anybody listens to announcements.
"""

from itertools import cycle
from typing import Any

from PySide6.QtCore import SLOT, QObject, Slot
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

_CONNECTION = "a11y"
"""Qt's name of its connection with the bus of accessibility."""
_REGISTRY, _PATH = "org.a11y.atspi.Registry", "/org/a11y/atspi/registry"
_LISTENS = '"Object:Announcement:'
"""How the events for which a reader has registered are written, where these are among them."""
_KEPT = 8
"""So many sentences are kept: readers ask for the words only after they have heard of them."""

_registry: "_Registry | None" = None


def notify(widget: QWidget, sentence: str) -> None:
    """Have *sentence* spoken on behalf of *widget*'s window unless announcements are spoken."""
    global _registry
    if _registry is None or not isValid(_registry):
        bus = QDBusConnection(_CONNECTION)
        if not bus.isConnected():
            return
        _registry = _Registry(bus)
    _registry.notify(widget.window(), sentence)


class _Registry(QObject):
    """Knows whether any screen reader listens to announcements."""

    def __init__(self, bus: QDBusConnection) -> None:
        super().__init__(QApplication.instance())
        self._bus = bus
        self._is_needed: bool | None = None
        self._waiting: list[tuple[QWidget, str]] = []
        ask: Any = SLOT("ask()")  # which PySide declares as bytes, and refuses as such
        for signal in ("EventListenerRegistered", "EventListenerDeregistered"):
            bus.connect(_REGISTRY, _PATH, _REGISTRY, signal, self, ask)
        self.ask()

    @Slot()
    def ask(self) -> None:
        """Ask the registry, without waiting for it."""
        question = QDBusMessage.createMethodCall(_REGISTRY, _PATH, _REGISTRY, "GetRegisteredEvents")
        reply = QDBusPendingCallWatcher(self._bus.asyncCall(question), self)
        reply.finished.connect(self._answered)

    @Slot(QDBusPendingCallWatcher)
    def _answered(self, reply: QDBusPendingCallWatcher) -> None:
        reply.deleteLater()
        # PySide has no way to read an array of structures, but Qt writes it.
        self._is_needed = not reply.isError() and _LISTENS not in repr(reply.reply())
        waiting, self._waiting = self._waiting, []
        for window, sentence in waiting:
            if isValid(window):
                self.notify(window, sentence)

    def notify(self, window: QWidget, sentence: str) -> None:
        """Have *sentence* spoken in *window* where that is needed, as soon as this is known."""
        if self._is_needed is None:
            self._waiting.append((window, sentence))
        elif self._is_needed:
            found = window.findChildren(_Notifications)
            (found[0] if found else _Notifications(window)).show_next(sentence)


class _Notifications(QWidget):
    """A status bar for screen readers only: it is never seen."""

    accessible_role = QAccessible.Role.StatusBar

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._places = cycle([_Notification(self) for _ in range(_KEPT)])

    def show_next(self, sentence: str) -> None:
        """Have readers hear that a notification with *sentence* has appeared."""
        notification = next(self._places)
        notification.setAccessibleName(sentence)
        event = QAccessibleEvent(notification, QAccessible.Event.ObjectShow)
        QAccessible.updateAccessibility(event)


class _Notification(QWidget):
    accessible_role = QAccessible.Role.Notification
