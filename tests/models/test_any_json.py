"""Files in which any value may stand at any place: one sentence, and the rest is there."""

import json
import os
import tempfile
from pathlib import Path
from zlib import crc32

from hypothesis import example, given, settings
from hypothesis import strategies as st

from kalahloa.models.course.progress import load_solved
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.job.job_file import ValueJobFile, read_margin_job
from kalahloa.models.games.kalah.job.task import MarginAnswer, MarginTask, Unproven
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.heuristics.drafts import Drafts, HeuristicDraft
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.trust import Trust
from kalahloa.models.library.library import Library
from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.record.record import Record
from kalahloa.models.search.proof.job import job_file as proof_jobs
from kalahloa.models.search.proof.proof_file import ProofFile, load_proof
from kalahloa.models.study.puzzles.puzzle import parse_puzzles, write_puzzles
from kalahloa.models.study.training.results import add_results, read_results
from kalahloa.models.study.training.schedule import Attempt
from kalahloa.models.text.errors import BadFile
from tests.any_json import ANY_JSON, damaged
from tests.models.study.puzzles.puzzle_samples import keep_ten, win_in_3

RULES = KalahRules(pits=3, stones=2)
LOA = find_game("loa")
STEADY = settings(deadline=None, max_examples=100)


def new_folder() -> Path:
    return Path(tempfile.mkdtemp(dir=os.environ["HOME"]))


def with_checksums(plains) -> bytes:
    """Return the lines of a job, each with the checksum of what it has."""
    texts = [json.dumps(plain).encode() for plain in plains]
    return b"".join(b"%b\t%08x\n" % (text, crc32(text)) for text in texts)


def one_damaged(data, plains):
    """Return *plains* with another value somewhere in one of them."""
    number = data.draw(st.integers(0, len(plains) - 1))
    return [*plains[:number], data.draw(damaged(plains[number])), *plains[number + 1 :]]


def in_a_sentence(path, read):
    """Return what *read* returns, or None where it says in one sentence what is wrong."""
    try:
        return read()
    except BadFile as error:
        assert path.name in str(error)
        assert "\n" not in str(error)
        assert len(str(error)) < 600
        return None


@STEADY
@given(data=st.data())
def test_a_job_of_kalah_is_read_or_refused(data):
    path = new_folder() / "a.proof"
    task = MarginTask(bytes([0, 3, 3, 2, 2, 2]), 2)
    with ValueJobFile(path, RULES) as file:
        file.write_asked(2)
        file.write_given(task)
        file.write_reports(MarginAnswer(task, 4, 120, 0.5, "ab", 1))
        file.write_reports(Unproven(MarginTask(bytes([1, 0, 1, 1, 0, 1]), 0), 1000, 2.0))
    plains = [json.loads(line.split(b"\t")[0]) for line in path.read_bytes().splitlines()]
    path.write_bytes(with_checksums(one_damaged(data, plains)))

    record = in_a_sentence(path, lambda: read_margin_job(path, RULES))
    if record is not None:
        assert in_a_sentence(path, record.bounds) is None or record.nodes() >= 0


@STEADY
@given(data=st.data())
def test_a_job_of_a_proof_is_read_or_refused(data):
    path = new_folder() / "a.job"
    statement = proof_jobs.WinStatement(LOA, LOA.rulebook.default)
    with proof_jobs.WinJobFile(path, statement):
        header = json.loads(path.read_bytes().split(b"\t")[0])
    plains = [
        header,
        {"looked": "x", "limit": 5, "estimates": [1, 2], "nodes": 5, "seconds": 0.5},
        {"searched": "x", "limit": 5, "value": 0, "nodes": 5, "seconds": 0.5},
    ]
    path.write_bytes(with_checksums(one_damaged(data, plains)))

    in_a_sentence(path, lambda: proof_jobs.read_job(path, statement))


