"""Preferences by typed words: listed, changed, or refused with what would be right."""

from dataclasses import fields

import pytest

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.text.errors import BadCommand


class Front:
    """What has preferences, as a window does."""

    def __init__(self, app: AppContext) -> None:
        self.preferences = Preferences(name="Anna")
        self.interpreter = Interpreter(app)
        app.preferences = lambda: self.preferences
        app.set_preferences = self.take

    def take(self, preferences: Preferences) -> None:
        self.preferences = preferences


@pytest.fixture
def front(app: AppContext) -> Front:
    return Front(app)


def test_all_preferences_are_listed_with_their_values(front):
    lines = front.interpreter.execute("set").splitlines()

    assert {line.partition(" ")[0] for line in lines} == {one.name for one in fields(Preferences)}
    assert {"name Anna", "sound off", "scheme system", "think_seconds 0.6"} <= set(lines)


@pytest.mark.parametrize(
    ("line", "chosen"),
    [
        ("set sound on", Preferences(name="Anna", sound=True)),
        ("set SCHEME Dark", Preferences(name="Anna", scheme="dark")),
        ("set think_seconds 2.5", Preferences(name="Anna", think_seconds=2.5)),
        ("set lines 0", Preferences(name="Anna", lines=0)),
        ("set name Maria the Second", Preferences(name="Maria the Second")),
    ],
)
def test_a_preference_is_changed_by_a_word(front, line, chosen):
    answer = front.interpreter.execute(line)

    assert front.preferences == chosen
    name = answer.partition(" ")[0]
    assert front.interpreter.execute(f"set {name}") == answer


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("set volume 3", "There is no preference 'volume'; type set to list all."),
        ("set sound loud", "sound cannot be 'loud': choose on, off."),
        ("set font_points 5", "font_points cannot be '5': choose a number from 6 to 72."),
        (
            "set scheme pink",
            "scheme cannot be 'pink': choose system, light, dark, contrast-light, contrast-dark.",
        ),
    ],
)
def test_what_is_no_preference_or_no_value_is_refused(front, line, said):
    with pytest.raises(BadCommand) as refused:
        front.interpreter.execute(line)

    assert str(refused.value) == said
    assert front.preferences == Preferences(name="Anna")


def test_where_there_is_no_window_there_are_no_preferences(app):
    with pytest.raises(BadCommand, match="needs the graphical window"):
        Interpreter(app).execute("set sound on")
