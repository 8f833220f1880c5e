"""The crew of a job: it answers pieces, or gives them up."""

from functools import partial

from kalahloa.models.games.kalah.job.piece import Answer, Piece, SolverSetting, Unproven
from kalahloa.models.games.kalah.job.piece_solver import solver_here
from kalahloa.models.job import crew
from kalahloa.models.job.crew import CrewFailed

Crew = crew.Crew[Piece, Answer | Unproven]


class Processes(crew.Processes[Piece, Answer | Unproven]):
    """*count* worker processes with *setting*; *niceness* is added to theirs."""

    def __init__(self, setting: SolverSetting, count: int, niceness: int = 0) -> None:
        super().__init__(partial(solver_here, setting), count, niceness)


__all__ = ["Crew", "CrewFailed", "Processes"]
