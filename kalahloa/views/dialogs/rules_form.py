"""The fields for the rules of a game: a named preset, and each option."""

from typing import Any

from PySide6.QtCore import Signal, Slot

from kalahloa.controllers.base.translation import in_words
from kalahloa.models.game.game import Game
from kalahloa.models.game.rulebook import ChoiceOption, IntegerOption
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.views.dialogs.fields import IN_LIST, Choice, FieldSentence, Form, Number
from kalahloa.views.look.plain_label import plain_tool_tip
from kalahloa.views.rule_words import preset_in_words, rules_in_words, value_in_words

_OWN_RULES = "own rules"
"""The data of the entry for rules that no preset has; presets have no space in their names."""


class RulesForm(Form):
    """Fields for rules; `changed` is emitted after the rules have changed."""

    changed = Signal()

    def __init__(self, game: Game, rules: Any) -> None:
        super().__init__()
        self._game = game
        self._setting = False
        self._notes: tuple[str, ...] = ()
        self._about_rules = ""
        self.preset = Choice()
        self.preset.setAccessibleName(self.tr("Rules"))
        self.preset.currentIndexChanged.connect(self._preset_chosen)
        self.sentence = FieldSentence()
        self.fields: dict[str, Choice | Number] = {}
        self._meanings: dict[str, FieldSentence] = {}
        self.add(self.tr("Rules"), self.preset, sentence=self.sentence)
        self._fixed_rows = self.rowCount()
        self.set_game(game, rules)

    def rules(self) -> Any:
        """Return the rules that the fields describe."""
        return self._game.rulebook.read(
            None,
            {
                name: field.currentData() if isinstance(field, Choice) else field.value()
                for name, field in self.fields.items()
            },
        )

    def set_game(self, game: Game, rules: Any) -> None:
        """Offer the presets and options of *game*, and show *rules*."""
        self._game = game
        self._setting = True
        self.preset.clear()
        for preset in game.rulebook.presets:
            self.preset.addItem(preset_in_words(preset), preset.name)
            about = f"{preset_in_words(preset)}: {shorten(in_words(preset.sentence))}"
            self.preset.setItemData(self.preset.count() - 1, about, IN_LIST)
        self.keep_rows(self._fixed_rows)
        self.fields.clear()
        self._meanings.clear()
        for option in game.rulebook.options:
            self._add_option(option)
        self._setting = False
        self.show_rules(rules)

    def set_notes(self, notes: tuple[str, ...]) -> None:
        """Show *notes*, sentences about these rules, after the sentence on them."""
        self._notes = notes
        self._say()

    def _add_option(self, option: ChoiceOption | IntegerOption) -> None:
        title = quote(in_words(option.title))
        field: Choice | Number
        if isinstance(option, ChoiceOption):
            field = Choice()
            for value, sentence in option.values.items():
                field.addItem(value_in_words(option, value), value)
                about = f"{value_in_words(option, value)}: {shorten(in_words(sentence))}"
                field.setItemData(field.count() - 1, about, IN_LIST)
            self._meanings[option.name] = FieldSentence()
            self.add(title, field, sentence=self._meanings[option.name])
            field.currentIndexChanged.connect(self._option_chosen)
        else:
            field = Number()
            field.setRange(option.low, option.high)
            field.setToolTip(plain_tool_tip(option.sentence))
            field.setAccessibleDescription(in_words(option.sentence))
            self.add(title, field)
            field.valueChanged.connect(self._option_chosen)
        field.setAccessibleName(title)
        self.fields[option.name] = field

    def show_rules(self, rules: Any) -> None:
        """Show *rules* of the game that the fields are for."""
        self._setting = True
        for name, field in self.fields.items():
            value = getattr(rules, name)
            if isinstance(field, Choice):
                field.setCurrentIndex(field.findData(value))
            else:
                field.setValue(value)
        self._setting = False
        self._option_chosen()

    @Slot()
    def _preset_chosen(self) -> None:
        name = self.preset.currentData()
        if not self._setting and name not in (None, _OWN_RULES):
            self.show_rules(self._game.rulebook.preset(name).rules)

    @Slot()
    def _option_chosen(self) -> None:
        """Show which preset the options match, or how they differ from the nearest."""
        if self._setting:
            return
        self._setting = True
        rules = self.rules()
        preset, differences = self._game.rulebook.nearest(rules)
        own = self.preset.findData(_OWN_RULES)
        if differences:
            if own < 0:
                self.preset.addItem(self.tr("Custom rules"), _OWN_RULES)
            self.preset.setCurrentIndex(self.preset.findData(_OWN_RULES))
            self._about_rules = f"{rules_in_words(self._game.rulebook, rules)}."
        else:
            self.preset.setCurrentIndex(self.preset.findData(preset.name))
            self._about_rules = in_words(preset.sentence)
            if own >= 0:
                self.preset.removeItem(own)
        for option in self._game.rulebook.options:
            if isinstance(option, ChoiceOption):
                meaning = self._meanings[option.name]
                meaning.say(option.values[getattr(rules, option.name)])
                self.fields[option.name].setAccessibleDescription(meaning.text())
        self._notes = ()
        self._say()
        self._setting = False
        self.changed.emit()

    def _say(self) -> None:
        self.sentence.say(" ".join([self._about_rules, *map(in_words, self._notes)]))
        self.preset.setAccessibleDescription(self.sentence.text())
