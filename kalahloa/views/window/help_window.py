"""The help pages in a window of their own."""

import re
from html import escape
from pathlib import Path

from PySide6.QtCore import QRectF, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QImage, QKeySequence, QPainter, QShortcut
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QTextBrowser, QVBoxLayout, QWidget

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, in_words, translate
from kalahloa.controllers.commands.command import Command, translated
from kalahloa.controllers.commands.overlay_commands import overlay_command
from kalahloa.controllers.session.commands import COMMANDS
from kalahloa.models.game.overlay import Overlay
from kalahloa.models.game.registry import own_games
from kalahloa.resources import resource
from kalahloa.views.boards import board_overlays
from kalahloa.views.look.keys import key_sequences

_INDEX = "index.html"
LESSON_SCHEME, LESSON_FOLDER = "kalahloa", "lesson/"
"""A link to a chapter of the course is ``kalahloa:lesson/NAME``."""


class _Pages(QTextBrowser):
    """A browser that draws figures as sharp as the screen is."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        name = QUrl(name)
        url = self.source().resolved(name) if name.isRelative() else name
        path = url.toLocalFile()
        if path.endswith(".html"):
            return with_tables(with_navigation(Path(path)))
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

    lesson_wanted = Signal(str)
    """A link to a chapter of the course was followed: its name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Kalahloa help"))
        self.browser = _Pages(self)
        self.browser.document().setDocumentMargin(18)
        self.browser.setAccessibleName(self.tr("Help page"))
        self.browser.setOpenLinks(False)
        self.browser.anchorClicked.connect(self._follow)
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
            page = resource("help", _INDEX)
        self.browser.setSource(QUrl.fromLocalFile(str(page)))

    @Slot(QUrl)
    def _follow(self, url: QUrl) -> None:
        """Go where a link leads: to a chapter, to another page, or out into the web."""
        if url.scheme() == LESSON_SCHEME:
            self.lesson_wanted.emit(url.path().removeprefix(LESSON_FOLDER))
        elif url.isRelative() or url.isLocalFile():
            self.browser.setSource(url)
        else:
            QDesktopServices.openUrl(url)


def _on_any_keyboard(sequences: list[QKeySequence]) -> list[QKeySequence]:
    """Return *sequences* without the keys of special keyboards, such as one called Undo."""
    return [
        sequence
        for sequence in sequences
        if "+" in sequence.toString() or not sequence.toString().isalpha() or _is_space(sequence)
    ]


def _is_space(sequence: QKeySequence) -> bool:
    return sequence == QKeySequence(Qt.Key.Key_Space)


def with_navigation(path: Path) -> str:
    """Return the page in the file *path*, with the links of the index page above it."""
    page = path.read_text(encoding="utf-8")
    if path.name == _INDEX:
        return page
    begin = "<body>\n"
    index = path.with_name(_INDEX).read_text(encoding="utf-8")
    links = index.partition(begin)[2].partition("</p>\n")[0]
    links = re.sub("<b>(.*)</b>", rf'<a href="{_INDEX}">\1</a>', links)
    links = re.sub(f'<a href="{re.escape(path.name)}">(.*)</a>', r"<b>\1</b>", links)
    return page.replace(begin, f"{begin}{links}</p>\n", 1)


def with_tables(page: str) -> str:
    """Return *page* with the tables of all keys and of all typed commands at its marks."""
    keys = [
        (", ".join(map(_native, _on_any_keyboard(key_sequences(command)))), _tip(command))
        for command in COMMANDS
        if command.title
    ]
    typed = [
        (f"<code>{escape(f'{command.typed} {command.arguments}'.strip())}</code>", _tip(command))
        for command in COMMANDS
        if command.typed
    ]
    typed += [
        (f"<code>{escape(overlay_command(one).typed)}</code>", _told(game.title, one))
        for game in own_games()
        for one in board_overlays(game.key)
    ]
    key, action, command = (translate("HelpWindow", text) for text in _HEADS)
    return page.replace(
        "<!-- keys -->", _table(key, action, [row for row in keys if row[0]])
    ).replace("<!-- commands -->", _table(command, action, typed))


_HEADS = (
    QT_TRANSLATE_NOOP("HelpWindow", "Key"),
    QT_TRANSLATE_NOOP("HelpWindow", "Action"),
    QT_TRANSLATE_NOOP("HelpWindow", "Command"),
)


def _native(sequence: QKeySequence) -> str:
    return escape(sequence.toString(QKeySequence.SequenceFormat.NativeText))


def _tip(command: Command) -> str:
    name = f"<b>{escape(command.label)}</b>: " if command.title else ""
    return name + escape(translated(command.tip))


def _told(game: str, overlay: Overlay) -> str:
    title, tip = in_words(overlay.title), in_words(overlay.tip)
    return f"{escape(in_words(game))}, <b>{escape(title)}</b>: {escape(tip)}"


def _table(left: str, right: str, rows: list[tuple[str, str]]) -> str:
    """Return a table with two heads and *rows* of HTML."""
    head = f'<tr><th align="left">{escape(left)}</th><th align="left">{escape(right)}</th></tr>'
    body = "\n".join(f"<tr><td>{first}</td><td>{second}</td></tr>" for first, second in rows)
    return f'<table border="0" cellspacing="0" cellpadding="4">\n{head}\n{body}\n</table>'
