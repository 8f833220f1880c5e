"""How positions are analysed while they are shown."""

from dataclasses import dataclass

from kalahloa.controllers.base.setting import SettingGroup, setting
from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.models.search.limits import Limits

MAX_LINES = 8
ALL_LINES = 0
"""The number of lines that stands for all moves."""
MIN_TABLE, MAX_TABLE = 1, 4096
"""The size of the engine's table in MiB."""
MAX_THREADS = 64
MAX_LIMIT_DEPTH = 99
MAX_LIMIT_SECONDS = 3600.0


_LINES = {number: f"{number}" for number in range(1, MAX_LINES + 1)}
_NO_LIMIT = QT_TRANSLATE_NOOP("PreferencesDialog", "no limit")


@dataclass(frozen=True, slots=True)
class LiveSettings(SettingGroup):
    """How positions are analysed.

    `lines` are 1 to `MAX_LINES`, or `ALL_LINES`; `table` is in MiB.  A `depth` in plies, or a time
    in `seconds`, of 0 is no limit.
    """

    GROUP = "preferences"

    lines: int = setting(
        *(3, ALL_LINES, MAX_LINES),
        choices={**_LINES, ALL_LINES: QT_TRANSLATE_NOOP("PreferencesDialog", "All moves")},
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Analysis: lines"),
        name_only=True,
    )
    threads: int = setting(
        *(1, 1, MAX_THREADS),
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Analysis: threads"),
        name_only=True,
    )
    table: int = setting(
        *(64, MIN_TABLE, MAX_TABLE),
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Analysis: memory"),
        unit=QT_TRANSLATE_NOOP("PreferencesDialog", " MB"),
        name_only=True,
    )
    depth: int = setting(
        *(0, 0, MAX_LIMIT_DEPTH),
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Analysis: maximum depth"),
        lowest=_NO_LIMIT,
        name_only=True,
    )
    seconds: float = setting(
        *(0.0, 0, MAX_LIMIT_SECONDS),
        title=QT_TRANSLATE_NOOP("PreferencesDialog", "Analysis: maximum time per position"),
        lowest=_NO_LIMIT,
        name_only=True,
    )

    @property
    def limits(self) -> Limits:
        """The limits of each analysis."""
        return Limits(depth=self.depth or None, seconds=self.seconds or None)
