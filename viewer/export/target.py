"""Writing a file, or a folder of files, all of it or nothing."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from viewer.export.errors import ExportError
from viewer.file_error import printable


def check_target(target: Path, source: Path, *, overwrite: bool, folder: bool = False) -> None:
    """Make sure that a file, or a folder of files, may be written.

    Raises:
        ExportError: it is what is read, it is of the other kind, or it exists already.

    """
    name = printable(target)
    if target.exists() and source.exists() and target.samefile(source):
        raise ExportError(f"{name}: a recording is not overwritten by what is made of it; name another file")
    if folder and target.exists() and not target.is_dir():
        raise ExportError(f"{name}: this is a file; name a folder")
    if not folder and target.is_dir():
        raise ExportError(f"{name}: this is a folder; name a file")
    used = any(target.iterdir()) if target.is_dir() else target.exists()
    if used and not overwrite:
        what = "it exists already, and is not empty" if folder else "it exists already"
        raise ExportError(f"{name}: {what}; name another, or overwrite with --force")


def partial_path(target: Path, process: int) -> Path:
    """Return where a process, by its number, writes before it takes the place of the target."""
    return target.with_name(f"{target.name}.{process}.part")


@contextmanager
def replacing(target: Path, *, folder: bool = False) -> Iterator[Path]:
    """Give a path beside the target to be written to; it takes the target's place when the block ends well.

    Folders that ``target`` lies in are made where they are missing. With ``folder`` the path is a folder that
    is there; files of the target folder that are not written anew stay.

    Raises:
        OSError: the target cannot be written; the error names it.

    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(target.parent)) from error
    partial = partial_path(target, os.getpid())
    try:
        if folder:
            partial.mkdir()
        yield partial
        if folder and target.is_dir():
            for each in sorted(partial.iterdir()):
                each.replace(target / each.name)
        else:
            partial.replace(target)
    except OSError as error:
        raise OSError(error.errno, _reason(error), os.fspath(target)) from error
    finally:
        if folder:
            shutil.rmtree(partial, ignore_errors=True)
        else:
            partial.unlink(missing_ok=True)


def why_not_written(error: OSError) -> str:
    """Return what could not be written, why, and what to do about it, as a sentence without its full stop."""
    name = printable(error.filename) if error.filename else "the output"
    advice = ". Make room there, or name another place" if error.errno in _NO_ROOM else ""
    return f"{name} cannot be written: {_reason(error)}{advice}"


_NO_ROOM = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))  # the last not on Windows


def _reason(error: OSError) -> str:
    """Return the system's own words; libraries put others around them."""
    return os.strerror(error.errno) if error.errno else error.strerror or str(error)
