"""Small plausible bugs, and whether the tests notice them."""
