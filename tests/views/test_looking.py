"""Looking at a game, however it is opened, leaves all of the library but where it was left."""

import pytest

from tests.looking import changes


@pytest.mark.usefixtures("qapp", "brief")
def test_looking_at_games_in_every_way_leaves_the_library_as_it_was(tmp_path):
    differences, looks = changes(tmp_path, 4, seed=1)

    assert differences == []
    assert looks.total() >= 4
