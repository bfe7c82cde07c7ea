"""What actors are called on the map."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viewer.recording.actors import ActorDescription


def display_name(actor: ActorDescription, *, is_hero: bool) -> str:
    """Return the hero's role, or else the actor's id."""
    if not is_hero:
        return str(actor.actor_id)
    return actor.role_name or QCoreApplication.translate("MapView", "hero")
