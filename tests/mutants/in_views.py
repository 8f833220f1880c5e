"""Bugs in the views; those marked *found* are the ones that no test once noticed."""

from tests.mutants.mutant import Mutant

VIEW_MUTANTS: tuple[Mutant, ...] = ()