@STEADY
@given(data=st.data())
def test_a_proof_is_read_or_refused(data):
    path = new_folder() / "a.proof"
    ProofFile(LOA, LOA.rulebook.default, None, 0, b"answers").save(path)
    header, packed = path.read_bytes().split(b"\n", 1)
    plain = data.draw(damaged(json.loads(header)))
    path.write_bytes(json.dumps(plain).encode() + b"\n" + packed)

    proof = in_a_sentence(path, lambda: load_proof(path))
    if proof is not None:
        assert type(proof.side) is int
        proof.position()


@STEADY
@given(data=st.data())
def test_puzzles_are_read_or_refused(data):
    lines = [json.loads(line) for line in write_puzzles((win_in_3(), keep_ten()))]
    content = "\n".join(map(json.dumps, one_damaged(data, lines))).encode()

    found = in_a_sentence(Path("some"), lambda: parse_puzzles(content, "some"))
    if found is not None:
        assert b"".join(line.encode() for line in write_puzzles(found))


@STEADY
@given(data=st.data())
def test_results_of_puzzles_are_read_or_refused(data):
    path = new_folder() / "results.json"
    add_results(path, [Attempt(5, "loa-1", 3), Attempt(7, "loa-2", 4)])
    path.write_text(json.dumps(data.draw(damaged(json.loads(path.read_bytes())))), "utf-8")

    in_a_sentence(path, lambda: read_results(path))


@STEADY
@given(data=st.data())
def test_what_was_solved_and_trusted_is_read_or_put_aside(data):
    folder = new_folder()
    path = folder / "course.json"
    path.write_text(json.dumps(data.draw(damaged({"solved": ["a", "b"]}))), "utf-8")
    in_a_sentence(path, lambda: load_solved(path))

    source = HeuristicSource("mine", "loa", "def evaluate(p): return 0")
    trusted = Trust(folder)
    trusted.add(source)
    (file,) = (one for one in folder.iterdir() if "course" not in one.name and one.is_file())
    file.write_text(json.dumps(data.draw(damaged(json.loads(file.read_bytes())))), "utf-8")
    trusted.has(source)
    trusted.add(source)
    assert trusted.has(source)


@STEADY
@given(data=st.data())
def test_a_damaged_draft_hides_no_other(data):
    folder = new_folder()
    drafts = Drafts(folder)
    drafts.write("loa", HeuristicDraft("a", "x = 1"))
    drafts.write("loa", HeuristicDraft("b", "x = 2"))
    (path,) = folder.rglob("a.*")
    path.write_text(json.dumps(data.draw(damaged(json.loads(path.read_bytes())))), "utf-8")

    assert HeuristicDraft("b", "x = 2") in list(drafts.read("loa"))


COLUMNS = ("rules", "start", "details", "levels", "result", "date", "preset")


@settings(deadline=None, max_examples=30)
@given(
    column=st.sampled_from(COLUMNS),
    text=ANY_JSON.map(json.dumps) | st.sampled_from(["", "{", "\ufffd", "[" * 3000]),
)
@example(column="rules", text="{")
@example(column="rules", text="[" * 3000)
def test_a_damaged_row_of_the_library_hides_no_other_game(column, text):
    path = new_folder() / "games.library"
    with Library.open(path) as library:
        damaged_game, whole = (add(library, name) for name in ("one", "two"))
        library.add_edit(whole, {"edit": "x"})
        library._database.execute(
            f"UPDATE games SET {column} = ? WHERE id = ?", (text, damaged_game)
        )
        library._database.execute("UPDATE edits SET plain = ?", (text,))

        assert [one.id for one in library.headers([damaged_game, whole])][-1] == whole
        assert find_game("kalah").rulebook.as_mapping(RULES) in library.rules_of("kalah")
        assert len(library.edits(whole)) == 1
        assert record_to_json(library.load(whole).to_record())["players"] == ["two", ""]
        in_a_sentence(Path(""), lambda: library.load(damaged_game).to_record())


def add(library: Library, name: str) -> int:
    return library.add(Record(find_game("kalah"), RULES, players=(name, "")))
