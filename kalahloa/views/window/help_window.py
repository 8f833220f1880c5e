"""The help pages in a window of their own."""

from PySide6.QtCore import QRectF, Qt, QUrl
from PySide6.QtGui import QImage, QKeySequence, QPainter, QShortcut
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QTextBrowser, QVBoxLayout, QWidget

from kalahloa.resources import resource


class _Pages(QTextBrowser):
    """A browser that draws figures as sharp as the screen is."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        name = QUrl(name)
        url = self.source().resolved(name) if name.isRelative() else name
        path = url.toLocalFile()
        if not path.endswith(".svg"):
            return super().loadResource(kind, name)
        figure = QSvgRenderer(path)
        ratio = self.devicePixelRatioF()
        size = figure.defaultSize()
        image = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        image.setDevicePixelRatio(ratio)
        painter = QPainter(image)
        figure.render(painter, QRectF(0, 0, size.width(), size.height()))
        painter.end()
        return image


class HelpWindow(QWidget):
    """Shows the pages under ``resources/help``; Alt+Left goes back, Escape closes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Kalahloa help")
        self.browser = _Pages(self)
        self.browser.document().setDocumentMargin(18)
        self.browser.setAccessibleName("Help page")
        self.browser.setOpenExternalLinks(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.browser)
        QShortcut(QKeySequence("Escape"), self, self.close)
        QShortcut(QKeySequence("Alt+Left"), self, self.browser.backward)
        self.resize(820, 720)
        self.show_page("index")

    def show_page(self, name: str) -> None:
        """Show the page called *name*, the index where there is none."""
        try:
            page = resource("help", f"{name}.html")
        except FileNotFoundError:
            page = resource("help", "index.html")
        self.browser.setSource(QUrl.fromLocalFile(str(page)))
