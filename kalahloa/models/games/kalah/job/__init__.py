"""Proofs of Kalah's starts that are larger than one sitting: jobs of many pieces."""
