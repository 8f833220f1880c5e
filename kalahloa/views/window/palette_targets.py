"""What the command palette finds besides commands.

These are games to play and those of the library, levels, settings, puzzles, and the course.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QDateTime, QLocale

from kalahloa.controllers.base.setting import Setting
from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, in_words, translate
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.course.course import Course
from kalahloa.controllers.features.course.state import Heading
from kalahloa.controllers.features.library.library_view import LibraryView
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.controllers.features.puzzles.words import set_name
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.models.game.registry import own_games
from kalahloa.models.library.game_rows import GameHeader
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet
from kalahloa.views.items.game_words import game_words, player_words
from kalahloa.views.window.palette import PaletteEntry
from kalahloa.views.window.room_view import RoomView

if TYPE_CHECKING:
    from kalahloa.views.panels.games import GamesPanel

Ask = Callable[[str, list[str]], object]
"""Does the command of a key with words."""
MAX_GAMES = 200
"""How many games of the library are found, those changed last; the search there finds all."""
_PUZZLE = re.compile(r"\b[a-z]+-[0-9a-f]{12}\b")
_LEVEL = re.compile(r"\b(10|[1-9])\b")
_WORDS = {
    "scheme": QT_TRANSLATE_NOOP("CommandPalette", "theme, appearance, mode, night, contrast"),
    "board": QT_TRANSLATE_NOOP("CommandPalette", "wood, slate, felt, board colours, skin"),
    "large_print": QT_TRANSLATE_NOOP("CommandPalette", "bigger counts, coordinates, low vision"),
    "speed": QT_TRANSLATE_NOOP("CommandPalette", "animation speed, fast, slow"),
    "font_points": QT_TRANSLATE_NOOP("CommandPalette", "bigger, smaller, text size, ascii size"),
    "steps": QT_TRANSLATE_NOOP("CommandPalette", "stone by stone, sowing, log, verbose"),
    "letters": QT_TRANSLATE_NOOP("CommandPalette", "font, bigger, smaller, text size, zoom, scale"),
    "premoves": QT_TRANSLATE_NOOP("CommandPalette", "premove, move ahead, reply beforehand"),
    "sound": QT_TRANSLATE_NOOP("CommandPalette", "noise, audio, volume, mute, quiet"),
    "tones": QT_TRANSLATE_NOOP("CommandPalette", "stereo, hear the board, audio, blind"),
    "voice": QT_TRANSLATE_NOOP("CommandPalette", "speech, read aloud, talk, text to speech"),
    "mirrored": QT_TRANSLATE_NOOP("CommandPalette", "mirror, counter-clockwise, direction"),
    "endgames": QT_TRANSLATE_NOOP("CommandPalette", "endgame tables, memory"),
    "name": QT_TRANSLATE_NOOP("CommandPalette", "user name, who am I, player name"),
    "threads": QT_TRANSLATE_NOOP("CommandPalette", "processors, cores"),
    "table": QT_TRANSLATE_NOOP("CommandPalette", "hash, ram"),
}
"""What else players call the settings."""


class PaletteTargets:
    """Makes the entries of a window's palette that are no commands."""

    def __init__(
        self, app: AppContext, ask: Ask, rooms: RoomView, chosen: Callable[[], Preferences]
    ) -> None:
        """*ask* does commands, *rooms* show the library, and *chosen* returns the preferences."""
        self._app = app
        self._ask = ask
        self._rooms = rooms
        self._chosen = chosen

    def entries(self) -> list[PaletteEntry]:
        """Return what can be found at any time; the chapters are read for `typed` meanwhile."""
        self._library().recent(MAX_GAMES)  # has them read
        course = self._app[Course]
        if not course.state.headings and not course.is_busy:
            course.list_chapters(announce=False)
        return [
            *game_entries(self._ask),
            *puzzle_entries(self._app[Puzzles].game_keys, self._ask),
            *setting_entries(self._chosen(), self._ask),
        ]

    def typed(self, text: str) -> list[PaletteEntry]:
        """Return what can be found only when *text* is typed."""
        return [
            *level_entries(text, self._ask),
            *puzzle_id_entries(text, self._ask),
            *chapter_entries(self._app[Course].state.headings, self._ask),
            *library_entries(self._library().recent(MAX_GAMES), self._ask),
        ]

    def _library(self) -> LibraryView:
        return self._app[LibraryView]

    def instead(self, text: str) -> list[PaletteEntry]:
        """Return what is offered where nothing is found for *text*."""
        title = translate("CommandPalette", "Find '{text}' in the library")
        return [
            PaletteEntry(
                "find-in-library", fill(title, text=text), run=lambda: self._find_game(text)
            ),
            PaletteEntry(
                "help",
                translate("CommandPalette", "Open the help"),
                run=_asking(self._ask, "help", []),
            ),
        ]

    def _find_game(self, text: str) -> None:
        self._rooms.open_page("library")
        self._rooms.reveal("games")
        games: GamesPanel = self._rooms.host.panel("games")  # type: ignore[assignment]
        games.search.setText(text)


def game_entries(ask: Ask) -> list[PaletteEntry]:
    """Return entries that start each game, and that teach its rules."""
    play = translate("CommandPalette", "Play {game}")
    learn = translate("CommandPalette", "Learn the rules of {game}")
    entries = []
    for game in own_games():
        title = in_words(game.title)
        for key, sentence in (("play-game", play), ("learn-rules", learn)):
            entries.append(
                PaletteEntry(
                    f"{key}-{game.key}",
                    fill(sentence, game=title),
                    run=_asking(ask, key, [game.key]),
                )
            )
    return entries


