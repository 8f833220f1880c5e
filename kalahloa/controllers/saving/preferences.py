"""The preferences: what a user has chosen for all games."""

from dataclasses import dataclass

from kalahloa.controllers.base.setting import setting
from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.core.spoken import BRIEF, FULL, NORMAL
from kalahloa.controllers.work.live_settings import LiveSettings
from kalahloa.models.game.knowledge import BUDGETS, OFF, USUAL

SYSTEM_SPEED = -1.0
"""The speed of animations that stands for what the desktop wants."""
MAX_OWN_NAME = 100
"""Maximum length of the user's own name, in characters."""
_SIZES = {
    OFF: QT_TRANSLATE_NOOP("PreferencesDialog", "Off"),
    "small": QT_TRANSLATE_NOOP("PreferencesDialog", "Small"),
    USUAL: QT_TRANSLATE_NOOP("PreferencesDialog", "Normal"),
    "large": QT_TRANSLATE_NOOP("PreferencesDialog", "Large"),
}


@dataclass(frozen=True, slots=True)
class Preferences(LiveSettings):
    """The choices of the preferences dialog, in its order.

    * `name`: the user's own name, which games begun here have; empty if there is none.
    * `scheme`: the colours; ``system`` follows the desktop, also into high contrast.
    * `board`: what boards are made of, a key of `kalahloa.models.drawing.palette.BOARDS`.
    * `large_print`: whether numbers and letters on boards are as large as there is room for them.
    * `speed`: how fast moves are animated; 1 is normal, 0 is not at all, and `SYSTEM_SPEED` is
      normal unless the desktop asks for less motion.
    * `think_seconds`: the least time that the computer takes for a move.
    * `font_points`: the font size of the text view.
    * `steps`: whether the text view reports the steps of each move, such as the stones of a sowing.
    * `letters`: the size of all other letters in percent of the desktop's.
    * `premoves`: whether one can choose the reply while the computer thinks.  Off by default: where
      one click is a move, one that was meant to end an animation would play unseen.
    * `speech`: how much a screen reader is told of each move.
    * `voice`: how fast the program itself speaks what is announced, or ``off``.
    * `sound`: whether moves make a sound.
    * `tones`: whether the cursor on the board and moves sound from where they are.
    * `mirrored`: whether boards that can be mirrored are.
    * `endgames`: the size of the tablebases, a name in `kalahloa.models.game.knowledge.BUDGETS`.
    * `bar`: whether an evaluation bar stands beside the board.
    * `arrows`: whether the best moves are pointed out on the board.
    * `lines`, `threads`, `table`, `depth`, `seconds`: see `LiveSettings`.

    A new preference is a field here, and a line where the window applies them.
    """

    name: str = setting(
        *("", 0, MAX_OWN_NAME),
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Your name"),
        box=QT_TRANSLATE_NOOP("PreferencesDialog", "Shown in the games you start"),
        name_only=True,
    )
    scheme: str = setting(
        "system",
        choices={
            "system": QT_TRANSLATE_NOOP("PreferencesDialog", "Follow system"),
            "light": QT_TRANSLATE_NOOP("PreferencesDialog", "Light"),
            "dark": QT_TRANSLATE_NOOP("PreferencesDialog", "Dark"),
            "contrast-light": QT_TRANSLATE_NOOP("PreferencesDialog", "High contrast, light"),
            "contrast-dark": QT_TRANSLATE_NOOP("PreferencesDialog", "High contrast, dark"),
        },
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Colours"),
    )
    board: str = setting(
        "wood",
        choices={
            "wood": QT_TRANSLATE_NOOP("PreferencesDialog", "Wood"),
            "slate": QT_TRANSLATE_NOOP("PreferencesDialog", "Slate"),
            "felt": QT_TRANSLATE_NOOP("PreferencesDialog", "Green felt"),
        },
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Board theme"),
        name_only=True,
    )
    large_print: bool = setting(
        False,
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Numbers on boards"),
        box=QT_TRANSLATE_NOOP("PreferencesDialog", "Large print"),
        name_only=True,
    )
    speed: float = setting(
        *(SYSTEM_SPEED, SYSTEM_SPEED, 10),
        choices={
            SYSTEM_SPEED: QT_TRANSLATE_NOOP("PreferencesDialog", "Follow system"),
            0.0: QT_TRANSLATE_NOOP("PreferencesDialog", "None"),
            0.5: QT_TRANSLATE_NOOP("PreferencesDialog", "Slow"),
            1.0: QT_TRANSLATE_NOOP("PreferencesDialog", "Normal"),
            2.0: QT_TRANSLATE_NOOP("PreferencesDialog", "Fast"),
            4.0: QT_TRANSLATE_NOOP("PreferencesDialog", "Very fast"),
        },
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Animation"),
    )
    think_seconds: float = setting(
        *(0.6, 0, 60),
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Minimum time per computer move"),
    )
    font_points: int = setting(
        *(13, 6, 72),
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Font size of the text view"),
        unit=QT_TRANSLATE_NOOP("PreferencesDialog", " pt"),
    )
    steps: bool = setting(
        False,
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Text view"),
        box=QT_TRANSLATE_NOOP("PreferencesDialog", "Report each stone as it is sown"),
        name_only=True,
    )
    letters: int = setting(
        *(100, 50, 300),
        choices={percent: f"{percent} %" for percent in (85, 100, 115, 130, 150, 175, 200)},
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Size of letters"),
    )
    premoves: bool = setting(
        False,
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Premoves"),
        box=QT_TRANSLATE_NOOP("PreferencesDialog", "Choose a reply in advance"),
        name_only=True,
    )
    speech: str = setting(
        NORMAL,
        choices={
            BRIEF: QT_TRANSLATE_NOOP("PreferencesDialog", "Moves only"),
            NORMAL: QT_TRANSLATE_NOOP("PreferencesDialog", "Moves and what they do"),
            FULL: QT_TRANSLATE_NOOP("PreferencesDialog", "Explained moves"),
        },
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Screen reader"),
        name_only=True,
    )
    voice: str = setting(
        "off",
        choices={
            "off": QT_TRANSLATE_NOOP("PreferencesDialog", "Off"),
            "slow": QT_TRANSLATE_NOOP("PreferencesDialog", "Slow"),
            "normal": QT_TRANSLATE_NOOP("PreferencesDialog", "Normal"),
            "fast": QT_TRANSLATE_NOOP("PreferencesDialog", "Fast"),
            "fastest": QT_TRANSLATE_NOOP("PreferencesDialog", "Very fast"),
        },
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Speak announcements"),
        about=QT_TRANSLATE_NOOP("PreferencesDialog", "For play without a screen reader."),
        name_only=True,
    )
    sound: bool = setting(
        False,
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Sound"),
        box=QT_TRANSLATE_NOOP("PreferencesDialog", "Play a sound with each move"),
    )
    tones: bool = setting(
        False,
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Tones"),
        box=QT_TRANSLATE_NOOP("PreferencesDialog", "Hear position and count on the board"),
        name_only=True,
    )
    mirrored: bool = setting(
        False,
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Sow counter-clockwise"),
        box=QT_TRANSLATE_NOOP("PreferencesDialog", "Your kalah is on the right"),
    )
    endgames: str = setting(
        USUAL,
        choices={size: _SIZES[size] for size in BUDGETS},
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Tablebase"),
        name_only=True,
    )
    bar: bool = setting(True, name_only=True)
    arrows: bool = setting(True, name_only=True)

    @property
    def live(self) -> LiveSettings:
        """How positions are analysed."""
        return LiveSettings(**{name: getattr(self, name) for name in LiveSettings.settings()})
