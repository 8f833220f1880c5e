"""The file of what was solved."""

import pytest

from kalahloa.models.course.progress import MAX_BYTES, add_solved, load_solved
from kalahloa.models.text.errors import BadFile


def test_what_is_added_is_there_besides_what_was(tmp_path):
    path = tmp_path / "new" / "course.json"

    assert load_solved(path) == frozenset()
    assert add_solved(path, frozenset({"a/b"})) == {"a/b"}
    assert add_solved(path, frozenset({"c/d"})) == {"a/b", "c/d"}
    assert load_solved(path) == {"a/b", "c/d"}


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b'{"solved": 3}', b'{"solved": [1]}', b"\xff", b"[" * 5000, b" " * MAX_BYTES * 2],
)
def test_a_damaged_file_is_renamed_and_another_one_can_be_written(tmp_path, content):
    path = tmp_path / "course.json"
    path.write_bytes(content)

    with pytest.raises(BadFile, match=r"is damaged. The old file is now course.json.damaged."):
        load_solved(path)

    assert not path.exists()
    add_solved(path, frozenset({"a/b"}))
    assert load_solved(path) == {"a/b"}


def test_what_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")

    with pytest.raises(BadFile, match="Cannot save"):
        add_solved(tmp_path / "file" / "course.json", frozenset({"a/b"}))
