"""Options of a survey, and keys that tell whether stored rows were made with the same options and files."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from viewer.analysis.event_kinds import KINDS
from viewer.analysis.thresholds import Thresholds
from viewer.library.columns import STORED
from viewer.library.run_files import RunFiles
from viewer.program import program_version, settings_key
from viewer.recording.actor_name import ActorName
from viewer.roads.find import find_map

RULES = 4
"""Version of what a survey finds; it must be increased when an unchanged recording would get other rows."""


class SurveyOptions(NamedTuple):
    """Options that apply to every recording of a library.

    Attributes:
        hero: the actor to take as the hero; the recording's own hero if None.
        thresholds: thresholds of event rules that differ from the defaults, by name.
        roads: folders with maps, or CARLA installations, in addition to the folder of each recording.
        heroes: ids of actors that the user chose as heroes of single recordings, by hash of the recording's
            path (``settings_key``).
        maps: OpenDRIVE files that the user chose for single towns, by hash of the town's name
            (``settings_key``).
    """

    hero: ActorName | None = None
    thresholds: Mapping[str, float] = {}
    roads: tuple[Path, ...] = ()
    heroes: Mapping[str, int] = {}
    maps: Mapping[str, Path] = {}

    def hero_of(self, path: Path) -> ActorName | None:
        """Return the actor to take as hero of the recording at ``path``; None for its likeliest hero."""
        chosen = self.heroes.get(settings_key(path))
        return self.hero if chosen is None else ActorName(chosen)

    def key(self) -> str:
        """Return a hash of the program's version, rules and columns, and these options' hero and thresholds.

        The library has separate tables for surveys with different hashes.
        """
        content = (
            RULES,
            [(table, each.name, each.type) for table, columns in STORED.items() for each in columns],
            program_version(),
            sorted(KINDS),
            str(self.hero),
            sorted(Thresholds(self.thresholds).items()),
        )
        return hashlib.sha256(repr(content).encode()).hexdigest()[:16]


def key_of(run: RunFiles, map_stamp: str, options: SurveyOptions) -> str:
    """Return a text that changes if the map, results, routes or hero of the recording ``run`` change.

    The recording is then surveyed (analysed) anew. ``map_stamp`` is a text that changes with the map file.
    """
    hero = options.hero_of(run.file.path) if options.heroes else options.hero
    return f"{map_stamp}|{run.key}|{hero}"


def map_file(map_name: str, beside: Path, options: SurveyOptions) -> Path | None:
    """Return the OpenDRIVE file of ``map_name`` for recordings in the folder ``beside``; None if none."""
    return find_map(
        map_name,
        recording_folder=beside,
        chosen=options.maps.get(settings_key(Path(map_name))),
        folders=options.roads,
        carla_roots=options.roads,
    )
