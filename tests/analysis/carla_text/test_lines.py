from __future__ import annotations

import numpy as np
import pytest

from viewer.analysis.carla_text.sections import Line

DTYPE = np.dtype([("id", "<u4"), ("gear", "<i4"), ("on", "u1"), ("place", "<f4", (3,)), ("time", "<f8")])


@pytest.fixture
def records():
    records = np.zeros(10_000, DTYPE)
    records["id"] = np.arange(10_000) * 31
    records["gear"] = np.arange(-5_000, 5_000)
    records["on"] = np.arange(10_000) % 2
    records["place"] = np.arange(30_000).reshape(-1, 3) / 7
    records["time"] = np.arange(10_000) / 3
    return records


def test_every_kind_of_field_in_parts_of_any_length(records):
    line = Line("{id}: {gear} {on} {place} at {time}\n", {"on": np.array([b"off", b"on"])})
    ends = [1, 4_096, 4_097, 10_000]

    parts = line.parts(records, ends)

    expected = [
        f"{number}: {gear} {('off', 'on')[on]} {x:g}, {y:g}, {z:g} at {time:g}\n".encode()
        for number, gear, on, (x, y, z), time in records.tolist()
    ]
    starts = [0, *ends[:-1]]
    assert parts == [b"".join(expected[start:end]) for start, end in zip(starts, ends, strict=True)]
    assert line.fields == ["id", "gear", "on", "place", "time"]


def test_no_records_are_no_parts(records):
    assert Line("{id}\n").parts(records[:0], []) == []


def test_what_is_no_number_has_its_sign(records):
    """Also among others, which are printed as they are without it."""
    bits = [0x7FC00000, 0xFFC00000, 0xFF800000, 0x7F800000, 0x80000000, 0x3DCCCCCD, 0x497423F8]
    records["place"][:7] = np.array(bits, np.uint32).view(np.float32)[:, None]
    told = [text.decode() for text in Line("{place}\n").parts(records[:7], range(1, 8))]
    assert told == [
        f"{each}, {each}, {each}\n" for each in ("nan", "-nan", "-inf", "inf", "-0", "0.1", "1e+06")
    ]
