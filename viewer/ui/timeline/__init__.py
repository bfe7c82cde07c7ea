"""The timeline: an overview of the whole recording above a zoomable axis with lanes."""

from __future__ import annotations

from viewer.ui.timeline.view import TimelineView

__all__ = ["TimelineView"]
