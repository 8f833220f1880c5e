"""Where icons, themes, help pages and books are: in the installed package, or beside it."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource(*parts: str) -> Path:
    """Return the path of a file or folder in `resources/`: ``resource("help", "loa.html")``.

    An installation holds the resources inside the package; in a checkout, installed editable or
    not at all, they lie beside it.  Raises `FileNotFoundError` if there is no such resource.
    """
    for folder in (_PACKAGE / "resources", _PACKAGE.parent / "resources"):
        path = folder.joinpath(*parts)
        if path.exists():
            return path
    raise FileNotFoundError(f"Kalahloa's resource '{'/'.join(parts)}' is missing; reinstall it.")
