"""The list of actors: all actors in the recording, to be filtered, sorted and selected."""

from viewer.ui.actors.panel import ActorPanel

__all__ = ["ActorPanel"]
