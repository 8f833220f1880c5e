"""The titles of the window's own panels, which menus show before the panels are imported."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, translate

_TITLES = {
    "games": QT_TRANSLATE_NOOP("Panels", "Games"),
    "preview": QT_TRANSLATE_NOOP("Panels", "Preview"),
    "players": QT_TRANSLATE_NOOP("Panels", "Players"),
    "analysis": QT_TRANSLATE_NOOP("Panels", "Analysis"),
    "book": QT_TRANSLATE_NOOP("Panels", "Book"),
    "comparison": QT_TRANSLATE_NOOP("Panels", "Comparison"),
    "explorer": QT_TRANSLATE_NOOP("Panels", "Explorer"),
    "comment": QT_TRANSLATE_NOOP("Panels", "Comment"),
    "graph": QT_TRANSLATE_NOOP("Panels", "Graph"),
    "proof": QT_TRANSLATE_NOOP("Panels", "Proof"),
    "statistics": QT_TRANSLATE_NOOP("Panels", "Statistics"),
    "puzzles": QT_TRANSLATE_NOOP("Panels", "Puzzles"),
    "guesses": QT_TRANSLATE_NOOP("Panels", "Guess the moves"),
    "match": QT_TRANSLATE_NOOP("Panels", "Match"),
    "tuning": QT_TRANSLATE_NOOP("Panels", "Weights"),
    "heuristic": QT_TRANSLATE_NOOP("Panels", "Heuristic"),
    "features": QT_TRANSLATE_NOOP("Panels", "Features"),
    "terms": QT_TRANSLATE_NOOP("Panels", "Terms"),
    "moves": QT_TRANSLATE_NOOP("Panels", "Moves"),
    "course": QT_TRANSLATE_NOOP("Panels", "Course"),
    "search_tree": QT_TRANSLATE_NOOP("Panels", "Search tree"),
    "search_steps": QT_TRANSLATE_NOOP("Panels", "Search steps"),
}


def title_of(key: str) -> str:
    """Return the title of the panel called *key* in the user's language."""
    return translate("Panels", _TITLES[key])
