"""Inspector panel: everything known about the selected actors now, or else about the recording."""

from viewer.ui.inspector.inspector import Inspector

__all__ = ["Inspector"]
