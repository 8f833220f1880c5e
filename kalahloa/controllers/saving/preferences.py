"""The preferences: what a user has chosen for all games, and how settings keep it."""

from dataclasses import dataclass, fields
from typing import Any

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.work.live_settings import (
    ALL_LINES,
    MAX_LIMIT_DEPTH,
    MAX_LIMIT_SECONDS,
    MAX_LINES,
    MAX_TABLE,
    MAX_THREADS,
    MIN_TABLE,
    LiveSettings,
)
from kalahloa.models.game.knowledge import BUDGETS, USUAL

SCHEMES = ("system", "light", "dark")
MAX_SPEED = 10.0
MAX_OWN_NAME = 100
"""Maximum length of the user's own name, in characters."""
MAX_THINK_SECONDS = 60.0
MIN_FONT_POINTS, MAX_FONT_POINTS = 6, 72


@dataclass(frozen=True, slots=True)
class Preferences:
    """The choices of the preferences dialog.

    * `scheme`: one of `SCHEMES`; ``system`` follows the desktop.
    * `speed`: how fast moves are animated; 1 is normal, and 0 is not at all.
    * `think_seconds`: the least time that the computer takes for a move.
    * `font_points`: the font size of the text view.
    * `endgames`: the size of the tablebases, a name in `kalahloa.models.game.knowledge.BUDGETS`.
    * `sound`: whether moves make a sound.
    * `mirrored`: whether boards that can be mirrored are.
    * `lines`, `threads`, `table`, `depth`, `seconds`: see `LiveSettings`.
    * `bar`: whether an evaluation bar stands beside the board.
    * `arrows`: whether the best moves are pointed out on the board.
    * `name`: the user's own name, which games begun here have; empty if there is none.
    """

    scheme: str = "system"
    speed: float = 1.0
    think_seconds: float = 0.6
    font_points: int = 13
    endgames: str = USUAL
    sound: bool = False
    mirrored: bool = False
    lines: int = LiveSettings().lines
    threads: int = LiveSettings().threads
    table: int = LiveSettings().table
    depth: int = LiveSettings().depth
    seconds: float = LiveSettings().seconds
    bar: bool = True
    arrows: bool = True
    name: str = ""

    @property
    def live(self) -> LiveSettings:
        """How positions are analysed."""
        return LiveSettings(self.lines, self.threads, self.table, self.depth, self.seconds)

    @classmethod
    def load(cls, settings: SettingsReader) -> "Preferences":
        """Return what *settings* hold; defaults replace missing or invalid values."""
        first = cls()

        def whole(name: str, usual: int, least: int, most: int) -> int:
            return round(settings.number(f"preferences/{name}", usual, least, most))

        font_points = settings.number(
            "preferences/font_points", first.font_points, MIN_FONT_POINTS, MAX_FONT_POINTS
        )
        return cls(
            name=settings.text("preferences/name", first.name, MAX_OWN_NAME),
            scheme=settings.choice("preferences/scheme", first.scheme, SCHEMES),
            speed=settings.number("preferences/speed", first.speed, 0.0, MAX_SPEED),
            think_seconds=settings.number(
                "preferences/think_seconds", first.think_seconds, 0.0, MAX_THINK_SECONDS
            ),
            font_points=round(font_points),
            endgames=settings.choice("preferences/endgames", first.endgames, BUDGETS),
            sound=settings.flag("preferences/sound", first.sound),
            mirrored=settings.flag("preferences/mirrored", first.mirrored),
            lines=whole("lines", first.lines, ALL_LINES, MAX_LINES),
            threads=whole("threads", first.threads, 1, MAX_THREADS),
            table=whole("table", first.table, MIN_TABLE, MAX_TABLE),
            depth=whole("depth", first.depth, 0, MAX_LIMIT_DEPTH),
            seconds=settings.number("preferences/seconds", first.seconds, 0, MAX_LIMIT_SECONDS),
            bar=settings.flag("preferences/bar", first.bar),
            arrows=settings.flag("preferences/arrows", first.arrows),
        )

    def to_plain(self) -> dict[str, Any]:
        """Return the choices by the names under which settings keep them."""
        return {f"preferences/{entry.name}": getattr(self, entry.name) for entry in fields(self)}
