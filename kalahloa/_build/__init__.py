"""How the package is built from its sources; not part of what is installed.

`backend` holds the hooks that pip calls, `tiers` the choice of a compiler, `commands` the steps
that differ from setuptools' own.  ``python -m kalahloa._build inplace`` compiles in a checkout.
"""
