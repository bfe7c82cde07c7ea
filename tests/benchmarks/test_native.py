"""The references in C++ find in a file what the program and the naive reader find."""

from __future__ import annotations

import struct

import pytest

from tests.benchmarks import naive
from tests.benchmarks.native import compile_references
from tests.benchmarks.synthetic import Plan, write_recording
from viewer.logfile.header import make_header
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index

_BLOCK = 2 << 20


@pytest.fixture(scope="module")
def native(tmp_path_factory):
    compiled = compile_references(tmp_path_factory.mktemp("native"))
    if compiled is None:
        pytest.skip("there is no compiler of C++")
    return compiled


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    path = tmp_path_factory.mktemp("native") / "eventful.log"
    write_recording(path, Plan(40, 20, walkers=10, lights=5, props=3, turnover=2, collisions=3))
    return path


def test_the_walk_finds_the_packets_of_the_index(native, recording):
    with LogFile(recording) as file:
        expected = dict(read_index(file).packet_counts)
    counts = native.walk(recording)
    assert {number: int(count) for number, count in enumerate(counts) if count} == expected


def test_small_reads_find_every_record(native, recording):
    frames = naive.read_frames(recording, 1_000)
    assert len(frames) == 40
    assert native.read_records(recording) == sum(len(records) for each in frames for records in each.values())


@pytest.mark.parametrize("short", range(8))
def test_a_header_may_lie_across_two_blocks(native, tmp_path, short):
    path = tmp_path / "blocks.log"
    header = make_header("Town01", 0).raw
    size = _BLOCK - len(header) - 5 - short  # the next header begins so many bytes before the block ends
    packets = [(200, size), (201, 3 * _BLOCK + 1), (202, 0), (200, 7)]
    path.write_bytes(header + b"".join(struct.pack("<BI", *packet) + bytes(packet[1]) for packet in packets))
    assert native.walk(path)[200:203].tolist() == [2, 1, 1]
