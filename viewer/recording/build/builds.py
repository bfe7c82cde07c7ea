"""Which versions of CARLA write such a file."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.logfile import packets
from viewer.logfile.fields import Engine
from viewer.recording.index import RecordingIndex

_RENUMBERED_HEADER = 2  # version of the header since …
_RENUMBERED_SINCE = "0.9.16"


def _releases() -> Iterator[tuple[frozenset[int], str]]:
    """Yield the ids that a release began to write into every frame, and the releases up to the next such."""
    following = _RENUMBERED_SINCE
    always = [kind for kind in packets.PACKETS if kind.when == "always" and kind.builds[0].isdigit()]
    for since in sorted({kind.builds for kind in always if "." in kind.builds}, key=_numbers, reverse=True):
        *major, minor = _numbers(following)
        last = ".".join(map(str, (*major, minor - 1)))
        text = f"CARLA {since}" if last == since else f"CARLA {since}–{last}"
        yield frozenset(kind.id for kind in always if kind.builds == since), text
        following = since


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(map(int, release.split(".")))


_BY_PACKET = tuple(_releases())
"""Packets written into every frame, newest first, and the builds that know them but no newer ones."""


def carla_version(index: RecordingIndex) -> str:
    """Return the versions of CARLA that write such a file, as far as its packets tell (FORMAT.md §2)."""
    counts, dialect = index.packet_counts, index.dialect
    # Builds that have doors write them into every frame: a damaged id is no door.
    has_doors = 2 * counts.get(dialect.id_of(packets.VEHICLE_DOOR), 0) > len(index.heads)
    if not counts:
        return ""
    if dialect.early_ue5:
        return "CARLA for UE5, before 0.10"
    if index.engine is Engine.UE5:
        return "CARLA for UE5, since 2026" if has_doors and not dialect.doors_first else "CARLA 0.10+"
    if has_doors:
        return _with_doors(index)
    if index.header.version >= _RENUMBERED_HEADER:
        return "CARLA 0.9.16+"
    return next((text for ids, text in _BY_PACKET if not counts.keys().isdisjoint(ids)), "CARLA 0.9.5")


def _with_doors(index: RecordingIndex) -> str:
    if packets.WEATHER.id in index.packet_counts:
        return "CARLA after 0.9.16, since 2026"
    return "CARLA after 0.9.15, before 0.9.16" if index.dialect.doors_first else "CARLA 0.9.16+"
