"""What is typed in the lab survives, whatever becomes of the program."""

from pathlib import Path

import pytest

from kalahloa.models.heuristics.drafts import Drafts, HeuristicDraft
from kalahloa.models.heuristics.editor_limits import (
    MAX_CHARACTERS,
    MAX_LINE,
    MAX_LINES,
    why_not_editable,
)

DRAFT = HeuristicDraft("my idea 2", 'def evaluate(position):\n    return "é\ud83d"\n', "abc", True)


def test_a_draft_is_read_as_it_was_written(tmp_path: Path):
    Drafts(tmp_path).write("loa", DRAFT)

    assert list(Drafts(tmp_path).read("loa")) == [DRAFT]
    assert list(Drafts(tmp_path).read("kalah")) == []


def test_a_removed_draft_is_gone_and_may_be_removed_again(tmp_path: Path):
    drafts = Drafts(tmp_path)
    drafts.write("loa", DRAFT)

    drafts.remove("loa", DRAFT.name)
    drafts.remove("loa", DRAFT.name)

    assert list(drafts.read("loa")) == []


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b'{"text": 3, "base": "", "must_ask": false}', b'{"text": "a"}', b"\xff"],
)
def test_a_damaged_draft_is_kept_aside_and_the_others_are_read(tmp_path: Path, content: bytes):
    drafts = Drafts(tmp_path)
    drafts.write("loa", DRAFT)
    broken = tmp_path / "drafts" / "loa" / "broken.json"
    broken.write_bytes(content)

    assert list(drafts.read("loa")) == [DRAFT]
    assert broken.with_suffix(".damaged").read_bytes() == content


def test_what_a_writer_left_unfinished_is_no_draft(tmp_path: Path):
    Drafts(tmp_path).write("loa", DRAFT)
    folder = tmp_path / "drafts" / "loa"
    (folder / "my idea 2.json.0badcafe.part").write_bytes(b'{"text": "ha')

    assert list(Drafts(tmp_path).read("loa")) == [DRAFT]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x" * (MAX_LINE + 1), "A line has at most 1,000 characters"),
        ("\n" * MAX_LINES, "at most 2,000 lines"),
        (("x" * 100 + "\n") * (MAX_CHARACTERS // 100), "at most 64,000 characters"),
        ("a\0b", "is not text"),
    ],
)
def test_too_much_text_is_refused_with_a_sentence(text: str, words: str):
    assert words in str(why_not_editable(text))


def test_the_most_that_the_editor_takes_is_taken():
    assert why_not_editable("") is None
    assert why_not_editable("x" * MAX_LINE) is None
    assert why_not_editable("\n" * (MAX_LINES - 1)) is None
