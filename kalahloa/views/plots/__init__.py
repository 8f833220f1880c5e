"""Plots, drawn by Qt's own items: a curve of values, with marks, by plies."""
