"""The inspector: everything known about the selected actor now, or else about the recording."""

from viewer.ui.inspector.inspector import Inspector

__all__ = ["Inspector"]
