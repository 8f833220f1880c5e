"""Where the user's heuristics are kept, and which may run."""

import os
import threading

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics import examples
from kalahloa.models.heuristics.file_names import user_heuristic_name
from kalahloa.models.heuristics.naming import find_heuristic, is_file
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.text.errors import BadHeuristic

TEXT = "def evaluate(position): return 0.0\n"


@pytest.fixture
def store(tmp_path) -> HeuristicStore:
    return HeuristicStore(tmp_path / "heuristics")


def own(name: str = "mine", text: str = TEXT, game: str = "loa") -> HeuristicSource:
    return HeuristicSource(name, game, text)


def test_what_is_saved_is_a_plain_file_that_may_run(store):
    store.save(own())

    path = store.folder / "loa" / "mine.py"
    assert path.read_text(encoding="utf-8") == TEXT
    assert store.load("loa", "mine") == own()
    assert store.load_trusted("loa", "mine") == own()
    assert store.names("loa") == ["mine"]
    assert store.names("kalah") == []


def test_names_are_in_alphabetical_order_and_other_files_passed_over(store):
    for name in ("b", "C", "a 2", "a"):
        store.save(own(name))
    folder = store.folder / "loa"
    (folder / ".hidden.py").write_text("")
    (folder / "notes.txt").write_text("")
    (folder / "folder.py").mkdir()

    assert store.names("loa") == ["a", "a 2", "b", "C"]


def test_what_was_changed_outside_is_asked_about_again(store):
    store.save(own())
    store.path("loa", "mine").write_text(TEXT + "# changed\n")

    changed = store.load("loa", "mine")

    assert not store.is_trusted(changed)
    with pytest.raises(
        BadHeuristic, match="'mine' comes from outside this program, or was changed"
    ):
        store.load_trusted("loa", "mine")
    store.trust(changed)
    assert store.load_trusted("loa", "mine") == changed
    assert HeuristicStore(store.folder).is_trusted(changed)
    assert store.is_trusted(own())


def test_what_comes_from_elsewhere_is_not_trusted(store, tmp_path):
    path = tmp_path / "théirs!.v2.py"
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())

    imported = store.import_file(path, "loa")

    assert imported == own("théirs v2")
    assert not store.is_trusted(imported)
    assert store.names("loa") == ["théirs v2"]


def test_an_imported_file_takes_no_name_of_another(store, tmp_path):
    store.save(own())
    path = tmp_path / "mine.py"
    path.write_text("# other\n")

    assert store.import_file(path, "loa").name == "mine 2"
    assert store.import_file(path, "loa").name == "mine 2"
    assert store.load("loa", "mine") == own()


def test_what_is_exported_can_be_imported(store, tmp_path):
    path = tmp_path / "out.py"
    store.export(own(), path)

    assert store.import_file(path, "kalah") == own("out", game="kalah")


def test_a_heuristic_gets_another_name(store):
    store.save(own())

    assert store.rename("loa", "mine", "Better").name == "Better"

    assert store.names("loa") == ["Better"]
    assert store.load_trusted("loa", "Better").text == TEXT


def test_the_capitals_of_a_name_can_be_changed(store):
    store.save(own())

    store.rename("loa", "mine", "Mine")

    assert store.names("loa") == ["Mine"]


def test_a_name_that_is_taken_is_refused(store):
    store.save(own())
    store.save(own("other", "x = 1\n"))

    for name in ("other", "OTHER"):
        with pytest.raises(BadHeuristic, match="You already have a heuristic called 'other'"):
            store.rename("loa", "mine", name)
    with pytest.raises(BadHeuristic, match="You already have a heuristic called 'mine'"):
        store.save(own("MINE"))
    assert store.names("loa") == ["mine", "other"]


def test_what_is_removed_lies_in_the_trash_and_comes_back(store):
    store.save(own())

    removed = store.remove("loa", "mine")

    assert store.names("loa") == []
    assert removed.path.read_text() == TEXT
    store.save(own("mine", "x = 1\n"))
    assert store.restore(removed).name == "mine 2"
    assert store.names("loa") == ["mine", "mine 2"]


def test_two_of_a_name_lie_in_the_trash_together(store):
    for text in ("x = 1\n", "x = 2\n"):
        store.save(own("mine", text))
        store.remove("loa", "mine")

    trash = store.folder / "trash" / "loa"
    assert sorted(path.read_text() for path in trash.iterdir()) == ["x = 1\n", "x = 2\n"]


