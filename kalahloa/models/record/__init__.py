"""What was played: records of games, with their nodes, names and annotations."""
