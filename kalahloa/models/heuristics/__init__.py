"""Static evaluations: named, documented, and open to one's own."""
