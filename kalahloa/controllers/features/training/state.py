"""How one does in all exercises, for views."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kalahloa.models.study.training.statistics import TrainingStatistic


@dataclass(frozen=True)
class TrainingState:
    """What is known; nothing before it is first wanted.  `loading` is whether more will be."""

    statistic: "TrainingStatistic | None" = None
    loading: bool = False
