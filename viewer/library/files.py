"""Finding recordings, results files and route files below folders and URLs."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from viewer.analysis.results_file import (
    NO_NEIGHBOURS,
    RESULTS_SUFFIXES,
    SNIFFED,
    Neighbourhood,
    begins_as_checkpoint,
    is_numbered,
    look_around,
)
from viewer.cancellation import ShouldContinue, always, check
from viewer.file_error import printable
from viewer.importing.sources import is_clip, size_of
from viewer.library.agent_folders import join_agents
from viewer.library.remote import list_files, start_of
from viewer.logfile.header import MAGIC
from viewer.regular_file import read_head
from viewer.run_folder.holdings import AgentFolder, agent_folder
from viewer.run_folder.listing import Listing

_SUFFIXES = (".log", ".rec")
METRIC_INFO = "metric_info.json"
_XML = (".xml", ".xml.gz")
_START = len(MAGIC) + 4
_FILES_PER_CHECK = 256
"""Number of files after which a search for files calls ``should_continue`` again, which may cancel it."""


class FoundFile(NamedTuple):
    """File that is a recording, or is named like one, or folder that is a clip.

    Attributes:
        where: its path as it is, or its URL.
        name: path or URL as text for the tables: control characters, and bytes that are not valid UTF-8, are
            replaced by escapes.
        size: size in bytes.
        modified: time of the last change, in nanoseconds since 1970.
        url: URL to fetch it from; empty for a local file.
    """

    where: str
    name: str
    size: int
    modified: int
    url: str = ""

    @property
    def path(self) -> Path:
        """Path of the file; for a remote file, its URL as a path, to compare it with other paths."""
        return Path(self.where)

    @property
    def folder(self) -> Path:
        """Folder that contains the file."""
        return _folder(os.path.dirname(self.where))  # noqa: PTH120 - faster than Path for many files


class FoundFiles(NamedTuple):
    """Files found below some folders and URLs.

    Attributes:
        recordings: recordings, sorted by name.
        results: results files of the Leaderboard, sorted, and files that the caller named which are neither
            recordings nor routes.
        routes: route files in folders with recordings or results, and in the folders above these, sorted.
        metric_infos: files ``metric_info.json``, which Bench2Drive writes into the folder of a run.
        others: number of files that are not recordings.
        problems: sentences on folders that cannot be read or are left out.
        urls: URL of each remote file in ``results``, by its path.
        around: paths of recordings and results files near the recordings, but outside the searched folders;
            they show which results belong to recordings that are not in ``recordings``.
        agents: folder that an agent wrote of the run, by path of the recording; that of an agent's folder
            without a recording is itself.
        alone: folders of agents without a recording and without poses that could be opened like one.
    """

    recordings: tuple[FoundFile, ...] = ()
    results: tuple[Path, ...] = ()
    routes: tuple[Path, ...] = ()
    metric_infos: tuple[Path, ...] = ()
    others: int = 0
    problems: tuple[str, ...] = ()
    urls: Mapping[Path, str] = {}
    around: Neighbourhood = NO_NEIGHBOURS
    agents: Mapping[Path, AgentFolder] = {}
    alone: tuple[AgentFolder, ...] = ()


_folder = cache(Path)


def find_files(
    folders: Iterable[Path | str],
    should_continue: ShouldContinue = always,
    is_inside: Callable[[Path], bool] | None = None,
) -> FoundFiles:
    """Search ``folders`` and URLs, with all folders below, for recordings and files of runs.

    A recording is a regular file that begins as one, or is named ``.log`` or ``.rec``, whatever it contains.
    Results are recognised by their first 4 KB, whatever their name. Files such as ``0012.json`` are not
    opened: they go with images.
    Symbolic links are followed, and each folder is entered once. A file may stand in place of a folder.

    Args:
        folders: folders or files as paths, or URLs as text.
        should_continue: called again and again; returns False to cancel.
        is_inside: whether a path with its links resolved may be read; None if every path may. With it,
            nothing around the folders is read either.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    found: dict[str, FoundFile] = {}
    problems: list[str] = []
    urls: dict[Path, str] = {}
    others = 0
    folders = tuple(folders)
    for url in (each for each in folders if isinstance(each, str)):
        check(should_continue, 0.0)
        others += _list_url(url, found, urls, problems)
    named = [Path(os.path.abspath(each)) for each in folders if isinstance(each, Path)]  # noqa: PTH100 - keeps symbolic links
    results, routes, metric_infos = [*urls], [], []
    clips: list[str] = []
    agents: dict[Path, AgentFolder] = {}
    for count, where in enumerate(_walk(named, problems, clips, agents, is_inside)):
        if count % _FILES_PER_CHECK == 0:
            check(should_continue, 0.0)
        suffix = os.path.splitext(where)[1].lower()  # noqa: PTH122 - faster than Path for many files
        if suffix and suffix not in _SUFFIXES and is_numbered(os.path.basename(where)):  # noqa: PTH119
            others += 1
            continue
        try:
            status = os.stat(where)  # noqa: PTH116 - faster than Path for many files
        except OSError:  # the file was deleted, or is a broken link
            others += 1
            continue
        path, regular = Path(where), stat.S_ISREG(status.st_mode)
        head = _head(path) if regular else b""
        is_checkpoint = begins_as_checkpoint(head)
        # a file named .log in an agent's folder may be a text
        named_so = suffix in _SUFFIXES and path.parent not in agents
        if regular and not is_checkpoint and (named_so or head[:_START].endswith(MAGIC)):
            name = printable(where)
            found[name] = FoundFile(where, name, status.st_size, status.st_mtime_ns)
            continue
        others += 1
        if path.name == METRIC_INFO:
            metric_infos.append(path)
        elif where.casefold().endswith(_XML):
            routes.append(path)
        elif is_checkpoint or (regular and path in named):
            results.append(path)
    found |= {(name := printable(each)): FoundFile(each, name, *size_of(Path(each))) for each in clips}
    joined, alone = _add_agents(found, agents)
    folders_of = {file.folder for file in found.values() if not file.url}
    holding = folders_of | {path.parent for path in results}
    above = holding.union(*(folder.parents for folder in holding))
    around = _around(folders_of, named, should_continue) if is_inside is None else NO_NEIGHBOURS
    recordings = tuple(found[name] for name in sorted(found))
    near = tuple(
        sorted(path for path in routes if path in named or (path.parent in above and _is_routes(path)))
    )
    return FoundFiles(
        recordings,
        tuple(sorted(results)),
        near,
        tuple(sorted(metric_infos)),
        others,
        tuple(problems),
        urls,
        around,
        joined,
        alone,
    )


