"""Rules in the words of the interface: presets, and rules that no preset has."""

from typing import Any

from PySide6.QtCore import QCoreApplication

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.models.game import rule_words
from kalahloa.models.game.game import Game
from kalahloa.models.game.rulebook import ChoiceOption, IntegerOption, Preset, Rulebook
from kalahloa.models.text.quotation import quote

translate = QCoreApplication.translate


def preset_in_words(preset: Preset) -> str:
    """Return what people read for *preset*: ``Classic``."""
    return rule_words.words_of_preset(preset, in_words)


def value_in_words(option: ChoiceOption | IntegerOption, value: Any) -> str:
    """Return what people read for a *value* of *option*: ``Scrambled eggs``."""
    return rule_words.words_of_value(option, value, in_words)


def rules_in_words(rulebook: Rulebook, rules: Any) -> str:
    """Return the preset that *rules* equal, or the nearest and how they differ from it.

    For example ``Classic``, or ``Classic; stones per pit: 6; pie rule: yes``.
    """
    return rule_words.words_of_rules(rulebook, rules, in_words)


def named_rules_in_words(rulebook: Rulebook, name: str) -> str:
    """Return in words what `Rulebook.name_of` calls rules; a name that it does not know, as it is.

    For example ``Classic; stones per pit: 6`` for ``lecture, stones 6``.
    """
    first, *changes = name.split(", ")
    preset = next((one for one in rulebook.presets if one.name == first), None)
    if preset is None:
        return quote(name)
    pairs = (change.rpartition(" ") for change in changes)
    differences = {option.replace(" ", "_"): value for option, _, value in pairs}
    return rule_words.words_of_changes(rulebook, preset, differences, in_words)


def game_in_words(game: Game, rules: Any) -> str:
    """Return which *game* is played by which *rules*, as a sentence."""
    return fill(
        translate("RuleWords", "{game}. Rules: {rules}."),
        game=game.title,
        rules=rules_in_words(game.rulebook, rules),
    )
