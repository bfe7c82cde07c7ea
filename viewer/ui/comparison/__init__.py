"""Widgets about the recording that the open one is compared with."""
