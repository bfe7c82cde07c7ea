"""Only one program at a time writes a file of notes, on network drives too."""

from __future__ import annotations

import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ABANDONED = 3.0
"""Seconds after which a lock that stays the same is that of a program that has died: writing takes less."""
_POLL = 0.005


@contextmanager
def locked(path: Path, abandoned: float = ABANDONED) -> Iterator[None]:
    """Keep others from writing a file, as long as they ask by this function.

    A file of its own beside it is the lock: whoever can make it has it. Others wait.

    Raises:
        OSError: nothing can be written in this folder, or an abandoned lock cannot be removed.

    """
    lock = path.with_name(f".{path.name}.lock")
    waiting: tuple[int, ...] | None = None
    since = 0.0
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except FileExistsError:
            pass
        except PermissionError:  # Windows says so while the file is being deleted
            if not lock.exists():
                raise
        found = _state(lock)
        if found is None or found != waiting:
            waiting, since = found, time.monotonic()
        elif time.monotonic() - since > abandoned:
            _take_away(lock)
        time.sleep(_POLL)
    own = _state(lock)
    try:
        yield
    finally:
        if _state(lock) == own:  # not that of another one who took this one for abandoned
            with suppress(FileNotFoundError):
                lock.unlink()


def _state(lock: Path) -> tuple[int, ...] | None:
    try:
        status = lock.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns


def _take_away(lock: Path) -> None:
    """Remove a lock; of several that try, one succeeds.

    Raises:
        OSError: it cannot be removed, so that whoever waited for it would wait for ever.

    """
    aside = lock.with_name(f"{lock.name}.{uuid.uuid4().hex}")
    with suppress(FileNotFoundError):
        lock.rename(aside)
        aside.unlink()
