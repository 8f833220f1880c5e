"""Rules in the words of the interface: presets, values of options, and rules that match none."""

from typing import Any

from PySide6.QtCore import QCoreApplication

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.models.game.game import Game
from kalahloa.models.game.rulebook import Rulebook
from kalahloa.models.text.quotation import quote

translate = QCoreApplication.translate


def name_in_words(name: object) -> str:
    """Return the *name* of a preset or of an option's value for display: ``Scrambled eggs``."""
    words = quote(name).replace("-", " ")
    return words[:1].upper() + words[1:]


def rules_in_words(rulebook: Rulebook, rules: Any) -> str:
    """Return the name of the preset that *rules* equal, or how they differ from the nearest.

    For example ``Lecture``, or ``Based on Lecture; stones a pit: 6; pie rule: yes``.
    """
    preset, differences = rulebook.nearest(rules)
    name = name_in_words(preset.name)
    if not differences:
        return name
    titles = {option.name: option.title for option in rulebook.options}
    parts = [fill(translate("RuleWords", "Based on {preset}"), preset=name)]
    for option, value in differences.items():
        title = quote(in_words(titles.get(option, option)))
        parts.append(
            fill(
                translate("RuleWords", "{option}: {value}"),
                option=title[:1].lower() + title[1:],
                value=quote(value).replace("-", " "),
            )
        )
    return "; ".join(parts)


def game_in_words(game: Game, rules: Any) -> str:
    """Return which *game* is played by which *rules*, as a sentence."""
    return fill(
        translate("RuleWords", "{game}. Rules: {rules}."),
        game=game.title,
        rules=rules_in_words(game.rulebook, rules),
    )
