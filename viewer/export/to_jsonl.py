"""JSON lines: everything in the file, as written: the header, then a line for each frame."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from viewer.cancellation import Proceed, check
from viewer.export.errors import ExportError
from viewer.export.packet_records import records_as_json, without_special
from viewer.export.part import Part
from viewer.export.plain_text import plain
from viewer.export.request import ExportRequest
from viewer.logfile import packets
from viewer.logfile.payload import DamagedPayloadError
from viewer.recording.build.builds import carla_version
from viewer.recording.index import RecordingIndex

_FRAME = (packets.FRAME_START.id, packets.FRAME_END.id)


def write_jsonl(request: ExportRequest, path: Path, proceed: Proceed) -> None:
    """Write the packets of the chosen frames, with the records of the chosen actors: raw units, raw names.

    A frame's line has the numbers of FrameStart and ``packets``, each with ``records`` or, where they are not
    known, its bytes as ``hex``. Every float reads back exactly. What is no finite number is ``null``, and the
    object around it says under ``special`` where and what: ``{"extent": [null, 1.0, 2.0], "special":
    {"extent.0": "-inf"}}``.

    Raises:
        ExportError: tables or signals are asked for.
        OSError: the file cannot be written.
        RecordingError: the recording can no longer be read.
        ReadingCancelledError: ``proceed`` said no.

    """
    if request.tables or request.signals:
        raise ExportError("jsonl holds everything: tables and signals go to csv or parquet")
    part = request.part
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(_line(_header(part.index)))
        for place, number in enumerate(part.frames):
            check(proceed, place / len(part.frames))
            stream.write(_line(_frame(part, number)))


def _line(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, allow_nan=False) + "\n"


def _header(index: RecordingIndex) -> dict[str, Any]:
    header = index.header
    return {
        "header": {
            "version": header.version,
            "date": header.timestamp,
            "map": header.map,
            "file": plain(index.path.name),
            "engine": index.engine.value,
            "carla": carla_version(index) or None,
        }
    }


def _frame(part: Part, number: int) -> dict[str, Any]:
    frame, duration, elapsed = part.index.heads[number].item()
    line = {"frame": frame, "elapsed": elapsed, "duration": duration, "packets": [*_packets(part, number)]}
    return without_special(line)


def _packets(part: Part, number: int) -> Iterator[dict[str, Any]]:
    index = part.index
    content = index.read_frame(number)
    start = int(index.offsets[number])
    for packet_id, at, size in content.layout.packets:
        if packet_id in _FRAME:
            continue
        kind = index.dialect.kind_of(packet_id)
        payload = content.data[at : at + size]
        packet: dict[str, Any] = {
            "id": packet_id, "name": None if kind is None else kind.name, "offset": start + at, "size": size,
        }  # fmt: skip
        try:
            if kind is None:
                packet["hex"] = payload.hex()
            else:
                packet["records"] = records_as_json(kind, payload, part)
        except DamagedPayloadError as error:
            packet |= {"damage": str(error), "hex": payload.hex()}
        yield packet
