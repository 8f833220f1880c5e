"""The course: what is read, asked and answered."""
