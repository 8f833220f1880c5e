"""The table of panels: where each is, and in which workspaces it is shown at first."""

from typing import NamedTuple


class PanelEntry(NamedTuple):
    """Where a panel's class is, and in which workspaces the panel is shown at first.

    `is_main` is whether it has the room of the board in workspaces that do not show that.  It
    stands as a tab `behind` the first of these panels that is shown.  `beside` the board it has
    most of the window, and the others of its workspace stand below the board.  In a wide window it
    stands at the `left` of the board, or `below` it, instead of on the right.  One that `is_tall`
    has more height than the others of its side.  In a window that is low, small or upright it
    stands as a tab behind the first of `behind_if_low` that is shown.
    """

    module: str
    name: str
    workspaces: tuple[str, ...]
    is_main: bool = False
    behind: tuple[str, ...] = ()
    beside: bool = False
    left: bool = False
    below: bool = False
    is_tall: bool = False
    behind_if_low: tuple[str, ...] = ()


PANELS = {
    "games": PanelEntry("kalahloa.views.panels.games", "GamesPanel", ("library",), is_main=True),
    "preview": PanelEntry("kalahloa.views.panels.preview", "PreviewPanel", ("library",)),
    "players": PanelEntry("kalahloa.views.panels.players", "PlayersPanel", ("play", "study")),
    "analysis": PanelEntry(
        "kalahloa.views.panels.analysis", "AnalysisPanel", ("study",), is_tall=True
    ),
    "explorer": PanelEntry(
        "kalahloa.views.panels.explorer",
        "ExplorerPanel",
        ("study", "library"),
        behind=("analysis", "preview"),
    ),
    "book": PanelEntry(
        "kalahloa.views.panels.book",
        "BookPanel",
        ("study", "learn"),
        behind=("analysis", "explorer", "puzzles"),
    ),
    "proof": PanelEntry(
        "kalahloa.views.panels.proof", "ProofPanel", ("study",), behind=("analysis",)
    ),
    "statistics": PanelEntry(
        "kalahloa.views.panels.statistics", "StatisticsPanel", ("library",), behind=("preview",)
    ),
    "search_tree": PanelEntry(
        "kalahloa.views.panels.search_tree",
        "SearchTreePanel",
        ("learn",),
        behind=("puzzles",),
        beside=True,
    ),
    "search_steps": PanelEntry(
        "kalahloa.views.panels.search_steps",
        "SearchStepsPanel",
        ("learn",),
        behind=("puzzles",),
        beside=True,
    ),
    "puzzles": PanelEntry("kalahloa.views.panels.puzzles", "PuzzlesPanel", ("learn",)),
    "comparison": PanelEntry(
        "kalahloa.views.panels.comparison", "ComparisonPanel", ("learn",), behind=("puzzles",)
    ),
    "moves": PanelEntry(
        "kalahloa.views.panels.moves",
        "MovesPanel",
        ("play", "study", "learn"),
        behind=("puzzles",),
        is_tall=True,
    ),
    "graph": PanelEntry(
        "kalahloa.views.panels.graph", "GraphPanel", ("study",), behind_if_low=("moves",)
    ),
    "comment": PanelEntry(
        "kalahloa.views.panels.comment",
        "CommentPanel",
        ("study",),
        behind=("graph",),
        behind_if_low=("moves",),
    ),
    "course": PanelEntry(
        "kalahloa.views.panels.course", "CoursePanel", ("learn",), behind=("puzzles",)
    ),
    "guesses": PanelEntry(
        "kalahloa.views.panels.guesses", "GuessesPanel", ("study",), behind=("moves",)
    ),
    "match": PanelEntry("kalahloa.views.panels.match", "MatchPanel", ("lab",), is_tall=True),
    "tuning": PanelEntry(
        "kalahloa.views.panels.tuning", "TuningPanel", ("lab",), behind_if_low=("match",)
    ),
    "heuristic": PanelEntry(
        "kalahloa.views.panels.heuristic", "HeuristicPanel", ("lab",), left=True
    ),
    "features": PanelEntry(
        "kalahloa.views.panels.features",
        "FeaturesPanel",
        ("lab",),
        left=True,
        behind_if_low=("heuristic",),
    ),
    "terms": PanelEntry("kalahloa.views.panels.terms", "TermsPanel", ("lab",), below=True),
}
"""The window's own panels by key, in the order in which they stand."""


def workspaces_of(key: str) -> tuple[str, ...]:
    """Return the workspaces in which the panel called *key* is shown at first."""
    entry = PANELS.get(key)
    return ("study",) if entry is None else entry.workspaces


def panels_beside(workspace: str) -> list[str]:
    """Return the keys of the panels that stand beside the board in *workspace*."""
    return [key for key, entry in PANELS.items() if entry.beside and workspace in entry.workspaces]


def is_round(key: str) -> bool:
    """Return whether the panel stands left of the board or below it in a wide window."""
    entry = PANELS.get(key)
    return entry is not None and (entry.left or entry.below)


def is_main_panel(key: str) -> bool:
    """Return whether the panel has the room of the board where that is not shown."""
    entry = PANELS.get(key)
    return entry is not None and entry.is_main


def is_tall(key: str) -> bool:
    """Return whether the panel has more height than the others of its side."""
    entry = PANELS.get(key)
    return entry is not None and entry.is_tall
