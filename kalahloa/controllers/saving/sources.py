"""What findings are saved of: the two features that find something of a game's moves."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from PySide6.QtCore import SignalInstance

from kalahloa.models.record.record import Record
from kalahloa.models.study.review.reviewed import ReviewedPly


class AnalysisSource(Protocol):
    """Analyses positions, and can go on from what was found before."""

    @property
    def found(self) -> SignalInstance:
        """Emits the number of a node and what was found there, as JSON-compatible values."""

    def restore(self, values: Mapping[int, Any]) -> None:
        """Restore what was `found` in an earlier session, by the nodes' numbers."""

    def emit_found(self) -> None:
        """Emit at once what is still to be emitted."""


class ReviewSource(Protocol):
    """Reviews moves, and can go on from what was found before."""

    @property
    def found(self) -> SignalInstance:
        """Emits the plies that were reviewed just now."""

    @property
    def rated(self) -> SignalInstance:
        """Emits the length of the main line, and how accurately both sides have played it."""

    def add_reviewed(self, record: Record, plies: Sequence[ReviewedPly]) -> None:
        """Take over *plies* of *record* that were reviewed before."""
