"""Recordings on an object store: listed by URL, and copied to a temporary folder to be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from viewer.export.errors import require

EXTRA = "cluster"


class RemoteFile(NamedTuple):
    """File on an object store: its URL, size in bytes, and last change in nanoseconds since 1970."""

    url: str
    size: int
    modified: int


def list_files(url: str) -> Iterator[RemoteFile]:
    """Yield all files below ``url``.

    Raises:
        MissingExtraError: the packages of the extra ``cluster`` are not installed.
        OSError: the URL does not exist or cannot be listed.
    """
    files = _files(url)
    with _as_os_error():
        found: dict[str, dict[str, Any]] = files.find(url, detail=True)
    for path, facts in sorted(found.items()):
        yield RemoteFile(str(files.unstrip_protocol(path)), int(facts["size"] or 0), _nanoseconds(facts))


def start_of(url: str, size: int) -> bytes:
    """Return the first ``size`` bytes of the file at ``url``.

    Raises OSError if they cannot be read.
    """
    with _as_os_error():
        start: bytes = _files(url).cat_file(url, start=0, end=size)
    return start


@contextmanager
def fetched(url: str) -> Iterator[Path]:
    """Yield the path of a temporary copy of the file at ``url``, with its name; delete it after the block.

    Raises:
        OSError: the file does not exist any more, or the disk is full.
    """
    with TemporaryDirectory(prefix="recording-") as folder:
        path = Path(folder) / PurePosixPath(url).name
        with _as_os_error():
            _files(url).get_file(url, str(path))
        yield path


@contextmanager
def all_fetched(paths: Iterable[Path | str]) -> Iterator[tuple[Path, ...]]:
    """Return a context with the local paths of the files ``paths``, in this order.

    A file at a URL is downloaded to a copy, which is deleted after the ``with`` block. Files that cannot be
    downloaded are left out.
    """
    with ExitStack() as stack:
        found = []
        for each in paths:
            with suppress(OSError):
                found.append(stack.enter_context(fetched(each)) if isinstance(each, str) else each)
        yield tuple(found)


@contextmanager
def _as_os_error() -> Iterator[None]:
    """Turn any exception of the block into an OSError: libraries for object stores raise their own."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        raise OSError(f"{error}") from error


def _files(url: str) -> Any:  # noqa: ANN401 - fsspec has no types
    require(EXTRA, ("fsspec",), f"reading {url.partition(':')[0]}: addresses")
    import fsspec

    return fsspec.core.url_to_fs(url)[0]


def _nanoseconds(facts: dict[str, Any]) -> int:
    """Return when a remote file was last changed, in nanoseconds since 1970; 0 if that is not known.

    ``facts`` is fsspec's description of the file.
    """
    written = facts.get("LastModified") or facts.get("mtime") or facts.get("last_modified")
    if isinstance(written, datetime):
        return int(written.timestamp() * 1e9)
    return int(float(written) * 1e9) if isinstance(written, (int, float)) else 0
