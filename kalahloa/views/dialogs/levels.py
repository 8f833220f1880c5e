"""Who can play a side, as a list with names and what they mean."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.models.heuristics.file_names import FILE_PREFIX
from kalahloa.models.search.default_searchers import FOR_PLAYING
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.levels.level_engine import LevelSpec
from kalahloa.models.search.levels.levels import PERFECT, specs
from kalahloa.models.search.searchers import lecture_searchers
from kalahloa.models.text.quotation import quote
from kalahloa.views.dialogs.fields import in_digits

HUMAN_KEY = "human"
OWN_LIMITS_KEY = "engine-own"
VERY_ROUGH, ROUGH, RATHER_ROUGH = 1.0, 0.7, 0.5
"""From these blurs on (see `levelled`) a level judges moves very roughly, or roughly."""


@dataclass(frozen=True, slots=True)
class LevelEntry:
    """An entry of the list: a player of one kind.

    * `key`: its name in the list's data; empty for a heading, which cannot be chosen.
    * `title`: its text when it is chosen; `in_list`: its text below its heading.
    * `sentence`: what it means.
    * `searcher`, `strength`: as in a `Level`; `strength` is None if depth or time are the user's.
    * `heuristic`: that of the user's which plays, as in a `Level`; None where one is chosen apart.
    """

    key: str
    title: str
    in_list: str
    sentence: str = ""
    searcher: str | None = None
    strength: int | None = None
    heuristic: str | None = None


def level_key(number: int) -> str:
    """Return the key of the engine's level *number*."""
    return f"{Engine.name}-{number}"


class PlayerList(QObject):
    """The words for who can play: an object, because only `tr` marks plurals for translators."""

    def entries(self, perfect: bool, own: Sequence[str] = ()) -> Iterator[LevelEntry]:
        """Yield the entries: humans, levels, the user's heuristics, searchers, and headings.

        *perfect* is whether the game has the perfect level, as games have that always end; *own*
        are the names of the heuristics that the user has written for it.
        """
        human = self.tr("You (human)")
        yield LevelEntry(HUMAN_KEY, human, human)
        yield LevelEntry("", "", self.tr("Engine"))
        for number, spec in enumerate(specs(perfect), 1):
            yield self._level(number, spec)
        if perfect:
            yield LevelEntry(
                level_key(PERFECT),
                self.tr("Engine, perfect"),
                self.tr("Perfect: plays only proven best moves"),
                self.tr("Plays only proven best moves. Early moves may take up to a minute."),
                Engine.name,
                PERFECT,
            )
        yield LevelEntry(
            OWN_LIMITS_KEY,
            self.tr("Engine, custom limits"),
            self.tr("Custom limits: a depth or a time of your choice"),
            self.tr("The engine at full strength, within a depth or a time of your choice."),
            Engine.name,
        )
        if own:
            yield LevelEntry("", "", self.tr("Your heuristics"))
        for name in own:
            title = fill(self.tr("{name} (yours)"), name=quote(name))
            sentence = self.tr("Alpha-beta search with your heuristic.")
            key = f"{FILE_PREFIX}{name}"
            yield LevelEntry(key, title, title, sentence, FOR_PLAYING, heuristic=key)
        yield LevelEntry("", "", self.tr("Searchers of the lecture"))
        for searcher in lecture_searchers():
            title, sentence = in_words(searcher.title), in_words(searcher.sentence)
            yield LevelEntry(searcher.name, title, title, sentence, searcher.name)

    def name(self, spec: LevelSpec) -> str:
        """Return the name of a level for display: ``club player``."""
        names = {
            "beginner": self.tr("beginner"),
            "newcomer": self.tr("newcomer"),
            "learner": self.tr("learner"),
            "casual player": self.tr("casual player"),
            "club player": self.tr("club player"),
            "strong club player": self.tr("strong club player"),
            "tournament player": self.tr("tournament player"),
            "expert": self.tr("expert"),
            "champion": self.tr("champion"),
            "master": self.tr("master"),
        }
        return names.get(spec.name, spec.name)

    def meaning(self, spec: LevelSpec) -> str:
        """Return what a level does, in part of a sentence: ``looks 2 moves ahead``."""
        if spec.nodes is not None:
            reach = fill(
                self.tr("looks at up to {count} positions per move"), count=in_digits(spec.nodes)
            )
        elif spec.depth == 1:
            reach = self.tr("looks one move ahead")
        else:
            depth = spec.depth or 0
            reach = self.tr("looks %n moves ahead", "", depth)
        if spec.proof_nodes:
            return fill(self.tr("{reach}, and proves what it can"), reach=reach)
        if not spec.blur:
            sentence = self.tr("{reach}, and sees what loses at once")
            return fill(sentence, reach=reach) if spec.careful else reach
        if spec.blur >= VERY_ROUGH:
            return fill(self.tr("{reach}, and judges moves very roughly"), reach=reach)
        if spec.blur >= ROUGH:
            return fill(self.tr("{reach}, and judges moves roughly"), reach=reach)
        if spec.blur >= RATHER_ROUGH:
            return fill(self.tr("{reach}, and judges moves rather roughly"), reach=reach)
        return fill(self.tr("{reach}, and judges moves a little roughly"), reach=reach)

    def _level(self, number: int, spec: LevelSpec) -> LevelEntry:
        name, meaning = self.name(spec), self.meaning(spec)
        return LevelEntry(
            level_key(number),
            fill(self.tr("Engine, level {number}: {name}"), number=number, name=name),
            fill(
                self.tr("Level {number}, {name}: {meaning}"),
                number=number,
                name=name,
                meaning=meaning,
            ),
            fill(self.tr("{name}: {meaning}."), name=name[:1].upper() + name[1:], meaning=meaning),
            Engine.name,
            number,
        )
