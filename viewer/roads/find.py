"""Where the map of a recording may be found: a recording says no more than its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

SUFFIX = ".xodr"

_OPTIMISED = "_Opt"  # CARLA's layered maps have the roads of the map without this
_CONTENTS = (
    ".",
    "Content",
    "CarlaUE4/Content",
    "CarlaUnreal/Content",
    "Unreal/CarlaUE4/Content",
    "Unreal/CarlaUnreal/Content",
    "LinuxNoEditor/CarlaUE4/Content",
    "WindowsNoEditor/CarlaUE4/Content",
    "Linux/CarlaUnreal/Content",
    "Windows/CarlaUnreal/Content",
)
"""Where packages and source trees of CARLA keep what Unreal loads, for Unreal Engine 4 and 5."""
_FOLDERS = ("*/Maps/OpenDrive", "*/Maps/*/OpenDrive", "*/ExportedMaps/OpenDrive")


def find_map(
    map_name: str,
    *,
    recording_folder: Path | None = None,
    chosen: Path | None = None,
    folders: Iterable[Path] = (),
    carla_roots: Iterable[Path] = (),
) -> Path | None:
    """Return the OpenDRIVE file of a map, None if it is nowhere.

    Files are recognised by their name, in any case; ``Town10HD_Opt`` also by ``Town10HD`` and the reverse.
    Folders that do not exist or cannot be read are passed over.

    Args:
        map_name: as in the recording, with or without folders.
        recording_folder: where the recording is; looked into, and into its ``maps``.
        chosen: the file that was chosen for this map before; it comes first if it is still there.
        folders: to look into next.
        carla_roots: installations or source trees of CARLA, or folders inside them.

    """
    if chosen is not None and chosen.is_file():
        return chosen
    names = _names(map_name.rsplit("/", 1)[-1])
    beside = [] if recording_folder is None else [recording_folder, recording_folder / "maps"]
    for folder in (*beside, *folders):
        if found := _in(folder, names):
            return found
    for root in carla_roots:
        for folder in (root, *_carla_folders(root)):
            if found := _in(folder, names):
                return found
    return None


def _names(map_name: str) -> list[str]:
    other = map_name.removesuffix(_OPTIMISED) if map_name.endswith(_OPTIMISED) else map_name + _OPTIMISED
    return [map_name + SUFFIX, other + SUFFIX] if map_name else []


def _carla_folders(root: Path) -> Iterator[Path]:
    for content in _CONTENTS:
        for pattern in _FOLDERS:
            yield from sorted((root / content).glob(pattern))


def _in(folder: Path, names: list[str]) -> Path | None:
    try:
        files = sorted(each.name for each in folder.iterdir() if each.suffix.lower() == SUFFIX)
    except OSError:
        return None
    for name in names:
        alike = [each for each in files if each.casefold() == name.casefold()]
        for each in (name, *alike) if name in files else alike:
            if (folder / each).is_file():
                return folder / each
    return None
