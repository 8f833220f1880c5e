"""What a game is, and what searches, editors and reviews ask of it and its positions."""
