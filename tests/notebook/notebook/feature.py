"""A notebook of positions."""

from kalahloa.controllers.commands.declaration import FeatureDeclaration
from notebook.commands import NOTEBOOK_COMMANDS
from notebook.notebook import Notebook

FEATURE = FeatureDeclaration(controllers=(Notebook,), commands=NOTEBOOK_COMMANDS)
