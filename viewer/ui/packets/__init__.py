"""The packets as they are in the file: those of the frame shown, and all of them counted."""

from viewer.ui.packets.panel import PacketsPanel

__all__ = ["PacketsPanel"]
