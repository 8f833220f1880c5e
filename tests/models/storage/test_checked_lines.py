"""Files of checksummed lines: what is kept through torn ends and damage, and what is refused."""

from pathlib import Path
from typing import Any

import pytest

from kalahloa.models.storage.checked_lines import LineFile, LineReader, failures, line_of
from kalahloa.models.text.errors import BadFile

HEADER = {"format": "numbers", "version": 2}


class Numbers(LineFile):
    """A file of numbers; `found` has what it had when it was opened."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, HEADER)

    def read_file(self) -> int:
        with open(self.path, "rb") as file:
            reader = LineReader(file, "numbers", 2)
            self.found: list[Any] = [plain and plain["number"] for plain in reader]
        return reader.end


def written(path: Path, *numbers: int) -> Path:
    with Numbers(path) as file:
        file.append({"number": number} for number in numbers)
    return path


def read(path: Path) -> list[Any]:
    with Numbers(path) as file:
        return file.found


def test_what_is_appended_is_there_again(tmp_path):
    path = written(tmp_path / "a", 1, 2)

    written(path, 3)

    assert read(path) == [1, 2, 3]


def test_every_torn_end_is_cut_off_and_the_file_goes_on(tmp_path):
    path = written(tmp_path / "a", 1, 2)
    whole = path.read_bytes()
    for length in range(len(whole) - len(line_of({"number": 2})), len(whole)):
        path.write_bytes(whole[:length])

        written(path, 3)

        assert read(path) == [1, 3]


def test_a_damaged_line_is_told(tmp_path):
    path = written(tmp_path / "a", 1, 2, 3)
    path.write_bytes(path.read_bytes().replace(b'{"number":2}', b'{"number":7}'))

    assert read(path) == [1, None, 3]


def test_a_file_is_used_by_one_at_a_time(tmp_path):
    path = written(tmp_path / "a")
    with Numbers(path), pytest.raises(BadFile, match="is being worked on by another program"):
        Numbers(path)

    assert read(path) == []


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        (b"", "it is no proof of Kalahloa"),
        (b"Hello\n", "it is no proof of Kalahloa"),
        (line_of({"format": "letters", "version": 2}), "it is no proof of Kalahloa"),
        (line_of({"format": "numbers", "version": 3}), "it is of version 3"),
        (line_of({"format": "numbers"}), "'version'"),
    ],
)
def test_a_file_of_another_kind_is_refused_and_left_as_it_was(tmp_path, first, reason):
    path = tmp_path / "a"
    path.write_bytes(first)

    with pytest.raises(BadFile, match=f"a cannot be used: {reason}"):
        Numbers(path)

    assert path.read_bytes() == first


def test_what_fails_is_told_with_the_name_of_the_file(tmp_path):
    with pytest.raises(BadFile, match="cannot be used: No such file"):
        Numbers(tmp_path / "none" / "a")
    with pytest.raises(BadFile, match=r"b cannot be used: it is odd\."), failures(Path("b")):
        raise ValueError("it is odd.")
