"""`kalahloa handout`: a PDF file of a chapter."""

import pytest

from kalahloa.cli.main import main


def test_a_chapter_is_printed_to_a_file(tmp_path, capsys, qapp):
    path = tmp_path / "lesson.pdf"

    assert main(["handout", "move-ordering", "--output", str(path)]) == 0

    content = path.read_bytes()
    assert content.startswith(b"%PDF") and content.rstrip().endswith(b"%%EOF")
    assert f"The handout is in {path}." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["alpha"], "did you mean alpha-beta?"),
        (["alpha-beta", "--output", "page.html"], "A handout is a PDF file"),
    ],
)
def test_what_cannot_be_printed_is_said(words, sentence, capsys):
    assert main(["handout", *words]) != 0

    assert sentence in capsys.readouterr().err
