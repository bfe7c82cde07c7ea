"""Printing the file format as Markdown, from the tables that the reader and the writer use themselves."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby

from viewer.cli import arguments
from viewer.cli.terminal import Status
from viewer.logfile import packets
from viewer.logfile.custom import CustomKinds, installed_kinds
from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import VehicleLightState
from viewer.logfile.fields import COUNT_SIZE, PACKET_HEADER, SCALARS, Engine, Field, PacketKind, Shape
from viewer.logfile.header import FIXED_SIZE, MAGIC

_FIELD_HEAD = "type, field, unit, meaning"
_BETWEEN = Dialect(doors_first=True)
"""How builds between 0.9.15 and 0.9.16 numbered some packets."""


def make_parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of this command's arguments."""
    return arguments.make_parser(program, "Print the format of CARLA's recordings as Markdown.")


def run(_options: argparse.Namespace) -> int:
    """Print the reference; return the exit status."""
    custom = installed_kinds()
    print("\n\n".join(reference(custom)))
    for refusal in custom.refusals:
        print(f"{refusal}.", file=sys.stderr)
    return Status.FINE


def reference(custom: CustomKinds) -> Iterator[str]:
    """Yield the titles, paragraphs and tables: what is common, then every packet in the order of a frame."""
    yield from _common()
    for kind in packets.FRAME_ORDER:
        yield from _kind(kind)
    yield "## Packets of others"
    yield "Ids above 100 belong to users of CARLA. Known to occur, and not CARLA's own in files:"
    yield _table("id, whose", *((str(packet_id), name) for packet_id, name in packets.FOREIGN.items()))
    for kind in custom.kinds.values():
        yield from _kind(kind)


def _common() -> Iterator[str]:
    yield "# CARLA recorder files"
    yield (
        "The file begins with a header; then packets follow to its end. "
        "Everything is little endian, without alignment. No index, no checksum, no end mark."
    )
    yield "## Types"
    yield _table(
        "type, meaning",
        *((name, _scalar_meaning(name)) for name in SCALARS),
        ("str", "u16 length, then that many bytes of UTF-8, no terminator"),
        ("vec", "x, y, z: 3 × f32 (12 bytes) in UE4, 3 × f64 (24 bytes) in UE5"),
        ("vec32", "x, y, z: 3 × f32 (12 bytes) in both engines"),
        ("padN", "N bytes without a meaning"),
    )
    yield "## Header"
    yield f"{FIXED_SIZE} bytes and the name of the map."
    yield _table(
        _FIELD_HEAD,
        ("u16", "version", "", "1; 2 since UE4 0.9.16, which numbers attribute types one higher"),
        ("str", "magic", "", MAGIC.decode()),
        ("i64", "date", "s", "Unix time: since 1970-01-01 UTC"),
        ("str", "map", "", "name of the map, as Town05"),
    )
    yield "## Packets"
    yield "Each packet begins with these, then comes its payload. Unknown packets are skipped by size."
    yield _table(
        _FIELD_HEAD,
        ("u8", "id", "", "the kind of packet; above 100 they are the users' own"),
        ("u32", "size", "bytes", f"of the payload; the {PACKET_HEADER.size} bytes before it do not count"),
    )
    yield (
        f"Most payloads are a count of {COUNT_SIZE} bytes and so many records. "
        "Rotations are angles about x, y, z: roll, pitch, yaw."
    )
    yield "## Frames"
    yield (
        "A frame is everything from FrameStart to FrameEnd, written in this order. "
        "Readers must accept any other order, and that packets are missing."
    )
    order = ((_ids(kind), kind.name, _since(kind), kind.when) for kind in packets.FRAME_ORDER)
    yield _table("id, packet, builds, written", *order)
    yield "## UE4 or UE5"
    ue4, ue5 = (packets.POSITION.dtype(engine).itemsize for engine in Engine)
    yield (
        "The file does not say which engine wrote it; the first Position with n > 0 records tells: "
        f"its size is {COUNT_SIZE} + {ue4} n bytes in UE4 and {COUNT_SIZE} + {ue5} n in UE5."
    )
    yield "For a while UE5 wrote f64 in Position only, and these packets are shorter than they say:"
    sizes = Dialect(Engine.UE5, early_ue5=True).lying_sizes
    lying = ((packets.BY_ID[each].name, *(f"{size} a record" for size in sizes[each])) for each in sizes)
    yield _table("packet, size says, bytes written", *lying)
    yield "## Ids 21 to 23"
    yield (
        "They were numbered three ways. The place in the frame tells which numbering a file has: "
        "doors are written before Position, wheels and bikers after AnimWalker."
    )
    columns = "packet, 0.9.15, until 3/2025; UE5 until 5/2026, 0.9.16; UE5 since"
    now = {kind: str(kind.id) for kind in packets.RENUMBERED}
    first = now | {packets.VEHICLE_DOOR: "–"}
    yield _table(columns, *((each.name, first[each], str(_BETWEEN.id_of(each)), now[each]) for each in now))


