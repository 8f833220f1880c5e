"""Queries for games; `search` makes SQL of them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kalahloa.models.text.folding import search_terms

if TYPE_CHECKING:
    from kalahloa.models.library.selection import Selection


@dataclass(frozen=True)
class Query:
    """What games are looked for; what is empty or None does not matter.

    The words of `words` are looked for as by `search_terms`, each one anywhere in the names,
    details, tags and comments; those of `comment` in comments only, of `player` in names only.
    `games` are keys, `presets` names of rules.  `since` and `until`, both inclusive, are days as in
    `GameHeader.date`, or the beginnings of them (``1998``).  A game has all of `tags`.  `position`
    is a key in the index (`positions.key_of`) that is in its tree.  `within` are the games among
    which the others are looked for.
    """

    words: str = ""
    games: tuple[str, ...] = ()
    presets: tuple[str, ...] = ()
    player: str = ""
    results: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    tags: tuple[str, ...] = ()
    comment: str = ""
    position: int | None = None
    trashed: bool = False
    within: "Selection | None" = None

    def require_understood(self) -> None:
        """Raise `BadQuery` if one of the texts has nothing in it that could be looked for."""
        for text in (self.words, self.player, self.comment):
            search_terms(text)


ALL = Query()
"""Finds all games that are not in the trash."""
