"""Long jobs of many pieces: the crew that does them, and the file that keeps what is done."""
