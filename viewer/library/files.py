"""Which files of some folders are recordings."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from viewer.analysis.results_file import (
    NO_NEIGHBOURS,
    RESULTS_SUFFIXES,
    Neighbourhood,
    is_numbered,
    look_around,
)
from viewer.cancellation import Proceed, always, check
from viewer.file_error import printable
from viewer.library.remote import list_files, start_of
from viewer.logfile.header import MAGIC
from viewer.recording.folder import is_recording

_SUFFIXES = (".log", ".rec")
_TEXTS = (*RESULTS_SUFFIXES, ".xml", ".xml.gz")
_START = len(MAGIC) + 4
_OFTEN = 256
"""Files after which it is asked whether to go on."""


class FoundFile(NamedTuple):
    """A file that is, or by its name should be, a recording.

    Attributes:
        where: its path; of a URL, that.
        name: the same as tables have it: what is no text in it is escaped.
        size: bytes.
        modified: when it was written, in nanoseconds since 1970.
        url: where it is fetched from; empty for a file of this machine.

    """

    where: str
    name: str
    size: int
    modified: int
    url: str = ""

    @property
    def path(self) -> Path:
        """Where it is; of a URL, the URL as a path, by which it is compared with others."""
        return Path(self.where)

    @property
    def folder(self) -> Path:
        """The folder it is in."""
        return _folder(os.path.dirname(self.where))  # noqa: PTH120 - there are many files


class FoundFiles(NamedTuple):
    """What some folders hold.

    Attributes:
        recordings: by path.
        beside: XML files beside recordings, and JSON files wherever they are, by path: what may be routes or
            results of runs. Files that are named by numbers, as pictures and their data are, are left out.
        others: how many files there are besides recordings.
        problems: folders that cannot be read, or are left out, and why, a sentence each.
        urls: where those beside recordings of a URL are fetched from, by path; of these only JSON.
        around: recordings and results in folders beside those of the recordings, outside of what was named.

    """

    recordings: tuple[FoundFile, ...]
    beside: tuple[Path, ...]
    others: int
    problems: tuple[str, ...]
    urls: Mapping[Path, str] = {}
    around: Neighbourhood = NO_NEIGHBOURS


_folder = cache(Path)


def find_files(folders: Iterable[Path | str], proceed: Proceed = always) -> FoundFiles:
    """Look through folders, and URLs of some, and all below them; a file that is named is taken as it is.

    A recording is what begins as one, and what is named ``.log`` or ``.rec``: of the latter a row says what
    is wrong with it. Only regular files are looked at; links are followed, and each folder is entered once.

    Raises:
        ReadingCancelledError: ``proceed`` said no.

    """
    found: dict[str, FoundFile] = {}
    problems: list[str] = []
    urls: dict[Path, str] = {}
    others = 0
    folders = tuple(folders)
    for url in (each for each in folders if isinstance(each, str)):
        check(proceed, 0.0)
        others += _look_there(url, found, urls, problems)
    texts = list(urls)
    for number, where in enumerate(_walk((each for each in folders if isinstance(each, Path)), problems)):
        if number % _OFTEN == 0:
            check(proceed, 0.0)
        try:
            status = os.stat(where)  # noqa: PTH116 - there are many: a path is made of those that count
        except OSError:  # it vanished, or is a link to nowhere
            others += 1
            continue
        regular, suffix = stat.S_ISREG(status.st_mode), os.path.splitext(where)[1].lower()  # noqa: PTH122
        if regular and (suffix in _SUFFIXES or is_recording(Path(where))):
            name = printable(where)
            found[name] = FoundFile(where, name, status.st_size, status.st_mtime_ns)
        else:
            others += 1
            if regular and where.casefold().endswith(_TEXTS) and not is_numbered(Path(where).name):
                texts.append(Path(where))
    folders_of = {file.folder for file in found.values() if not file.url}
    near = tuple(
        sorted(
            path
            for path in texts
            if path.name.casefold().endswith(RESULTS_SUFFIXES) or path.parent in folders_of
        )
    )
    named = [Path(os.path.abspath(each)) for each in folders if isinstance(each, Path)]  # noqa: PTH100 - as in _walk
    around = _around(folders_of, named, proceed)
    recordings = tuple(found[name] for name in sorted(found))
    return FoundFiles(recordings, near, others, tuple(problems), urls, around)


def _around(folders_of: Iterable[Path], named: Sequence[Path], proceed: Proceed) -> Neighbourhood:
    """Return recordings and results beside ``folders_of`` recordings, but for those in ``named`` folders."""
    within = {*named}
    places = {
        folder.parent: folder for folder in folders_of if not within & {folder.parent, *folder.parent.parents}
    }
    known = within | {*folders_of}
    found = [look_around(folder, proceed, known) for folder in places.values()]
    recordings = dict.fromkeys(path for each in found for path in each.recordings)
    results = dict.fromkeys(path for each in found for path in each.results)
    return Neighbourhood(tuple(recordings), tuple(results))


def _look_there(url: str, found: dict[str, FoundFile], urls: dict[Path, str], problems: list[str]) -> int:
    """Add the recordings and JSON files below a URL to those found; return how many are no recordings."""
    others = 0
    try:
        for file in list_files(url):
            path = Path(file.url)
            if path.suffix.lower() in _SUFFIXES or start_of(file.url, _START).endswith(MAGIC):
                name = printable(file.url)
                found[name] = FoundFile(file.url, name, file.size, file.modified, file.url)
                continue
            others += 1
            if path.suffix.lower() == ".json":
                urls[path] = file.url
    except (OSError, ValueError, ImportError) as error:
        problems.append(f"{printable(url)}: cannot be read: {printable(str(error))}.")
    return others


def _walk(folders: Iterable[Path], problems: list[str]) -> Iterator[str]:
    entered: set[tuple[int, int]] = set()

    def refuse(error: OSError) -> None:
        problems.append(f"{printable(error.filename)}: cannot be read: {error.strerror}.")

    for top in folders:
        folder = Path(os.path.abspath(top))  # noqa: PTH100 - links in it stay as they were named
        if not folder.exists():
            problems.append(f"{printable(top)}: there is no such folder.")
        elif not folder.is_dir():
            yield str(folder)
            continue
        elif not _is_new(folder, entered):
            continue
        for parent, children, names in os.walk(folder, onerror=refuse, followlinks=True):
            here = Path(parent)
            new = sorted(each for each in children if _is_new(here / each, entered))
            links = (here / each for each in set(children) - set(new) if (here / each).is_symlink())
            problems += (
                f"{printable(each)}: this link leads to a folder that is looked at already."
                for each in sorted(links)
            )
            children[:] = new
            yield from (os.path.join(parent, name) for name in names)  # noqa: PTH118 - as above


def _is_new(folder: Path, entered: set[tuple[int, int]]) -> bool:
    try:
        status = folder.stat()
    except OSError:
        return False
    identity = status.st_dev, status.st_ino
    if identity in entered:
        return False
    entered.add(identity)
    return True
