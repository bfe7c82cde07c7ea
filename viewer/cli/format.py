"""Printing the file format, from the tables that the reader and the writer use themselves."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from viewer.cli import arguments
from viewer.cli.terminal import Status
from viewer.logfile import packets
from viewer.logfile.custom import CustomKinds, installed_kinds
from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import VehicleLightState
from viewer.logfile.fields import COUNT_SIZE, PACKET_HEADER, SCALARS, Engine, Field, PacketKind, Shape
from viewer.logfile.header import FIXED_SIZE, MAGIC

_FIELD_HEAD = ("type", "field", "unit", "meaning")
_WIDTH = 100
_GAP = "  "
_LEAST_LAST_COLUMN = 24
_BETWEEN = Dialect(doors_first=True)
"""How builds between 0.9.15 and 0.9.16 numbered some packets."""


class Table(NamedTuple):
    """A table; the last column may be long, the others are short."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


class Section(NamedTuple):
    """A title of level 1 to 3, then paragraphs and tables."""

    title: str
    level: int
    parts: Sequence[str | Table]


def make_parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of this command's arguments."""
    markdown = arguments.FLAG | {"help": "write Markdown instead of plain text"}
    return arguments.make_parser(program, "Print the format of CARLA's recordings.", ("--markdown", markdown))


def run(options: argparse.Namespace) -> int:
    """Print the reference; return the exit status."""
    custom = installed_kinds()
    sections = reference(custom)
    print(as_markdown(sections) if options.markdown else as_text(sections), end="")
    for refusal in custom.refusals:
        print(f"{refusal}.", file=sys.stderr)
    return Status.FINE


def reference(custom: CustomKinds) -> list[Section]:
    """Return the whole reference: what is common, then every packet in the order of a frame."""
    foreign = [(str(packet_id), name) for packet_id, name in packets.FOREIGN.items()]
    return [
        *_common(),
        *(section for kind in packets.FRAME_ORDER for section in _kind(kind)),
        Section("Packets of others", 2, (
            "Ids above 100 belong to users of CARLA. Known to occur, and not CARLA's own in files:",
            Table(("id", "whose"), foreign),
        )),
        *(section for kind in custom.kinds.values() for section in _kind(kind)),
    ]  # fmt: skip


def _common() -> Iterator[Section]:
    before = PACKET_HEADER.size
    text = "u16 length, then that many bytes of UTF-8"
    yield Section("CARLA recorder files", 1, (
        ("The file begins with a header; then packets follow to its end. "
        "Everything is little endian, without alignment. No index, no checksum, no end mark."),
    ))  # fmt: skip
    yield Section("Types", 2, (
        Table(("type", "meaning"), [
            *((name, _scalar_meaning(name)) for name in SCALARS),
            ("str", f"{text}, no terminator"),
            ("vec", "x, y, z: 3 × f32 (12 bytes) in UE4, 3 × f64 (24 bytes) in UE5"),
            ("vec32", "x, y, z: 3 × f32 (12 bytes) in both engines"),
            ("padN", "N bytes without a meaning"),
        ]),
    ))  # fmt: skip
    yield Section("Header", 2, (
        f"{FIXED_SIZE} bytes and the name of the map.",
        Table(_FIELD_HEAD, (
            ("u16", "version", "", "1; 2 since UE4 0.9.16, which numbers attribute types one higher"),
            ("str", "magic", "", MAGIC.decode()),
            ("i64", "date", "s", "Unix time: since 1970-01-01 UTC"),
            ("str", "map", "", "name of the map, as Town05"),
        )),
    ))  # fmt: skip
    yield Section("Packets", 2, (
        "Each packet begins with these, then comes its payload. Unknown packets are skipped by size.",
        Table(_FIELD_HEAD, (
            ("u8", "id", "", "the kind of packet; above 100 they are the users' own"),
            ("u32", "size", "bytes", f"of the payload; the {before} bytes before it do not count"),
        )),
        (f"Most payloads are a count of {COUNT_SIZE} bytes and so many records. "
        "Rotations are angles about x, y, z: roll, pitch, yaw."),
    ))  # fmt: skip
    order = [(_ids(kind), kind.name, _since(kind), kind.when) for kind in packets.FRAME_ORDER]
    yield Section("Frames", 2, (
        ("A frame is everything from FrameStart to FrameEnd, written in this order. "
        "Readers must accept any other order, and that packets are missing."),
        Table(("id", "packet", "builds", "written"), order),
    ))  # fmt: skip
    lying = [
        (packets.BY_ID[packet_id].name, f"{said} a record", f"{has} a record")
        for packet_id, (said, has) in Dialect(Engine.UE5, early_ue5=True).lying_sizes.items()
    ]
    ue4, ue5 = (packets.POSITION.dtype(engine).itemsize for engine in Engine)
    yield Section("UE4 or UE5", 2, (
        ("The file does not say which engine wrote it; the first Position with n > 0 records tells: "
        f"its size is {COUNT_SIZE} + {ue4} n bytes in UE4 and {COUNT_SIZE} + {ue5} n in UE5."),
        "For a while UE5 wrote f64 in Position only, and these packets are shorter than they say:",
        Table(("packet", "size says", "bytes written"), lying),
    ))  # fmt: skip
    rows = [
        (name, "–" if name == packets.VEHICLE_DOOR.name else later, between, later)
        for name, between, later in (
            (each.name, str(_BETWEEN.id_of(each)), str(each.id)) for each in packets.RENUMBERED
        )
    ]
    yield Section("Ids 21 to 23", 2, (
        ("They were numbered three ways. The place in the frame tells which numbering a file has: "
        "doors are written before Position, wheels and bikers after AnimWalker."),
        Table(("packet", "0.9.15", "until 3/2025; UE5 until 5/2026", "0.9.16; UE5 since"), rows),
    ))  # fmt: skip


