"""Games as one HTML file that needs nothing else: text, boards, and a script to walk through them.

The file has the text as plain HTML, which can be read without the script, and for every position
its picture as elements of SVG.  The script knows no rules.  A policy in the file allows that script
alone, and no network.
"""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

from kalahloa.models.drawing.board_look import BoardLook
from kalahloa.models.drawing.palette import DARK, LIGHT, Palette
from kalahloa.models.drawing.svg import element
from kalahloa.models.record.json_record import RecordSnapshot
from kalahloa.models.study.game_facts import game_title
from kalahloa.models.study.pages.study_chapter import StudyChapter, Words, html_text
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import ReadingStopped, never
from kalahloa.resources import resource

_USUAL = BoardLook()
MAX_PAGE_NODES = 50_000
"""Maximum number of positions on a page: browsers need seconds for more."""
_NODES_AT_ONCE = 200
_COLOURS = ("window", "panel", "border", "outline", "text", "muted", "accent", "on_accent")
_CHAPTERS = QT_TRANSLATE_NOOP("Models", "Chapters")
_KEYS = QT_TRANSLATE_NOOP(
    "Models",
    "Keys: ← and → step through the moves, ↑ and ↓ change to another variation, Home and End go to "
    "the start and the end. You can also click any move.",
)
_GAMES = QT_TRANSLATE_NOOP("Models", "%n game(s)")
_WALK = QT_TRANSLATE_NOOP("Models", "Step through the game")
_SHOW = QT_TRANSLATE_NOOP("Models", "Show the move")
_AS_TEXT = QT_TRANSLATE_NOOP("Models", "Board as text")
_STEPS = (
    ("start", "M5 4h3v16h-3zM20 4v16l-11-8z", QT_TRANSLATE_NOOP("Models", "Start"), "Home"),
    ("back", "M18 4v16l-13-8z", QT_TRANSLATE_NOOP("Models", "Previous move"), "ArrowLeft"),
    ("forward", "M6 4v16l13-8z", QT_TRANSLATE_NOOP("Models", "Next move"), "ArrowRight"),
    ("end", "M16 4h3v16h-3zM4 4v16l11-8z", QT_TRANSLATE_NOOP("Models", "End of the line"), "End"),
)
"""The buttons below a board: names for the script, icons, titles, and keys that do the same."""
_SAID = {
    "find": QT_TRANSLATE_NOOP("Models", "Find the next move."),
    "more": QT_TRANSLATE_NOOP("Models", "Now click where it goes."),
    "wrong": QT_TRANSLATE_NOOP("Models", "Not this one. Try again."),
    "right": QT_TRANSLATE_NOOP("Models", "Right!"),
}
"""What the script says of itself."""


def write_study_page(
    records: Sequence[RecordSnapshot],
    *,
    look: BoardLook = _USUAL,
    language: str = "en",
    words: Words = str,
    stopped: Callable[[], bool] = never,
) -> bytes:
    """Return *records* as an HTML file, each a chapter.

    Boards are flipped and mirrored as *look* has it; they are there in light and in dark colours.
    *words* puts a sentence into the reader's *language*, a code like ``en``.  Raises `BadFile` if
    there are more than `MAX_PAGE_NODES` positions, and `ReadingStopped` soon after *stopped*
    returns True.
    """
    count = sum(len(record.nodes) for record in records)
    if count > MAX_PAGE_NODES:
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models", "These games have {count:,} positions; a web page has at most {most:,}."
            ).format(count=count, most=MAX_PAGE_NODES)
        )
    # Not joined at once, which would hold the GIL.
    content = bytearray()
    for part in _parts(records, look, language, words, stopped):
        content += part.encode("utf-8", "replace")
    return bytes(content)


def _parts(
    records: Sequence[RecordSnapshot],
    look: BoardLook,
    language: str,
    words: Words,
    stopped: Callable[[], bool],
) -> Iterator[str]:
    script = resource("pages", "study.js").read_text(encoding="utf-8")
    style = resource("pages", "study.css").read_text(encoding="utf-8")
    titles = _chapter_titles(records, words)
    title = titles[0] if len(titles) == 1 else _study_title(records, words)
    checksum = b64encode(sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{checksum}'; "
        "base-uri 'none'; form-action 'none'"
    )
    yield (
        f'<!DOCTYPE html>\n<html lang="{html_text(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{html_text(policy)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<meta name="generator" content="Kalahloa">\n'
        f"<title>{html_text(title)}</title>\n<style>\n{_colours()}{style}</style>\n</head>\n<body>\n"
    )
    if len(records) > 1:
        yield f'<header>\n<h1 dir="auto">{html_text(title)}</h1>\n'
        yield f'<nav aria-label="{html_text(words(_CHAPTERS))}">\n<ol>\n'
        for number, name in enumerate(titles, start=1):
            link = f'<a href="#chapter-{number}" dir="auto">{html_text(name)}</a>'
            yield f"<li>{link}</li>\n"
        yield "</ol>\n</nav>\n</header>\n"
    yield "<main>\n"
    definitions: dict[str, str] = {}
    heading = "h2" if len(records) > 1 else "h1"
    for number, record in enumerate(records, start=1):
        if stopped():
            raise ReadingStopped
        chapter = StudyChapter(record, look, words, stopped)
        definitions |= chapter.board.definitions
        yield from _chapter(chapter, number, titles[number - 1], heading, words)
    yield "</main>\n"
    yield f'<p class="keys">{html_text(words(_KEYS))}</p>\n'
    yield '<p id="said" class="unseen" role="status" aria-live="polite"></p>\n'
    said = {key: words(sentence) for key, sentence in _SAID.items()}
    yield f'<script type="application/json" id="words">{_json(said)}</script>\n'
    drawn = "".join(definitions.values())
    # What is not displayed cannot be referred to, in some browsers.
    yield element("svg", f"<defs>{drawn}</defs>", **{"class": "unseen"}, aria_hidden="true")
    yield f"\n<script>{script}</script>\n</body>\n</html>\n"


