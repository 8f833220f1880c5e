"""Plots, drawn by Qt's own items: a curve of values, with marks, by plies.

They stand here instead of pyqtgraph (0.14), which was measured beside them, both on one processor
with Qt loaded: with numpy it takes 83 MB on disk and 430 to 510 ms to be imported, these 90 ms; a
graph of 60 plies with 12 marks is drawn in 3.8 ms by it, in 1.9 ms here.  Marks that are told apart
by their symbols, the keys, the words for a screen reader and the themes would have to be added to
it; panning and zooming, which it is made for, help nobody with one game.
"""
