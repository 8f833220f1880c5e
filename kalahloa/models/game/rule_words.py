"""Rules in the words of the interface, in any language.

*words* puts a sentence into the reader's language; without it, all is in English.
"""

from collections.abc import Callable, Mapping
from typing import Any

from kalahloa.models.game.rulebook import ChoiceOption, IntegerOption, Preset, Rulebook
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

Words = Callable[[str], str]


def words_of_preset(preset: Preset, words: Words = str) -> str:
    """Return what people read for *preset*: ``Classic``."""
    return quote(words(preset.title))


def words_of_value(option: ChoiceOption | IntegerOption, value: Any, words: Words = str) -> str:
    """Return what people read for a *value* of *option*: ``Scrambled eggs``."""
    if isinstance(option, IntegerOption):
        return str(value)
    return quote(words(option.title_of(value)))


def words_of_rules(rulebook: Rulebook, rules: Any, words: Words = str) -> str:
    """Return the preset that *rules* equal, or the nearest and how they differ from it.

    For example ``Classic``, or ``Classic; stones per pit: 6; pie rule: yes``.
    """
    return words_of_changes(rulebook, *rulebook.nearest(rules), words)


def words_of_changes(
    rulebook: Rulebook, preset: Preset, differences: Mapping[str, Any], words: Words = str
) -> str:
    """Return *preset* and the *differences* from it, values by the names of options."""
    options = {option.name: option for option in rulebook.options}
    parts = [words_of_preset(preset, words)]
    for name, value in differences.items():
        option = options.get(name)
        title = quote(name if option is None else words(option.title))
        shown = quote(value) if option is None else words_of_value(option, value, words)
        parts.append(
            words(
                QT_TRANSLATE_NOOP("RuleWords", "{option}: {value}").format(
                    option=title[:1].lower() + title[1:], value=shown[:1].lower() + shown[1:]
                )
            )
        )
    return "; ".join(parts)
