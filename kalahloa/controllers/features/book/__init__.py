"""What is proven by books and tablebases: looked up, walked through, and practised."""
