"""Imports are kept in a cache of limited size: the oldest go first, those in use never."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.importing import clips
from viewer.cancellation import ReadingCancelledError
from viewer.importing import cache
from viewer.importing.cache import CachedImport, cache_folder, find_import, keep_open, make_import
from viewer.importing.sources import open_source


@pytest.fixture(autouse=True)
def _kept(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def three(tmp_path) -> list[Path]:
    return [clips.anno(tmp_path / name, 5) for name in "abc"]


def made(path: Path, days_ago: float) -> CachedImport:
    """Import a clip, and let that be some days ago."""
    found = make_import(open_source(path))
    for each in found.log.parent.iterdir():
        os.utime(each, (each.stat().st_mtime - 86_400 * days_ago,) * 2)
    return found


def kept(paths: list[Path]) -> list[bool]:
    return [find_import(open_source(path)) is not None for path in paths]


def test_the_oldest_make_room(three, monkeypatch):
    made(three[0], 3)
    size = sum(each.stat().st_size for each in cache_folder().rglob("*") if each.is_file())
    monkeypatch.setattr(cache, "_LIMIT", int(1.5 * size))
    made(three[1], 2)
    made(three[2], 1)
    assert kept(three) == [False, True, True]


@pytest.mark.skipif(os.name != "posix", reason="other systems do not delete open files")
def test_what_is_open_stays(three, monkeypatch):
    first = made(three[0], 3)
    keep_open(first.log)
    (first.log.parent / "used-by-999999999").touch()
    os.utime(first.log.parent / f"used-by-{os.getpid()}", (0, 0))
    made(three[1], 2)
    monkeypatch.setattr(cache, "_LIMIT", 0)
    made(three[2], 1)
    assert kept(three) == [True, False, True]


def test_an_abandoned_import_is_deleted_after_a_day(three):
    made(three[0], 0)
    left = make_import(open_source(three[1])).log.parent
    (left / "whole.json").unlink()
    assert not kept(three[1:2])[0]
    for each in (*left.iterdir(), left):
        os.utime(each, (0, 0))
    made(three[2], 0)
    assert not left.exists()
    assert kept(three) == [True, False, True]


def test_a_cancelled_import_leaves_nothing(three):
    with pytest.raises(ReadingCancelledError):
        make_import(open_source(three[0]), lambda _share: False)
    assert not any(cache_folder().iterdir())


def test_a_clip_that_changes_meanwhile_is_told_and_not_kept(three):
    file = three[0] / "anno" / "00004.json.gz"

    def change(_log: Path) -> None:
        os.utime(file, (0, 0))

    found = make_import(open_source(three[0]), on_frames=change)
    assert any("was changed while it was imported" in each for each in found.notes)
    assert kept(three[:1]) == [False]
