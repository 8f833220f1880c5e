"""Proofs of Kalah's starts that are larger than one run: jobs of many tasks."""
