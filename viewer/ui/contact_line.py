"""How those who touch moved just before they did, in a line."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication

from viewer.logfile.errors import RecordingError
from viewer.recording.events import Contact
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.contacts import contact_motion
from viewer.ui.format import number
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_unit

translate = QCoreApplication.translate


def contact_line(index: RecordingIndex, contact: Contact) -> str:
    """Return both speeds and the angle between the headings, and which of it is derived; empty if unknown."""
    try:
        motion = contact_motion(index, contact)
    except RecordingError:  # the file has changed; whoever makes the next world is told so, too
        return ""
    parts = []
    speeds = [speed for speed in (motion.speed, motion.other_speed) if math.isfinite(speed)]
    if speeds:
        shown = (number(in_shown_unit(speed, MPS), 1) for speed in speeds)
        both = f" {translate('Notices', 'and')} ".join(shown)
        mark = "" if motion.recorded else "\u00a0ƒ"
        parts.append(f"{both} {speed_unit()} {translate('Notices', 'before')}{mark}")
    if math.isfinite(motion.angle):
        parts.append(f"{number(motion.angle, 0)}° {translate('Notices', 'between headings')}\u00a0ƒ")
    return " · ".join(parts)
