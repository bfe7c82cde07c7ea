"""Graphical user interface: the window and its parts, built with Qt."""
