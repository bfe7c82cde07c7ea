"""JSON lines export: all contents of the file as recorded, the header first, then a line per frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from viewer.cancellation import ShouldContinue, check
from viewer.export.selection import Selection, are_selected
from viewer.file_error import plain
from viewer.logfile import packets
from viewer.logfile.fields import Engine, Field, PacketKind, Shape
from viewer.logfile.nested import decode_nested
from viewer.logfile.payload import DamagedPayloadError, Records, decode_records
from viewer.logfile.source import LogFile
from viewer.recording.read.records import Batch, Block, read_blocks
from viewer.tables.column import pick, rows
from viewer.tables.recording_facts import FACTS

_HEADER = pick(FACTS, "header_version", "engine", "carla_version")
_FRAME = (packets.FRAME_START.id, packets.FRAME_END.id)
_BOOLEANS = [b"false", b"true", *(b"%d" % number for number in range(2, 256))]
_MAX_HEX = 16 << 20
"""Size in bytes of the largest undecodable packet that is written as hexadecimal text into JSON lines."""
_CHUNK = 1 << 20
_FRAMES_PER_CHECK = 64
"""Number of frames written as JSON lines between two checks whether the user cancelled the export."""
Objects = list[dict[str, Any]]
Pieces = Iterable[bytes]


def write(selection: Selection, path: Path, should_continue: ShouldContinue) -> None:
    """Write the packets of the selected frames and actors as JSON, in the file's own units.

    A frame's line has the numbers in FrameStart and ``packets``. Each packet has ``records``, or its bytes as
    ``hex`` if it cannot be decoded; if these are more than ``_MAX_HEX``, ``hex`` is null and ``left_out``
    says so. Floats have the fewest digits that give the same f4 or f8 when read back. A number that is not
    finite is null, and the object around it says which under ``special``: ``{"extent": [null, 1.0, 2.0],
    "special": {"extent.0": "-inf"}}``.
    """
    with path.open("wb") as stream:
        index, header = selection.index, selection.index.header
        (facts,) = rows(_HEADER, index)
        as_written = {"file": plain(index.path.name), "map": header.map, "timestamp": header.timestamp}
        stream.write(_dumped({"header": as_written | facts}) + b"\n")
        for block in read_blocks(selection.index, selection.frames.start, selection.frames.stop):
            share = (block.first - selection.frames.start) / len(selection.frames)
            check(should_continue, share)
            stream.writelines(_lines(selection, block, partial(check, should_continue, share)))


def _dumped(content: Any) -> bytes:  # noqa: ANN401 - any JSON
    return orjson.dumps(content, option=orjson.OPT_SERIALIZE_NUMPY)


def _lines(selection: Selection, block: Block, wait: Callable[[], None]) -> Iterator[bytes]:
    """Yield the JSON lines of a block of successive frames, in pieces: a piece may be a part of a line.

    ``wait`` is called now and then and may raise an error to cancel.
    """
    index = selection.index
    texts = {index.dialect.id_of(batch.kind): _payloads(selection, batch) for batch in block.batches}
    for frame_index in range(block.first, block.stop):
        if not (frame_index - block.first + 1) % _FRAMES_PER_CHECK:
            wait()
        frame, duration, elapsed = index.frame_starts[frame_index].item()
        special = _special(packets.FRAME_START.fields, (frame, duration, elapsed))
        head = _dumped({"frame": frame, "elapsed": elapsed, "duration": duration} | special)
        yield head[:-1] + b',"packets":['
        yield from _packets(selection, frame_index, texts, wait)
        yield b"]}\n"


def _packets(
    selection: Selection, frame_index: int, texts: Mapping[int, Iterator[Pieces]], wait: Callable[[], None]
) -> Iterator[bytes]:
    index = selection.index
    layout = index.layouts[int(index.layout_indices[frame_index])]
    start = int(index.offsets[frame_index])
    between = b""
    for packet_id, at, size in layout.packets:
        if packet_id in _FRAME:
            continue
        kind = index.dialect.kind_of(packet_id)
        if kind is None:
            content: Pieces = _raw(index.file, start + at, size, wait)
        elif size in index.dialect.possible_sizes[packet_id]:
            content = next(texts[packet_id])
        elif size <= _MAX_HEX:
            content = _payload(selection, kind, index.file.read(start + at, size))
        else:
            content = _damaged(f"{kind.name} cannot have {size:,} bytes", b"", size)
        named = between, packet_id, _dumped(None if kind is None else kind.name), start + at, size
        yield b'%b{"id":%d,"name":%b,"offset":%d,"size":%d,' % named
        yield from content
        between = b"},"
    yield between[:1]


def _payloads(selection: Selection, batch: Batch) -> Iterator[Pieces]:
    """Yield the JSON of each packet in ``batch``, packets of one kind of successive frames.

    Records of a fixed size are formatted many at a time.
    """
    if batch.kind.shape not in {Shape.RECORDS, Shape.SINGLE}:
        for payload in batch.payloads:
            yield _payload(selection, batch.kind, bytes(payload))
        return
    records, counts = batch.records, batch.counts
    chosen = are_selected(selection, batch.kind, records)
    if not chosen.all():
        payloads = np.repeat(np.arange(len(counts)), counts)
        records, counts = records[chosen], np.bincount(payloads[chosen], minlength=len(counts))
    texts = _written(
        batch.kind, records, max(int(counts.max()), 1), selection.index.dialect.engine_of(batch.kind)
    )
    stop = 0
    for count in counts.tolist():
        start, stop = stop, stop + count
        yield b'"records":[', b",".join(texts[start:stop].tolist()), b"]"


def _raw(file: LogFile, offset: int, size: int, wait: Callable[[], None]) -> Iterator[bytes]:
    """Yield ``size`` bytes from ``offset`` on as JSON member ``hex``, in pieces; null if over ``_MAX_HEX``.

    ``wait`` is called before each piece is read, and may raise an error to cancel.
    """
    if size > _MAX_HEX:
        yield _left_out(size)
        return
    yield b'"hex":"'
    for begin in range(0, size, _CHUNK):
        wait()
        yield file.read(offset + begin, min(_CHUNK, size - begin)).hex().encode()
    yield b'"'


def _left_out(size: int) -> bytes:
    return _dumped({"hex": None, "left_out": f"{size:,} bytes, which begin at offset in the recording"})[1:-1]


def _payload(selection: Selection, kind: PacketKind, payload: bytes) -> Pieces:
    try:
        return b'"records":', _dumped(_decoded(selection, kind, payload))
    except DamagedPayloadError as error:
        return _damaged(str(error), payload, len(payload))


def _damaged(what: str, payload: bytes, size: int) -> Pieces:
    content = _left_out(size) if size > _MAX_HEX else b'"hex":"%b"' % payload.hex().encode()
    return _dumped({"damage": what})[1:-1], b",", content


def _decoded(selection: Selection, kind: PacketKind, payload: bytes) -> Objects:
    """Return the records in ``payload`` (a packet's content) as JSON objects.

    Records of actors that are not exported are left out; ``selection`` says which are.
    """
    engine = selection.index.dialect.engine_of(kind)
    if kind.shape is not Shape.VARIABLE:
        return _objects(kind.fields, decode_records(kind, payload, engine).tolist(), engine)
    records = decode_nested(kind, payload, engine)
    if kind.keyed and selection.actor_ids is not None:
        wanted = {*selection.actor_ids.tolist()}
        records = [each for each in records if each[0] in wanted]
    if not records or not kind.layouts:
        return _objects(kind.fields, records, engine)
    layout = records[0].layout
    return [each | {"layout": layout.name} for each in _objects(layout.fields, records, engine)]


def _written(kind: PacketKind, records: Records, step: int, engine: Engine) -> NDArray[np.object_]:
    """Return each of N ``records`` of one kind of packet as JSON text, shape (N,).

    Args:
        kind: kind of the packets.
        records: records of successive frames.
        step: usual number of records per frame. A record that equals the one ``step`` places before it,
            usually that of the same actor, gets the same text without new formatting.
        engine: Unreal Engine version, which decides the width of vectors.
    """
    count, data = len(records), np.ascontiguousarray(records).view(f"V{records.itemsize}")
    if not count:
        return np.empty(0, object)
    new = np.ones(count, np.bool_)
    new[step:] = data[step:] != data[: max(count - step, 0)]
    indices = np.zeros((-(-count // step), step), np.int64)
    indices.reshape(-1)[:count] = np.where(new, np.cumsum(new) - 1, 0)
    indices = np.maximum.accumulate(indices, axis=0)

    records = records[new]
    fields = [field for field in kind.fields if not field.is_padding]
    columns = [_texts(field, records[field.name]) for field in fields]
    shapes = (b"[%b]" if each.kind.startswith("vec") else b"%b" for each in fields)
    forms = (b'"%b":%b' % (each.name.encode(), shape) for each, shape in zip(fields, shapes, strict=True))
    texts = np.empty(len(records), object)
    texts[:] = [*map((b"{%b}" % b",".join(forms)).__mod__, zip(*columns, strict=True))]
    odd = np.zeros(len(records), np.bool_)
    for values in (records[field.name] for field in fields):
        if values.dtype.kind == "f":
            odd |= ~np.isfinite(values).all(axis=tuple(range(1, values.ndim)))
    for at in np.flatnonzero(odd).tolist():
        texts[at] = _dumped(_objects(kind.fields, [records[at].item()], engine)[0])
    return texts[indices.reshape(-1)[:count]]


def _texts(field: Field, values: NDArray[Any]) -> list[bytes]:
    """Return the values of ``field``, one per record, as JSON texts in bytes."""
    if field.kind == "bool":
        return [_BOOLEANS[each] for each in values.tolist()]
    text = _dumped(np.ascontiguousarray(values))
    return text[2:-2].split(b"],[") if values.ndim > 1 else text[1:-1].split(b",")


def _objects(fields: Sequence[Field], rows: Sequence[Sequence[Any]], engine: Engine) -> Objects:
    """Return ``rows`` as dicts for JSON, by field name; numbers that are not finite are null in them.

    Under ``special`` a dict says what these numbers are.
    """
    names, columns, sound = [], [], True
    for field, column in zip(fields, zip(*rows, strict=True), strict=True) if rows else ():
        if not field.is_padding:
            values, finite = _json_values(field, column, engine)
            names.append(field.name)
            columns.append(values)
            sound = sound and finite
    objects = [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
    return (
        objects if sound else [each | _special(fields, row) for each, row in zip(objects, rows, strict=True)]
    )


def _json_values(field: Field, column: Sequence[Any], engine: Engine) -> tuple[Sequence[Any], bool]:
    """Return a field's values, one per record, as JSON can hold them, and whether all numbers are finite."""
    if field.entries:
        entries = iter(_objects(field.entries, [entry for each in column for entry in each], engine))
        return [list(islice(entries, len(each))) for each in column], True
    if field.kind == "bool":
        return [bool(each) if each in (0, 1) else each for each in column], True
    if field.kind == "str":
        return column, True
    values = np.array(column, field.dtype(engine)[1])
    return orjson.loads(_dumped(values)), bool(np.isfinite(values).all())


def _special(fields: Sequence[Field], row: Sequence[Any]) -> dict[str, dict[str, str]]:
    """Return ``{"special": …}`` with the values in ``row`` that are NaN or infinite, as text by field name.

    The dict is empty if all are finite. ``row`` has one value for each of ``fields``.
    """
    special = {
        ".".join((field.name, *map(str, position))): str(number)
        for field, value in zip(fields, row, strict=True)
        if field.kind.startswith(("vec", "f"))
        for position, number in np.ndenumerate(value)
        if not np.isfinite(number)
    }
    return {"special": special} if special else {}
