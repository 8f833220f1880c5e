"""Reviews of games, their mistakes, and trying again."""
