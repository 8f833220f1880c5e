"""Earlier versions of the heuristics in the lab: looked up, and brought back."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.features.lab.filing import LabFiling
from kalahloa.controllers.features.lab.workspace import LabText, LabWorkspace
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

with lazy_imports():
    from kalahloa.controllers.features.lab import reports

if TYPE_CHECKING:
    from kalahloa.controllers.features.lab.lab_files import FileAnswer


def ask_versions(
    filing: LabFiling, game: str, text: LabText, use: "Callable[[reports.LabVersions], object]"
) -> None:
    """Call *use* with the versions of *text* of *game*, compared with it, once they are read."""
    name = text.name

    def done(answer: "FileAnswer") -> None:
        if not answer.error:
            use(reports.LabVersions(game, name, answer.versions))

    filing.ask("VERSIONS", done, game=game, name=name, text=text.text)


def restore_version(
    filing: LabFiling,
    workspace: LabWorkspace,
    found: "reports.LabVersions",
    number: int,
    done: Callable[[LabText], object],
) -> None:
    """Give a text of *workspace* what it had in version *number* of *found*, then call *done*.

    What it has and no file has becomes a version before; where that cannot be, nothing is changed.
    Raises `BadCommand` if there is no such version, it is too much for the editor, or the heuristic
    is no longer open.
    """
    version = found.find(number)
    text = workspace.texts.get(found.name) if found.game == workspace.game else None
    if version is None or text is None:
        sentence = translate("Lab", "There is no version {number} of {name}.")
        raise BadCommand(fill(sentence, number=number, name=quote(found.name)))
    if version.problem:
        raise BadCommand(in_words(version.problem))
    known, replaced = version, text

    def put(answer: "FileAnswer") -> None:
        if not answer.error:
            replaced.text = known.text
            replaced.must_ask = replaced.must_ask or not known.trusted
            filing.keep_draft(workspace.game, replaced)
            done(replaced)

    if text.text in (text.kept, version.text):
        filing.pass_over(put)
    else:
        filing.ask("KEEP_VERSION", put, game=workspace.game, name=text.name, text=text.text)