def _add_agents(
    found: dict[str, FoundFile], agents: Mapping[Path, AgentFolder]
) -> tuple[Mapping[Path, AgentFolder], tuple[AgentFolder, ...]]:
    """Add to ``found`` those of ``agents`` without a recording that can be opened like one.

    Returned are the folder of each recording by its path, and the folders that cannot be opened.
    """
    joined, alone = join_agents((file.path for file in found.values() if not file.url), [*agents.values()])
    for each in alone:
        if each.has_poses:
            name = printable(each.path)
            found[name] = FoundFile(str(each.path), name, *size_of(each.path))
    own = {each.path: each for each in alone if each.has_poses}
    return {**joined, **own}, tuple(each for each in alone if not each.has_poses)


def _head(path: Path) -> bytes:
    """Return the first bytes of a file, unpacked if it is gzipped; empty if it cannot be read."""
    try:
        return read_head(path, SNIFFED)
    except OSError:
        return b""


def _is_routes(path: Path) -> bool:
    from viewer.analysis.route_files import may_be_routes

    return may_be_routes(path)


def _around(
    folders_of: Iterable[Path], named: Sequence[Path], should_continue: ShouldContinue
) -> Neighbourhood:
    """Return the paths of recordings and results files near some folders, outside those already searched.

    Args:
        folders_of: folders with recordings; their parent and sibling folders are searched, not they.
        named: absolute paths of the folders that the caller of ``find_files`` has named.
        should_continue: called again and again; returns False to cancel.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    within = {*named}
    parents = {
        folder.parent: folder for folder in folders_of if not within & {folder.parent, *folder.parent.parents}
    }
    known = within | {*folders_of}
    found = [look_around(folder, should_continue, known) for folder in parents.values()]
    recordings = dict.fromkeys(path for each in found for path in each.recordings)
    results = dict.fromkeys(path for each in found for path in each.results)
    return Neighbourhood(tuple(recordings), tuple(results))


def _list_url(url: str, found: dict[str, FoundFile], urls: dict[Path, str], problems: list[str]) -> int:
    """Search below ``url`` for recordings, and return the number of files that are not recordings.

    Args:
        url: URL of a folder or file.
        found: gets each recording, by its name.
        urls: gets the URL of each results file, by the URL as a path.
        problems: gets a sentence if the URL cannot be read.
    """
    others = 0
    try:
        for file in list_files(url):
            path = Path(file.url)
            if path.suffix.lower() in _SUFFIXES or start_of(file.url, _START).endswith(MAGIC):
                name = printable(file.url)
                found[name] = FoundFile(file.url, name, file.size, file.modified, file.url)
                continue
            others += 1
            if path.name.lower().endswith(RESULTS_SUFFIXES) and begins_as_checkpoint(
                start_of(file.url, SNIFFED)
            ):
                urls[path] = file.url
    except (OSError, ValueError, ImportError) as error:
        problems.append(f"{printable(url)}: cannot be read: {printable(str(error))}.")
    return others


def _walk(
    folders: Iterable[Path],
    problems: list[str],
    clips: list[str],
    agents: dict[Path, AgentFolder],
    is_inside: Callable[[Path], bool] | None,
) -> Iterator[str]:
    """Yield the path of each file below ``folders``; append to ``problems`` why folders are skipped.

    Folders that can be imported are not entered, but appended to ``clips``; folders of agents are entered,
    and put into ``agents`` by path before their files are yielded. Links to what is not ``is_inside`` are
    left out.
    """
    entered: set[tuple[int, int]] = set()

    def leads_out(path: str | Path) -> bool:
        return is_inside is not None and not is_inside(Path(path).resolve())

    def refuse(error: OSError) -> None:
        problems.append(f"{printable(error.filename)}: cannot be read: {error.strerror}.")

    for top in folders:
        folder = Path(os.path.abspath(top))  # noqa: PTH100 - keeps symbolic links
        if not folder.exists():
            problems.append(f"{printable(top)}: there is no such folder.")
        elif not folder.is_dir():
            yield str(folder)
            continue
        elif not _is_new(folder, entered):
            continue
        for parent, children, names in os.walk(folder, onerror=refuse, followlinks=True):
            here = Path(parent)
            listing = Listing(here, frozenset(names), frozenset(children))
            if is_clip(listing):
                children[:] = []
                clips.append(parent)
            elif (agent := agent_folder(listing)) is not None:
                agents[here] = agent
            inside = [each for each in children if not leads_out(here / each)]
            new = sorted(each for each in inside if _is_new(here / each, entered))
            links = (here / each for each in set(inside) - set(new) if (here / each).is_symlink())
            problems += (
                f"{printable(each)}: this link leads to a folder that is looked at already."
                for each in sorted(links)
            )
            children[:] = new
            paths = (os.path.join(parent, name) for name in names)  # noqa: PTH118 - faster than Path for many files
            yield from (path for path in paths if is_inside is None or not leads_out(path))


def _is_new(folder: Path, entered: set[tuple[int, int]]) -> bool:
    """Return whether ``folder`` exists and is not in ``entered`` yet, and add it there.

    ``entered`` has the device and inode of each folder searched so far.
    """
    try:
        status = folder.stat()
    except OSError:
        return False
    identity = status.st_dev, status.st_ino
    if identity in entered:
        return False
    entered.add(identity)
    return True
