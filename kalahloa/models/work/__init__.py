"""Long work: cancellation, worker processes, and clusters of machines."""
