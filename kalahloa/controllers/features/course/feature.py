"""The course: chapters, figures and exercises."""

from kalahloa.controllers.commands.declaration import FeatureDeclaration
from kalahloa.controllers.features.course.commands import COURSE_COMMANDS
from kalahloa.controllers.features.course.course import Course

FEATURE = FeatureDeclaration(controllers=(Course,), commands=COURSE_COMMANDS)
