"""Sentences about what was changed in the library."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import translate

if TYPE_CHECKING:
    from kalahloa.models.library.importer import Report


def in_trash(count: int) -> str:
    """Return the sentence that says how many games were moved to the trash."""
    return (
        translate("Controllers", "The game is in the trash.")
        if count == 1
        else translate("Controllers", "%n games are in the trash.", "", count)
    )


def tagged(count: int) -> str:
    """Return the sentence that says how many games have new tags."""
    return (
        translate("Controllers", "The tags of the game are changed.")
        if count == 1
        else translate("Controllers", "The tags of %n games are changed.", "", count)
    )


def told(_count: int) -> str:
    """Return that a game has other names or details now."""
    return translate("Controllers", "The details of the game are changed.")


def back_again(count: int) -> str:
    """Return the sentence that says how many games were restored from the trash."""
    return (
        translate("Controllers", "The game is back in the library.")
        if count == 1
        else translate("Controllers", "%n games are back in the library.", "", count)
    )


def undone(done: int, refused: int, words: Callable[[int], str]) -> str:
    """Return what was undone of an edit, and of how many games it was *refused*."""
    sentences = [words(done)] if done else []
    if refused:
        sentences.append(
            translate("Controllers", "A game that has changed since stays as it is.")
            if refused == 1
            else translate(
                "Controllers", "%n games that have changed since stay as they are.", "", refused
            )
        )
    return " ".join(sentences)


def import_words(report: "Report") -> str:
    """Return what came of an import, in a sentence or several."""
    count, known, again = len(report.imported), len(report.known), len(report.again)
    merged = len({edit.game for edit in report.merged})
    sentences = [
        translate("Controllers", "1 game was imported.")
        if count == 1
        else translate("Controllers", "%n games were imported.", "", count)
    ]
    if again:
        sentences.append(
            translate("Controllers", "1 game is in the library already.")
            if again == 1
            else translate("Controllers", "%n games are in the library already.", "", again)
        )
    if merged:
        sentences.append(
            translate("Controllers", "1 of them got new moves, comments or details.")
            if merged == 1
            else translate(
                "Controllers", "%n of them got new moves, comments or details.", "", merged
            )
        )
    if known:
        sentences.append(
            translate("Controllers", "The library has it already.")
            if known == 1
            else translate("Controllers", "%n files are in it already.", "", known)
        )
    return " ".join(sentences)
