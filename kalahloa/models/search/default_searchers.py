"""The names of the searchers that are taken where none is named."""

FOR_PLAYING = "alpha-beta-ordered"
FOR_TREES = "alpha-beta"
