"""Opening recordings, and whatever can be made into one, alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from viewer.cancellation import ShouldContinue, always
from viewer.importing.cache import CachedImport, find_import, make_import
from viewer.importing.sources import open_source, source_of
from viewer.logfile.source import LogFile


def open_log(
    path: Path,
    should_continue: ShouldContinue = always,
    tell: Callable[[str], object] | None = None,
) -> LogFile:
    """Open the recording ``path``; of a clip or a table, the recording that is made of it in the cache.

    Args:
        path: a recording, or a source.
        should_continue: called with the fraction imported, 0 to 1; returns False to cancel.
        tell: called with each sentence on what could not be read of the source, at most a hundred.

    Raises:
        UnreadableError: the file cannot be read.
        SourceError: the source cannot be imported.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    if source_of(path) is None:
        return LogFile(path)
    made = imported(path.absolute(), should_continue)
    if tell is not None:
        for sentence in made.notes:
            tell(sentence)
    return LogFile(made.log, path)


def imported(
    path: Path, should_continue: ShouldContinue = always, on_frames: Callable[[Path], object] | None = None
) -> CachedImport:
    """Return the recording that was made of the source ``path``; make it if there is none in the cache.

    Arguments and errors are those of ``make_import``.
    """
    clip = open_source(path)
    return find_import(clip) or make_import(clip, should_continue, on_frames)
