"""Sentences for the user, to be translated, and the errors that carry them."""
