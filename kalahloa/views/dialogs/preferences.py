"""The preferences dialog: a field for each preference that has a title."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QWidget

from kalahloa.controllers.base.setting import Setting
from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.models.game.game import Game
from kalahloa.models.game.knowledge import BUDGETS, OFF, USUAL
from kalahloa.models.game.registry import loadable_games
from kalahloa.models.work.processors import usable_processors
from kalahloa.views.dialogs.dialog import Dialog
from kalahloa.views.dialogs.fields import Choice, FieldSentence, Form, Number, Seconds, in_digits
from kalahloa.views.speech import why_no_voice

_SECOND_COLUMN = "sound"
"""The preference with which the second column begins."""


class PreferencesDialog(Dialog):
    """A dialog to change the preferences."""

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setWindowTitle(self.tr("Preferences"))
        self._before = preferences
        self._declared = {name: one for name, one in Preferences.settings().items() if one.title}
        self.fields: dict[str, QWidget] = {}
        """The fields by the names of the preferences."""
        form = look = Form()
        engine = Form()
        self._endgame_sentence = FieldSentence(self)
        for name, one in self._declared.items():
            form = engine if name == _SECOND_COLUMN else form
            field = self.fields[name] = _field(one, getattr(preferences, name), self)
            title, about = in_words(one.title), in_words(one.about)
            if name == "voice" and (missing := why_no_voice()):
                field.setEnabled(False)
                about = missing
            sentence = self._endgame_sentence if name == "endgames" else None
            form.add(title, field, sentence=FieldSentence(self, about) if about else sentence)
            field.setAccessibleName(field.text() if isinstance(field, QCheckBox) else title)
            field.setAccessibleDescription(about)
        self._at_first = {name: _value(field) for name, field in self.fields.items()}
        threads = cast("Number", self.fields["threads"])
        threads.setMaximum(min(threads.maximum(), max(usable_processors(), preferences.threads)))
        threads.setSuffix(fill(self.tr(" of {count}"), count=usable_processors()))
        self.endgames = cast("Choice", self.fields["endgames"])
        games = _games_with_knowledge()
        self._titles = self.tr(", ", "between titles").join(in_words(game.title) for game in games)
        for row in range(self.endgames.count()):
            self.endgames.setItemText(row, self._endgame_choice(row, games))
        self.endgames.currentIndexChanged.connect(self._say_about_endgames)
        self._say_about_endgames()
        self.buttons.accepted.connect(self.accept)
        self.finish(look, engine)

    def preferences(self) -> Preferences:
        """Return what the fields say."""
        values = {name: _value(field) for name, field in self.fields.items()}
        # A number between those of a list stays, unless another is chosen.
        return replace(
            self._before,
            **{name: value for name, value in values.items() if value != self._at_first[name]},
        )

    @Slot()
    def _say_about_endgames(self) -> None:
        about = fill(
            self.tr("Exact {games} endings."),
            games=self._titles,
        )
        building = {
            "small": self.tr("Built in a moment."),
            "usual": self.tr("Built in a second or two."),
            "large": self.tr("Built in several seconds."),
        }.get(self.endgames.currentData(), "")
        self._endgame_sentence.say(f"{about} {building}".strip())
        self.endgames.setAccessibleDescription(self._endgame_sentence.text())

    def _endgame_choice(self, row: int, games: list[Game]) -> str:
        """Return what the tablebases in *row* cover, and their size.

        They are those of *games* under their usual rules.
        """
        name, words = self.endgames.itemData(row), self.endgames.itemText(row)
        if name == OFF:
            return words
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
        return fill(self.tr("{size}: {sizes}"), size=words, sizes="; ".join(sizes))


def _field(one: Setting, value: Any, parent: QWidget) -> QWidget:
    """Return a field for the setting *one* that shows *value*."""
    if isinstance(one.default, bool):
        box = QCheckBox(in_words(one.box), parent)
        box.setChecked(value)
        return box
    if isinstance(one.choices, Mapping):
        choice = Choice(parent)
        for key, words in one.choices.items():
            choice.addItem(in_words(words), key)
        keys = list(one.choices)
        nearest = value if value in keys else min(keys, key=lambda key: abs(key - value))
        choice.setCurrentIndex(keys.index(nearest))
        return choice
    if isinstance(one.default, str):
        line = QLineEdit(parent)
        line.setMaxLength(round(one.high))
        line.setText(value)
        line.setPlaceholderText(in_words(one.box))
        return line
    number: Number | Seconds
    if isinstance(one.default, float):
        number = Seconds(one.low, one.high, parent)
    else:
        number = Number(parent)
        number.setRange(round(one.low), round(one.high))
        number.setSuffix(in_words(one.unit))
    number.setSpecialValueText(in_words(one.lowest))
    number.setValue(value)
    return number


def _value(field: QWidget) -> Any:
    """Return what *field* says."""
    if isinstance(field, QCheckBox):
        return field.isChecked()
    if isinstance(field, QComboBox):
        return field.currentData()
    if isinstance(field, QLineEdit):
        return " ".join(field.text().split())
    return cast("Number | Seconds", field).value()


def _games_with_knowledge() -> list[Game]:
    """Return the games that have tablebases."""
    return [
        game
        for game in loadable_games().games
        if game.knowledge.size(game.rulebook.default, BUDGETS[USUAL]).bytes
    ]
