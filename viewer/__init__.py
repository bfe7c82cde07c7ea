"""Replay viewer for recordings of the CARLA simulator."""

from importlib import import_module

TYPE_CHECKING = False  # known to type checkers by its name; typing loads others before the path is clean
if TYPE_CHECKING:
    from viewer.api import ActorNotFoundError, Recording, open_library, open_recording
    from viewer.logfile.errors import RecordingError

__all__ = ["ActorNotFoundError", "Recording", "RecordingError", "open_library", "open_recording"]


def __getattr__(name: str) -> object:
    """Load what a script asks for: the program itself needs none of it to start."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "viewer.logfile.errors" if name == "RecordingError" else "viewer.api"
    return getattr(import_module(module), name)
