"""Games opened on a background thread, from the library and from files; and the recent ones."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.controllers.features.puzzles.state import PuzzleState, PuzzleStock
from kalahloa.controllers.saving import library_reader
from kalahloa.controllers.saving.game_files import GameSnapshot
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.saving.opening import open_file, open_stored
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.game_rows import StoredGame
from kalahloa.models.library.library import Library
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.record.annotation import MAX_COMMENT_TEXT
from kalahloa.models.record.record import Record
from kalahloa.models.storage import json_file
from kalahloa.models.storage.json_file import MAX_FILE_BYTES
from tests.controllers.conftest import COMPUTER
from tests.models.library.games import facts, random_record, tree_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of the library."""
    return tmp_path / "library.sqlite"


@pytest.fixture
def keeper(app, path: Path) -> Iterator[Keeper]:
    made = Keeper(app.document, lambda: Library.open(path))
    yield made
    made.shut_down()


def played(*moves: str, game: str = "kalah") -> Record:
    record = Record(find_game(game))
    for text in moves:
        record.play(record.position.read_move(text))
    return record


def write(path: Path, *moves: str, game: str = "kalah") -> Path:
    GameSnapshot.of(played(*moves, game=game), (None, COMPUTER.to_json())).write(path)
    return path


def add(path: Path, *moves: str, created: float | None = None, **names: tuple[str, str]) -> int:
    """Add a game to the library at *path*, and return its id."""
    record = played(*moves)
    record.players = names.get("players", ("", ""))
    with Library.open(path) as library:
        return library.add(record, (None, COMPUTER.to_json()), created=created)


def opened(qtbot, keeper: Keeper, wanted: int | Path) -> None:
    with qtbot.waitSignal(keeper.opened) as told:
        keeper.open_later(wanted)
    assert told.args == [wanted]


def refused(qtbot, keeper: Keeper, wanted: int | Path) -> str:
    with qtbot.waitSignal(keeper.failed) as told:
        keeper.open_later(wanted)
    return told.args[0]


def lines(path: Path) -> list[tuple[str, ...]]:
    """Return the line of each game in the library, sorted."""
    with Library.open(path) as library:
        games = [open_stored(library, header.id) for header in library.search()]
    return sorted(tuple(node.text for node in game.record.line()) for game in games)


def test_a_game_is_there_with_its_players_when_opened_is_emitted(keeper, app, path, qtbot):
    opened(qtbot, keeper, add(path, "3", "1"))

    assert [node.text for node in app.document.record.line()] == ["3", "1"]
    assert app.document.players == (HUMAN, COMPUTER)


def test_a_file_is_taken_into_the_library_and_stays_as_it_is(keeper, app, path, tmp_path, qtbot):
    file = write(tmp_path / "game.kalahloa", "3", "1")
    before = file.read_bytes()

    opened(qtbot, keeper, file)
    app.document.set_player(1, HUMAN)
    app.turns.play_text("2")
    keeper.save()

    assert lines(path) == [("3", "1", "2")]
    assert file.read_bytes() == before


def test_the_first_game_of_an_sgf_file_is_opened_whatever_the_file_is_called(
    keeper, app, path, tmp_path, qtbot
):
    file = tmp_path / "mail"
    file.write_bytes(b"(;GM[9];B[c1-c3];W[a3-c5])(;GM[9];B[b1-b4])")

    opened(qtbot, keeper, file)

    assert [node.text for node in app.document.record.line()] == ["c1-c3", "a3-c5"]


@pytest.mark.parametrize("suffix", [".kalahloa", ".sgf"])
def test_a_file_is_checked_once_and_opened_as_the_library_would_open_it(
    path, tmp_path, suffix, monkeypatch
):
    record = random_record(4, 40)
    file = tmp_path / f"game{suffix}"
    if suffix == ".sgf":
        file.write_bytes(write_games([record]))
    else:
        GameSnapshot.of(record, (None, COMPUTER.to_json())).write(file)
    with Library.open(path) as library:
        with monkeypatch.context() as patch:
            patch.setattr(StoredGame, "to_record", lambda *_: pytest.fail("It is read again."))
            game = open_file(library, file)
        again = open_stored(library, game.id)

    assert facts(game.record) == facts(again.record)
    assert tree_of(game.record) == tree_of(record)
    assert game.players == again.players
    assert game.record.pop_changes() == ()


@pytest.mark.parametrize("suffix", [".kalahloa", ".sgf"])
def test_what_is_played_in_a_file_that_was_opened_is_kept(
    keeper, app, path, tmp_path, suffix, qtbot
):
    file = tmp_path / f"game{suffix}"
    record = played("3", "1")
    record.undo()
    record.play(record.position.read_move("2"))
    file.write_bytes(write_games([record]))
    if suffix == ".kalahloa":
        GameSnapshot.of(record, (None, None)).write(file)

    opened(qtbot, keeper, file)
    app.turns.play_text("4")
    keeper.save()

    assert lines(path) == [("3", "2", "4")]


