"""The preferences dialog."""

from dataclasses import replace

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.saving.preferences import (
    MAX_FONT_POINTS,
    MAX_OWN_NAME,
    MAX_THINK_SECONDS,
    MIN_FONT_POINTS,
    SCHEMES,
    Preferences,
)
from kalahloa.models.game.game import Game
from kalahloa.models.game.knowledge import BUDGETS, OFF, USUAL
from kalahloa.models.game.registry import loadable_games
from kalahloa.views.dialogs.dialog import Dialog
from kalahloa.views.dialogs.fields import Choice, Form, Number, Seconds, Sentence, in_digits
from kalahloa.views.dialogs.live_fields import LiveFields


class PreferencesDialog(Dialog):
    """A dialog to change the preferences."""

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setWindowTitle(self.tr("Preferences"))
        self._before = preferences
        form = Form()
        self.name = QLineEdit(self)
        self.name.setMaxLength(MAX_OWN_NAME)
        self.name.setText(preferences.name)
        self.name.setPlaceholderText(self.tr("Shown in games that you start"))
        self.scheme = Choice(self)
        schemes = {
            "system": self.tr("As the desktop"),
            "light": self.tr("Light"),
            "dark": self.tr("Dark"),
        }
        for name in SCHEMES:
            self.scheme.addItem(schemes[name], name)
        self.scheme.setCurrentIndex(self.scheme.findData(preferences.scheme))
        self.speed = Choice(self)
        for words, speed in (
            (self.tr("None"), 0.0),
            (self.tr("Slow"), 0.5),
            (self.tr("Normal"), 1.0),
            (self.tr("Fast"), 2.0),
            (self.tr("Very fast"), 4.0),
        ):
            self.speed.addItem(words, speed)
        self._nearest_speed = self._index_of_speed(preferences.speed)
        self.speed.setCurrentIndex(self._nearest_speed)
        self.think = Seconds(0, MAX_THINK_SECONDS, self)
        self.think.setValue(preferences.think_seconds)
        self.font_points = Number(self)
        self.font_points.setRange(MIN_FONT_POINTS, MAX_FONT_POINTS)
        self.font_points.setSuffix(self.tr(" pt", "points"))
        self.font_points.setValue(preferences.font_points)
        self.sound = QCheckBox(self.tr("Play a sound with each move"), self)
        self.sound.setChecked(preferences.sound)
        self.mirrored = QCheckBox(self.tr("Mirror the board"), self)
        self.mirrored.setChecked(preferences.mirrored)
        self.endgames = Choice(self)
        games = _games_with_knowledge()
        self._titles = self.tr(", ", "between titles").join(in_words(game.title) for game in games)
        self._endgame_sentence = Sentence(self)
        for name in BUDGETS:
            self.endgames.addItem(self._endgame_choice(name, games), name)
        self.endgames.setCurrentIndex(self.endgames.findData(preferences.endgames))
        for title, field, about in (
            (self.tr("Your name"), self.name, ""),
            (self.tr("Colours"), self.scheme, ""),
            (self.tr("Animation"), self.speed, ""),
            (self.tr("Computer’s move takes at least"), self.think, ""),
            (self.tr("Font size of the text view"), self.font_points, ""),
            (self.tr("Sound"), self.sound, ""),
            (
                self.tr("Board"),
                self.mirrored,
                self.tr("Sow counter-clockwise, your kalah on the right."),
            ),
        ):
            form.add(title, field, sentence=Sentence(self, about) if about else None)
            field.setAccessibleName(field.text() if isinstance(field, QCheckBox) else title)
            field.setAccessibleDescription(about)
        form.add(self.tr("Tablebase"), self.endgames, sentence=self._endgame_sentence)
        self.endgames.setAccessibleName(self.tr("Tablebase"))
        self.endgames.currentIndexChanged.connect(self._say_about_endgames)
        self._say_about_endgames()
        self.live = LiveFields(preferences, form, self)
        self.buttons.accepted.connect(self.accept)
        self.finish(form)

    def preferences(self) -> Preferences:
        """Return what the fields say."""
        kept = self.speed.currentIndex() == self._nearest_speed
        return replace(
            self.live.change(self._before),
            name=" ".join(self.name.text().split()),
            scheme=self.scheme.currentData(),
            # A speed between those of the list stays, unless another is chosen.
            speed=self._before.speed if kept else self.speed.currentData(),
            think_seconds=self.think.value(),
            font_points=self.font_points.value(),
            endgames=self.endgames.currentData(),
            sound=self.sound.isChecked(),
            mirrored=self.mirrored.isChecked(),
        )

    def _index_of_speed(self, speed: float) -> int:
        """Return the place in the list of the speed that is nearest to *speed*."""
        return min(
            range(self.speed.count()), key=lambda place: abs(self.speed.itemData(place) - speed)
        )

    @Slot()
    def _say_about_endgames(self) -> None:
        about = fill(
            self.tr(
                "The exact value of every position with few stones left ({games}). With it, values "
                "and hints are proven earlier, and the engine ends games without a mistake."
            ),
            games=self._titles,
        )
        building = {
            "small": self.tr("It is built once, in a moment, and kept on disk."),
            "usual": self.tr("It is built once, in a second or two, and kept on disk."),
            "large": self.tr("It is built once, in several seconds, and kept on disk."),
        }.get(self.endgames.currentData(), "")
        self._endgame_sentence.say(f"{about} {building}".strip())
        self.endgames.setAccessibleDescription(self._endgame_sentence.text())

    def _endgame_choice(self, name: str, games: list[Game]) -> str:
        """Return what the tablebases called *name* cover, and their size.

        They are those of *games* under their usual rules.
        """
        if name == OFF:
            return self.tr("Off")
        words = {
            "small": self.tr("Small"),
            "usual": self.tr("Usual"),
            "large": self.tr("Large"),
        }
        sizes = []
        for game in games:
            size = game.knowledge.size(game.rulebook.default, BUDGETS[name])
            title = f"{in_words(game.title)} " if len(games) > 1 else ""
            megabytes = in_digits(round(size.bytes / 1e6))
            sizes.append(
                fill(
                    self.tr("{extent}, {megabytes} MB"),
                    extent=f"{title}{in_words(size.extent)}",
                    megabytes=megabytes,
                )
            )
        return fill(self.tr("{size}: {sizes}"), size=words[name], sizes="; ".join(sizes))


def _games_with_knowledge() -> list[Game]:
    """Return the games that have tablebases."""
    return [
        game
        for game in loadable_games().games
        if game.knowledge.size(game.rulebook.default, BUDGETS[USUAL]).bytes
    ]
