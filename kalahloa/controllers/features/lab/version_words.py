"""What is said of the earlier versions of a heuristic."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.models.heuristics.differences import LineKind, changed_lines
from kalahloa.models.heuristics.versions import MAX_VERSIONS
from kalahloa.models.text.quotation import quote

if TYPE_CHECKING:
    from kalahloa.controllers.features.lab.reports import KeptVersion, LabVersions
    from kalahloa.models.heuristics.differences import DiffLine

_SIGNS = {LineKind.SAME: " ", LineKind.ADDED: "+", LineKind.REMOVED: "−", LineKind.GAP: "⋯"}


def version_time(version: "KeptVersion") -> str:
    """Return when a version was written, in the user's time and format."""
    kept = QDateTime.fromSecsSinceEpoch(round(version.kept.timestamp()))
    return QLocale().toString(kept, QLocale.FormatType.ShortFormat)


def change_text(version: "KeptVersion") -> str:
    """Return in a few words what was changed since a version."""
    if version.problem:
        return translate("Lab", "you cannot edit this here")
    if not version.lines:
        return translate("Lab", "current version")
    added, removed = changed_lines(version.lines)
    words = []
    if added:
        words.append(translate("Lab", "%n line(s) added", "", added))
    if removed:
        words.append(translate("Lab", "%n line(s) removed", "", removed))
    return fill(translate("Lab", "{changes} since"), changes=", ".join(words))


def signed_line(line: "DiffLine") -> str:
    """Return a line of a comparison with its sign."""
    return f"{_SIGNS[line.kind]} {line.text}".rstrip()


def difference_text(version: "KeptVersion") -> str:
    """Return what was changed since a version, a line each, or why that is not known."""
    if version.problem:
        return in_words(version.problem)
    if not version.lines:
        return translate("Lab", "Nothing has changed since.")
    return "\n".join(map(signed_line, version.lines))


def versions_sentence(found: "LabVersions") -> str:
    """Return how many versions there are, and when they are kept."""
    if not found.versions:
        sentence = translate(
            "Lab",
            "{name} has no earlier version yet. Each time you save, the previous text becomes a "
            "version.",
        )
        return fill(sentence, name=quote(found.name))
    sentence = translate(
        "Lab",
        "Each time you save {name}, the previous text becomes a version; the latest {most} "
        "remain. In matches, the current text has the next number.",
    )
    return fill(sentence, name=quote(found.name), most=MAX_VERSIONS)


def versions_text(found: "LabVersions") -> str:
    """Return the versions, a line each, the latest first."""
    width = max((len(str(one.number)) for one in found.versions), default=0)
    rows = [
        f"  {one.number:>{width}}  {version_time(one)}  {change_text(one)}"
        for one in found.versions
    ]
    return "\n".join([versions_sentence(found), *rows])


def version_text(found: "LabVersions", number: int) -> str:
    """Return what was changed since version *number*, or that there is none."""
    version = found.find(number)
    if version is None:
        sentence = translate("Lab", "There is no version {number} of {name}.")
        return fill(sentence, number=number, name=quote(found.name))
    sentence = translate("Lab", "Since version {number} of {name}, {time}:")
    head = fill(sentence, number=number, name=quote(found.name), time=version_time(version))
    return f"{head}\n{difference_text(version)}"