def test_nothing_changes_before_the_game_is_read(keeper, app, path, monkeypatch, qtbot):
    number = add(path, "3")
    go_on = threading.Event()
    open_it = library_reader.open_stored
    monkeypatch.setattr(library_reader, "open_stored", lambda *w: (go_on.wait(), open_it(*w))[1])

    keeper.open_later(number)
    app.turns.play_text("b1-b3")

    assert app.document.record.current.text == "b1-b3"
    with qtbot.waitSignal(keeper.opened):
        go_on.set()
    keeper.save()
    assert lines(path) == [("3",), ("b1-b3",)]


def test_the_later_of_two_games_is_opened(keeper, app, path, monkeypatch, qtbot):
    one, two = add(path, "1"), add(path, "2")
    go_on, began = threading.Event(), threading.Event()
    open_it = library_reader.open_stored

    def load(*words):
        game = open_it(*words)
        began.set()
        go_on.wait()
        return game

    monkeypatch.setattr(library_reader, "open_stored", load)
    keeper.open_later(one)
    began.wait()
    keeper.open_later(two)

    with qtbot.waitSignal(keeper.opened) as told:
        go_on.set()

    assert told.args == [two]
    assert app.document.record.current.text == "2"


def test_the_current_game_is_opened_again_with_what_was_just_played(keeper, app, path, qtbot):
    app.turns.play_text("b1-b3")
    keeper.save()
    app.turns.play_text("a4-c4")

    with qtbot.waitSignal(keeper.opened):
        keeper.open_later(keeper.game_id)
        app.turns.play_text("c1xc4")

    app.turns.play_text("a5-c5")
    keeper.save()
    assert lines(path) == [("b1-b3", "a4-c4", "c1xc4", "a5-c5")]


def test_the_own_game_laid_aside_for_an_exercise_is_the_one_that_is_opened(
    keeper, app, path, qtbot
):
    app.turns.play_text("b1-b3")
    keeper.save()
    own, number = app.document.record, keeper.game_id
    app.document.open_exercise(played("3"))
    assert keeper.game_id != number

    opened(qtbot, keeper, number)

    assert app.document.record is own
    app.turns.play_text("a4-c4")
    keeper.save()
    assert lines(path) == [("b1-b3", "a4-c4")]


def test_a_game_left_a_moment_ago_is_opened_with_its_last_move(keeper, app, path, qtbot):
    app.turns.play_text("b1-b3")
    keeper.save()
    number = keeper.game_id
    app.turns.play_text("a4-c4")
    app.document.new_game(find_game("kalah"))

    opened(qtbot, keeper, number)

    assert app.document.record.current.text == "a4-c4"


# -- what goes wrong -------------------------------------------------------------------------------


def test_a_file_that_cannot_be_read_is_said_by_name_and_changes_nothing(
    keeper, app, tmp_path, qtbot
):
    app.turns.play_text("b1-b3")
    for name, content in (
        ("empty", ""),
        ("text", "hello"),
        ("other", "{}"),
        ("wrong", json.dumps({"format": "kalahloa record", "version": 99})),
    ):
        file = tmp_path / f"{name}.kalahloa"
        file.write_text(content, encoding="utf-8")

        assert file.name in refused(qtbot, keeper, file)

    assert "nowhere" in refused(qtbot, keeper, tmp_path / "nowhere.kalahloa")
    assert app.document.record.current.text == "b1-b3"


def test_a_game_that_is_not_in_the_library_is_said(keeper, app, qtbot):
    assert refused(qtbot, keeper, 77) == "The library has no game 77."


def test_a_file_that_is_too_large_is_refused_unread(keeper, tmp_path, qtbot, monkeypatch):
    path = tmp_path / "large.kalahloa"
    with path.open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    monkeypatch.setattr(json_file, "decode_json", lambda *words: pytest.fail("it was read"))

    assert refused(qtbot, keeper, path).endswith(
        "large.kalahloa is too large: it has 64 MB; a game has at most 64 MB."
    )


