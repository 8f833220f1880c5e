"""Preferences by typed words."""

from dataclasses import replace
from typing import Any, cast

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote


def use_preference(app: AppContext, words: list[str]) -> str:
    """Return all preferences with their values, or the one named; a word after it changes it."""
    if app.preferences is None or app.set_preferences is None:
        raise BadCommand(
            translate("Commands", "There is no window here in which this could be done.")
        )
    chosen = app.preferences()
    declared = chosen.settings()

    def line(name: str) -> str:
        return f"{name} {declared[name].word(getattr(chosen, name))}"

    if not words:
        return "\n".join(map(line, declared))
    name, word = words[0].lower(), " ".join(words[1:])
    if name not in declared:
        sentence = translate("Commands", "There is no preference '{name}'; set lists all of them.")
        raise BadCommand(fill(sentence, name=quote(words[0])))
    if not word:
        return line(name)
    try:
        value = declared[name].from_word(word)
    except ValueError as error:
        sentence = translate("Commands", "'{word}' is no value of {name}, which is {values}.")
        raise BadCommand(fill(sentence, word=quote(word), name=name, values=error)) from error
    chosen = replace(cast("Any", chosen), **{name: value})
    app.set_preferences(chosen)
    return line(name)
