"""Collects all texts that are translated, and compiles translations::

    python -m tests.translations           all texts, into build/kalahloa.ts
    python -m tests.translations de fr     resources/translations/kalahloa_de.ts and .qm, kept up
                                           to date with the sources; both are committed

The first run for a language makes its file, which a translator fills in with ``pyside6-linguist``;
another run compiles it.  Users need no tool of Qt's: the program loads the ``.qm`` file.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

from tests.texts import ROOT, sources

_Key = tuple[str | None, str | None, str | None]
_Pair = tuple[ElementTree.Element, ElementTree.Element]
FOLDER = ROOT / "resources" / "translations"
_PLURAL = re.compile(r"%n|\(s\)|\(\w+\|\w+\)")


def tool(name: str) -> str | None:
    """Return where PySide6's program *name* is, such as ``lupdate``, or None."""
    return shutil.which(f"pyside6-{name}", path=str(Path(sys.executable).parent)) or shutil.which(
        f"pyside6-{name}"
    )


def collect(paths: Sequence[Path], ts: Path, language: str = "") -> None:
    """Write the texts of *paths* to the file *ts*; what it has of their translations is kept."""
    program = tool("lupdate")
    if program is None:
        raise FileNotFoundError("pyside6-lupdate")
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "fresh.ts"
        # Locations would change with every line that is added.
        options = ["-locations", "none", "-silent", "-source-language", "en"]
        if language:
            options += ["-target-language", language]
        subprocess.run([program, *map(str, paths), *options, "-ts", str(fresh)], check=True)
        tree = ElementTree.parse(fresh)
    kept = dict(_translations(ElementTree.parse(ts))) if ts.exists() else {}
    for key, (message, translation) in _translations(tree):
        _mark_plural(message, translation)
        if key in kept:
            message.remove(translation)
            message.append(kept[key][1])
    ElementTree.indent(tree, "    ")
    text = ElementTree.tostring(tree.getroot(), encoding="unicode")
    ts.parent.mkdir(parents=True, exist_ok=True)
    ts.write_text(
        f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{text}\n', encoding="utf-8"
    )


def _translations(tree: ElementTree.ElementTree) -> Iterator[tuple[_Key, _Pair]]:
    """Yield what each text is found by, and its message with the translation in it."""
    for context in tree.iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            key = (
                context.findtext("name"),
                message.findtext("source"),
                message.findtext("comment"),
            )
            yield key, (message, translation)


def _mark_plural(message: ElementTree.Element, translation: ElementTree.Element) -> None:
    """Mark a text with a plural, which lupdate does in ``tr`` only."""
    if _PLURAL.search(message.findtext("source") or "") and message.get("numerus") != "yes":
        message.set("numerus", "yes")
        ElementTree.SubElement(translation, "numerusform")


def compile_translations(ts: Path, qm: Path) -> None:
    """Compile the file *ts* to *qm*, which the program loads."""
    program = tool("lrelease")
    if program is None:
        raise FileNotFoundError("pyside6-lrelease")
    subprocess.run([program, "-silent", str(ts), "-qm", str(qm)], check=True)


def main() -> None:
    """Collect the texts, for the languages named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("languages", nargs="*", help="such as de or pt_BR")
    languages = parser.parse_args().languages
    if not languages:
        collect(sources(), ROOT / "build" / "kalahloa.ts")
        print(ROOT / "build" / "kalahloa.ts")
    for language in languages:
        ts = FOLDER / f"kalahloa_{language}.ts"
        collect(sources(), ts, language)
        compile_translations(ts, ts.with_suffix(".qm"))
        print(ts)


if __name__ == "__main__":
    main()
