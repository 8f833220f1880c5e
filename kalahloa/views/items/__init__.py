"""Item models of Qt's views, their views and delegates."""
