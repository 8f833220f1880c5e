"""Bits, clock and memory: C's own where compiled, plain Python twins elsewhere."""
