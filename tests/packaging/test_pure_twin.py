"""The uncompiled twins of the models live beside the ordinary ones without mixing."""

import sys

from kalahloa import compiled
from kalahloa.models.game import position
from tests.pure_twin import load_pure


def test_the_twins_come_from_python_sources_and_are_modules_of_their_own():
    twins = load_pure()

    assert twins["game.position"].__file__.endswith("position.py")
    assert twins["game.position"].Position is not position.Position
    assert twins["games.loa.board"].Position is twins["game.position"].Position


def test_the_ordinary_modules_are_in_place_after_the_twins_were_loaded():
    note = compiled.compiled_note()

    load_pure()

    import kalahloa.models.game.position as imported_again

    assert imported_again is position
    assert sys.modules["kalahloa.models.game"].position is position
    assert sys.modules["kalahloa.compiled"] is compiled
    assert compiled.compiled_note() == note
