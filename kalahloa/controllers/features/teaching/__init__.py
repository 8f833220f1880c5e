"""Teaching: moves that are taken back, and what refutes them."""
