"""What commands that draw need of Qt, and how they write what they have drawn."""

import os
from pathlib import Path

from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import shorten


def drawing_application() -> object:
    """Return the application without which nothing is drawn; it needs no display."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from kalahloa.views.look.fonts import interface_font

    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication(["kalahloa"])
        application.setFont(interface_font(application.font()))
    return application


def write_drawing(path: Path, content: bytes) -> None:
    """Write *content* to *path*, whole or not at all; raise `BadCommand` if it cannot be."""
    from kalahloa.models.storage.atomic_file import write_whole

    try:
        write_whole(path, [content])
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadCommand(f"{shorten(path, 200)} cannot be written: {shorten(reason)}.") from error
