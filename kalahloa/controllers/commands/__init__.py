"""Commands: what they are, the tables of all, and the language in which they are typed."""
