"""The packets of a whole recording, counted, and what they tell about who wrote it."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.recording.build.detect import carla_version
from viewer.recording.index import RecordingIndex
from viewer.ui.format import bytes_, capital, count
from viewer.ui.packets.frame_content import packet_name
from viewer.ui.translation import tr


@dataclass(frozen=True, slots=True)
class PacketCount:
    """All packets with one id.

    Attributes:
        packet_id: id as written.
        name: CARLA's word for it, or what is known of it.
        builds: which builds write it; empty if it is unknown.
        packets: how many there are.
        size: bytes they take, their headers included.
        share: part of the file, 0 to 1.

    """

    packet_id: int
    name: str
    builds: str
    packets: int
    size: int
    share: float


def census(index: RecordingIndex) -> list[PacketCount]:
    """Return all kinds of packets, those first that take most."""
    sizes = index.layouts.sizes_in_all(index.layout_numbers)
    whole = max(index.bytes_read, 1)
    kinds = []
    for packet_id, size in sizes.items():
        row = index.dialect.kind_of(packet_id)
        builds = row.builds if row is not None else ""
        name = packet_name(packet_id, index.dialect)
        number = index.packet_counts.get(packet_id, 0)
        kinds.append(PacketCount(packet_id, name, builds, number, size, size / whole))
    return sorted(kinds, key=lambda kind: (-kind.size, kind.packet_id))


def facts(index: RecordingIndex) -> list[tuple[str, str]]:
    """Return what the packets tell, label and text each."""
    yes, no = tr("yes"), tr("no")
    rows = [
        (tr("Written by"), carla_version(index) or tr("not known")),
        (tr("Because"), "\n".join(map(capital, index.dialect.reasons))),
        (tr("Header"), tr("version {0}").format(index.header.version)),
        (tr("Velocities and boxes recorded"), yes if index.has_additional_data else no),
        (tr("Unknown packets"), _unknown(index)),
    ]
    custom = index.dialect.custom or {}
    if custom:
        names = ", ".join(f"{packet_id} {kind.name}" for packet_id, kind in sorted(custom.items()))
        rows.append((tr("Own decoders"), names))
    rows.append((tr("Not in frames"), _outside(index)))
    return rows


def _unknown(index: RecordingIndex) -> str:
    found = [
        f"{packet_id} (× {count(number)})"
        for packet_id, number in sorted(index.packet_counts.items())
        if index.dialect.kind_of(packet_id) is None
    ]
    return ", ".join(found) or tr("none")


def _outside(index: RecordingIndex) -> str:
    """Return what belongs to no complete frame: the header, and what is damaged."""
    framed = sum(index.layouts.sizes_in_all(index.layout_numbers).values())
    rest = index.bytes_read - index.header.size - framed
    header = tr("header {0}").format(bytes_(index.header.size))
    if rest <= 0:
        return header
    return f"{header}, {tr('left out {0}').format(bytes_(rest))}"
