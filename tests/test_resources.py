"""The files in `resources/`: they hold together, and what the figures show is true."""

import importlib.util
import re
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from kalahloa.models.course.chapter import chapter_names
from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.searchers import searchers
from kalahloa.resources import resource

HELP = resource("help")
PAGES = sorted(HELP.glob("*.html"))
FIGURES = sorted(resource("help", "figures").glob("*.svg"))
PICTURES = sorted(resource("help", "pictures").glob("*.png"))
ICONS = sorted(resource("icons").glob("*.svg"))
LINE_ICONS = [path for path in ICONS if path.stem != "kalahloa"]
LESSON_LINK = "kalahloa:lesson/"
EMPTY_TAGS = {"br", "hr", "img", "meta"}


class Page(HTMLParser):
    """A help page as read: its links, images and anchors, and whether its tags pair up."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.images: list[dict[str, str | None]] = []
        self.anchors: set[str] = set()
        self.colours: list[str] = []
        self.faults: list[str] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag not in EMPTY_TAGS:
            self._open.append(tag)
        if tag == "img":
            self.images.append(values)
        if values.get("href"):
            self.links.append(str(values["href"]))
        if values.get("name"):
            self.anchors.add(str(values["name"]))
        self.colours += [str(attrs) for name in values if "color" in f"{name}{values[name]}"]

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()} closes nothing")

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture(scope="module")
def figures() -> ModuleType:
    """The script that draws the figures, and in it what they claim."""
    spec = importlib.util.spec_from_file_location("draw_figures", HELP / "draw_figures.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def position(game: str, text: str) -> Position:
    """Return the position of *game* that *text* writes, under the game's default rules."""
    return find_game(game).read(text, find_game(game).rulebook.default)


def outcome_after(before: Position, move: str) -> Outcome | None:
    """Play *move*; return how the game ended, or None."""
    before.make(before.read_move(move))
    return before.outcome()


def ids(paths: list[Path]) -> list[str]:
    return [path.name for path in paths]


def size_of(image: Path) -> tuple[str | None, str | None]:
    """Return width and height of the figure or picture *image*, in pixels."""
    if image.suffix == ".png":
        head = image.read_bytes()[:24]  # the signature, and what the header chunk begins with
        return tuple(str(int.from_bytes(head[at : at + 4], "big")) for at in (16, 20))
    figure = ElementTree.parse(image).getroot()
    return figure.get("width"), figure.get("height")


# -- help pages ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PAGES, ids=ids(PAGES))
def test_the_tags_of_a_help_page_pair_up(path: Path) -> None:
    assert Page(path).faults == []


@pytest.mark.parametrize("path", PAGES, ids=ids(PAGES))
def test_every_link_of_a_help_page_leads_somewhere(path: Path) -> None:
    for link in Page(path).links:
        if link.startswith(LESSON_LINK):
            assert link.removeprefix(LESSON_LINK) in chapter_names()
            continue
        file, _, anchor = link.partition("#")
        target = HELP / file if file else path
        assert target.is_file(), link
        assert not anchor or anchor in Page(target).anchors, link


@pytest.mark.parametrize("path", PAGES, ids=ids(PAGES))
def test_images_exist_are_described_and_shown_at_their_own_size(path: Path) -> None:
    for image in Page(path).images:
        assert image["alt"]
        assert (image["width"], image["height"]) == size_of(HELP / str(image["src"]))


@pytest.mark.parametrize("path", PAGES, ids=ids(PAGES))
def test_a_help_page_leaves_the_colours_to_the_window(path: Path) -> None:
    assert Page(path).colours == []


def test_every_figure_is_used() -> None:
    used = {str(image["src"]) for path in PAGES for image in Page(path).images}

    assert used == {path.relative_to(HELP).as_posix() for path in (*FIGURES, *PICTURES)}


@pytest.mark.parametrize("game", ["loa", "kalah"])
def test_the_rules_page_names_every_preset(game: str) -> None:
    words = Page(HELP / f"{game}.html").words

    assert [p.name for p in find_game(game).rulebook.presets if p.name not in words] == []


def test_the_page_on_searching_names_every_heuristic() -> None:
    words = Page(HELP / "searching.html").words
    games = [find_game(key) for key in ("loa", "kalah", "tictactoe")]

    assert [h.name for game in games for h in game.heuristics if h.name not in words] == []


def test_the_page_on_searching_names_every_searcher() -> None:
    words = Page(HELP / "searching.html").words

    assert [s.name for s in searchers() if s.name not in words] == []


def test_positions_quoted_in_the_pages_can_be_read() -> None:
    for game in ("loa", "kalah", "tictactoe"):
        quoted = re.search(r"<pre>(.*?)</pre>", (HELP / f"{game}.html").read_text("utf-8"), re.S)
        assert quoted is not None
        for line in quoted[1].replace("&lt;", "<").replace("&gt;", ">").splitlines():
            assert position(game, line).position_string() == line


# -- figures ---------------------------------------------------------------------------------------


def test_the_figures_are_what_the_script_draws(figures: ModuleType) -> None:
    drawn = figures.all_figures()

    assert sorted(drawn) == [path.name for path in FIGURES]
    assert [path.name for path in FIGURES if path.read_text("utf-8") != drawn[path.name]] == []


