"""Which overlays are shown: chosen for each game, typed, and kept in settings."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.commands.commands import BY_KEY
from kalahloa.controllers.commands.overlay_commands import overlay_command
from kalahloa.controllers.commands.typed import Interpreter
from kalahloa.controllers.core.overlays import Overlays
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.desk import Desk
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
def overlays(desk: Desk) -> Iterator[Overlays]:
    """Those of the desk's document: three for its game, two for Kalah, none for others."""
    desk.overlays.named = {"loa": LOA, "kalah": KALAH, "tictactoe": ()}.__getitem__
    desk.document.note(Cause.VIEW)
    yield desk.overlays


def shown(desk: Desk) -> set[str]:
    return set(desk.document.place.overlays_shown)


def test_none_is_shown_at_first(desk, overlays):
    assert desk.document.place.overlays == LOA
    assert shown(desk) == set()


def test_without_a_board_there_are_none(desk):
    assert desk.document.place.overlays == ()


def test_each_is_shown_and_hidden_by_itself(desk, overlays):
    overlays.toggle("rows")
    overlays.toggle("middle")
    assert shown(desk) == {"rows", "middle"}

    overlays.toggle("rows")

    assert shown(desk) == {"middle"}


def test_a_change_is_told_once(desk, overlays):
    changes = []
    desk.document.changed.connect(changes.append)

    overlays.toggle("rows")

    (change,) = changes
    assert change.causes == {Cause.VIEW}
    assert change.place.overlays_shown == {"rows"}


def test_all_are_hidden_and_the_same_are_shown_again(desk, overlays):
    overlays.toggle("rows")

    overlays.toggle_all()
    assert shown(desk) == set()
    overlays.toggle_all()

    assert shown(desk) == {"rows"}


def test_where_nothing_was_chosen_the_usual_ones_are_shown(desk, overlays):
    overlays.toggle_all()
    assert shown(desk) == {"edges", "middle"}

    overlays.toggle("edges")
    overlays.toggle("middle")
    overlays.toggle_all()

    assert shown(desk) == {"edges", "middle"}


def test_all_are_shown_where_none_is_usual(desk, overlays):
    desk.document.new_game(find_game("kalah"))

    overlays.toggle_all()

    assert shown(desk) == {"rows", "pits"}


def test_one_that_is_chosen_while_all_are_hidden_is_shown_alone(desk, overlays):
    overlays.toggle("rows")
    overlays.toggle_all()

    overlays.toggle("middle")

    assert shown(desk) == {"middle"}


def test_each_game_has_its_own(desk, overlays):
    overlays.toggle("rows")
    desk.document.new_game(find_game("kalah"))
    assert desk.document.place.overlays == KALAH
    assert shown(desk) == set()
    overlays.toggle("pits")

    desk.document.new_game(find_game("loa"))

    assert shown(desk) == {"rows"}


# -- kept in settings ------------------------------------------------------------------------------


def test_choices_are_read_as_they_were_written(desk, overlays, tmp_path):
    overlays.toggle("rows")
    overlays.toggle("edges")
    desk.document.new_game(find_game("kalah"))
    overlays.toggle("pits")
    overlays.toggle_all()
    reader = reread(tmp_path / "settings.ini", overlays.to_plain())
    desk.document.new_game(find_game("loa"))
    overlays.toggle("rows")
    overlays.toggle("edges")

    overlays.load(reader)

    assert not reader.damaged
    assert reader.values == overlays.to_plain()
    assert shown(desk) == {"rows", "edges"}
    desk.document.new_game(find_game("kalah"))
    assert shown(desk) == set()
    overlays.toggle_all()
    assert shown(desk) == {"pits"}


@pytest.mark.parametrize(
    "text", ["Rows", "rows,edges", "rows  edges", "--rows x!", "@ByteArray(a)"]
)
def test_what_cannot_be_a_choice_is_damage_and_shows_nothing(desk, overlays, tmp_path, text):
    path = tmp_path / "settings.ini"
    path.write_text(f"[overlays]\nloa={text}\n", encoding="utf-8")
    reader = SettingsReader(QSettings(str(path), QSettings.Format.IniFormat))

    overlays.load(reader)

    assert reader.damaged
    assert shown(desk) == set()


def test_one_that_the_board_does_not_have_any_more_is_not_shown(desk, overlays, tmp_path: Path):
    overlays.load(reread(tmp_path / "settings.ini", {"overlays/loa": "gone middle"}))

    assert shown(desk) == {"middle"}


# -- commands --------------------------------------------------------------------------------------


def test_all_are_shown_and_hidden_by_a_command_that_says_so(desk, overlays):
    command = BY_KEY["overlays"]
    assert not command.checked(desk.document.place)

    assert command.trigger(desk) == "Shown: Edges, Middle."
    assert command.checked(desk.document.place)
    assert command.trigger(desk) == "The overlays are hidden."

    assert shown(desk) == set()


def test_a_board_without_overlays_refuses_them(desk, overlays):
    desk.document.new_game(find_game("tictactoe"))

    for key in ("overlays", "overlay"):
        with pytest.raises(BadCommand, match="There are no overlays for this board"):
            BY_KEY[key].trigger(desk)


def test_each_overlay_has_a_command_that_is_a_switch(desk, overlays):
    command = overlay_command(LOA[2])
    assert command.label == "Middle"
    assert command.tip == LOA[2].tip
    assert command.possible(desk.document.place)

    command.trigger(desk)

    assert shown(desk) == {"middle"}
    assert command.checked(desk.document.place)
    desk.document.new_game(find_game("kalah"))
    assert not command.possible(desk.document.place)


def test_an_overlay_is_typed_by_its_name_and_tells_what_it_shows(desk, overlays):
    interpreter = Interpreter(desk)

    assert interpreter.execute("overlay rows") == "Rows:\nPly 0.\nSecond."
    assert shown(desk) == {"rows"}
    assert interpreter.execute("overlay") == "Rows:\nPly 0.\nSecond."
    assert interpreter.execute("overlay ROWS") == "Hidden: Rows."

    assert shown(desk) == set()


def test_typed_without_a_name_the_overlays_are_listed(desk, overlays):
    assert Interpreter(desk).execute("overlay").splitlines() == [
        "overlay rows: How many in each row.",
        "overlay edges: What stands at the edge.",
        "overlay middle: What stands in the middle.",
    ]


def test_a_name_that_is_none_is_refused_and_changes_nothing(desk, overlays):
    with pytest.raises(BadCommand, match="no overlay 'colums'; there are: rows, edges, middle"):
        Interpreter(desk).execute("overlay colums")

    assert shown(desk) == set()


def test_names_are_completed(desk, overlays):
    assert Interpreter(desk).completions("overlay m") == ["overlay middle"]
