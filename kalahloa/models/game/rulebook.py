"""The options of a game's rules, and the named presets.

The rules of a game are a frozen dataclass with one field per option; a `Rulebook` describes the
valid values of each field, and the presets.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from kalahloa.models.text.errors import BadRules
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP


def _as_title(name: str) -> str:
    """Return the *name* of a preset or a value as people read it: ``Scrambled eggs``."""
    words = name.replace("-", " ")
    return words[:1].upper() + words[1:]


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """An option with named values; `values` maps each name to a sentence that explains it.

    `titles` maps names to what people read in their place, where that is not the name itself.
    `aliases` maps old names of values, which are still accepted, to the current ones.  `implied` is
    the value in rules that were written before there was the option; it is not written now either,
    so that keys made of written rules stay what they were.
    """

    name: str
    title: str
    values: Mapping[str, str]
    aliases: Mapping[str, str] = field(default_factory=dict)
    implied: str | None = None
    titles: Mapping[str, str] = field(default_factory=dict)

    def title_of(self, value: str) -> str:
        """Return what people read in place of the name of a *value*."""
        return self.titles.get(value) or _as_title(value)

    def read(self, text: object) -> str:
        """Return the value named *text*, ignoring case; raise `BadRules` if there is none."""
        value = str(text).strip().lower()
        value = self.aliases.get(value, value)
        self.require(value, text)
        return value

    def require(self, value: Any, text: object = None) -> None:
        """Raise `BadRules`, quoting *text* (default: *value*), unless *value* is valid."""
        if value not in self.values:
            given = quote(value if text is None else text)
            known = ", ".join(self.values)
            raise BadRules(
                QT_TRANSLATE_NOOP("Models", "{title}: '{given}' is not one of: {known}.").format(
                    title=self.title, given=given, known=known
                )
            )


@dataclass(frozen=True, slots=True)
class IntegerOption:
    """An option whose value is an int from `low` to `high`, both inclusive.

    `implied` is as in `ChoiceOption`.
    """

    name: str
    title: str
    low: int
    high: int
    sentence: str = ""
    implied: int | None = None

    def read(self, text: object) -> int:
        """Return *text* as an int; raise `BadRules` if it is not one in the range."""
        try:
            value = int(str(text).strip())
        except ValueError:
            value = self.low - 1
        self.require(value, text)
        return value

    def require(self, value: Any, text: object = None) -> None:
        """Raise `BadRules`, quoting *text* (default: *value*), unless *value* is in the range."""
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if not is_number or not self.low <= value <= self.high:
            given = quote(value if text is None else text)
            raise BadRules(
                QT_TRANSLATE_NOOP(
                    "Models", "{title}: '{given}' is not a number from {low} to {high}."
                ).format(title=self.title, given=given, low=self.low, high=self.high)
            )


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules, with a sentence that describes it.

    Files and the command line know it by its `name`; people read its `title`.
    """

    name: str
    sentence: str
    rules: Any
    title: str = ""

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", _as_title(self.name))


@dataclass(frozen=True)
class Rulebook:
    """The options and the presets of one game; the first preset is the default."""

    options: tuple[ChoiceOption | IntegerOption, ...]
    presets: tuple[Preset, ...]

    @property
    def default(self) -> Any:
        """The rules of the first preset."""
        return self.presets[0].rules

    def preset(self, name: str) -> Preset:
        """Return the preset called *name*; raise `BadRules` if there is none."""
        for preset in self.presets:
            if preset.name == name.strip().lower():
                return preset
        known = ", ".join(preset.name for preset in self.presets)
        raise BadRules(
            QT_TRANSLATE_NOOP(
                "Models", "There are no rules called '{name}'; choose one of: {known}."
            ).format(name=quote(name), known=known)
        )

    def read(self, preset: str | None = None, overrides: Mapping[str, object] | None = None) -> Any:
        """Return the rules of *preset* (default: the first) with *overrides* applied.

        *overrides* maps option names to values or their text.  Raises `BadRules` for an unknown
        preset or option, or an invalid value.
        """
        if overrides is not None and not isinstance(overrides, Mapping):
            raise BadRules(
                QT_TRANSLATE_NOOP("Models", "Rules are options with values, not '{given}'.").format(
                    given=quote(overrides)
                )
            )
        rules = self.preset(preset).rules if preset is not None else self.default
        known = {option.name: option for option in self.options}
        changes = {}
        for name, value in (overrides or {}).items():
            if name not in known:
                raise BadRules(
                    QT_TRANSLATE_NOOP(
                        "Models", "There is no rule option '{name}'; choose one of: {known}."
                    ).format(name=quote(name), known=", ".join(known))
                )
            changes[name] = known[name].read(value)
        return replace(rules, **changes)

    def nearest(self, rules: Any) -> tuple[Preset, dict[str, Any]]:
        """Return the preset with the fewest differences from *rules*, and the differences.

        They are the values of *rules* by option name; there are none if the preset is equal.
        """

        def differences(preset: Preset) -> dict[str, Any]:
            return {
                field.name: getattr(rules, field.name)
                for field in fields(rules)
                if getattr(rules, field.name) != getattr(preset.rules, field.name)
            }

        preset = min(self.presets, key=lambda preset: len(differences(preset)))
        return preset, differences(preset)

    def name_of(self, rules: Any) -> str:
        """Return the name of the preset that *rules* equal.

        If no preset is equal, return that with the fewest differences, and the differences:
        ``lecture, stones 6``.
        """
        for preset in self.presets:
            if preset.rules == rules:
                return preset.name
        preset, differences = self.nearest(rules)
        changed = [f"{name.replace('_', ' ')} {value}" for name, value in differences.items()]
        return ", ".join([preset.name, *changed])

    def as_mapping(self, rules: Any) -> dict[str, Any]:
        """Return the values of *rules* by option name, as `read` takes them in *overrides*.

        Those that are implied by their absence are left out (see `ChoiceOption`).
        """
        values = {option.name: getattr(rules, option.name) for option in self.options}
        for option in self.options:
            if option.implied is not None and values[option.name] == option.implied:
                del values[option.name]
        return values
