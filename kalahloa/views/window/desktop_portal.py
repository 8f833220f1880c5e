"""What the desktop portal of Linux says and Qt does not: less motion, and often more contrast.

It is asked for ``org.freedesktop.portal.Settings``, version 2; nothing waits for its answer.
"""

import os
import sys
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import SLOT, QObject, Signal, Slot

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusConnection, QDBusVariant

_PORTAL = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
_SETTINGS = "org.freedesktop.portal.Settings"
_BUS = "DBUS_SESSION_BUS_ADDRESS"


class DesktopPortal(QObject):
    """Reads contrast and motion settings from the desktop portal; off until the portal answers."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._motion = (
            _PortalSetting("org.freedesktop.appearance", "reduced-motion", 1, self),
            _PortalSetting("org.gnome.desktop.interface", "enable-animations", False, self),
        )
        self._contrast = (
            _PortalSetting("org.freedesktop.appearance", "contrast", 1, self),
            _PortalSetting("org.gnome.desktop.a11y.interface", "high-contrast", True, self),
        )
        for one in (*self._motion, *self._contrast):
            one.changed.connect(self.changed)

    @property
    def asks_for_less_motion(self) -> bool:
        """Whether any setting asks for less motion."""
        return any(one.asks for one in self._motion)

    @property
    def asks_for_contrast(self) -> bool:
        """Whether any setting asks for more contrast."""
        return any(one.asks for one in self._contrast)

    @Slot()
    def follow(self) -> None:
        """Read the settings on the session bus, if there is one, and follow their changes."""
        # Without an address the library would start a bus, which takes long.
        if sys.platform.startswith("linux") and os.environ.get(_BUS):
            from PySide6.QtDBus import QDBusConnection

            self.follow_on(QDBusConnection.sessionBus())

    def follow_on(self, bus: "QDBusConnection") -> None:
        """Read the settings from the portal on *bus*, and follow their changes."""
        for one in (*self._motion, *self._contrast):
            one.follow(bus)


class _PortalSetting(QObject):
    """A setting of the portal, which is on if its value is *asking*."""

    changed = Signal()

    def __init__(self, group: str, key: str, asking: object, parent: QObject) -> None:
        super().__init__(parent)
        self._name = group, key
        self._asking = asking
        self.asks = False

    def follow(self, bus: "QDBusConnection") -> None:
        """Read the setting on *bus*, and follow its changes."""
        from PySide6.QtDBus import QDBusMessage

        slot: Any = SLOT("_on_changed(QString,QString,QDBusVariant)")
        bus.connect(*_PORTAL, _SETTINGS, "SettingChanged", self, slot)
        call = QDBusMessage.createMethodCall(*_PORTAL, _SETTINGS, "ReadOne")
        call.setArguments(list(self._name))
        slot = SLOT("_on_value(QDBusVariant)")
        bus.callWithCallback(call, self, slot)

    @Slot("QString", "QString", "QDBusVariant")
    def _on_changed(self, group: str, key: str, value: "QDBusVariant") -> None:
        if (group, key) == self._name:
            self._on_value(value)

    @Slot("QDBusVariant")
    def _on_value(self, value: "QDBusVariant") -> None:
        asks = value.variant() == self._asking
        if asks is not self.asks:
            self.asks = asks
            self.changed.emit()
