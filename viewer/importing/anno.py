"""Bench2Drive's clips: a file of annotations per tenth of a second, of all that is within 100 m of the hero.

Source: ``docs/anno.md`` and ``tools/data_collect.py`` of Bench2Drive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from viewer.cancellation import ShouldContinue, check
from viewer.file_error import printable
from viewer.importing.anno_frames import AnnoFrames
from viewer.importing.errors import SourceError
from viewer.importing.frames import Clip, FrameBatch, Notes
from viewer.run_folder.anno import STEP_SECONDS, is_anno
from viewer.run_folder.json_files import read_meta
from viewer.run_folder.listing import Listing, NumberedFile, list_folder, list_subfolder, numbered

TOWN = re.compile(r"Town\d+(?:HD)?(?:_Opt)?")
_MOST_MISSING = 600
"""Most missing files in a row, a minute, that become frames without actors; more are a leap in time."""
_FRAMES_AT_ONCE = 16


def is_clip(here: Listing) -> bool:
    """Return whether the folder is a clip, or the folder ``anno`` of one."""
    return is_anno(here) or (here.path.name == "anno" and bool(numbered(here, ".json.gz")))


def open_clip(path: Path, _mapping: Path | None) -> Clip:
    """Return the clip in the folder ``path``.

    Raises:
        SourceError: there are no annotations in it.
    """
    try:
        here = list_folder(path)
        inside = here if here.path.name == "anno" else list_subfolder(here, "anno")
    except OSError as error:
        raise SourceError(path, f"the folder cannot be read: {error.strerror}") from error
    files = numbered(inside, ".json.gz", ".json")
    if not files:
        advice = "Annotations are files anno/00000.json.gz, 00001.json.gz, …"
        raise SourceError(path, "there are no annotations in it", advice=advice)
    folder = path.parent if here is inside else path
    town = next((found[0] for name in (folder.name, folder.parent.name) if (found := TOWN.search(name))), "")
    notes = Notes()
    paths, read = [each.path for each in files], partial(_read, files, notes)
    return Clip(folder, "anno", town, 1.0 / STEP_SECONDS, paths, read, notes)


def _read(
    files: Sequence[NumberedFile], notes: Notes, should_continue: ShouldContinue
) -> Iterator[FrameBatch]:
    """Yield the frames of ``files``; where numbers are missing, or a file is broken, frames without actors.

    The first frame is yielded alone, so that it can be shown soon.
    """
    frames, good, expected, most = AnnoFrames(notes), 0, files[0].number, 1
    for done, (number, path) in enumerate(files):
        if missing := number - expected:
            notes.add(f"{printable(path)}: {missing:,} files before this one are missing.")
            for each in range(expected, min(number, expected + _MOST_MISSING)):
                frames.begin(each * STEP_SECONDS)
        expected = number + 1
        frames.begin(number * STEP_SECONDS)
        try:
            frames.fill(read_meta(path), path)
            good += 1
        except ValueError as error:
            notes.add(str(error))
        if good and (len(frames) >= most or done == len(files) - 1):
            share = (done + 1) / len(files)
            check(should_continue, share)
            yield frames.pop(share)
            most = _FRAMES_AT_ONCE
    if not good:
        why = notes.sentences[0] if notes.sentences else ""
        raise SourceError(files[0].path.parent, "no file in it can be read", advice=why)
