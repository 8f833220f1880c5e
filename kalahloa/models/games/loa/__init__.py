"""Lines of Action: rules, bitboards, notation and evaluation."""
