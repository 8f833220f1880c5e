"""Proofs of forced wins that are larger than one run: jobs of many tasks."""