@pytest.mark.parametrize("size", [MAX_COMMENT_TEXT + 1, 50_000_000])
def test_a_comment_that_is_too_long_is_refused_with_a_short_sentence(keeper, tmp_path, qtbot, size):
    path = write(tmp_path / "game.kalahloa", "1")
    plain = json.loads(path.read_text(encoding="utf-8"))
    plain["nodes"][0]["comment"] = "word " * (size // 5) + "x"
    path.write_text(json.dumps(plain), encoding="utf-8")

    sentence = refused(qtbot, keeper, path)

    assert "game.kalahloa" in sentence
    assert "word" not in sentence
    assert len(sentence) < 400


def test_an_exception_of_a_game_is_a_sentence_and_the_reader_goes_on(
    keeper, path, qtbot, monkeypatch
):
    number = add(path, "1")
    with monkeypatch.context() as patch:
        patch.setattr(library_reader, "open_stored", lambda *words: 1 // 0)
        assert "division" in refused(qtbot, keeper, number)

    opened(qtbot, keeper, number)


def test_a_long_name_with_control_characters_is_shown_on_one_short_line(keeper, tmp_path, qtbot):
    path = tmp_path / ("x\n\x1b" * 60)
    path.write_text("damaged", encoding="utf-8")

    sentence = refused(qtbot, keeper, path)

    assert sentence.isprintable()
    assert len(sentence) < 400


# -- recent games ----------------------------------------------------------------------------------


def test_recent_games_are_told_when_they_are_known_the_newest_first(keeper, path, qtbot):
    ids = [add(path, "1", created=float(number)) for number in range(4)]

    with qtbot.waitSignal(keeper.recent_changed):
        assert keeper.recent(3) == []

    assert [game.id for game in keeper.recent(3)] == ids[:0:-1]
    assert [game.id for game in keeper.recent(1)] == ids[-1:]


def test_the_current_game_is_not_a_recent_one(keeper, app, path, qtbot):
    number = add(path, "1")
    app.turns.play_text("b1-b3")
    keeper.save()

    with qtbot.waitSignal(keeper.recent_changed):
        keeper.recent()

    assert [game.id for game in keeper.recent()] == [number]


def test_a_recent_game_has_its_names_and_what_plays(keeper, path, qtbot):
    add(path, "1", "2", players=("", "Ann"), created=2.0)
    add(path, "3", players=("", ""), created=1.0)

    with qtbot.waitSignal(keeper.recent_changed):
        keeper.recent()

    named, unnamed = keeper.recent()
    assert (named.game, named.players, named.result) == ("kalah", ("", "Ann"), "*")
    assert unnamed.players == ("", "")
    assert unnamed.levels == (None, COMPUTER.to_json())
    assert (named.plies, unnamed.plies) == (2, 1)


def test_asking_for_recent_games_does_not_cancel_the_opening_of_a_game(keeper, app, path, qtbot):
    number = add(path, "3")

    with qtbot.waitSignal(keeper.opened):
        keeper.open_later(number)
        keeper.recent()

    assert app.document.record.current.text == "3"


def try_another_second_move(app, move: str) -> list[str]:
    """Play *move* for the second one; return the moves of the main line."""
    app.document.set_players((HUMAN, HUMAN))
    app.document.jump(1)
    app.turns.play_text(move)
    return [node.text for node in app.document.record.main_line()]


def test_a_game_begun_here_goes_on_in_another_line_after_it_was_opened_again(
    keeper, app, path, qtbot
):
    number = add(path, "1", "2", "4")
    opened(qtbot, keeper, number)

    assert try_another_second_move(app, "3") == ["1", "3"]

    keeper.save()
    with Library.open(path) as library:
        assert library.headers([number])[0].plies == 2


@pytest.mark.parametrize("is_again", [False, True], ids=["at once", "from the library"])
@pytest.mark.parametrize("is_pasted", [False, True], ids=["a file", "a text"])
def test_a_game_from_elsewhere_keeps_its_main_line(
    keeper, app, path, tmp_path, qtbot, is_pasted, is_again
):
    if is_pasted:
        with qtbot.waitSignal(keeper.opened):
            keeper.open_text_later(write_games([played("1", "2", "4")]).decode())
    else:
        opened(qtbot, keeper, write(tmp_path / "game.json", "1", "2", "4"))
    keeper.save()
    if is_again:
        number = keeper.game_id
        app.document.new_game(app.document.game)
        opened(qtbot, keeper, number)

    assert try_another_second_move(app, "3") == ["1", "2", "4"]


def test_a_game_that_was_opened_never_replaces_what_was_begun_since(keeper, app, path, qtbot):
    number = add(path, "3", "1")
    keeper.open_later(number)
    app.document.new_game(find_game("tictactoe"))
    app.turns.play_text("5")
    keeper.open_later(number)
    app.document.new_game(find_game("tictactoe"))
    app.turns.play_text("5")
    qtbot.waitUntil(lambda: not keeper._reader.is_busy)

    assert app.document.game.key == "tictactoe"
    assert [node.text for node in app.document.record.line()] == ["5"]


def test_a_game_can_be_played_on_while_another_one_is_opened(keeper, app, path, qtbot):
    number = add(path, "3", "1")
    with qtbot.waitSignal(keeper.opened):
        keeper.open_later(number)
        app.turns.play_text("b1-b3")

    assert [node.text for node in app.document.record.line()] == ["3", "1"]


@pytest.mark.parametrize("last", ["game", "puzzle"])
def test_of_a_puzzle_and_a_game_the_one_asked_for_last_is_shown(keeper, app, path, qtbot, last):
    number = add(path, "3", "1")
    if last == "game":
        app[Puzzles].pick("loa")
        opened(qtbot, keeper, number)
        qtbot.waitUntil(lambda: not app.document.place[PuzzleStock].loading)
        assert app.document.place.get(PuzzleState) is None
        assert [node.text for node in app.document.record.line()] == ["3", "1"]
    else:
        keeper.open_later(number)
        app[Puzzles].pick("loa")
        qtbot.waitUntil(lambda: app.document.place.get(PuzzleState) is not None)
        assert keeper._document.for_exercise
