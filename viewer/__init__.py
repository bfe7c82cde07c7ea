"""Replay viewer for recordings of the CARLA simulator."""

from importlib import import_module

TYPE_CHECKING = False  # known to type checkers by name; typing would load others too early
if TYPE_CHECKING:
    from viewer.api import Actor, ActorNotFoundError, Recording, compare, open_library, open_recording
    from viewer.logfile.errors import RecordingError

__all__ = [
    "Actor",
    "ActorNotFoundError",
    "Recording",
    "RecordingError",
    "compare",
    "open_library",
    "open_recording",
]


def __getattr__(name: str) -> object:
    """Import one of the names in ``__all__`` at its first access, so that ``import viewer`` alone stays fast.

    Raises:
        AttributeError: ``name`` is not in ``__all__``.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "viewer.logfile.errors" if name == "RecordingError" else "viewer.api"
    return getattr(import_module(module), name)
