"""Which overlays are shown: chosen for each game, typed, and kept in settings."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.commands.overlay_commands import overlay_command
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.overlays import Overlays
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.overlay import Overlay
from kalahloa.models.game.registry import find_game
from kalahloa.models.text.errors import BadCommand
from tests.controllers.saving.test_preferences import reread

LOA = (
    Overlay("rows", "Rows", "How many in each row", lambda at: [f"Ply {at.ply}.", "Second."]),
    Overlay("edges", "Edges", "What stands at the edge", usual=True),
    Overlay("middle", "Middle", "What stands in the middle", usual=True),
)
KALAH = (Overlay("rows", "Rows", "Other rows"), Overlay("pits", "Pits", "All pits"))


@pytest.fixture
def overlays(app: AppContext) -> Iterator[Overlays]:
    """Those of the app's document: three for its game, two for Kalah, none for others."""
    app.overlays.named = {"loa": LOA, "kalah": KALAH, "tictactoe": ()}.__getitem__
    app.document.report(Cause.VIEW)
    yield app.overlays


def shown(app: AppContext) -> set[str]:
    return set(app.document.place.overlays_shown)


def test_none_is_shown_at_first(app, overlays):
    assert app.document.place.overlays == LOA
    assert shown(app) == set()


def test_without_a_board_there_are_none(app):
    assert app.document.place.overlays == ()


def test_each_is_shown_and_hidden_by_itself(app, overlays):
    overlays.toggle("rows")
    overlays.toggle("middle")
    assert shown(app) == {"rows", "middle"}

    overlays.toggle("rows")

    assert shown(app) == {"middle"}


def test_a_change_is_told_once(app, overlays):
    changes = []
    app.document.changed.connect(changes.append)

    overlays.toggle("rows")

    (change,) = changes
    assert change.causes == {Cause.VIEW}
    assert change.place.overlays_shown == {"rows"}


def test_all_are_hidden_and_the_same_are_shown_again(app, overlays):
    overlays.toggle("rows")

    overlays.toggle_all()
    assert shown(app) == set()
    overlays.toggle_all()

    assert shown(app) == {"rows"}


def test_where_nothing_was_chosen_the_usual_ones_are_shown(app, overlays):
    overlays.toggle_all()
    assert shown(app) == {"edges", "middle"}

    overlays.toggle("edges")
    overlays.toggle("middle")
    overlays.toggle_all()

    assert shown(app) == {"edges", "middle"}


def test_all_are_shown_where_none_is_usual(app, overlays):
    app.document.new_game(find_game("kalah"))

    overlays.toggle_all()

    assert shown(app) == {"rows", "pits"}


def test_one_that_is_chosen_while_all_are_hidden_is_shown_alone(app, overlays):
    overlays.toggle("rows")
    overlays.toggle_all()

    overlays.toggle("middle")

    assert shown(app) == {"middle"}


def test_each_game_has_its_own(app, overlays):
    overlays.toggle("rows")
    app.document.new_game(find_game("kalah"))
    assert app.document.place.overlays == KALAH
    assert shown(app) == set()
    overlays.toggle("pits")

    app.document.new_game(find_game("loa"))

    assert shown(app) == {"rows"}


# -- kept in settings ------------------------------------------------------------------------------


def test_choices_are_read_as_they_were_written(app, overlays, tmp_path):
    overlays.toggle("rows")
    overlays.toggle("edges")
    app.document.new_game(find_game("kalah"))
    overlays.toggle("pits")
    overlays.toggle_all()
    reader = reread(tmp_path / "settings.ini", overlays.to_settings())
    app.document.new_game(find_game("loa"))
    overlays.toggle("rows")
    overlays.toggle("edges")

    overlays.load(reader)

    assert not reader.damaged
    assert reader.values == overlays.to_settings()
    assert shown(app) == {"rows", "edges"}
    app.document.new_game(find_game("kalah"))
    assert shown(app) == set()
    overlays.toggle_all()
    assert shown(app) == {"pits"}


