"""A printed page as one HTML file, with its pictures in it."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape

from kalahloa.views.pictures.job import ExportStopped, Stopped
from kalahloa.views.pictures.page_pieces import Diagram, Paragraph, ParagraphKind
from kalahloa.views.pictures.page_plan import PagePlan

_STYLE = """
body { max-width: 46em; margin: 2em auto; padding: 0 1em; color: #1f1e1b; background: #ffffff;
  font: 16px/1.5 Inter, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere; }
h1 { font-size: 1.6em; line-height: 1.2; margin: 0 0 0.6em; }
p { margin: 0.5em 0; }
p.fact { margin: 0; }
p.moves { font-variant-numeric: tabular-nums; }
p.note { color: #6f6b62; }
figure { margin: 1em 0; break-inside: avoid; }
img { display: block; max-width: 100%; height: auto; }
figcaption { color: #6f6b62; font-size: 0.9em; margin-top: 0.3em; }
@page { size: A4; margin: 18mm; }
@media print { body { margin: 0; padding: 0; max-width: none; font-size: 11pt; } }
"""
INDENT = 1.6
"""By how many letters a variation is indented."""


def html_page(
    plan: PagePlan, pictures: Sequence[bytes], width: int, language: str, stopped: Stopped
) -> Iterator[bytes]:
    """Yield the parts of a file with everything in *plan*.

    *pictures* are the diagrams as PNG files, in order, shown *width* pixels wide; *language* is
    a code like ``en``.  Raises `ExportStopped` soon after *stopped* returns True.
    """
    yield _bytes(
        f'<!DOCTYPE html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(plan.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
    )
    drawn = iter(pictures)
    for piece in plan.pieces:
        if stopped():
            raise ExportStopped
        if isinstance(piece, Diagram):
            yield from _figure(piece, next(drawn), width)
        elif isinstance(piece, Paragraph):
            yield _bytes(_paragraph(piece))
    yield b"</body>\n</html>\n"


def _paragraph(paragraph: Paragraph) -> str:
    words = "".join(
        f"<b>{_escaped(run.text)}</b>" if run.bold else _escaped(run.text) for run in paragraph.runs
    )
    if paragraph.kind is ParagraphKind.TITLE:
        return f"<h1>{''.join(_escaped(run.text) for run in paragraph.runs)}</h1>\n"
    return f'<p class="{paragraph.kind.value}"{_indent(paragraph.depth)}>{words}</p>\n'


def _figure(diagram: Diagram, picture: bytes, width: int) -> Iterator[bytes]:
    caption = _escaped(diagram.caption)
    yield _bytes(f"<figure{_indent(diagram.depth)}>")
    yield _bytes(f'<img width="{width}" alt="{caption}" src="data:image/png;base64,')
    yield b64encode(picture)
    yield _bytes(f'">\n<figcaption>{caption}</figcaption></figure>\n')


def _indent(depth: int) -> str:
    return f' style="margin-left: {depth * INDENT:.1f}em"' if depth else ""


def _escaped(text: str) -> str:
    return escape(text).replace("\n", "<br>\n")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")
