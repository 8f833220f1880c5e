"""The chapters: whole, and true in every number that they state."""

import re
from math import inf

import pytest

from kalahloa.models.course.chapter import chapters, find_chapter, read_chapter
from kalahloa.models.course.facts import Fact, fact_values
from kalahloa.models.course.figure import show_figure
from kalahloa.models.course.lesson import open_lesson
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.text.errors import BadFile, UnknownName
from tests.models.course.student import Student
from tests.models.random_play import lecture_order

NAMES = [
    *("game-trees", "minimax", "negamax", "horizon", "alpha-beta", "move-ordering"),
    *("iterative-deepening", "transposition-table", "quiescence", "endgames"),
]
CHAPTERS = [pytest.param(chapter, id=chapter.name) for chapter in chapters()]
PLAIN = ("game-tree", "negamax")


class Recomputed:
    """Finds the facts again: by plain search, or by the searcher without recording."""

    def __init__(self, fact: Fact) -> None:
        self.fact = fact
        self.student = Student(_Exercise(fact.ground, fact.noise))
        self.position = fact.ground.position()

    def value(self) -> float | str:
        fact, student, position = self.fact, self.student, self.position
        if fact.kind in ("value", "best", "line"):
            return self._searched()
        if fact.kind in ("nodes", "leaves", "passes"):
            return self._counted()
        if fact.kind == "moves":
            return len(position.legal_moves())
        if fact.kind == "perft":
            return _perft(position, fact.depth)
        if fact.kind == "static":
            return student.evaluate(position)
        if fact.kind == "quiescence":
            return student.settle(position)
        raise AssertionError(f"{fact.kind} is not recomputed")

    def _searched(self) -> float | str:
        """Return the value, the move or the line by plain minimax; large trees by alpha-beta."""
        fact, position = self.fact, self.position
        if fact.kind == "value":
            return _alpha_beta(self.student, position, fact.depth)
        best = max(
            lecture_order(position),
            key=lambda move: self.student.value_of(position, move, fact.depth),
        )
        if fact.kind == "best":
            return position.format_move(best)
        texts, left, ply = [], fact.depth, 0
        while position.outcome() is None and left > 0:
            move = max(
                lecture_order(position),
                key=lambda move: self.student.value_of(position, move, left, ply),
            )
            texts.append(position.format_move(move))
            side = position.side
            position.make(move)
            left -= position.side != side
            ply += 1
        return " ".join(texts)

    def _counted(self) -> float:
        fact, position = self.fact, self.position
        if fact.kind == "passes":
            depths = range(1, fact.depth + 1)
            return sum(len(self.student.paths(position, depth)) for depth in depths)
        if fact.searcher in PLAIN:
            if fact.kind == "nodes":
                return len(self.student.paths(position, fact.depth))
            return self.student.count_leaves(position, fact.depth)
        if fact.searcher == "alpha-beta":
            seen, leaves = self.student.visited(position, fact.depth)
            return len(seen) if fact.kind == "nodes" else leaves
        return self._nodes(fact.depth) - self._nodes(fact.depth - 1)

    def _nodes(self, depth: int) -> int:
        """Return the nodes of all passes to *depth*, counted by the searcher, not from its tree."""
        searcher = find_searcher(self.fact.searcher)
        heuristic = self.fact.ground.game.heuristic(self.fact.ground.heuristic)
        return searcher.choose(self.position.copy(), Limits(depth=depth), heuristic).nodes


class _Exercise:
    def __init__(self, ground, noise: float) -> None:
        self.ground, self.noise = ground, noise


def _perft(position, depth: int) -> int:
    if depth == 0:
        return 1
    if position.outcome() is not None:
        return 0
    total = 0
    for move in position.legal_moves():
        position.make(move)
        total += _perft(position, depth - 1)
        position.unmake()
    return total


def _alpha_beta(student: Student, position, depth: int) -> float:
    def search(at, left: int, ply: int, low: float, high: float) -> float:
        known = student.leaf(at, left, ply)
        if known is not None:
            return known
        best = -inf
        for move in at.legal_moves():
            side = at.side
            at.make(move)
            if at.side == side:
                value = search(at, left, ply + 1, low, high)
            else:
                value = -search(at, left - 1, ply + 1, -high, -low)
            at.unmake()
            best = max(best, value)
            low = max(low, best)
            if low >= high:
                break
        return best

    return search(position.copy(), depth, 0, -inf, inf)


# -- what is there ---------------------------------------------------------------------------------


def test_there_are_the_ten_chapters_in_their_order():
    assert [chapter.name for chapter in chapters()] == NAMES
    assert [chapter.number for chapter in chapters()] == list(range(1, 11))