@pytest.mark.parametrize("action", ["load", "remove"])
def test_what_is_not_there_is_said(store, action):
    with pytest.raises(BadHeuristic, match="You have no heuristic called 'mine'"):
        getattr(store, action)("loa", "mine")
    with pytest.raises(BadHeuristic):
        getattr(store, action)("loa", "../../secret")


def test_a_file_that_is_no_text_or_too_large_is_said(store, tmp_path):
    path = tmp_path / "bad.py"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadHeuristic, match="it is not UTF-8 text"):
        store.import_file(path, "loa")
    path.write_bytes(b"x" * 900_000)
    with pytest.raises(BadHeuristic, match="it is larger than 800,000 bytes"):
        store.import_file(path, "loa")
    with pytest.raises(BadHeuristic, match="There is no file"):
        store.import_file(tmp_path / "none.py", "loa")
    with pytest.raises(BadHeuristic, match="There is no file"):
        store.import_file(tmp_path, "loa")


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "heuristics").write_text("a file")
    store = HeuristicStore(tmp_path / "heuristics")

    assert store.names("loa") == []
    with pytest.raises(BadHeuristic, match="Cannot save"):
        store.save(own())


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"version": 1, "digests": 3}', b"\xff", b"[" * 100_000]
)
def test_with_a_damaged_list_nothing_is_trusted_until_it_is_again(store, content):
    store.save(own())
    (store.folder / "trusted.json").write_bytes(content)

    assert not store.is_trusted(own())
    store.trust(own())
    assert store.is_trusted(own())


def test_two_windows_trust_at_the_same_time(store):
    sources = [own(f"h{number}", f"x = {number}\n") for number in range(20)]
    threads = [
        threading.Thread(target=HeuristicStore(store.folder).trust, args=(one,)) for one in sources
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert all(store.is_trusted(one) for one in sources)


def test_examples_may_run(store, tmp_path, monkeypatch):
    (tmp_path / "examples").mkdir()
    for name in ("mix", "captures", "another"):
        (tmp_path / "examples" / f"{name}.py").write_text(f"NAME = '{name}'\n")
    monkeypatch.setattr(examples, "resource", lambda *parts: tmp_path / "examples")
    examples.examples.cache_clear()

    found = examples.examples("loa")

    assert [one.name for one in found] == ["another", "captures", "mix"]
    assert store.is_trusted(found[0])
    examples.examples.cache_clear()


@pytest.mark.parametrize("key", ["loa", "kalah", "tictactoe"])
def test_examples_stand_from_bad_to_good(key):
    names = [one.name for one in examples.examples(key)]

    assert tuple(names) == find_game(key).features.examples
    assert all(one.sentence for one in examples.examples(key))


def test_a_game_without_examples_has_none():
    assert examples.examples("no such game") == ()


# -- names -----------------------------------------------------------------------------------------


def test_heuristics_are_named_in_three_ways(tmp_path):
    game = find_game("loa")
    HeuristicStore().save(own())
    path = tmp_path / "Other.PY"
    path.write_text("x = 1\n")

    assert find_heuristic("mix", game) is game.heuristic("mix")
    assert find_heuristic(None, game) is game.heuristic()
    assert find_heuristic("file:mine", game) == own()
    assert find_heuristic(str(path), game) == own("Other", "x = 1\n")


def test_a_kept_one_that_is_not_trusted_does_not_run():
    store = HeuristicStore()
    store.save(own())
    store.path("loa", "mine").write_text("import os\n")

    with pytest.raises(BadHeuristic, match="or was changed there"):
        find_heuristic("file:mine", find_game("loa"))


def test_names_of_files_are_told_from_those_of_games():
    assert user_heuristic_name("file:mine") == "mine"
    assert user_heuristic_name("mix") is None
    assert user_heuristic_name(None) is None
    assert [is_file(name) for name in ("file:x", "x.py", "mix")] == [True, True, False]


def test_a_path_from_home_is_found():
    home = os.path.expanduser("~")
    with open(os.path.join(home, "at home.py"), "w") as file:
        file.write(TEXT)

    assert find_heuristic("~/at home.py", find_game("loa")) == own("at home")