def level_entries(text: str, ask: Ask) -> list[PaletteEntry]:
    """Return entries that start a game against the level whose number is in *text*, if any is."""
    found = _LEVEL.search(text)
    if found is None:
        return []
    level = found[0]
    title = translate("CommandPalette", "Play {game} against level {level}")
    return [
        PaletteEntry(
            f"level-{level}-{game.key}",
            fill(title, game=in_words(game.title), level=level),
            words=translate("CommandPalette", "difficulty, strength, opponent, computer"),
            run=_asking(ask, "play-game", [game.key, level]),
        )
        for game in own_games()
    ]


def setting_entries(chosen: Preferences, ask: Ask) -> list[PaletteEntry]:
    """Return an entry for each value that a setting can have, other than that of *chosen*.

    Settings that are written, not chosen, lead to the dialog.
    """
    entries = []
    for name, one in chosen.settings().items():
        if not one.title:
            continue
        label = one.box if _is_switch(one) else one.title
        title = translate("PreferencesDialog", label)
        words = translate("CommandPalette", _WORDS[name]) if name in _WORDS else ""
        values = _values(one)
        for value, word in values.items():
            if value != getattr(chosen, name):
                entries.append(
                    PaletteEntry(
                        f"setting-{name}-{one.word(value)}",
                        fill(
                            translate("CommandPalette", "{setting}: {value}"),
                            setting=title,
                            value=word,
                        ),
                        words=words,
                        run=_asking(ask, "set", [name, one.word(value)]),
                    )
                )
        if not values:
            entries.append(
                PaletteEntry(
                    f"setting-{name}",
                    fill(translate("CommandPalette", "{setting}…"), setting=title),
                    words=words,
                    run=_asking(ask, "preferences", []),
                )
            )
    return entries


def puzzle_entries(games: Sequence[str], ask: Ask) -> list[PaletteEntry]:
    """Return entries that show a puzzle of each of *games*, and of each set of puzzles."""
    of_game = translate("CommandPalette", "Solve a puzzle of {game}")
    of_set = translate("CommandPalette", "Puzzles: {set}")
    words = translate("CommandPalette", "exercise, tactics, train, problem")
    entries = [
        PaletteEntry(
            f"puzzles-{game}",
            fill(of_game, game=game_words(game)),
            words=words,
            run=_asking(ask, "next-puzzle", [game]),
        )
        for game in games
    ]

    def begin(chosen: str) -> None:
        ask("puzzles", [chosen])
        ask("next-puzzle", [])

    for one in PuzzleSet:
        title = fill(of_set, set=set_name(one))
        run = partial(begin, one.value)
        entries.append(PaletteEntry(f"puzzles-{one.value}", title, words=words, run=run))
    return entries


def puzzle_id_entries(text: str, ask: Ask) -> list[PaletteEntry]:
    """Return an entry that shows the puzzle whose id is in *text*, if any is."""
    found = _PUZZLE.search(text.lower())
    if found is None:
        return []
    title = translate("CommandPalette", "Solve puzzle {id}")
    return [
        PaletteEntry(
            f"puzzle-{found[0]}",
            fill(title, id=found[0]),
            run=_asking(ask, "next-puzzle", [found[0]]),
        )
    ]


def library_entries(games: Sequence[GameHeader], ask: Ask) -> list[PaletteEntry]:
    """Return an entry that opens each of *games* of the library."""
    title = translate("CommandPalette", "{first} – {second}, {game}, {date}")
    others = translate("CommandPalette", "open game, library")
    entries = []
    for one in games:
        first, second = player_words(one)
        changed = QDateTime.fromSecsSinceEpoch(round(one.modified)).date()
        date = QLocale().toString(changed, QLocale.FormatType.ShortFormat)
        shown = fill(title, first=first, second=second, game=game_words(one.game), date=date)
        entries.append(
            PaletteEntry(
                f"game-{one.id}",
                shown,
                words=f"{others}, {changed.year()}",
                run=_asking(ask, "open-game", [str(one.id)]),
            )
        )
    return entries


def chapter_entries(headings: Sequence[Heading], ask: Ask) -> list[PaletteEntry]:
    """Return an entry for each chapter of the course, and for each of its pages."""
    title = translate("CommandPalette", "Chapter {number}: {title}")
    page_title = translate("CommandPalette", "{page} (chapter {number}, {title})")
    pages = [
        PaletteEntry(
            f"chapter-{one.name}-{number}",
            fill(page_title, page=page, number=one.number, title=one.title),
            words=translate("CommandPalette", "lesson, course, page"),
            run=_asking(ask, "lesson", [one.name, str(number)]),
        )
        for one in headings
        for number, page in enumerate(one.pages, 1)
    ]
    chapters = [
        PaletteEntry(
            f"chapter-{one.name}",
            fill(title, number=one.number, title=one.title),
            one.sentence,
            words=translate("CommandPalette", "lesson, course, lecture"),
            name=one.name,
            run=_asking(ask, "lesson", [one.name]),
        )
        for one in headings
    ]
    return chapters + pages


def _values(one: Setting) -> dict[Any, str]:
    """Return the values of a setting to choose from, and what they are called."""
    if _is_switch(one):
        return {True: translate("CommandPalette", "on"), False: translate("CommandPalette", "off")}
    if isinstance(one.choices, dict):
        return {value: translate("PreferencesDialog", word) for value, word in one.choices.items()}
    return {}


def _is_switch(one: Setting) -> bool:
    return isinstance(one.default, bool)


def _asking(ask: Ask, key: str, words: list[str]) -> Callable[[], object]:
    return lambda: ask(key, words)
