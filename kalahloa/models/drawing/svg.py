"""Writes pictures of boards as SVG."""

import zlib
from collections.abc import Iterable
from functools import lru_cache

from kalahloa.models.drawing.geometry import Point, Rect

FONT = "system-ui, sans-serif"
_DIGIT_HEIGHT = 0.35
"""How far below its middle the baseline of a line of figures lies, in heights of the font."""


class Svg:
    """A picture of what lies within *bounds*, drawn element by element from the back to the front.

    Attributes of elements are named as in SVG, with underscores instead of hyphens.
    """

    def __init__(self, bounds: Rect) -> None:
        self.bounds = bounds
        self._elements: list[str] = []
        self._definitions: dict[str, str] = {}

    def add(self, tag: str, content: str = "", /, **attributes: object) -> None:
        """Draw an element called *tag*; *content* is markup."""
        self._elements.append(element(tag, content, **attributes))

    def rect(self, rect: Rect, radius: float = 0.0, /, **attributes: object) -> None:
        """Draw *rect* with corners of *radius*."""
        self.add("rect", **rect._asdict(), rx=radius, **attributes)

    def circle(self, centre: Point, radius: float, /, **attributes: object) -> None:
        """Draw a circle of *radius* round *centre*."""
        self.add("circle", cx=centre.x, cy=centre.y, r=radius, **attributes)

    def text(self, text: str, centre: Point, size: float, /, **attributes: object) -> None:
        """Write *text* in letters of *size*, with its middle at *centre*."""
        self.add(
            "text",
            escape(text),
            x=centre.x,
            y=centre.y + _DIGIT_HEIGHT * size,
            font_size=size,
            text_anchor="middle",
            **attributes,
        )

    def use(self, name: str, at: Point, scale: float = 1.0) -> None:
        """Draw what `define` has called *name*, with its origin *at* a point."""
        place = f"translate({_text_of(at.x)} {_text_of(at.y)})"
        if scale != 1.0:
            place += f" scale({_text_of(scale)})"
        self.add("use", href=f"#{name}", transform=place)

    @property
    def elements(self) -> list[str]:
        """The elements drawn so far, from the back to the front."""
        return list(self._elements)

    @property
    def definitions(self) -> dict[str, str]:
        """What `use`, fills and clips refer to, by its name."""
        return dict(self._definitions)

    @property
    def view_box(self) -> str:
        """The bounds, as SVG writes them."""
        return " ".join(map(_text_of, self.bounds))

    @property
    def markup(self) -> str:
        """The elements drawn so far, without the document around them."""
        return "".join(self._elements)

    def paste(self, picture: "Svg") -> None:
        """Draw all of *picture*, whose units are the same."""
        self._elements += picture._elements
        self._definitions |= picture._definitions

    def define(self, markup: str) -> str:
        """Return a name for *markup*, by which `use` draws it."""
        return self._define("g", markup)

    def clip(self, markup: str) -> str:
        """Return the value of ``clip_path`` that shows only what lies within *markup*."""
        return f"url(#{self._define('clipPath', markup)})"

    def gradient(
        self, kind: str, stops: Iterable[tuple[float, str, float]], **attributes: object
    ) -> str:
        """Return the fill by a gradient of *kind*, ``linear`` or ``radial``.

        *stops* are offsets from 0 to 1, each with its colour and opacity.
        """
        markup = "".join(
            element("stop", offset=offset, stop_color=colour, **_opacity("stop_opacity", opacity))
            for offset, colour, opacity in stops
        )
        return f"url(#{self._define(f'{kind}Gradient', markup, **attributes)})"

    def _define(self, tag: str, content: str, **attributes: object) -> str:
        """Return the name of a definition, which depends on nothing but what it says.

        Several pictures of one page share their names.
        """
        whole = element(tag, content, **attributes)
        name = f"k{zlib.crc32(whole.encode()):08x}"
        self._definitions[name] = element(tag, content, id=name, **attributes)
        return name

    def document(self, width: float, title: str) -> str:
        """Return the picture *width* pixels wide, called *title* for those who cannot see it."""
        bounds = self.bounds
        return element(
            "svg",
            element("title", escape(title))
            + element("defs", "".join(self._definitions.values()))
            + self.markup,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=self.view_box,
            width=width,
            height=width * bounds.height / bounds.width,
            font_family=FONT,
            role="img",
        )


def element(tag: str, content: str = "", /, **attributes: object) -> str:
    """Return the element called *tag* with *content*, which is markup."""
    opening = _opening(tag, tuple(attributes.items()))
    return f"{opening}>{content}</{tag}>" if content else f"{opening}/>"


# Picture after picture has the same pieces on the same board.
@lru_cache(maxsize=10_000)
def _opening(tag: str, attributes: tuple[tuple[str, object], ...]) -> str:
    words = [f'{name.replace("_", "-")}="{escape(_text_of(value))}"' for name, value in attributes]
    return f"<{' '.join([tag, *words])}"


def escape(text: str) -> str:
    """Return *text* as SVG writes it, also within quotation marks."""
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(sign, name)
    return text


def _opacity(name: str, opacity: float) -> dict[str, object]:
    return {} if opacity == 1 else {name: opacity}


def _text_of(value: object) -> str:
    return f"{round(value, 2):g}" if isinstance(value, float) else str(value)
