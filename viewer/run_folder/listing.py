"""Names in a folder, and the numbered files of folders, with limits on how many are looked at."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from viewer.arrays import Ints
from viewer.cancellation import ShouldContinue, always, check
from viewer.file_error import printable

MOST_FILES = 100_000
"""Most entries of one folder that are looked at; a run of 4,000 steps has at most 4,000 pictures in each."""
_NUMBER = re.compile(r"\d+")
_LONGEST_NUMBER = 9


class NumberedFile(NamedTuple):
    """File whose name begins with a number, such as ``0012.png``: the number, and the path."""

    number: int
    path: Path


class Listing(NamedTuple):
    """Entries of a folder.

    Attributes:
        path: the folder.
        files: names of its files.
        folders: names of its subfolders.
        odd: names of other entries, such as pipes and links that lead nowhere.
    """

    path: Path
    files: frozenset[str]
    folders: frozenset[str]
    odd: frozenset[str] = frozenset()

    def has(self, *names: str) -> bool:
        """Return whether all ``names`` are entries of the folder; ``name/`` is a subfolder."""
        return all(name[:-1] in self.folders if name.endswith("/") else name in self.files for name in names)


def list_folder(path: Path, should_continue: ShouldContinue = always) -> Listing:
    """Return the names of the first 100,000 entries of the folder ``path``.

    Raises:
        OSError: the folder cannot be read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    files: set[str] = set()
    folders: set[str] = set()
    odd: set[str] = set()
    with os.scandir(path) as entries:
        for count, entry in enumerate(entries):
            if not count % 256:
                check(should_continue, 0.0)
            if count == MOST_FILES:
                break
            try:
                kind = files if entry.is_file() else folders if entry.is_dir() else odd
            except OSError:
                kind = odd
            kind.add(entry.name)
    return Listing(path, frozenset(files), frozenset(folders), frozenset(odd))


def list_subfolder(here: Listing, name: str, should_continue: ShouldContinue = always) -> Listing:
    """Return the names in the subfolder ``name`` of ``here``; none if it cannot be read.

    Raises ReadingCancelledError if ``should_continue`` returns False.
    """
    path = here.path / name
    try:
        return list_folder(path, should_continue)
    except OSError:
        return Listing(path, frozenset(), frozenset())


def numbered(listing: Listing, *suffixes: str, rest: str = "") -> list[NumberedFile]:
    """Return the files whose name is a number, then ``rest``, then one of ``suffixes``, by that number.

    ``rest`` is a regular expression. Of several names with one number, such as ``1.png`` and ``0001.png``,
    the last by name counts.
    """
    ends = "|".join(map(re.escape, suffixes))
    pattern = re.compile(rf"(\d{{1,{_LONGEST_NUMBER}}}){rest}({ends})", re.IGNORECASE)
    found = {}
    for name in sorted(listing.files):
        if match := pattern.fullmatch(name):
            found[int(match[1])] = listing.path / name
    return [NumberedFile(number, found[number]) for number in sorted(found)]


def odd_names(listing: Listing, *suffixes: str) -> Iterator[str]:
    """Yield a sentence on each pipe with one of ``suffixes``, and each folder named like a numbered file."""
    for name in sorted(listing.folders | listing.odd):
        if name.casefold().endswith(suffixes):
            of = printable(listing.path / name)
            if name in listing.odd:
                yield f"{of}: this is not a regular file; it is left out."
            elif _NUMBER.match(name):
                yield f"{of}: this is a folder; it is left out."


def numbers_of(files: list[NumberedFile]) -> Ints:
    """Return the numbers of ``files`` as an array, shape (K,)."""
    return np.array([each.number for each in files], np.int64)
