"""What is found out about positions while they are shown: values, lines, hints, threats."""
