"""Background work: threads and what runs on them."""
