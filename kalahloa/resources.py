"""Locates icons, themes, help pages and books, in the installed package or in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource(*parts: str) -> Path:
    """Return the path of a file or folder in `resources/`, as in ``resource("help", "loa.html")``.

    An installed package contains the resources; in a checkout (even installed as editable) they are
    beside it.  Raises `FileNotFoundError` if there is no such resource.
    """
    for folder in (_PACKAGE / "resources", _PACKAGE.parent / "resources"):
        path = folder.joinpath(*parts)
        if path.exists():
            return path
    raise FileNotFoundError(f"Kalahloa's resource '{'/'.join(parts)}' is missing; reinstall it.")