def _scalar_meaning(name: str) -> str:
    size = int(SCALARS[name][-1])
    if name == "bool":
        return f"{size} byte, 0 or 1"
    kind = {"u": "unsigned integer", "i": "signed integer", "f": "IEEE float"}[name[0]]
    return f"{kind}, {size} byte{'s' if size > 1 else ''}"


# -- packets


def _kind(kind: PacketKind) -> Iterator[Section]:
    numbers = f"; id {_ids(kind)}, see above" if kind in packets.RENUMBERED else ""
    facts = f"Builds: {_since(kind)}; written: {kind.when}; payload: {_shape(kind)}{numbers}."
    parts: list[str | Table] = [facts, kind.doc] if kind.doc else [facts]
    parts += [] if kind.layouts else _fields(kind.fields)
    if kind is packets.VEHICLE_LIGHT:
        lamps = [(f"{lamp:#x}", _words(lamp.name or "")) for lamp in VehicleLightState if lamp]
        parts.append(Table(("bit", "lamp"), lamps))
    yield Section(f"{kind.id} {kind.name}", 2, parts)
    for layout in kind.layouts:
        yield Section(f"{kind.name}, {layout.name}", 3, _fields(layout.fields))


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


def _fields(fields: Sequence[Field]) -> list[str | Table]:
    """Return tables of the fields; what a list has comes after a sentence of its own."""
    shown: list[str | Table] = []
    for is_list, group in groupby(fields, lambda field: bool(field.entries)):
        if not is_list:
            rows = [(field.kind, field.name, field.unit, _meaning(field)) for field in group]
            shown.append(Table(_FIELD_HEAD, rows))
            continue
        for field in group:
            size = "" if any(not each.is_fixed for each in field.entries) else f" of {_sizes(field.entries)}"
            shown += [f"Then {field.name}: {field.kind} count, records{size}:", *_fields(field.entries)]
    return shown


def _meaning(field: Field) -> str:
    members = ", ".join(f"{int(member)} {_words(member.name)}" for member in field.enum or ())
    return "; ".join(part for part in (members, field.doc) if part)


def _words(name: str) -> str:
    return name.lower().replace("_", " ")


# -- as text and as Markdown


def as_text(sections: Iterable[Section]) -> str:
    """Return the document as text of at most 100 columns, where its words allow that."""
    parts: list[str] = []
    for title, level, content in sections:
        line = {1: "=", 2: "-"}.get(level)
        parts.append(f"{title}\n{line * len(title)}" if line else title)
        parts += (_grid(each) if isinstance(each, Table) else textwrap.fill(each, _WIDTH) for each in content)
    return "\n\n".join(parts) + "\n"


def _grid(table: Table) -> str:
    lines = [table.head, *table.rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)][:-1]
    indent = len(_GAP) + sum(width + len(_GAP) for width in widths)
    room = max(_WIDTH - indent, _LEAST_LAST_COLUMN)
    text = []
    for *cells, last in lines:
        start = _GAP + "".join(f"{cell:<{width}}{_GAP}" for cell, width in zip(cells, widths, strict=True))
        first, *more = textwrap.wrap(last, room) or [""]
        text += [(start + first).rstrip(), *(" " * indent + each for each in more)]
    return "\n".join(text)


def as_markdown(sections: Iterable[Section]) -> str:
    """Return the document as Markdown."""
    parts: list[str] = []
    for title, level, content in sections:
        parts.append(f"{'#' * level} {title}")
        for each in content:
            rows = (each.head, ["--"] * len(each.head), *each.rows) if isinstance(each, Table) else ()
            lines = (f"| {' | '.join(map(_escaped, row))} |" for row in rows)
            parts.append("\n".join(lines) if isinstance(each, Table) else _escaped(each))
    return "\n\n".join(parts) + "\n"


def _escaped(text: str) -> str:
    return text.replace("_", "\\_").replace("*", "\\*").replace("|", "\\|")
