"""The course: chapters, figures and exercises."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.commands.declaration import (
    FeatureDeclaration,
    PanelColumn,
    PanelPlacement,
)
from kalahloa.controllers.features.course.commands import COURSE_COMMANDS
from kalahloa.controllers.features.course.course import Course

FEATURE = FeatureDeclaration(
    controllers=(Course,),
    commands=COURSE_COMMANDS,
    panels=(
        PanelPlacement(
            key="course",
            title=QT_TRANSLATE_NOOP("Panels", "Course"),
            pages=("course",),
            column=PanelColumn.LEFT,
            grows=True,
            usable=360,
            after="moves",
        ),
    ),
)
