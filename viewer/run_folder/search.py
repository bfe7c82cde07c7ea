"""Finding the folder of a run near its recording, by names and by positions."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from viewer.analysis.route_run import route_key
from viewer.cancellation import ShouldContinue, always, check
from viewer.file_error import FileError, plain, printable
from viewer.logfile.source import LogFile
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import read_index
from viewer.run_folder.contents import Contents
from viewer.run_folder.folder import RunFolder
from viewer.run_folder.layouts import KNOWN, Layout, layout_of, read_folder
from viewer.run_folder.listing import Listing
from viewer.run_folder.placement import NO_PLACE, place
from viewer.run_folder.text_log import MOST_LOGS, RECORDING_SUFFIXES, is_recording, logs_in

_MOST_ENTRIES = 10_000
"""Most files and folders that are looked at."""
_DEEPEST = 3
"""Levels of subfolders searched below the parent of the recording's folder."""
_MOST_OF_ONE = 512
"""Most entries that are looked at in one folder of numbered files."""
_MOST_TRIED = 16
"""Most folders whose name does not tell the run that are compared by positions."""


_MOST_BESIDE = 3
"""Most folders beside the right one that are compared, too, and that are named."""
_MOST_RECORDINGS = 8
"""Most other recordings that a folder is compared with, to tell to which it belongs."""


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


class Search(NamedTuple):
    """Result of the search for the folder of a recording's run.

    Attributes:
        folder: the folder; None if none is found.
        remark: sentence on a folder near that is of another recording; empty if there is none.
    """

    folder: RunFolder | None
    remark: str = ""


def find_run_folder(
    index: RecordingIndex, hero: int | None, should_continue: ShouldContinue = always
) -> RunFolder | None:
    """Return the folder that the driving stack wrote for the run of a recording; None if none is found.

    Arguments and errors are those of ``search_run_folder``.
    """
    return search_run_folder(index, hero, should_continue).folder


def search_run_folder(
    index: RecordingIndex, hero: int | None, should_continue: ShouldContinue = always
) -> Search:
    """Search for the folder that the driving stack wrote for the run of a recording.

    Folders beside, in and near the recording are compared: those first whose name tells the route. A folder
    belongs to the recording if its positions fit, or, where they do not tell, if its name does and its
    positions fit no other recording near. Folders beside the right one that do not fit are named.

    Args:
        index: the recording.
        hero: row of the hero in the actor table; None if there is none.
        should_continue: called with the fraction done, 0 to 1; returns False to cancel.

    Raises:
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    logs = logs_beside(index.path, should_continue)
    near = candidates_near(index.path, should_continue)
    near.sort(key=lambda each: not _is_source(index, each.path))
    by_name: list[RunFolder] = []
    others: list[RunFolder] = []
    for number, candidate in enumerate(near):
        found = _opened(candidate.path, index, hero, should_continue)
        if found is None:
            continue
        if found.placement.matched == "poses":
            beside = [each.path for each in near[number + 1 :] if each.path.parent == candidate.path.parent]
            more = (_opened(path, index, hero, should_continue) for path in beside[:_MOST_BESIDE])
            others += (each for each in more if each is not None and each.placement.matched is None)
            return Search(with_logs(_naming(found, others), *logs))
        if found.placement.matched is None:
            others.append(found)
        elif candidate.named:
            by_name.append(found)
    remark = ""
    for found in by_name:
        owner = _owner(found.contents, index, should_continue)
        if owner is None:
            return Search(with_logs(found, *logs))
        remark = remark or _belongs_to(found, owner)
    for found in [] if remark else others[:_MOST_BESIDE]:
        owner = _owner(found.contents, index, should_continue)
        remark = f"{printable(found.contents.path.name)}: {found.placement.sentence}"
        if owner is not None:
            remark = _belongs_to(found, owner)
            break
    return Search(
        with_logs(RunFolder(Contents(index.path.parent, "logs"), NO_PLACE), *logs) if logs[0] else None,
        remark,
    )


def open_run_folder(
    path: Path, index: RecordingIndex, hero: int | None, should_continue: ShouldContinue = always
) -> RunFolder | None:
    """Return the run's folder ``path`` placed on a recording; None if it has nothing that can be shown.

    If it belongs to another recording near, its placement says so. Arguments and errors are those of
    ``search_run_folder``.
    """
    found = _opened(path, index, hero, should_continue)
    if found is None:
        return None
    if found.placement.matched is None:
        owner = _owner(found.contents, index, should_continue)
        if owner is not None:
            found = _saying(found, _belongs_to(found, owner))
    return with_logs(found, *logs_beside(index.path, should_continue))


def _opened(
    path: Path, index: RecordingIndex, hero: int | None, should_continue: ShouldContinue
) -> RunFolder | None:
    try:
        contents = read_folder(path, should_continue)
    except OSError:
        return None
    if contents is None:
        return None
    if _is_source(index, path):
        contents = contents.by_pose()
    return RunFolder.of(contents, place(index, contents, hero, should_continue), index)


def _naming(folder: RunFolder, others: Sequence[RunFolder]) -> RunFolder:
    """Return ``folder`` with the names of ``others`` beside it, which are not of its run."""
    parent = folder.contents.path.parent
    names = [printable(each.contents.path.name) for each in others if each.contents.path.parent == parent]
    if not names:
        return folder
    sentence = folder.placement.sentence.removesuffix(".")
    return _saying(folder, f"{sentence}; not of this run: {', '.join(names[:_MOST_BESIDE])}.")


def _saying(folder: RunFolder, sentence: str) -> RunFolder:
    return replace(folder, placement=folder.placement._replace(sentence=sentence))


def _belongs_to(folder: RunFolder, owner: Path) -> str:
    return f"{printable(folder.contents.path.name)}: it belongs to {printable(owner.name)}, by its positions."


def _owner(contents: Contents, index: RecordingIndex, should_continue: ShouldContinue) -> Path | None:
    """Return the recording near that the positions in ``contents`` fit, other than ``index``; None if none.

    Of the recordings beside ``index``, beside the folder and in it, the eight written at the nearest time are
    compared.
    """
    if contents.poses is None:
        return None
    folders = dict.fromkeys((index.path.parent, contents.path.parent, contents.path))
    found = {
        path
        for folder in folders
        for path in logs_in(_peek(folder, _MOST_OF_ONE, should_continue)[0], _MOST_OF_ONE, RECORDING_SUFFIXES)
        if path != index.path and is_recording(path)
    }
    written = _modified(contents.path)
    for path in sorted(found, key=lambda each: abs(_modified(each) - written))[:_MOST_RECORDINGS]:
        with suppress(FileError), LogFile(path) as file:
            other = read_index(file, should_continue)
            heroes = other.actors.hero_lifetimes
            if place(other, contents, heroes[0] if heroes else None, should_continue).matched == "poses":
                return path
    return None


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
    others.sort(
        key=lambda each: (
            not each.named, recording.parent not in each.path.parents, abs(_modified(each.path) - written),
        )
    )  # fmt: skip
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
