"""The engine: principal variation search with iterative deepening."""
