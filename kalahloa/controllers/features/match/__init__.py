"""The match that is played in the lab."""
