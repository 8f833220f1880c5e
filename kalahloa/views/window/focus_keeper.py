"""Keeps the keyboard focus on a visible widget."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication, QWidget

from kalahloa.controllers.base.timers import single_shot
from kalahloa.views.panels.panel import Panel


class FocusKeeper(QObject):
    """Gives the keyboard back where what had it is hidden or disabled.

    Qt gives it to whatever is next in the order of Tab then, also to what is behind another panel.
    """

    def __init__(self, window: QWidget, main_view: Callable[[], QWidget | None]) -> None:
        """Watch over *window*, where *main_view* is what has the keyboard if nothing else does."""
        super().__init__(window)
        self._window = window
        self._main_view = main_view
        self._panel: Panel | None = None
        self._later = single_shot(self, self.mend)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    @Slot(QWidget, QWidget)
    def _follow(self, old: QWidget | None, new: QWidget | None) -> None:
        """Check the focus after Qt has finished showing and hiding widgets."""
        if new is not None and new.window() is not self._window:
            return
        has_gone = old is not None and old.window() is self._window and not is_usable(old)
        if new is not None and is_usable(new) and not has_gone:
            self._panel = _panel_of(new)
        elif old is not None or new is not None:
            self._later.start()

    @Slot()
    def mend(self) -> None:
        """Give the keyboard to the panel that had it, or to the main view if nobody sees it."""
        if not self._window.isActiveWindow() or QApplication.activePopupWidget() is not None:
            return
        focused = self._window.focusWidget()
        panel = self._panel if self._panel is not None and self._panel.is_seen else None
        if focused is not None and focused.hasFocus() and is_usable(focused):
            now_in = _panel_of(focused)
            if panel in (None, now_in):
                self._panel = now_in
                return
        view = self._main_view()
        if panel is not None:
            panel.take_focus()
        elif view is not None and view.isVisible():
            view.setFocus()


def is_usable(widget: QWidget) -> bool:
    """Return whether *widget* can be seen and used."""
    panel = _panel_of(widget)
    is_behind = panel is not None and not panel.is_seen
    return widget.isVisible() and widget.isEnabled() and not is_behind


def _panel_of(widget: QWidget) -> Panel | None:
    """Return the panel that *widget* is, or is in."""
    above: QWidget | None = widget
    while above is not None and not isinstance(above, Panel):
        above = above.parentWidget()
    return above
