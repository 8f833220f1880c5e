"""The words of commands about the library: the ids of games, of which there may be many."""

import pytest

from kalahloa.controllers.features.library.commands import MAX_DIGITS, trash_games
from kalahloa.models.text.errors import BadCommand


class FakeLibrary:
    """Takes down what is put into the trash."""

    def __init__(self) -> None:
        self.trashed: list[int] = []

    def trash(self, games) -> None:
        self.trashed += games


class FakeApp:
    def __init__(self) -> None:
        self.library = FakeLibrary()

    def get(self, kind) -> FakeLibrary:
        return self.library


def test_ids_are_read_in_their_order():
    app = FakeApp()

    trash_games(app, ["12", "3,4", "0007"])

    assert app.library.trashed == [12, 3, 4, 7]


@pytest.mark.parametrize(
    "wrong", ["", "x", "-1", "1 2", "²", "٣", "9" * (MAX_DIGITS + 1), ",", "3,,4"]
)
def test_the_word_that_is_no_id_is_named_among_others(wrong):
    app = FakeApp()

    with pytest.raises(BadCommand, match="is not the number of a game") as refused:
        trash_games(app, ["12", wrong, "3"])

    assert f"'{wrong[:5] if ',' not in wrong else ''}" in str(refused.value)
    assert app.library.trashed == []


def test_a_comma_with_no_id_after_it_is_refused():
    app = FakeApp()

    with pytest.raises(BadCommand, match="'' is not the number of a game"):
        trash_games(app, ["12,3,"])

    assert app.library.trashed == []


def test_no_id_at_all_is_refused():
    with pytest.raises(BadCommand, match="Type the numbers"):
        trash_games(FakeApp(), [])
