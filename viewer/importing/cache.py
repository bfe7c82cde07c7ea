"""Recordings that were made of clips and tables, kept in the user's cache folder.

An import is a folder: the recording, a file that names its source, and, once it is whole, one that says so.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

import platformdirs

from viewer.cancellation import ShouldContinue, always
from viewer.importing.convert import write_recording
from viewer.importing.errors import SourceError
from viewer.importing.frames import Clip
from viewer.program import PROGRAM, program_version

_FORMAT = 1
"""Raised when imports of earlier versions of the program are to be made again."""
_LIMIT = 10 << 30
"""Bytes that the imports may take together."""
_WHOLE, _USED = "whole.json", "used-by-"
_ABANDONED = 86_400.0
"""Seconds after which an import that is not whole, and that no process is at, is deleted."""
_ENDS = 4096
_numbers = count()


class CachedImport(NamedTuple):
    """Recording that was made of a source.

    Attributes:
        log: its file.
        notes: sentences on what could not be read of the source.
    """

    log: Path
    notes: tuple[str, ...]


def cache_folder() -> Path:
    """Return the folder in which imports are kept."""
    return Path(platformdirs.user_cache_dir(PROGRAM, appauthor=False)) / "imports"


def find_import(clip: Clip) -> CachedImport | None:
    """Return the whole import of ``clip``, unchanged since it was made; None if there is none."""
    for folder in cache_folder().glob(f"{_key(clip)}-*"):
        with suppress(OSError, ValueError, KeyError, TypeError):
            told = json.loads((folder / _WHOLE).read_bytes())
            log = folder / str(told["log"])
            if log.is_file():
                (folder / _WHOLE).touch()
                return CachedImport(log, tuple(map(str, told["notes"])))
    return None


def make_import(
    clip: Clip,
    should_continue: ShouldContinue = always,
    on_frames: Callable[[Path], object] | None = None,
) -> CachedImport:
    """Make a recording of ``clip`` in the cache, and return it. If that fails, nothing is kept.

    Args:
        clip: the source.
        should_continue: called with the fraction done, 0 to 1; returns False to cancel.
        on_frames: called again and again with the file of the recording, which then has some more frames.

    Raises:
        SourceError: the source cannot be read, or the cache cannot be written.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    key = _key(clip)
    folder = cache_folder() / f"{key}-{os.getpid()}-{next(_numbers)}"
    log = folder / f"{clip.path.stem or 'import'}.log"
    try:
        folder.mkdir(parents=True)
        _make_room()
        told = None if on_frames is None else lambda: on_frames(log)
        with log.open("wb") as stream:
            write_recording(
                clip, stream, style="latest", playable=False, on_frames=told, should_continue=should_continue
            )
        if _key(clip) == key:
            facts = {"log": log.name, "source": str(clip.path), "notes": clip.notes.sentences}
            (folder / _WHOLE).write_text(json.dumps(facts), encoding="utf-8")
        else:
            clip.notes.add(f"{clip.path.name} was changed while it was imported.")
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, OSError):
            what = f"the cache cannot be written: {error.strerror or error}"
            raise SourceError(clip.path, what, advice=f"Make room in {cache_folder()}.") from error
        raise
    return CachedImport(log, tuple(clip.notes.sentences))


def _key(clip: Clip) -> str:
    """Return a hash of the path of ``clip``, of its files, and of the version of this program."""
    digest = hashlib.blake2b(digest_size=12)
    about = [str(clip.path), program_version(), _FORMAT]
    for path in clip.files:
        with suppress(OSError):
            status = path.stat()
            about.append((path.name, status.st_size, status.st_mtime_ns))
    digest.update(repr(about).encode(errors="surrogateescape"))
    for path in dict.fromkeys((*clip.files[:1], *clip.files[-1:])):
        with suppress(OSError), path.open("rb") as file:
            digest.update(file.read(_ENDS))
            file.seek(max(path.stat().st_size - _ENDS, 0))
            digest.update(file.read(_ENDS))
    return digest.hexdigest()


def keep_open(log: Path) -> None:
    """Note that this process goes on reading ``log``, so that no other one deletes it to make room."""
    with suppress(OSError):
        (log.parent / f"{_USED}{os.getpid()}").touch()


def _make_room() -> None:
    """Delete abandoned imports, and the oldest ones that no process uses, above the limit of the cache."""
    kept: list[tuple[float, int, Path]] = []
    for folder in cache_folder().iterdir():
        with suppress(OSError):
            files = [each.stat() for each in folder.iterdir()]
            used = max((each.st_mtime for each in files), default=folder.stat().st_mtime)
            if (folder / _WHOLE).exists():
                kept.append((used, sum(each.st_size for each in files), folder))
            elif time.time() - used > _ABANDONED and not any(_users(folder)):
                shutil.rmtree(folder, ignore_errors=True)
    total = sum(size for _, size, _ in kept)
    for _, size, folder in sorted(kept):
        if total <= _LIMIT:
            return
        if not any(_users(folder)):
            shutil.rmtree(folder, ignore_errors=True)
            total -= size


def _users(folder: Path) -> Iterator[int]:
    """Yield the processes that use the import ``folder``; on Windows none: open files stay there anyway."""
    for mark in folder.glob(f"{_USED}*"):
        number = mark.name.removeprefix(_USED)
        if os.name != "posix" or not number.isdecimal():
            continue
        try:
            os.kill(int(number), 0)
        except ProcessLookupError:
            mark.unlink(missing_ok=True)
        except OSError:  # it is another user's
            yield int(number)
        else:
            yield int(number)
