"""Less motion and more contrast where the desktop asks for it, unless the user has chosen."""

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from shutil import which

import pytest
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusVariant, QDBusVirtualObject

from kalahloa.controllers.saving.preferences import SYSTEM_SPEED
from kalahloa.views.boards.board_preferences import BOARDS
from kalahloa.views.look.theme import DARK
from kalahloa.views.window.desktop_portal import DesktopPortal

PATH, SETTINGS = "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings"
GNOME = "org.gnome.desktop.interface", "enable-animations"
FREEDESKTOP = "org.freedesktop.appearance", "reduced-motion"
GNOME_CONTRAST = "org.gnome.desktop.a11y.interface", "high-contrast"
CONTRAST = "org.freedesktop.appearance", "contrast"
MOTION_KEY, CONTRAST_KEY = "asks_for_less_motion", "asks_for_contrast"


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
    ("name", "asking", "other", "key"),
    [
        (GNOME, False, True, MOTION_KEY),
        (FREEDESKTOP, 1, 0, MOTION_KEY),
        (GNOME_CONTRAST, True, False, CONTRAST_KEY),
        (CONTRAST, 1, 0, CONTRAST_KEY),
    ],
    ids=str,
)
def test_a_setting_of_the_desktop_is_read_and_followed(buses, qtbot, name, asking, other, key):
    portal = Portal(buses[0])
    portal.values[name] = asking
    desktop = DesktopPortal()

    desktop.follow_on(buses[1])
    qtbot.waitUntil(lambda: getattr(desktop, key))
    assert [desktop.asks_for_less_motion, desktop.asks_for_contrast].count(True) == 1

    with qtbot.waitSignal(desktop.changed):
        portal.change(name, other)
    assert not getattr(desktop, key)


def test_a_desktop_without_a_portal_asks_for_nothing(buses):
    desktop = DesktopPortal()

    desktop.follow_on(buses[1])
    desktop.follow_on(QDBusConnection("none"))

    assert not desktop.asks_for_less_motion
    assert not desktop.asks_for_contrast


def test_nothing_moves_under_reduced_motion_unless_a_speed_is_chosen(open_window, buses, qtbot):
    hands = open_window("kalah")
    portal = Portal(buses[0])
    hands.window.findChild(DesktopPortal).follow_on(buses[1])
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


def test_the_window_takes_a_theme_of_high_contrast_unless_another_is_chosen(
    open_window, buses, qtbot
):
    hands = open_window("loa")
    portal = Portal(buses[0])
    hands.window.findChild(DesktopPortal).follow_on(buses[1])
    follows = replace(hands.window.preferences, scheme="system")
    hands.window.set_preferences(follows)
    assert not hands.board.theme.high_contrast

    portal.change(CONTRAST, 1)

    qtbot.waitUntil(lambda: hands.board.theme.high_contrast)
    hands.window.set_preferences(replace(follows, scheme="dark"))
    assert hands.board.theme is DARK
