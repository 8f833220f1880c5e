"""Earlier versions of a heuristic in the lab: listed, compared, and brought back."""

from collections.abc import Iterator

import pytest

from kalahloa.controllers.features.lab.reports import LabVersions
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.heuristics.differences import changed_lines
from kalahloa.models.heuristics.editor_limits import MAX_LINES
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.text.errors import BadCommand
from tests.controllers.features.lab.test_lab import LOA, SIMPLE, Bench

OTHER = SIMPLE.replace("MOVES = 0.5", "MOVES = 2.5")
THIRD = SIMPLE.replace("MOVES = 0.5", "MOVES = 7.0\nMORE = 1.0")


@pytest.fixture
def bench(app, qtbot) -> Iterator[Bench]:
    app.document.new_game(LOA)
    bench = Bench(app, qtbot)
    bench.begin()
    keep(bench, SIMPLE)
    yield bench
    app.shut_down()


def keep(bench: Bench, *texts: str) -> None:
    for text in texts:
        bench.lab.edit("mine", text)
        bench.lab.keep()
        bench.settle()


def found(bench: Bench) -> LabVersions:
    answers: list[LabVersions] = []
    bench.lab.ask_versions(answers.append)
    bench.settle()
    (answer,) = answers
    return answer


def typed(bench: Bench, line: str) -> list[str]:
    """Return what is said, at once and later, after *line* was typed."""
    bench.answers.clear()
    bench.messages.clear()
    at_once = Interpreter(bench.app).execute(line)
    bench.settle()
    return [*filter(None, [at_once]), *bench.answers, *bench.messages]


def test_a_heuristic_that_was_kept_once_has_no_versions(bench):
    assert found(bench).versions == ()
    assert "mine has no earlier version" in typed(bench, "versions")[0]


def test_versions_are_compared_with_the_text_as_it_stands(bench):
    keep(bench, OTHER, THIRD)

    second, first = found(bench).versions

    assert (first.text, second.text) == (SIMPLE, OTHER)
    assert changed_lines(first.lines) == changed_lines(second.lines) == (2, 1)
    bench.lab.edit("mine", OTHER)
    assert found(bench).versions[0].lines == ()


def test_a_version_that_is_brought_back_is_an_edit_that_is_not_kept_yet(bench):
    keep(bench, OTHER)

    bench.lab.bring_back(found(bench), 1)
    bench.settle()

    assert bench.lab.text("mine") == SIMPLE
    assert bench.state.heuristic.is_changed and not bench.state.heuristic.must_ask
    assert HeuristicStore().load("loa", "mine").text == OTHER
    assert "mine" in bench.replaced
    assert bench.messages[-1] == "Restored version 1 of mine; save it to keep it."
    bench.lab.keep()
    bench.settle()
    assert [version.text for version in found(bench).versions] == [OTHER, SIMPLE]


def test_what_was_typed_and_not_kept_becomes_a_version_before_another_is_brought_back(bench):
    keep(bench, OTHER)
    bench.lab.edit("mine", THIRD)

    bench.lab.bring_back(found(bench), 1)
    bench.settle()

    assert bench.lab.text("mine") == SIMPLE
    assert [version.text for version in found(bench).versions] == [THIRD, SIMPLE]


def test_a_version_that_nobody_agreed_to_is_asked_about(bench):
    HeuristicStore().path("loa", "mine").write_text(OTHER, encoding="utf-8")
    keep(bench, THIRD)
    assert [version.trusted for version in found(bench).versions] == [False]

    bench.lab.bring_back(found(bench), 1)
    bench.settle()

    assert bench.state.heuristic.must_ask
    with pytest.raises(BadCommand, match="comes from elsewhere"):
        bench.lab.source()


def test_a_version_too_long_for_the_editor_is_listed_only(bench):
    path = HeuristicStore().path("loa", "mine")
    path.write_text("\n" * MAX_LINES, encoding="utf-8")
    keep(bench, OTHER)

    answer = found(bench)

    assert answer.versions[0].lines == ()
    with pytest.raises(BadCommand, match="at most"):
        bench.lab.bring_back(answer, 1)


def test_versions_of_a_heuristic_that_is_gone_are_not_brought_back(bench):
    keep(bench, OTHER)
    answer = found(bench)
    bench.lab.rename("yours")
    bench.settle()

    with pytest.raises(BadCommand, match="There is no version 1 of mine"):
        bench.lab.bring_back(answer, 1)
    assert [version.text for version in found(bench).versions] == [SIMPLE]


def test_versions_are_listed_compared_and_brought_back_by_typed_lines(bench):
    keep(bench, OTHER)

    (listed,) = typed(bench, "versions")
    (compared,) = typed(bench, "versions 1")
    (told,) = typed(bench, "bringback 1")

    assert "the latest 100 remain" in listed
    assert "1 line added, 1 line removed since" in listed
    assert "− MOVES = 0.5\n+ MOVES = 2.5" in compared
    assert told == "Restored version 1 of mine; save it to keep it."
    assert bench.lab.text("mine") == SIMPLE
    assert "Nothing has changed since." in typed(bench, "versions 1")[0]


@pytest.mark.parametrize("line", ["bringback 9", "versions 9"])
def test_a_number_without_a_version_is_refused(bench, line):
    (told,) = typed(bench, line)

    assert told == "There is no version 9 of mine."
    assert bench.lab.text("mine") == SIMPLE


@pytest.mark.parametrize("line", ["bringback", "bringback x", "versions ²", "bringback 1 2"])
def test_a_word_that_is_no_number_is_refused(bench, line):
    with pytest.raises(BadCommand, match="Type the number of a version"):
        typed(bench, line)