def test_all_three_games_are_used():
    games = {
        page.exercise.ground.game.key
        for chapter in chapters()
        for page in chapter.pages
        if page.exercise is not None
    }

    assert games == {"tictactoe", "kalah", "loa"}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_is_short_and_has_figures_and_an_exercise(chapter):
    assert 4 <= len(chapter.pages) <= 7
    assert chapter.exercises
    assert any(page.figure is not None for page in chapter.pages)
    for page in chapter.pages:
        assert len(page.text.split()) <= 130, page.title
        assert page.figure is None or page.exercise is None


def test_a_chapter_is_found_by_name_and_number():
    assert find_chapter("Alpha-Beta ") is find_chapter("5")


@pytest.mark.parametrize("name", ["", "alpha", "11", "0", "x" * 500, "../help"])
def test_an_unknown_chapter_is_named_in_one_sentence(name):
    with pytest.raises(UnknownName, match=r"There is no lesson '.*alpha-beta|did you mean") as told:
        find_chapter(name)

    assert len(str(told.value)) < 300 and "\n" not in str(told.value)


def test_a_chapter_with_something_unknown_is_refused(tmp_path):
    text = 'number = 1\ntitle = "T"\nsentence = "S."\n[[pages]]\ntitle = "P"\ntext = "T"\n'
    bad = {
        "key.toml": text + "colour = 1\n",
        "kind.toml": text + 'figure = { kind = "movie", ground = "a" }\n',
        "fact.toml": text.replace('"T"\n', '"{missing}"\n'),
        "overlay.toml": text + '[overlays]\nkalah = ["colours"]\n',
        "broken.toml": text + "[[",
        "game.toml": text + '[grounds]\na = { game = "chess" }\n',
    }
    for name, content in bad.items():
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        with pytest.raises(BadFile, match=f"The chapter {path.stem} cannot be read"):
            read_chapter(path)


# -- what is stated --------------------------------------------------------------------------------


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_number_that_a_chapter_states_is_found_again(chapter):
    values = fact_values(chapter.facts)

    for name, fact in chapter.facts.items():
        if fact.kind == "percent":
            part, whole = (float(values[one]) for one in fact.of)
            assert values[name] == round(100 * part / whole)
        elif fact.kind == "times":
            part, whole = (float(values[one]) for one in fact.of)
            assert values[name] == pytest.approx(part / whole)
        elif fact.kind == "hits":
            assert 0 < float(values[name]) < float(values["with"])
        else:
            expected = Recomputed(fact).value()
            if isinstance(expected, str):
                assert values[name] == expected, name
            else:
                assert values[name] == pytest.approx(expected), name


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_no_number_is_written_down_but_depths(chapter):
    for page in chapter.pages:
        text = re.sub(r"\{\w+\}", "", page.text)
        text = re.sub(r"depth(?: below the tree to)? \d\b", "", " ".join(text.split()))
        assert not re.search(r"\d", text), (page.title, text)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_fact_is_stated(chapter):
    used = {name for page in chapter.pages for name in re.findall(r"\{(\w+)\}", page.text)}
    used |= {one for fact in chapter.facts.values() for one in fact.of}

    assert used == set(chapter.facts)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_all_texts_are_filled_in_and_all_figures_can_be_searched(chapter):
    lesson = open_lesson(chapter)

    for page in lesson.pages:
        assert all("{" not in one and one.count("*") % 2 == 0 for one in page.paragraphs)
        figure = page.page.figure
        if figure is not None:
            for depth in {figure.depth, figure.most}:
                shown = show_figure(figure, depth)
                assert (shown.tree is not None) == (figure.kind == "tree"), shown.result
                assert bool(shown.rows) == (figure.kind in ("counts", "values"))


def facts_of(name: str) -> dict[str, float]:
    return fact_values(find_chapter(name).facts)


def test_what_the_texts_say_about_the_numbers_is_so():
    trees, deepening = facts_of("game-trees"), facts_of("iterative-deepening")
    horizon, ordering = facts_of("horizon"), facts_of("move-ordering")
    pruning, table, negamax = (
        facts_of("alpha-beta"),
        facts_of("transposition-table"),
        facts_of("negamax"),
    )

    assert trees["third"] > trees["second"] > trees["first"]
    assert negamax["value"] == negamax["same"] and negamax["nodes"] == negamax["plain"]
    # "Whoever moves last before the horizon has got something."
    assert horizon["one"] > horizon["two"] < horizon["three"] > horizon["four"]
    assert pruning["seen"] < pruning["whole"] and pruning["share"] < 50
    assert ordering["times"] > 1.2
    assert deepening["share"] >= 70  # "by far the largest"
    assert deepening["ordered"] < deepening["plain"]
    assert table["with"] < table["without"] and table["value"] == table["same"]
    quiet = facts_of("quiescence")
    assert len({quiet["static"], quiet["one"], quiet["quiet"]}) == 3
