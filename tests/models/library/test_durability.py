"""What was committed is there after a power cut, wherever the log was cut off."""

import shutil
import subprocess
import sys
from itertools import pairwise

import pytest

from kalahloa.models.library import repair
from kalahloa.models.library.library import Library
from kalahloa.models.record.annotation import Notes
from tests.models.library.games import facts, play, random_record, record_of, reloaded
from tests.models.library.writer import Writer
from tests.processes import without_display

PAGE = 4096
HEADER = 32
FRAME = 24 + PAGE


@pytest.fixture
def states(path, tmp_path):
    """Copies of a library's file and log after each of some commits, with what was in it then."""
    found = []
    with Library.open(path) as library:
        game = library.add(record_of(""))
        writer = Writer(library, game)

        def note(done) -> None:
            copy = tmp_path / f"state{len(found)}"
            shutil.copy(path, copy)
            log = path.with_name(f"{path.name}-wal").read_bytes()
            found.append((copy, log, facts(reloaded(library, game)), library.count(), done))

        note("added")
        for text in "1 5 2 8".split():
            play(writer.record, text)
            writer.save()
            note(text)
        writer.record.annotate(writer.record.current, Notes("Hm.\n\n" * 2000))
        writer.save()
        note("comment")
        writer.record.remove(writer.record.nodes[2])
        writer.save()
        note("removed")
        library.add(random_record(1, 60))
        note("another")
        library.add_edit(game, {"x": 1})
        note("edit")
    return game, found


def cut(copy, log: bytes, name: str) -> Library:
    """Return the library as it is after the power failed when *log* was written so far."""
    path = copy.with_name(name)
    shutil.copy(copy, path)
    path.with_name(f"{name}-wal").write_bytes(log)
    return Library.open(path)


def test_every_commit_is_there_whatever_of_the_next_was_written(states):
    """The file and the log after one commit, and the beginning of what the next one wrote."""
    game, found = states
    cuts = 0
    for (copy, log, expected, count, _), (_, longer, after, more, _) in pairwise(found):
        assert longer.startswith(log), "the log was begun anew in this test"
        places = set(range(len(log), len(longer), FRAME)) | {len(longer)}
        places |= {place + 700 for place in places} | {place + FRAME - 1 for place in places}
        for place in sorted(place for place in places if len(log) <= place <= len(longer)):
            with cut(copy, longer[:place], f"cut{cuts}") as library:
                whole = place == len(longer)
                assert facts(reloaded(library, game)) == (after if whole else expected)
                assert library.count() == (more if whole else count)
                assert library.check(thorough=True) == []
            cuts += 1
    assert cuts > 100


def test_what_is_cut_off_the_log_is_cut_off_at_a_commit(states):
    """Where the disk has lost the end of the log, the library is as it was at some moment."""
    game, found = states
    copy, log, *_ = found[-1]
    moments = [moment[2] for moment in found]
    seen = []
    for place in [*range(len(found[0][1]), len(log), FRAME), len(log)]:
        for end in (place, place + FRAME // 2):
            with cut(copy, log[:end], f"lost{place}-{end}") as library:
                seen.append(moments.index(facts(reloaded(library, game))))
                assert library.check() == []
    assert len(set(seen)) >= 6


def elsewhere(path, done: str) -> str:
    """Return what another process prints that opens the library at *path*, and closes it."""
    script = (
        "from pathlib import Path\n"
        "from kalahloa.models.library.library import Library\n"
        f"with Library.open(Path({str(path)!r})) as library:\n"
        f"    print({done})\n"
    )
    return subprocess.run(
        [sys.executable, "-c", script], env=without_display(), capture_output=True, text=True
    ).stdout.strip()


@pytest.mark.parametrize("reading", [None, repair.copy_file], ids=["opened", "copied"])
def test_what_one_process_writes_stays_when_another_one_closes_the_library(path, tmp_path, reading):
    with Library.open(path) as library:
        library.add(record_of("1"))
        if reading is None:
            Library.open(path).close()
        else:
            reading(path, tmp_path / "copy")
        assert elsewhere(path, "library.count()") == "1"

        library.add(record_of("2"))

        assert elsewhere(path, "library.count()") == "2"


def test_a_log_with_garbage_at_its_end_is_read_up_to_there(states):
    game, found = states
    copy, log, expected, *_ = found[-1]

    with cut(copy, log + b"\x7f" * 10_000, "garbage") as library:
        assert facts(reloaded(library, game)) == expected
