"""Making a recording of a clip."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import BinaryIO, NamedTuple

import numpy as np

from viewer.cancellation import ShouldContinue, always, check
from viewer.importing.blueprints import existing_blueprint
from viewer.importing.errors import SourceError
from viewer.importing.frames import SPECTATOR, Clip, FrameBatch, new_actor
from viewer.importing.log_writer import USUAL_STYLE, WRITER_STYLES, LogWriter
from viewer.importing.origin import origin_attributes
from viewer.logfile import packets
from viewer.logfile.enums import AttributeType
from viewer.logfile.header import NO_DATE, make_header
from viewer.logfile.packets import ActorRecord, Attribute
from viewer.recording.units import CENTIMETRES_PER_METRE

_ABOVE = 60.0
"""Metres of the spectator above the first actor, from where it looks down."""
_FLUSH_SECONDS = 0.2
"""Longest time that written frames are not on disk, where a window that shows them reads them."""


class ImportSummary(NamedTuple):
    """What was imported.

    Attributes:
        frames: number of frames.
        seconds: elapsed time of the last one.
        actors: number of actors, without the spectator.
        replaced: blueprints that were replaced, each with the one that stands for it.
    """

    frames: int
    seconds: float
    actors: int
    replaced: Mapping[str, str]


def write_recording(
    clip: Clip,
    stream: BinaryIO,
    *,
    style: str = USUAL_STYLE,
    map_name: str | None = None,
    playable: bool = True,
    on_frames: Callable[[], object] | None = None,
    should_continue: ShouldContinue = always,
) -> ImportSummary:
    """Write ``clip`` as a recording, and return what was written.

    Args:
        clip: the frames.
        stream: binary file to write to, which can seek.
        style: release of CARLA whose recordings are imitated, a key of WRITER_STYLES.
        map_name: name of the map for the header; None for the one that the clip names.
        playable: whether blueprints that CARLA does not have are replaced, so that it can spawn the actors.
        on_frames: called when frames were written to disk, first as soon as there is one.
        should_continue: called with the fraction done, 0 to 1; returns False to cancel.

    Raises:
        SourceError: the clip cannot be read.
        OSError: ``stream`` cannot be written.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    form = WRITER_STYLES[style]
    header = make_header(clip.town if map_name is None else map_name, NO_DATE, form.version)
    writer = LogWriter(stream, header, form, clip.path)
    replaced: dict[str, str] = {}
    actors, due = 0, 0.0
    spectator: ActorRecord | None = None
    for batch in clip.batches(should_continue):
        check(should_continue, batch.share)
        added = (
            [(frame, _playable(each, replaced)) for frame, each in batch.added] if playable else batch.added
        )
        actors += len(added)
        if spectator is None:
            spectator = _spectator(clip, batch)
            added = [(0, spectator), *added]
        writer.write(batch._replace(added=added))
        if on_frames is not None and writer.frames and (now := time.monotonic()) >= due:
            due = now + _FLUSH_SECONDS
            stream.flush()
            on_frames()
    if not writer.frames:
        raise SourceError(clip.path, "there are no frames in it")
    return ImportSummary(writer.frames, writer.elapsed, actors, replaced)


def _playable(record: ActorRecord, replaced: dict[str, str]) -> ActorRecord:
    """Return ``record`` with a blueprint that CARLA has; store in ``replaced`` what it stands for."""
    told = {each.id: each.value for each in record.attributes}
    type_id = existing_blueprint(record.type_id, told.get("base_type", ""))
    if type_id == record.type_id:
        return record
    replaced[record.type_id] = type_id
    original = Attribute(int(AttributeType.STRING), "source_type", record.type_id)
    return record._replace(type_id=type_id, attributes=(*record.attributes, original))


def _spectator(clip: Clip, batch: FrameBatch) -> ActorRecord:
    """Return the record that adds the spectator, above the first actor; its attributes tell the source."""
    known = batch.records.get(packets.POSITION)
    place = np.zeros(3) if known is None or not len(known[1]) else known[1]["location"][0]
    x, y, z = (np.asarray(place, np.float64) / CENTIMETRES_PER_METRE).tolist()
    return new_actor(
        SPECTATOR, "spectator", (x, y, z + _ABOVE), (0.0, -90.0, 0.0),
        **origin_attributes(clip),
    )  # fmt: skip