@pytest.mark.parametrize(
    "text", ["Rows", "rows,edges", "rows  edges", "--rows x!", "@ByteArray(a)"]
)
def test_what_cannot_be_a_choice_is_damage_and_shows_nothing(app, overlays, tmp_path, text):
    path = tmp_path / "settings.ini"
    path.write_text(f"[overlays]\nloa={text}\n", encoding="utf-8")
    reader = SettingsReader(QSettings(str(path), QSettings.Format.IniFormat))

    overlays.load(reader)

    assert reader.damaged
    assert shown(app) == set()


def test_one_that_the_board_does_not_have_any_more_is_not_shown(app, overlays, tmp_path: Path):
    overlays.load(reread(tmp_path / "settings.ini", {"overlays/loa": "gone middle"}))

    assert shown(app) == {"middle"}


# -- commands --------------------------------------------------------------------------------------


def test_all_are_shown_and_hidden_by_a_command_that_says_so(app, overlays):
    command = BY_KEY["overlays"]
    assert not command.checked(app.document.place)

    assert command.trigger(app) == "Shown: Edges, Middle."
    assert command.checked(app.document.place)
    assert command.trigger(app) == "Overlays hidden."

    assert shown(app) == set()


def test_a_board_without_overlays_refuses_them(app, overlays):
    app.document.new_game(find_game("tictactoe"))

    for key in ("overlays", "overlay"):
        with pytest.raises(BadCommand, match="This board has no overlays"):
            BY_KEY[key].trigger(app)


def test_each_overlay_has_a_command_that_is_a_switch(app, overlays):
    command = overlay_command(LOA[2])
    assert command.label == "Middle"
    assert command.tip == LOA[2].tip
    assert command.possible(app.document.place)

    command.trigger(app)

    assert shown(app) == {"middle"}
    assert command.checked(app.document.place)
    app.document.new_game(find_game("kalah"))
    assert not command.possible(app.document.place)


def test_an_overlay_is_typed_by_its_name_and_tells_what_it_shows(app, overlays):
    interpreter = Interpreter(app)

    assert interpreter.execute("overlay rows") == "Rows:\nPly 0.\nSecond."
    assert shown(app) == {"rows"}
    assert interpreter.execute("overlay") == "Rows:\nPly 0.\nSecond."
    assert interpreter.execute("overlay ROWS") == "Hidden: Rows."

    assert shown(app) == set()


def test_typed_without_a_name_the_overlays_are_listed(app, overlays):
    assert Interpreter(app).execute("overlay").splitlines() == [
        "overlay rows: How many in each row.",
        "overlay edges: What stands at the edge.",
        "overlay middle: What stands in the middle.",
    ]


def test_a_name_that_is_none_is_refused_and_changes_nothing(app, overlays):
    with pytest.raises(BadCommand, match="no overlay 'colums'; choose one of: rows, edges, middle"):
        Interpreter(app).execute("overlay colums")

    assert shown(app) == set()


def test_names_are_completed(app, overlays):
    assert Interpreter(app).completions("overlay m") == ["overlay middle"]


# -- lent ------------------------------------------------------------------------------------------


def test_lent_ones_are_shown_besides_those_chosen_and_no_setting_keeps_them(app, overlays):
    overlays.toggle("rows")
    kept = overlays.to_settings()

    overlays.lend({"loa": ["edges"], "kalah": ["pits"]})
    assert shown(app) == {"rows", "edges"}
    app.document.new_game(find_game("kalah"))
    assert shown(app) == {"pits"}
    assert overlays.to_settings() == kept
    overlays.lend({})

    assert shown(app) == set()
    app.document.new_game(find_game("loa"))
    assert shown(app) == {"rows"}
    assert overlays.to_settings() == kept


def test_what_is_lent_can_be_hidden_alone_and_with_all_others(app, overlays):
    overlays.lend({"loa": ["edges", "rows"]})
    overlays.toggle("edges")
    assert shown(app) == {"rows"}
    assert overlays.to_settings() == {}

    overlays.toggle_all()

    assert shown(app) == set()


def test_lending_the_same_again_tells_nothing(app, overlays):
    overlays.lend({"loa": ["rows"]})
    changes = []
    app.document.changed.connect(changes.append)

    overlays.lend({"loa": ("rows",)})

    assert changes == []
