"""The mutants, by the part of the program in which they are planted."""

from tests.mutants.in_controllers import CONTROLLER_MUTANTS
from tests.mutants.in_views import VIEW_MUTANTS

MUTANTS = (*CONTROLLER_MUTANTS, *VIEW_MUTANTS)
