"""The mutants, by the part of the program in which they are planted."""

from tests.mutants.in_boards import BOARD_MUTANTS
from tests.mutants.in_books import BOOK_MUTANTS
from tests.mutants.in_comparing import COMPARING_MUTANTS
from tests.mutants.in_controllers import CONTROLLER_MUTANTS
from tests.mutants.in_dialogs import DIALOG_MUTANTS
from tests.mutants.in_drawing import DRAWING_MUTANTS
from tests.mutants.in_fields import FIELD_MUTANTS
from tests.mutants.in_jobs import JOB_MUTANTS
from tests.mutants.in_keeping import KEEPING_MUTANTS
from tests.mutants.in_learning import LEARNING_MUTANTS
from tests.mutants.in_library import LIBRARY_MUTANTS
from tests.mutants.in_networks import NETWORK_MUTANTS
from tests.mutants.in_positions import POSITION_MUTANTS
from tests.mutants.in_puzzles import PUZZLE_MUTANTS
from tests.mutants.in_rules import RULES_MUTANTS
from tests.mutants.in_searching import SEARCHING_MUTANTS
from tests.mutants.in_sources import SOURCES_MUTANTS
from tests.mutants.in_studying import STUDY_MUTANTS
from tests.mutants.in_teaching import TEACHING_MUTANTS
from tests.mutants.in_ways_back import WAYS_BACK_MUTANTS
from tests.mutants.in_window import WINDOW_MUTANTS

MUTANTS = (
    *CONTROLLER_MUTANTS,
    *SEARCHING_MUTANTS,
    *KEEPING_MUTANTS,
    *WINDOW_MUTANTS,
    *DRAWING_MUTANTS,
    *BOARD_MUTANTS,
    *DIALOG_MUTANTS,
    *FIELD_MUTANTS,
    *STUDY_MUTANTS,
    *BOOK_MUTANTS,
    *JOB_MUTANTS,
    *PUZZLE_MUTANTS,
    *LEARNING_MUTANTS,
    *LIBRARY_MUTANTS,
    *TEACHING_MUTANTS,
    *COMPARING_MUTANTS,
    *NETWORK_MUTANTS,
    *SOURCES_MUTANTS,
    *POSITION_MUTANTS,
    *RULES_MUTANTS,
    *WAYS_BACK_MUTANTS,
)
