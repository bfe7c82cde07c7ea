"""What a recording was imported from, as attributes of its spectator, which CARLA ignores."""

from __future__ import annotations

from typing import NamedTuple

from viewer.file_error import plain
from viewer.importing.frames import SPECTATOR, Clip
from viewer.recording.index import RecordingIndex

_KIND, _NAME, _RATE = "imported_as", "imported_from", "imported_rate"


class Origin(NamedTuple):
    """Source of an imported recording.

    Attributes:
        kind: id of the row in the table of sources.
        name: name of the folder or file.
        rate: frames per second; None if the frames have times of their own.
    """

    kind: str
    name: str
    rate: float | None


def origin_attributes(clip: Clip) -> dict[str, str]:
    """Return the attributes that tell in a recording that it was imported from ``clip``."""
    rate = "" if clip.rate is None else f"{clip.rate:.6g}"
    told = {_KIND: clip.kind, _NAME: plain(clip.path.name), _RATE: rate}
    return {name: value for name, value in told.items() if value}


def origin_of(index: RecordingIndex) -> Origin | None:
    """Return the source that the recording ``index`` was imported from; None if CARLA recorded it."""
    rows = index.actors.rows_of(SPECTATOR)
    told = index.actors.descriptions[rows[0]].attributes if rows else {}
    if _KIND not in told:
        return None
    rate = told.get(_RATE, "")
    known = float(rate) if rate.replace(".", "", 1).isdecimal() else None
    return Origin(told[_KIND], told.get(_NAME, ""), known)