def _table(head: str, *rows: tuple[str, ...]) -> str:
    """Return a table with these columns, which commas divide."""
    names = head.split(", ")
    lines = (names, ["--"] * len(names), *rows)
    return "\n".join(f"| {' | '.join(map(_escaped, line))} |" for line in lines)


def _escaped(text: str) -> str:
    return text.replace("_", "\\_").replace("*", "\\*").replace("|", "\\|")


def _scalar_meaning(name: str) -> str:
    size = int(SCALARS[name][-1])
    if name == "bool":
        return f"{size} byte, 0 or 1"
    kind = {"u": "unsigned integer", "i": "signed integer", "f": "IEEE float"}[name[0]]
    return f"{kind}, {size} byte{'s' if size > 1 else ''}"


# -- packets


def _kind(kind: PacketKind) -> Iterator[str]:
    numbers = f"; id {_ids(kind)}, see above" if kind in packets.RENUMBERED else ""
    yield f"## {kind.id} {kind.name}"
    yield _escaped(f"Builds: {_since(kind)}; written: {kind.when}; payload: {_shape(kind)}{numbers}.")
    if kind.doc:
        yield _escaped(kind.doc)
    yield from () if kind.layouts else _fields(kind.fields)
    if kind is packets.VEHICLE_LIGHT:
        lamps = ((f"{lamp:#x}", _words(lamp.name or "")) for lamp in VehicleLightState if lamp)
        yield _table("bit, lamp", *lamps)
    for layout in kind.layouts:
        yield f"### {kind.name}, {layout.name}"
        yield from _fields(layout.fields)


def _shape(kind: PacketKind) -> str:
    if kind.shape is Shape.EMPTY:
        return "none"
    if kind.shape is Shape.VARIABLE:
        return "u16 count, then so many records of varying length"
    size = _sizes(kind.fields)
    return f"one record of {size}" if kind.shape is Shape.SINGLE else f"u16 count, then records of {size}"


def _sizes(fields: tuple[Field, ...]) -> str:
    ue4, ue5 = (PacketKind(0, "", "", Shape.SINGLE, fields).dtype(engine).itemsize for engine in Engine)
    return f"{ue4} bytes" if ue4 == ue5 else f"{ue4} bytes (UE4) or {ue5} (UE5)"


def _ids(kind: PacketKind) -> str:
    other = _BETWEEN.id_of(kind)
    return str(kind.id) if other == kind.id else f"{kind.id} or {other}"


def _since(kind: PacketKind) -> str:
    return f"from {kind.builds}" if kind.builds[0].isdigit() else kind.builds


def _fields(fields: Sequence[Field]) -> Iterator[str]:
    """Yield tables of the fields; what a list has comes after a sentence of its own."""
    for is_list, group in groupby(fields, lambda field: bool(field.entries)):
        if not is_list:
            yield _table(_FIELD_HEAD, *((each.kind, each.name, each.unit, _meaning(each)) for each in group))
            continue
        for field in group:
            size = "" if any(not each.is_fixed for each in field.entries) else f" of {_sizes(field.entries)}"
            yield _escaped(f"Then {field.name}: {field.kind} count, records{size}:")
            yield from _fields(field.entries)


def _meaning(field: Field) -> str:
    members = ", ".join(f"{int(member)} {_words(member.name)}" for member in field.enum or ())
    return "; ".join(part for part in (members, field.doc) if part)


def _words(name: str) -> str:
    return name.lower().replace("_", " ")
