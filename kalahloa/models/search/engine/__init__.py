"""The engine: principal variation search under iterative deepening."""
