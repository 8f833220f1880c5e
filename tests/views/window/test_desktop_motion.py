"""Less motion where the desktop asks for it, unless the user has chosen a speed."""

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from shutil import which

import pytest
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusVariant, QDBusVirtualObject

from kalahloa.controllers.saving.preferences import SYSTEM_SPEED
from kalahloa.views.boards.board_preferences import BOARDS
from kalahloa.views.window.desktop_motion import DesktopMotion

PATH, SETTINGS = "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings"
GNOME = "org.gnome.desktop.interface", "enable-animations"
FREEDESKTOP = "org.freedesktop.appearance", "reduced-motion"


class Portal(QDBusVirtualObject):
    """A desktop portal with some settings, as xdg-desktop-portal answers."""

    def __init__(self, bus: QDBusConnection) -> None:
        super().__init__()
        self.values: dict[tuple[str, str], object] = {}
        self._bus = bus
        assert bus.registerVirtualObject(PATH, self)
        assert bus.registerService("org.freedesktop.portal.Desktop")

    def introspect(self, path: str) -> str:
        return ""

    def handleMessage(self, message: QDBusMessage, connection: QDBusConnection) -> bool:
        name = tuple(message.arguments())
        if message.member() == "ReadOne" and name in self.values:
            reply = message.createReply()
            reply.setArguments([QDBusVariant(self.values[name])])
        else:
            reply = message.createErrorReply("org.freedesktop.portal.Error.NotFound", "none")
        return connection.send(reply)

    def change(self, name: tuple[str, str], value: object) -> None:
        self.values[name] = value
        signal = QDBusMessage.createSignal(PATH, SETTINGS, "SettingChanged")
        signal.setArguments([*name, QDBusVariant(value)])
        self._bus.send(signal)


@pytest.fixture
def buses(qapp) -> Iterator[tuple[QDBusConnection, QDBusConnection]]:
    """Return a connection for the portal and one for the program to a bus of their own."""
    if which("dbus-daemon") is None:
        pytest.skip("there is no dbus-daemon")
    command = ["dbus-daemon", "--session", "--print-address", "--nofork"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as daemon:
        assert daemon.stdout is not None
        address = daemon.stdout.readline().strip()
        yield tuple(QDBusConnection.connectToBus(address, name) for name in ("portal", "program"))
        for name in ("portal", "program"):
            QDBusConnection.disconnectFromBus(name)
        daemon.terminate()


@pytest.mark.parametrize(
    ("name", "asking", "other"), [(GNOME, False, True), (FREEDESKTOP, 1, 0)], ids=str
)
def test_a_setting_of_the_desktop_is_read_and_followed(buses, qtbot, name, asking, other):
    portal = Portal(buses[0])
    portal.values[name] = asking
    motion = DesktopMotion()

    motion.follow_on(buses[1])
    qtbot.waitUntil(lambda: motion.is_reduced)

    with qtbot.waitSignal(motion.changed):
        portal.change(name, other)
    assert not motion.is_reduced


def test_a_desktop_without_a_portal_asks_for_nothing(buses):
    motion = DesktopMotion()

    motion.follow_on(buses[1])
    motion.follow_on(QDBusConnection("none"))

    assert not motion.is_reduced


def test_nothing_moves_under_reduced_motion_unless_a_speed_is_chosen(open_window, buses, qtbot):
    hands = open_window("kalah")
    portal = Portal(buses[0])
    motion = hands.window.findChild(DesktopMotion)
    motion.follow_on(buses[1])
    follows = replace(hands.window.preferences, speed=SYSTEM_SPEED)
    hands.window.set_preferences(follows)
    assert (hands.board.speed, BOARDS.moving) == (1.0, True)

    portal.change(GNOME, False)

    qtbot.waitUntil(lambda: hands.board.speed == 0.0)
    assert not BOARDS.moving
    hands.window.set_preferences(replace(follows, speed=2.0))
    assert (hands.board.speed, BOARDS.moving) == (2.0, True)
    hands.window.set_preferences(follows)
    assert (hands.board.speed, BOARDS.moving) == (0.0, False)
