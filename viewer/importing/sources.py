"""The table of sources that can be made into a recording; a new one is one row and a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from viewer.importing import agent_run, anno, csv_poses, opv2v
from viewer.importing.errors import SourceError
from viewer.importing.frames import Clip
from viewer.run_folder.listing import Listing, list_folder


class Source(NamedTuple):
    """Kind of clips or tables.

    Attributes:
        name: id of the kind.
        label: name for people.
        open: returns the clip at a path; the second argument is a mapping file, or None.
        unknown: what such a source does not hold, each a sentence.
        fits: returns whether a folder is of this kind, by the names in it.
        suffixes: suffixes of files of this kind; empty for folders.
        is_data_set: whether such folders are listed in a folder, not only opened when they are named: those
            of an agent lie beside recordings.
    """

    name: str
    label: str
    open: Callable[[Path, Path | None], Clip]
    unknown: tuple[str, ...]
    fits: Callable[[Listing], bool] = lambda _: False
    suffixes: tuple[str, ...] = ()
    is_data_set: bool = True


SOURCES = (
    Source(
        "anno", "Clip of Bench2Drive", anno.open_clip,
        (
            "Velocities are derived from positions at 10 Hz.",
            "Who is more than 100 m from the hero is out of range, not destroyed.",
            "Collisions, and controls of other vehicles than the hero, are not recorded.",
        ),
        anno.is_clip,
    ),
    Source(
        "opv2v", "Scenario of OPV2V or OpenCDA", opv2v.open_scenario,
        (
            "Velocities are derived from positions; speeds in such files do not tell the direction.",
            "Who is seen by no car is out of range, not destroyed.",
            "Blueprints, walkers, traffic lights, controls and the town are not in such files.",
            "The hero is the car with the smallest id.",
        ),
        opv2v.is_scenario,
    ),
    Source(
        "csv", "Table of poses", csv_poses.open_table,
        (
            "Who has no row in a frame is out of range there, not destroyed.",
            "Only what the table has columns for is recorded; velocities are derived without such columns.",
        ),
        suffixes=(".csv",),
    ),
    Source(
        "run", "Poses that an agent wrote", agent_run.open_run,
        (
            "Only the agent's vehicle is in such a folder; its blueprint, its box and the town are not.",
            "Velocities are derived from positions.",
        ),
        agent_run.is_run,
        is_data_set=False,
    ),
)  # fmt: skip
"""All kinds of sources; the first that fits counts."""


def source_of(path: Path) -> Source | None:
    """Return the kind of source that the folder or file ``path`` is; None if it is none.

    A folder is listed, a file is judged by its name.
    """
    try:
        if not path.is_dir():
            suffix = path.suffix.casefold()
            return next((each for each in SOURCES if suffix in each.suffixes), None) if suffix else None
        here = list_folder(path)
    except OSError:
        return None
    return next((each for each in SOURCES if not each.suffixes and each.fits(here)), None)


def is_clip(here: Listing) -> bool:
    """Return whether a folder is a clip of a data set."""
    return any(each.is_data_set and not each.suffixes and each.fits(here) for each in SOURCES)


def size_of(path: Path) -> tuple[int, int]:
    """Return the bytes of the files of the source ``path``, and when one was last changed, in nanoseconds.

    Both are 0 if they cannot be read.
    """
    try:
        found = [each.stat() for each in open_source(path).files]
    except (OSError, SourceError):
        return 0, 0
    return sum(each.st_size for each in found), max(each.st_mtime_ns for each in found)


def open_source(path: Path, mapping: Path | None = None) -> Clip:
    """Return the clip or table at ``path``.

    Raises:
        SourceError: it is of no kind that can be imported, or has no frames.
    """
    source = source_of(path)
    if source is None:
        labels = ", ".join(each.label for each in SOURCES)
        raise SourceError(path, "nothing here can be imported", expected=labels)
    return source.open(path, mapping)


def clips_in(folder: Path) -> list[Path]:
    """Return the clips directly in ``folder``, sorted by name; none if it cannot be read."""
    try:
        return [each for each in sorted(folder.iterdir()) if each.is_dir() and is_clip(list_folder(each))]
    except OSError:
        return []
