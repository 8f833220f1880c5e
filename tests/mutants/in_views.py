"""Bugs in the views; those marked *found* are the ones that no test once noticed."""

from tests.mutants.in_boards import BOARD_MUTANTS
from tests.mutants.in_dialogs import DIALOG_MUTANTS
from tests.mutants.in_window import WINDOW_MUTANTS

VIEW_MUTANTS = (*WINDOW_MUTANTS, *BOARD_MUTANTS, *DIALOG_MUTANTS)
