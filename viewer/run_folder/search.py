"""Finding the folder of a run near its recording, by names and by positions."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from viewer.analysis.route_run import route_key
from viewer.cancellation import ShouldContinue, always, check
from viewer.file_error import plain
from viewer.recording.index import RecordingIndex
from viewer.run_folder.contents import Contents
from viewer.run_folder.folder import RunFolder
from viewer.run_folder.layouts import KNOWN, Layout, layout_of, read_folder
from viewer.run_folder.listing import Listing
from viewer.run_folder.placement import NO_PLACE, place
from viewer.run_folder.text_log import MOST_LOGS, is_recording, logs_in

_MOST_ENTRIES = 10_000
"""Most files and folders that are looked at."""
_DEEPEST = 3
"""Levels of subfolders searched below the parent of the recording's folder."""
_MOST_OF_ONE = 512
"""Most entries that are looked at in one folder of numbered files."""
_MOST_TRIED = 16
"""Most folders whose name does not tell the run that are compared by positions."""


class Candidate(NamedTuple):
    """Folder near a recording that has a known layout.

    Attributes:
        path: the folder.
        layout: its layout.
        named: whether its name tells that it is of the recording's run.
    """

    path: Path
    layout: Layout
    named: bool


def find_run_folder(
    index: RecordingIndex, hero: int | None, should_continue: ShouldContinue = always
) -> RunFolder | None:
    """Return the folder that the driving stack wrote for the run of a recording; None if none is found.

    Folders beside, in and near the recording are compared: those first whose name tells the route. A folder
    belongs to the recording if its positions fit, or, where they do not tell, if its name does.

    Args:
        index: the recording.
        hero: row of the hero in the actor table; None if there is none.
        should_continue: called with the fraction done, 0 to 1; returns False to cancel.

    Raises:
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    by_name: RunFolder | None = None
    logs = logs_beside(index.path, should_continue)
    near = candidates_near(index.path, should_continue)
    near.sort(key=lambda each: not _is_source(index, each.path))
    for candidate in near:
        found = open_run_folder(candidate.path, index, hero, should_continue)
        if found is None or found.placement.matched is None:
            continue
        if found.placement.matched == "poses":
            return with_logs(found, *logs)
        if candidate.named and by_name is None:
            by_name = found
    if by_name is None and logs[0]:
        by_name = RunFolder(Contents(index.path.parent, "logs"), NO_PLACE)
    return None if by_name is None else with_logs(by_name, *logs)


def open_run_folder(
    path: Path, index: RecordingIndex, hero: int | None, should_continue: ShouldContinue = always
) -> RunFolder | None:
    """Return the run's folder ``path`` placed on a recording; None if it has nothing that can be shown.

    Arguments and errors are those of ``find_run_folder``.
    """
    try:
        contents = read_folder(path, should_continue)
    except OSError:
        return None
    if contents is None:
        return None
    if _is_source(index, path):
        contents = contents.by_pose()
    return RunFolder.of(contents, place(index, contents, hero, should_continue), index)


def logs_beside(
    recording: Path, should_continue: ShouldContinue = always
) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Return the text logs in the folder of ``recording`` that may be about its run, 16 at most.

    Returned second are those of them in which only lines below the heading of the run's route count: they are
    not named like the recording, and there are other recordings in the folder.

    Raises ReadingCancelledError if ``should_continue`` returns False.
    """
    listed, _ = _peek(recording.parent, _MOST_OF_ONE, should_continue)
    here = listed._replace(files=listed.files - {recording.name})
    texts = {path: is_recording(path) for path in logs_in(here, _MOST_OF_ONE)}
    alone, route = not any(texts.values()), route_key(recording.stem)
    own: list[Path] = []
    shared: list[Path] = []
    for path in (path for path, recorded in texts.items() if not recorded):
        of_path = route_key(path.stem)
        if path.stem.startswith(recording.stem) or (of_path is not None and of_path == route):
            own.append(path)
        elif of_path is None and (alone or route is not None):
            (own if alone else shared).append(path)
    return (*own, *shared)[:MOST_LOGS], tuple(shared)


def with_logs(folder: RunFolder, logs: tuple[Path, ...], shared: tuple[Path, ...]) -> RunFolder:
    """Return ``folder`` with the text logs beside the recording, too."""
    contents = folder.contents
    known = tuple(dict.fromkeys((*contents.logs, *logs)))
    mixed = tuple(path for path in shared if path not in contents.logs)
    return replace(folder, contents=replace(contents, logs=known[:MOST_LOGS], shared_logs=mixed))


def _is_source(index: RecordingIndex, path: Path) -> bool:
    """Return whether the recording ``index`` was imported from the folder ``path``, or from one around it."""
    return index.file.stored != index.path and index.path in (path, *path.parents)


def candidates_near(recording: Path, should_continue: ShouldContinue = always) -> list[Candidate]:
    """Return folders with a known layout near ``recording``, those first that its name tells.

    At most 10,000 entries are looked at, nearest folders first. Folders of another route are left out. Raises
    ReadingCancelledError if ``should_continue`` returns False.
    """
    route, stem = route_key(recording.stem), plain(recording.stem).casefold()
    named, others = [], []
    for here, layout in _known_folders(recording.parent, should_continue):
        name = plain(here.path.name)
        of_folder = route_key(name)
        if of_folder and route and of_folder != route:
            continue
        same_id = route is not None and name == route[0]  # LEAD names a folder by the route's id alone
        if (of_folder and of_folder == route) or same_id or name.casefold() == stem:
            named.append(Candidate(here.path, layout, named=True))
        else:
            others.append(Candidate(here.path, layout, named=here.path == recording.parent))
    written = _modified(recording)
    others.sort(key=lambda each: (not each.named, abs(_modified(each.path) - written)))
    return [*named, *others[:_MOST_TRIED]]


def _known_folders(folder: Path, should_continue: ShouldContinue) -> Iterator[tuple[Listing, Layout]]:
    """Yield folders with a known layout: ``folder`` and those in it first, then those beside it."""
    left = _MOST_ENTRIES
    queue = deque([(folder, 1), (folder.parent, 0)])
    seen: set[Path] = set()
    while queue and left > 0:
        here, depth = queue.popleft()
        if here in seen:
            continue
        seen.add(here)
        listing, looked = _peek(here, min(left, _MOST_OF_ONE), should_continue)
        left -= looked
        layout = layout_of(listing, KNOWN)
        if layout is not None:
            yield listing, layout
        elif depth < _DEEPEST:
            queue.extend((here / name, depth + 1) for name in sorted(listing.folders))


def _peek(folder: Path, most: int, should_continue: ShouldContinue) -> tuple[Listing, int]:
    """Return the first ``most`` names in ``folder``, without links to folders, and how many they are."""
    files: set[str] = set()
    folders: set[str] = set()
    count = 0
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                check(should_continue, 0.0)
                count += 1
                if entry.is_dir(follow_symlinks=False):
                    folders.add(entry.name)
                elif entry.is_file():
                    files.add(entry.name)
                if count >= most:
                    break
    except OSError:
        pass
    return Listing(folder, frozenset(files), frozenset(folders)), count


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
