"""The list of actors: every life in the recording, to be filtered, sorted, pointed at and selected."""

from viewer.ui.actors.panel import ActorPanel

__all__ = ["ActorPanel"]
