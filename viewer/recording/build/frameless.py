"""What to say of a recording in which there is nothing to see."""

from __future__ import annotations

from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex


def frameless_error(index: RecordingIndex) -> RecordingError:
    """Return an error that says why a recording without any complete frame has none, and what to do."""
    damage = next((problem for problem in index.problems if problem.damage), None)
    return RecordingError(
        index.path,
        "there is no complete frame in this recording",
        found="" if damage is None else damage.what,
        offset=None if damage is None else damage.offset,
        advice="Recording ended at once, or the file was cut: record it again, or look for a complete copy.",
    )
