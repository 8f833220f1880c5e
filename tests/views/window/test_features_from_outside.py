"""A feature of a package from outside that fails: it is left out, and nothing else is lost."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.commands.declaration import FeatureDeclaration
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.session import features
from kalahloa.models.text.errors import BadCommand
from tests.views.checker import board_shows_record

METHODS = ("of", "follow", "place_fields", "is_busy", "interrupt", "start_again", "release")
METHODS += ("load", "to_settings", "shut_down")
SENTENCE = "Harmful failed and is switched off: broken."


class Harmful(Feature):
    """Raises in the method of this name."""

    where = ""

    def __init__(self, app: AppContext) -> None:
        super().__init__(app.document)
        app.document.add_follower(self)
        self.calls: list[str] = []
        self._call("of")

    @classmethod
    def of(cls, app: AppContext) -> "Harmful":
        return cls(app)

    def _call(self, method: str) -> None:
        self.calls.append(method)
        if method == self.where:
            raise RuntimeError("broken")

    def follow(self, causes: frozenset[Cause]) -> None:
        self._call("follow")

    def place_fields(self) -> Fields:
        self._call("place_fields")
        return {}

    @property
    def is_busy(self) -> bool:
        self._call("is_busy")
        return False

    def interrupt(self) -> None:
        self._call("interrupt")

    def start_again(self) -> bool:
        self._call("start_again")
        return False

    def release(self) -> None:
        self._call("release")

    def load(self, settings: SettingsReader) -> None:
        self._call("load")

    def to_settings(self) -> dict[str, object]:
        self._call("to_settings")
        return {}

    def shut_down(self) -> None:
        self._call("shut_down")


def raise_error(*_: object) -> bool:
    raise RuntimeError("broken")


def raise_sentence(*_: object) -> str:
    raise BadCommand("That is not possible on Mondays.")


FEATURE = FeatureDeclaration(
    controllers=(Harmful,),
    commands=(
        Command(key="harm", typed="harm", run=raise_error),
        Command(key="harm-never", typed="never", possible=raise_error, otherwise=raise_error),
        Command(key="harm-mondays", typed="mondays", run=raise_sentence),
    ),
)


@pytest.fixture
def install(monkeypatch) -> Iterator[object]:
    """Return a function that has an entry point, by default that of `FEATURE`."""

    def make(where: str, value: str = f"{__name__}:FEATURE") -> None:
        point = EntryPoint("harmful", value, features.ENTRY_POINT_GROUP)
        monkeypatch.setattr(features, "plugins", lambda _: [point])
        monkeypatch.setattr(Harmful, "where", where)
        features.declarations.cache_clear()

    yield make
    features.declarations.cache_clear()


@pytest.mark.parametrize("value", ["no.such.module:FEATURE", "pathlib:Path"])
def test_one_that_cannot_be_loaded_or_declares_nothing_is_left_out(install, value, caplog):
    install("", value)

    assert features.declarations() == features.FEATURES
    assert "The feature harmful cannot be loaded" in caplog.text


@pytest.mark.parametrize("where", METHODS)
def test_one_that_fails_is_switched_off_in_one_sentence(where, install, open_window, qtbot, caplog):
    install(where)
    hands = open_window("kalah")
    app, messages = hands.app, hands.window.text.messages
    made = [] if where == "of" else [app[Harmful]]

    hands.click_move(1)
    hands.click_move(2)
    app.release()
    _ = app.is_busy, app.interrupt(), app.start_again(), app.to_settings()
    hands.undo()
    hands.redo()

    assert hands.texts() == ["1", "2"]
    board_shows_record(hands)
    if where != "shut_down":
        hands.window.show_view(text=True)
        qtbot.waitUntil(lambda: SENTENCE in messages.toPlainText())
        assert messages.toPlainText().count(SENTENCE) == 1
    hands.window.close()
    assert not any(type(feature) is Harmful for feature in app.features)
    assert caplog.text.count("The feature Harmful has failed") == 1
    for feature in made:
        assert feature.calls.count(where) == 1
        assert feature.calls[-1] == "shut_down"
    with hands.disk.open() as library:
        assert [header.plies for header in library.search()] == [2]


def test_its_commands_refuse_in_a_sentence_where_they_raise(install, open_window):
    install("")
    harm, never, mondays = features.declarations()[-1].commands
    app = open_window("kalah").app

    for command, sentence in (
        (harm, "harm failed: broken."),
        (never, "broken"),
        (mondays, "That is not possible on Mondays."),
    ):
        with pytest.raises(BadCommand) as refused:
            command.trigger(app)
        assert str(refused.value) == sentence
