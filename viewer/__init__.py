"""Replay viewer for recordings of the CARLA simulator."""

from viewer.api import ActorNotFoundError, Recording, open_recording
from viewer.logfile.errors import RecordingError

__all__ = ["ActorNotFoundError", "Recording", "RecordingError", "open_recording"]
