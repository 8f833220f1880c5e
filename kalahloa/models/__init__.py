"""What is true: rules, positions, records, evaluation and search.  No Qt at all."""

from kalahloa.compiled import choose

choose()
