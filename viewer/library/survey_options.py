"""What is asked of every recording of a library, and what the answer depends on besides the recording."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from viewer.analysis.event_kinds import KINDS
from viewer.analysis.thresholds import Thresholds
from viewer.library.columns import STORED
from viewer.library.run_files import Run
from viewer.program import kept_key, program_version
from viewer.recording.actor_name import ActorName
from viewer.roads.find import find_map

RULES = 3
"""Raised when the rows of an unchanged recording would come out otherwise."""


class Asking(NamedTuple):
    """What is asked of every recording of a library.

    Attributes:
        hero: who is the hero; None for the recording's own.
        thresholds: values by name that differ from the usual ones.
        roads: folders with maps, or installations of CARLA, besides the folder of each recording.
        heroes: ids of those that were chosen as heroes of single recordings, by ``kept_key`` of their paths.
        maps: files that were chosen for single towns, by ``kept_key`` of their names.

    """

    hero: ActorName | None = None
    thresholds: Mapping[str, float] = {}
    roads: tuple[Path, ...] = ()
    heroes: Mapping[str, int] = {}
    maps: Mapping[str, Path] = {}

    def hero_of(self, path: Path) -> ActorName | None:
        """Return who is the hero of a recording; None for its own."""
        chosen = self.heroes.get(kept_key(path))
        return self.hero if chosen is None else ActorName(chosen)

    def key(self) -> str:
        """Return what tells apart what gives other rows: other rules, columns, hero or thresholds."""
        told = (
            RULES,
            STORED,
            program_version(),
            sorted(KINDS),
            str(self.hero),
            sorted(Thresholds(self.thresholds).items()),
        )
        return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def key_of(run: Run, map_stamp: str, asking: Asking) -> str:
    """Return what the rows of a recording depend on besides the file itself, and ``Asking.key``."""
    hero = asking.hero_of(run.file.path) if asking.heroes else asking.hero
    return f"{map_stamp}|{run.key}|{hero}"


def map_file(map_name: str, beside: Path, asking: Asking) -> Path | None:
    """Return the OpenDRIVE file for recordings of a folder, None if there is none."""
    return find_map(
        map_name,
        recording_folder=beside,
        chosen=asking.maps.get(kept_key(Path(map_name))),
        folders=asking.roads,
        carla_roots=asking.roads,
    )
