"""Writing a file or folder completely or not at all."""

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
    """Raise ExportError if ``target`` must not be written.

    Args:
        target: file, or folder, to write.
        source: recording that is read, which is never overwritten.
        overwrite: whether an existing file, or a folder that is not empty, may be overwritten.
        folder: whether ``target`` is to be a folder.

    Raises:
        ExportError: ``target`` is the source, a file instead of a folder or vice versa, or exists already.
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
    """Return the temporary path beside ``target`` to which the process with the id ``process`` writes."""
    return target.with_name(f"{target.name}.{process}.part")


@contextmanager
def replacing(target: Path, *, folder: bool = False) -> Iterator[Path]:
    """Yield a temporary path to write to, which replaces ``target`` when the block ends without an error.

    Missing parent folders are created. If ``folder`` is True, the path is a folder that exists already: when
    the block ends, its files are moved into ``target``, where other files stay.

    Raises:
        OSError: ``target`` cannot be written; the error names it.
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
    """Return as text what cannot be written, why, and what to do; a sentence without its full stop."""
    name = printable(error.filename) if error.filename else "the output"
    advice = ". Make room there, or name another place" if error.errno in _NO_ROOM else ""
    return f"{name} cannot be written: {_reason(error)}{advice}"


_NO_ROOM = (
    errno.ENOSPC,
    errno.EFBIG,
    getattr(errno, "EDQUOT", errno.ENOSPC),
)  # EDQUOT does not exist on Windows


def _reason(error: OSError) -> str:
    """Return the system's message for ``error``, without what libraries add to it."""
    return os.strerror(error.errno) if error.errno else error.strerror or str(error)
