"""Opens lecture mode over the window, and gives the window back when it is left."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.course.course import Course
from kalahloa.lazy_imports import lazy_imports
from kalahloa.views.look.theme import Theme

with lazy_imports():
    from kalahloa.views.lesson import lecture_view
if TYPE_CHECKING:
    from kalahloa.views.lesson.lecture_view import LectureView


class LectureMode(QObject):
    """Shows the page of the course that is open on the whole screen of *window*.

    A lecture that is asked for before the window is shown begins when it is.
    """

    def __init__(self, app: AppContext, window: QWidget) -> None:
        super().__init__(window)
        self._course = app[Course]
        self._window = window
        self._is_waiting = False
        self.view: LectureView | None = None
        """What is shown; None while the window is."""
        app.window_actions["lecture-mode"] = self.begin
        window.installEventFilter(self)
        self._course.changed.connect(self._go_on)

    def begin(self) -> None:
        """Begin with the page that is open, or with the first one of the course."""
        state = self._course.state
        if self.view is not None:
            self.view.activateWindow()
            return
        self._is_waiting = True
        if state.lesson is None and not state.busy:
            self._course.open(quietly=True)
        self._go_on()

    @Slot()
    def _go_on(self) -> None:
        """Show what was waited for, once the window and the page are there."""
        if self._is_waiting and self._window.isVisible() and self._course.state.lesson is not None:
            self._is_waiting = False
            self._show()

    def _show(self) -> None:
        theme = Theme.current()
        self.view = view = lecture_view.LectureView(theme, self._course, self._window)
        view.left.connect(self._end)
        view.setGeometry(self._window.screen().geometry())
        view.showFullScreen()
        view.activateWindow()

    @Slot()
    def _end(self) -> None:
        self.view = None
        self._window.activateWindow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Begin when the window is shown, follow its colours, and end with it."""
        kind = event.type()
        if kind == QEvent.Type.Show:
            self._go_on()
        elif kind == QEvent.Type.PaletteChange and self.view is not None:
            self.view.set_theme(Theme.current())
        elif kind == QEvent.Type.Close and self.view is not None:
            self.view.close()
        return super().eventFilter(watched, event)