@pytest.mark.parametrize("path", FIGURES, ids=ids(FIGURES))
def test_a_figure_is_well_formed(path: Path) -> None:
    assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_the_lines_of_action_figures_show_legal_moves_with_true_distances(
    figures: ModuleType,
) -> None:
    for figure in figures.LOA_FIGURES.values():
        here = position("loa", figure.position)
        legal = {here.format_move(move) for move in here.legal_moves()}
        pieces = figures.loa_pieces(figure.position)
        assert set(figure.moves) <= legal
        assert not set(figure.blocked) & legal
        for move in (*figure.moves, *figure.blocked):
            steps = [abs(ord(move[i]) - ord(move[i + 3])) for i in (0, 1)]
            assert figures.line_count(pieces, move) == max(steps), move


def test_the_chosen_piece_of_the_distance_figure_has_no_further_moves(figures: ModuleType) -> None:
    figure = figures.LOA_FIGURES["loa-distance"]
    here = position("loa", figure.position)

    moves = {here.format_move(move) for move in here.legal_moves()}

    assert {move for move in moves if move.startswith("b1")} == set(figure.moves)


def test_the_blocked_move_is_stopped_by_the_piece_that_the_page_names(figures: ModuleType) -> None:
    figure = figures.LOA_FIGURES["loa-jump"]
    here = position("loa", figure.position)

    sentence = here.why_illegal(here.parse_move(figure.blocked[0]))

    assert "blocked" in sentence and "d6" in sentence


@pytest.mark.parametrize(("story", "winner"), [("loa-win", 0), ("loa-trap", 1)])
def test_a_move_in_the_lines_of_action_figures_ends_the_game_as_told(
    figures: ModuleType, story: str, winner: int
) -> None:
    before = figures.LOA_FIGURES[f"{story}-before"]
    after = figures.LOA_FIGURES[f"{story}-after"]
    here = position("loa", before.position)
    assert here.outcome() is None

    outcome = outcome_after(here, before.moves[0])

    assert outcome is not None and outcome.winner == winner
    assert here.position_string() == after.position
    assert after.last == before.moves[0]


@pytest.mark.parametrize("story", ["kalah-sow", "kalah-extra", "kalah-capture", "kalah-end"])
def test_a_move_in_the_kalah_figures_does_what_is_shown(figures: ModuleType, story: str) -> None:
    before = figures.KALAH_FIGURES[f"{story}-before"]
    after = figures.KALAH_FIGURES[f"{story}-after"]
    here = position("kalah", before.position)
    names = [*(f"S{pit}" for pit in range(1, 7)), "SK", *(f"N{pit}" for pit in range(1, 7)), "NK"]
    sown = [step for step in here.transition(before.move) if step.action.value == "sow"]

    here.make(before.move)

    assert [names[step.target] for step in sown] == figures.sowing_path(
        before.position, before.move
    )
    assert here.position_string() == after.position
    assert after.after == (before.position, before.move)
    assert here.is_over() == (story == "kalah-end")


def test_the_kalah_figure_of_a_capture_marks_the_pit_that_is_emptied(figures: ModuleType) -> None:
    figure = figures.KALAH_FIGURES["kalah-capture-before"]
    here = position("kalah", figure.position)

    taken = [step for step in here.transition(figure.move) if step.action.value == "collect"]

    assert sum(step.count for step in taken) == 6
    assert figures.kalah_cells(figure.position)[figure.takes] == 5


def test_the_tic_tac_toe_figure_shows_a_won_game(figures: ModuleType) -> None:
    figure = figures.CELL_FIGURES["tictactoe-win"]

    outcome = position("tictactoe", figure.position).outcome()

    assert outcome is not None and outcome.winner == 0
    assert {figure.position.replace("/", "")[cell - 1] for cell in figure.line} == {"X"}


def test_the_search_tree_has_the_value_of_a_search_without_cut_offs(figures: ModuleType) -> None:
    answers, cut = figures.prune(figures.TREE_LEAVES)

    assert max(value for value, _ in answers) == max(map(min, figures.TREE_LEAVES)) == 3
    assert cut == {(1, 1), (1, 2), (2, 2)}


# -- icons -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ICONS, ids=ids(ICONS))
def test_an_icon_is_well_formed_and_square(path: Path) -> None:
    root = ElementTree.parse(path).getroot()

    left, top, width, height = str(root.get("viewBox")).split()

    assert (left, top) == ("0", "0") and width == height


@pytest.mark.parametrize("path", LINE_ICONS, ids=ids(LINE_ICONS))
def test_a_line_icon_has_one_colour_that_the_program_can_replace(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert set(re.findall(r'(?:stroke|fill)="([^"]*)"', text)) == {"#000000", "none"}


def test_every_action_of_the_window_has_an_icon() -> None:
    wanted = {
        *("new", "undo", "redo", "hint", "flip", "graphical", "text", "continue", "pause", "help"),
        *("preferences", "first", "previous", "next", "last", "pass", "rematch", "import"),
        *("analyse", "review", "tree", "scissors", "open", "find", "resign", "show", "swap"),
    }

    assert sorted(wanted) == [path.stem for path in LINE_ICONS]
