"""`kalahloa handout`: prints a chapter of the course as a PDF file."""

import argparse
from importlib import import_module
from pathlib import Path

from kalahloa.cli.arguments import Parser
from kalahloa.cli.command import PlainCommand
from kalahloa.cli.drawing import drawing_application, write_drawing
from kalahloa.cli.failures import finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.window import qt_failure
from kalahloa.models.course.chapter import find_chapter
from kalahloa.models.text.errors import BadCommand

SUFFIX = ".pdf"


def add_handout(parser: Parser) -> None:
    """Add the operand and the option of `print_handout` to *parser*."""
    parser.add_argument("NAME", help="a chapter; kalahloa --lesson list lists them")
    parser.option(
        "--output", metavar="FILE", usual="the chapter's name", help="the PDF file to save"
    )


def print_handout(values: argparse.Namespace) -> int:
    """Write all pages of the chapter, with room for answers, and the answers on the last page."""
    chapter = find_chapter(values.NAME)
    path = Path(f"{chapter.name}{SUFFIX}" if values.output is None else values.output)
    if path.suffix.lower() != SUFFIX:
        raise BadCommand(f"A handout is a PDF file: --output FILE{SUFFIX}.")
    try:
        handouts, jobs = (
            import_module(f"kalahloa.views.pictures.{name}") for name in ("handout", "job")
        )
    except ImportError as error:
        raise qt_failure(error) from error
    with Interrupt() as interrupt:
        application = drawing_application()
        try:
            content = jobs.finish_picture(handouts.handout_pdf(chapter.name), interrupt.is_set)
        except jobs.ExportStopped:
            raise interrupt.as_exception() from None
        finally:
            del application
        write_drawing(path, content)
        print(f"The handout is in {path}.")
    return finish(interrupt)


COMMAND = PlainCommand(
    "handout",
    "Print a chapter of the course: its pages, exercises with room for answers, and the answers.",
    "kalahloa handout alpha-beta --output alpha-beta.pdf",
    add_handout,
    print_handout,
)
