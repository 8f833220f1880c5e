"""The files of endgames: a right one or none, whatever happens to them or to who writes them."""

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.tablebase import files as kalah_endgame_files
from kalahloa.models.games.kalah.tablebase.builder import BuildStopped, build_tablebase
from kalahloa.models.games.kalah.tablebase.files import (
    file_for,
    open_or_build,
    read_tablebase,
    tablebase_files,
    usual_stones,
    write_tablebase,
)
from kalahloa.models.games.kalah.tablebase.tablebase import size_of
from kalahloa.models.storage.user_cache import CacheUnavailable, cache_folder
from kalahloa.models.text.errors import BadFile
from tests.models.games.kalah.kalah_minimax import every_rule_set
from tests.processes import without_display

RULES = KalahRules(pits=3)
STONES = 5

_PREPARED = """
import os, sys, time
from kalahloa.models.games.kalah.tablebase import files
from kalahloa.models.games.kalah.rules import KalahRules

def tell(*_):
    print("there", flush=True)
    time.sleep(60)

"""
# Killed while it builds, and while it writes.
_IN_BUILD = _PREPARED + "files.open_or_build(KalahRules(pits=3), 5, tell)"
_IN_WRITING = _PREPARED + "os.fsync = tell\nfiles.open_or_build(KalahRules(pits=3), 5)"
# Begins when it is told to, so that two of them build at once.
_ON_DEMAND = (
    _PREPARED
    + """
print("there", flush=True)
sys.stdin.readline()
for stones in range(1, 9):
    opened = files.open_or_build(KalahRules(pits=3), stones)
    assert opened.path is not None and not opened.notes, opened
"""
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a cache of its own, which processes that it starts use as well."""
    place = tmp_path / "cache" / "deep"
    monkeypatch.setenv("KALAHLOA_CACHE", str(place))
    return place


@pytest.fixture
def stored(folder: Path) -> Path:
    """Return the path of a right file of endgames in the cache."""
    path = open_or_build(RULES, STONES).path
    assert path is not None
    return path


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    """Return the path of a right file whose checksums are of parts of 64 bytes."""
    monkeypatch.setattr(kalah_endgame_files, "_BLOCK", 64)
    path = open_or_build(RULES, STONES).path
    assert path is not None
    return path


def process(program: str) -> subprocess.Popen[str]:
    """Start *program* in Python, and return when it says that it is there."""
    child = subprocess.Popen(
        [sys.executable, "-c", program],
        env=without_display(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "there\n"
    return child


def margins() -> bytes:
    return build_tablebase(RULES, STONES).memory[:]


# -- keeping -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", every_rule_set(3))
def test_endgames_are_built_once_and_read_from_then_on(folder, rules):
    first = open_or_build(rules, STONES)
    second = open_or_build(rules, STONES)

    assert (first.built, second.built) == (True, False)
    assert first.path == second.path
    assert first.path is not None and first.path.parent == folder
    assert first.notes == second.notes == ()
    assert bytes(second.table.memory) == bytes(first.table.memory)
    assert second.table.rules_key == first.table.rules_key


def test_every_rule_set_has_a_file_of_its_own(folder):
    for rules in every_rule_set(2) + every_rule_set(3):
        open_or_build(rules, 2)

    assert len({file.rules_key for file in tablebase_files(folder)}) == 16


def test_a_larger_table_serves_a_smaller_wish(stored):
    opened = open_or_build(RULES, STONES - 2)

    assert (opened.built, opened.path, opened.table.stones) == (False, stored, STONES)


def test_a_smaller_table_does_not_serve_a_larger_wish(stored):
    opened = open_or_build(RULES, STONES + 1)

    assert (opened.built, opened.table.stones) == (True, STONES + 1)
    assert [file.stones for file in tablebase_files(stored.parent)] == [STONES, STONES + 1]


def test_the_least_table_that_is_large_enough_is_read(stored):
    open_or_build(RULES, STONES + 2)

    assert open_or_build(RULES, STONES - 1).path == stored


def test_the_stones_of_the_start_do_not_matter(stored):
    assert open_or_build(KalahRules(pits=3, stones=1), STONES).path == stored


def test_a_build_that_is_stopped_leaves_nothing(folder):
    with pytest.raises(BuildStopped):
        open_or_build(RULES, STONES, stopped=lambda: True)

    assert not folder.exists() or not list(folder.iterdir())


def test_what_is_kept_takes_as_many_bytes_as_positions_and_a_page(stored):
    assert stored.stat().st_size == size_of(3, STONES) + 4096


@pytest.mark.parametrize(("pits", "stones"), [(1, 100), (6, 16), (12, 8)])
def test_the_usual_number_of_stones_keeps_to_the_usual_memory(monkeypatch, pits, stones):
    monkeypatch.setattr(kalah_endgame_files, "USUAL_BYTES", 1 << 25)

    assert usual_stones(pits) == stones
    assert size_of(pits, stones) <= 31_000_000


def test_less_is_usual_where_building_is_slow():
    assert usual_stones(6) == (16 if is_compiled() else 10)


# -- places ------------------------------------------------------------------------------------


def test_the_cache_is_where_the_environment_says(monkeypatch):
    monkeypatch.setenv("KALAHLOA_CACHE", "/somewhere/else")

    assert cache_folder() == Path("/somewhere/else")


@pytest.mark.parametrize(
    ("platform", "variable", "value", "expected"),
    [
        ("linux", "XDG_CACHE_HOME", "/there", "/there/kalahloa"),
        ("linux", "XDG_CACHE_HOME", "", "/home/me/.cache/kalahloa"),
        ("linux", "XDG_CACHE_HOME", "relative", "/home/me/.cache/kalahloa"),
        ("darwin", "XDG_CACHE_HOME", "/there", "/home/me/Library/Caches/kalahloa"),
        ("win32", "LOCALAPPDATA", "/local", "/local/kalahloa"),
        ("win32", "LOCALAPPDATA", "", "/home/me/AppData/Local/kalahloa"),
    ],
)
def test_every_system_has_its_usual_cache(monkeypatch, platform, variable, value, expected):
    monkeypatch.delenv("KALAHLOA_CACHE", raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/me"))
    monkeypatch.setenv(variable, value)

    assert cache_folder() == Path(expected)


def test_without_a_home_the_endgames_are_in_memory(monkeypatch):
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("KALAHLOA_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("LOCALAPPDATA")
    monkeypatch.setattr(Path, "home", homeless)

    opened = open_or_build(RULES, STONES)

    assert (opened.path, opened.table.memory[:]) == (None, margins())
    assert opened.notes == (
        "There is no folder for the cache: Could not determine home directory.",
    )


def test_other_files_in_the_cache_are_left_alone(stored):
    other = stored.parent / "notes.txt"
    other.write_text("mine", encoding="utf-8")

    open_or_build(RULES, STONES + 1)

    assert other.read_text(encoding="utf-8") == "mine"
    assert other not in [file.path for file in tablebase_files(stored.parent)]


@pytest.mark.parametrize("rules", every_rule_set(3), ids=lambda rules: rules.file_words())
def test_a_larger_build_goes_on_from_what_is_there_and_is_the_same(folder, rules):
    open_or_build(rules, 4)
    told: list[int] = []

    opened = open_or_build(rules, 7, lambda done, _: told.append(done))

    assert min(told) > size_of(3, 4)
    assert told[-1] == size_of(3, 7)
    assert bytes(opened.table.memory) == bytes(build_tablebase(rules, 7).memory)


def test_a_damaged_smaller_file_is_passed_over_with_a_note(stored):
    whole = stored.read_bytes()
    stored.write_bytes(whole[:-1] + bytes([whole[-1] ^ 4]))

    opened = open_or_build(RULES, 7)

    assert opened.notes[0].startswith(f"{stored} is damaged: ")
    assert opened.notes[0].endswith("It is skipped.")
    assert bytes(opened.table.memory) == bytes(build_tablebase(RULES, 7).memory)


def ending_after(stones: int, error: BaseException):
    """Return a report that raises *error* as soon as positions with more than *stones* are done."""

    def report(done: int, total: int) -> None:
        if done > size_of(3, stones):
            raise error

    return report


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("kind", [BuildStopped, KeyboardInterrupt, MemoryError])
def test_a_build_that_ends_early_keeps_what_is_finished(folder, monkeypatch, kind, threads):
    monkeypatch.setattr(kalah_endgame_files, "USUAL_BYTES", 1)
    report = ending_after(6, kind())

    with pytest.raises(kind) as caught:
        open_or_build(RULES, 9, report, threads=threads, keep_part=True)

    (kept,) = tablebase_files(folder)
    assert kept.stones == 6
    assert bytes(read_tablebase(kept, RULES).memory) == bytes(build_tablebase(RULES, 6).memory)
    (note,) = caught.value.__notes__
    assert "at most 6 stones" in note
    assert str(kept.path) in note


def test_a_build_that_is_stopped_while_it_is_written_keeps_all(folder, monkeypatch):
    monkeypatch.setattr(kalah_endgame_files, "USUAL_BYTES", 1)
    ends = iter([BuildStopped])
    head = kalah_endgame_files._head

    def head_once_stopped(*arguments) -> bytes:
        for end in ends:
            raise end
        return head(*arguments)

    monkeypatch.setattr(kalah_endgame_files, "_head", head_once_stopped)

    with pytest.raises(BuildStopped):
        open_or_build(RULES, STONES, keep_part=True)

    (kept,) = tablebase_files(folder)
    assert bytes(read_tablebase(kept, RULES).memory) == margins()


def test_a_part_of_a_build_with_fewer_stones_than_usual_is_not_kept(folder):
    with pytest.raises(MemoryError) as caught:
        open_or_build(RULES, 9, ending_after(6, MemoryError()), keep_part=True)

    assert tablebase_files(folder) == []
    assert not hasattr(caught.value, "__notes__")


def test_a_part_that_is_there_already_is_not_written_again(stored, monkeypatch):
    monkeypatch.setattr(kalah_endgame_files, "USUAL_BYTES", 1)

    with pytest.raises(MemoryError) as caught:
        open_or_build(RULES, 9, ending_after(STONES, MemoryError()), keep_part=True)

    assert [file.path for file in tablebase_files(stored.parent)] == [stored]
    assert not hasattr(caught.value, "__notes__")


def test_a_part_that_cannot_be_kept_is_said_in_a_note(folder, monkeypatch):
    monkeypatch.setattr(kalah_endgame_files, "USUAL_BYTES", 1)
    folder.parent.mkdir()
    folder.write_text("a file", encoding="utf-8")

    with pytest.raises(MemoryError) as caught:
        open_or_build(RULES, 9, ending_after(6, MemoryError()), keep_part=True)

    assert caught.value.__notes__[0].startswith(f"The tablebase cannot be stored in {folder}: ")


def test_reading_is_stopped_between_two_parts(stored):
    with pytest.raises(BuildStopped):
        read_tablebase(file_for(RULES, STONES, stored.parent), RULES, lambda: True)

    with pytest.raises(BuildStopped):
        open_or_build(RULES, STONES, stopped=lambda: True)
    assert stored.exists()


def test_writing_is_stopped_before_its_checksums_are_made(folder):
    table = build_tablebase(RULES, STONES)
    asked: list[bool] = []

    def stopped() -> bool:
        asked.append(True)
        return True

    with pytest.raises(BuildStopped):
        write_tablebase(table, folder / "new", stopped)
    assert len(asked) == 1


# -- damage ------------------------------------------------------------------------------------


def test_any_flipped_byte_is_noticed(large):
    whole = large.read_bytes()
    file = file_for(RULES, STONES, large.parent)
    assert bytes(read_tablebase(file, RULES).memory) == margins()

    # Of the zeros, which fill a page, some will do.
    places = (at for at in range(len(whole)) if whole[at] or at % 16 == 0)

    for place in places:
        large.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
        with pytest.raises(BadFile, match="damaged"):
            read_tablebase(file, RULES)


@pytest.mark.parametrize("length", [0, 1, 63, 64, 68, 4096, 4096 + 461])
def test_a_truncated_file_is_noticed(stored, length):
    stored.write_bytes(stored.read_bytes()[:length])

    with pytest.raises(BadFile, match="damaged"):
        read_tablebase(file_for(RULES, STONES, stored.parent), RULES)


@pytest.mark.parametrize("content", [b"", bytes(4096 + 462)])
def test_what_happens_to_a_file_after_it_was_read_changes_nothing(stored, content):
    table = read_tablebase(file_for(RULES, STONES, stored.parent), RULES)

    with open(stored, "r+b") as file:
        file.truncate(len(content))
        file.write(content)

    assert not hasattr(table.memory, "obj")  # no view of a mapped file, or this would be SIGBUS
    assert bytes(table.memory) == margins()


@pytest.mark.parametrize("more", [b"x", bytes(4096)])
def test_a_file_that_goes_on_is_noticed(stored, more):
    stored.write_bytes(stored.read_bytes() + more)

    with pytest.raises(BadFile, match="damaged: it has"):
        read_tablebase(file_for(RULES, STONES, stored.parent), RULES)


def test_a_file_of_other_rules_under_this_name_is_noticed(stored):
    other = open_or_build(KalahRules(pits=3, end="standard"), STONES).path
    assert other is not None
    stored.write_bytes(other.read_bytes())

    with pytest.raises(BadFile, match="other rules"):
        read_tablebase(file_for(RULES, STONES, stored.parent), RULES)


@pytest.mark.parametrize("change", ["flip", "cut", "empty"])
def test_a_damaged_file_is_told_of_and_built_anew(stored, change):
    whole = stored.read_bytes()
    damaged = {
        "flip": whole[:-1] + bytes([whole[-1] ^ 1]),
        "cut": whole[:-100],
        "empty": b"",
    }
    stored.write_bytes(damaged[change])

    opened = open_or_build(RULES, STONES)

    assert (opened.built, opened.path) == (True, stored)
    assert bytes(opened.table.memory) == margins()
    assert len(opened.notes) == 1
    assert opened.notes[0].startswith(f"{stored} is damaged: ")
    assert "\n" not in opened.notes[0]
    assert stored.read_bytes() == whole
    assert open_or_build(RULES, STONES).notes == ()


def test_a_damaged_larger_file_does_not_keep_a_smaller_one_from_being_read(stored):
    larger = open_or_build(RULES, STONES + 1).path
    assert larger is not None
    larger.write_bytes(larger.read_bytes()[:-1])

    assert open_or_build(RULES, STONES).notes == ()


# -- where nothing can be kept -----------------------------------------------------------------


@pytest.mark.parametrize("pits", [3, 12])
def test_a_file_whose_name_speaks_of_impossibly_many_stones_is_passed_over(folder, pits):
    folder.mkdir(parents=True)
    rules = KalahRules(pits=pits)
    impossible = folder / f"kalah-{pits}-opposite-lecture-999.v1.endgames"
    impossible.write_bytes(bytes(100))

    opened = open_or_build(rules, 1)

    assert opened.table.stones == 1
    assert f"{impossible} is damaged" in opened.notes[0]


def test_where_there_can_be_no_folder_the_endgames_are_in_memory(folder):
    folder.parent.write_text("a file", encoding="utf-8")

    opened = open_or_build(RULES, STONES)

    assert (opened.built, opened.path) == (True, None)
    assert opened.table.memory[:] == margins()
    assert len(opened.notes) == 1
    assert f"cannot be stored in {folder}" in opened.notes[0]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
def test_a_full_disk_leaves_nothing_behind(folder, monkeypatch, number):
    def full(_: int) -> None:
        raise OSError(number, os.strerror(number))

    folder.mkdir(parents=True)
    monkeypatch.setattr(os, "fsync", full)

    opened = open_or_build(RULES, STONES)

    assert (opened.path, opened.table.memory[:]) == (None, margins())
    assert opened.notes == (f"The tablebase cannot be stored in {folder}: {os.strerror(number)}.",)
    assert list(folder.iterdir()) == []


def test_writing_where_that_is_not_possible_raises_a_sentence(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")

    with pytest.raises(CacheUnavailable, match=r"cannot be stored in .*file: .*\.$"):
        write_tablebase(build_tablebase(RULES, 2), tmp_path / "file" / "endgames")


def test_a_file_that_another_process_has_just_written_is_used(folder, monkeypatch):
    # As on Windows, where a file that someone has open cannot be replaced.
    right = build_tablebase(RULES, STONES)
    replace = os.replace

    def refused(part: str, path: Path) -> None:
        monkeypatch.setattr(os, "replace", replace)
        write_tablebase(right, path)
        raise PermissionError(errno.EACCES, "it is in use")

    monkeypatch.setattr(os, "replace", refused)

    opened = open_or_build(RULES, STONES)

    assert (opened.built, opened.notes) == (False, ())
    assert [path.name for path in folder.iterdir()] == [opened.path.name]


# -- other processes ---------------------------------------------------------------------------


@pytest.mark.parametrize("program", [_IN_BUILD, _IN_WRITING], ids=["building", "writing"])
def test_a_build_that_is_killed_leaves_no_file_that_passes(folder, program):
    child = process(program)
    child.kill()
    child.communicate()

    assert child.returncode != 0
    assert tablebase_files(folder) == []
    opened = open_or_build(RULES, STONES)
    assert opened.path is not None
    assert (opened.built, opened.notes) == (True, ())
    assert bytes(open_or_build(RULES, STONES).table.memory) == margins()


def test_what_a_killed_build_left_is_cleared_away_when_it_is_old(folder):
    folder.mkdir(parents=True)
    child = process(_IN_WRITING)
    child.kill()
    child.communicate()
    (left,) = folder.iterdir()
    long_ago = time.time() - 7200
    os.utime(left, (long_ago, long_ago))

    opened = open_or_build(RULES, STONES)

    assert list(folder.iterdir()) == [opened.path]


def test_two_processes_that_build_at_once_both_end_with_right_files(folder):
    children = [process(_ON_DEMAND) for _ in range(2)]
    for child in children:
        assert child.stdin is not None
        child.stdin.write("now\n")
        child.stdin.flush()
    for child in children:
        child.communicate()

    assert [child.returncode for child in children] == [0, 0]
    files = tablebase_files(folder)
    assert [file.stones for file in files] == list(range(1, 9))
    assert set(folder.iterdir()) == {file.path for file in files}
    for file in files:
        table = read_tablebase(file, RULES)
        assert bytes(table.memory) == build_tablebase(RULES, file.stones).memory[:]
