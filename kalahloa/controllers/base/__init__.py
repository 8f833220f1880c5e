"""What every other room needs: sentences in the user's language, settings, players, the log."""
