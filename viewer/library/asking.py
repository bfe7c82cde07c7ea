"""What is asked of every recording of a library, and what the answer depends on besides the recording."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from viewer.analysis.kinds import KINDS
from viewer.analysis.thresholds import Thresholds
from viewer.library.columns import STORED
from viewer.library.runs import Run
from viewer.program import program_version
from viewer.recording.actor_name import ActorName
from viewer.roads.find import find_map

RULES = 2
"""Raised when the rows of an unchanged recording would come out otherwise."""


class Asking(NamedTuple):
    """What is asked of every recording of a library.

    Attributes:
        hero: who is the hero; None for the recording's own.
        thresholds: values by name that differ from the usual ones.
        roads: folder with maps, beside the folder of each recording.

    """

    hero: ActorName | None = None
    thresholds: Mapping[str, float] = {}
    roads: Path | None = None

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


def key_of(run: Run, map_stamp: str) -> str:
    """Return what the rows of a recording depend on besides the file itself."""
    return f"{map_stamp}|{run.key}"


def map_file(map_name: str, beside: Path, asking: Asking) -> Path | None:
    """Return the OpenDRIVE file for recordings of a folder, None if there is none."""
    return find_map(
        map_name, recording_folder=beside, folders=() if asking.roads is None else (asking.roads,)
    )
