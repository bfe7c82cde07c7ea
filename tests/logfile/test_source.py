"""The read gate."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from viewer.logfile.errors import ChangedError
from viewer.logfile.source import LogFile

DATA = bytes(range(256)) * 40


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "some.log"
    path.write_bytes(DATA)
    return path


@pytest.fixture(params=["positioned", "seeking"])
def file(path, request, monkeypatch):
    """The file, read with and without the calls that only some systems have."""
    if request.param == "seeking":
        monkeypatch.delattr(os, "pread", raising=False)
        monkeypatch.delattr(os, "preadv", raising=False)
    with LogFile(path) as file:
        yield file


def test_exact_ranges(file):
    assert file.size() == len(DATA)
    assert file.read(0, 10) == DATA[:10]
    assert file.read(5000, 256) == DATA[5000:5256]
    assert file.read(len(DATA) - 3, 3) == DATA[-3:]
    assert file.read(17, 0) == b""


@pytest.mark.parametrize("most", [7, 1000])
def test_many_ranges_at_once(file, monkeypatch, most):
    """In any order, overlapping; a call may return less than it was asked for."""
    offsets = np.array([9000, 17, 20, 17, 0])
    sizes = np.array([30, 1, 0, 200, 30])
    expected = b"".join(
        DATA[at : at + size] for at, size in zip(offsets.tolist(), sizes.tolist(), strict=True)
    )
    if hasattr(os, "pread"):
        pread = os.pread
        monkeypatch.setattr(os, "pread", lambda of, size, at: pread(of, min(size, most), at))
    assert file.read_each(offsets, sizes) == expected
    assert file.read_each(offsets[1:3], 2) == DATA[17:19] + DATA[20:22]


def test_a_file_that_became_shorter(file, path):
    os.truncate(path, 1000)
    assert file.size() == 1000
    assert file.read(0, 1000) == DATA[:1000]
    with pytest.raises(ChangedError) as caught:
        file.read(900, 200)
    error = caught.value
    assert error.path == path
    assert error.offset == 900
    assert (error.expected, error.found) == ("200 bytes", "100")
    assert "Reload" in error.advice


@pytest.mark.parametrize("most", [7, 1000])
def test_filling_a_buffer_stops_at_the_end(file, monkeypatch, most):
    """A call may return less than it was asked for."""
    if hasattr(os, "preadv"):
        preadv = os.preadv
        monkeypatch.setattr(os, "preadv", lambda of, parts, at: preadv(of, [parts[0][:most]], at))
    target = bytearray(100)
    assert file.read_into(0, memoryview(target)) == 100
    assert target == DATA[:100]
    assert file.read_into(len(DATA) - 30, memoryview(target)) == 30
    assert target[:30] == DATA[-30:]
    assert file.read_into(len(DATA) + 5, memoryview(target)) == 0


def test_reading_from_several_threads(file):
    def check(offset: int) -> bool:
        return file.read(offset, 500) == DATA[offset : offset + 500]

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(check, range(0, 9000, 9)))
