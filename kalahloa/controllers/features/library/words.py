"""Sentences about what was changed in the library."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import translate

if TYPE_CHECKING:
    from kalahloa.models.library.importer import ImportReport


def in_trash(count: int) -> str:
    """Return the sentence that says how many games were moved to the trash."""
    return (
        translate("Controllers", "Moved the game to the trash.")
        if count == 1
        else translate("Controllers", "Moved %n games to the trash.", "", count)
    )


def tagged(count: int) -> str:
    """Return the sentence that says how many games have new tags."""
    return (
        translate("Controllers", "Changed the tags of the game.")
        if count == 1
        else translate("Controllers", "Changed the tags of %n games.", "", count)
    )


def told(_count: int) -> str:
    """Return that a game has other names or details now."""
    return translate("Controllers", "Changed the details of the game.")


def back_again(count: int) -> str:
    """Return the sentence that says how many games were restored from the trash."""
    return (
        translate("Controllers", "Restored the game to the library.")
        if count == 1
        else translate("Controllers", "Restored %n games to the library.", "", count)
    )


def undone(done: int, refused: int, words: Callable[[int], str]) -> str:
    """Return what was undone of an edit, and of how many games it was *refused*."""
    sentences = [words(done)] if done else []
    if refused:
        sentences.append(
            translate("Controllers", "One game has changed since and stays as it is.")
            if refused == 1
            else translate(
                "Controllers", "%n games have changed since and stay as they are.", "", refused
            )
        )
    return " ".join(sentences)


def import_words(report: "ImportReport") -> str:
    """Return what came of an import, in a sentence or several."""
    count, known, again = len(report.imported), len(report.known), len(report.again)
    merged = len({edit.game for edit in report.merged})
    sentences = [
        translate("Controllers", "Imported 1 game.")
        if count == 1
        else translate("Controllers", "Imported %n games.", "", count)
    ]
    if again:
        sentences.append(
            translate("Controllers", "1 game was already in the library.")
            if again == 1
            else translate("Controllers", "%n games were already in the library.", "", again)
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
            translate("Controllers", "It was already in the library.")
            if known == 1
            else translate("Controllers", "%n files were already in it.", "", known)
        )
    return " ".join(sentences)
