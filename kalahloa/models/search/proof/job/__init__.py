"""Proofs of forced wins that are larger than one sitting: jobs of many pieces."""