def _chapter_titles(records: Sequence[RecordSnapshot], words: Words) -> list[str]:
    """Return for each game its event and round, and who plays."""
    titles = []
    for record in records:
        known = (quote(record.details.get(key, "")) for key in ("event", "round"))
        details = ", ".join(filter(None, known))
        titles.append(": ".join(filter(None, [details, game_title(record, words)])))
    return titles


def _study_title(records: Sequence[RecordSnapshot], words: Words) -> str:
    """Return the event, if all games are of one, or how many games there are."""
    events = {record.details.get("event", "") for record in records}
    event = shorten(events.pop(), 100) if len(events) == 1 else ""
    return event or words(_GAMES.counted(len(records)))


def _chapter(
    chapter: StudyChapter, number: int, title: str, heading: str, words: Words
) -> Iterator[str]:
    board = chapter.board
    first = "".join(board.elements[index][0] for index in chapter.first_frame)
    said = html_text(chapter.nodes[0][1])
    name = f"chapter-{number}"
    yield f'<section class="chapter" id="{name}" aria-labelledby="{name}-title" tabindex="-1">\n'
    yield f'<{heading} id="{name}-title" dir="auto">{html_text(title)}</{heading}>\n'
    yield '<div class="board">\n'
    yield element(
        "svg",
        first,
        viewBox=board.view_box,
        role="img",
        aria_label=chapter.nodes[0][1],
        font_family="system-ui, sans-serif",
    )
    yield f'\n<p class="said" aria-hidden="true">{said}</p>\n'
    yield f'<div class="steps" role="group" aria-label="{html_text(words(_WALK))}">\n'
    for key, shape, step, shortcut in _STEPS:
        label = html_text(words(step))
        icon = element("svg", element("path", d=shape), viewBox="0 0 24 24", aria_hidden="true")
        yield (
            f'<button type="button" data-step="{key}" aria-label="{label}" title="{label}" '
            f'aria-keyshortcuts="{shortcut}">{icon}</button>\n'
        )
    yield '</div>\n<div class="question" hidden>\n'
    yield f"<p>{html_text(words(_SAID['find']))}</p>\n"
    yield f'<button type="button" data-step="show">{html_text(words(_SHOW))}</button>\n</div>\n'
    yield f"<details>\n<summary>{html_text(words(_AS_TEXT))}</summary>\n<pre></pre>\n</details>\n"
    yield '</div>\n<div class="text">\n<dl>\n'
    for fact, value in chapter.facts:
        yield f'<div><dt>{html_text(fact)}</dt><dd dir="auto">{html_text(value)}</dd></div>\n'
    yield "</dl>\n"
    yield from chapter.text
    yield '</div>\n<script type="application/json" class="positions">'
    yield from _positions(chapter)
    yield "</script>\n</section>\n"


def _positions(chapter: StudyChapter) -> Iterator[str]:
    """Yield the positions of *chapter* as JSON, in pieces."""
    elements = [light if light == dark else [light, dark] for light, dark in chapter.board.elements]
    for before, values in (
        ('{"nodes":[', chapter.nodes),
        ('],"elements":[', elements),
        ('],"rows":[', chapter.rows.rows),
    ):
        yield before
        for begin in range(0, len(values), _NODES_AT_ONCE):
            yield "," if begin else ""
            yield _json(values[begin : begin + _NODES_AT_ONCE])[1:-1]
    yield f'],"questions":{_json(chapter.questions)}}}'


def _json(value: object) -> str:
    """Return *value* as JSON that can stand in HTML: nothing in it ends a script."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _colours() -> str:
    """Return the colours of the page as variables of CSS, light and dark."""
    return f"{_variables(LIGHT)}@media (prefers-color-scheme: dark) {{ {_variables(DARK)} }}\n"


def _variables(palette: Palette) -> str:
    named = (f"--{name.replace('_', '-')}: {getattr(palette, name)};" for name in _COLOURS)
    return f":root {{ {' '.join(named)} }}\n"
