"""The header, and what is said about files that are no recordings."""

from __future__ import annotations

import errno
import io
import os
from datetime import datetime, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewer.logfile.errors import NotARecordingError, RecordingError, UnreadableError
from viewer.logfile.header import make_header, read_header
from viewer.logfile.source import LogFile

REAL = bytes.fromhex("0100 0e00") + b"CARLA_RECORDER" + bytes.fromhex("f0f59c61 00000000 0600") + b"Town01"


@pytest.fixture
def read(tmp_path):
    def read_bytes(data: bytes, name: str = "some.log"):
        path = tmp_path / name
        path.write_bytes(data)
        with LogFile(path) as file:
            return read_header(file)

    return read_bytes


@pytest.fixture
def refusal(read):
    """The error for these bytes, after a look at what each error must have."""

    def refuse(data: bytes, name: str = "some.log") -> NotARecordingError:
        with pytest.raises(NotARecordingError) as caught:
            read(data, name)
        error = caught.value
        assert error.path.name == name
        assert error.line().startswith(f"{name}: {error.what} (")
        assert error.line().endswith(error.advice)
        assert error.advice.endswith(".")
        assert f"expected {error.expected}" in error.line()
        assert f"found {error.found}" in error.line()
        assert f"at byte {error.offset}" in error.line()
        return error

    return refuse


def test_the_header_of_a_real_file(read):
    header = read(REAL)
    assert header.version == 1
    assert header.date == datetime(2021, 11, 23, 14, 8, 48, tzinfo=timezone.utc)
    assert header.map == header.map_name == "Town01"
    assert header.size == 34
    assert make_header("Town01", 1637676528).raw == REAL


def test_folders_before_the_map_are_kept_and_can_be_left_out(read):
    header = read(make_header("Carla/Maps/Town10HD_Opt", 0).raw)
    assert (header.map, header.map_name) == ("Carla/Maps/Town10HD_Opt", "Town10HD_Opt")
    assert make_header("C:\\CARLA\\Maps\\Town01", 0).map_name == "Town01"


def test_a_map_whose_name_cannot_be_printed(read):
    """Control characters would steer the terminal that shows the name."""
    header = read(REAL[:28] + b"\x1b[2J\x00\n")
    assert header.map == "\x1b[2J\x00\n"
    assert header.map_name == "\ufffd[2J\ufffd\ufffd"


@pytest.mark.parametrize("version", [0, 1, 2, 65535])
def test_any_version_is_read(read, version):
    assert read(make_header("Town01", 0, version).raw).version == version


@settings(max_examples=50)
@given(timestamp=st.integers(-(2**63), 2**63 - 1), map_name=st.text(max_size=40))
def test_any_date_and_map_come_back(tmp_path_factory, timestamp, map_name):
    path = tmp_path_factory.getbasetemp() / "header.log"
    made = make_header(map_name, timestamp)
    path.write_bytes(made.raw + b"packets")
    with LogFile(path) as file:
        assert read_header(file) == made
    assert made.date is None or made.date.timestamp() == timestamp


def test_an_impossible_date_is_none(read):
    assert read(make_header("Town01", 2**62).raw).date is None


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"Frame 1 at 0 seconds\n", '"e 1 at 0 secon"'),
        (b"# Notes\r\n\tFirst", '"tes\\r\\n\\tFirst"'),
        ("Ein Schrifts\u00fcck\n".encode(), '"Schrifts\u00fcck\\n"'),
        (b"\xfe\xd8\xff\xe0\x00\x10JFIF\x00\x01", "00 10 4a 46 49 46 00 01"),
        (b"\x01", "01"),
        (b"\x01\x00", "01 00"),
        (REAL.replace(b"CARLA_RECORDER", b"CARLA_RECORDEX"), '"CARLA_RECORDEX"'),
        (REAL.replace(b"\x0e\x00", b"\x0f\x00"), '"CARLA_RECORDER"'),
    ],
    ids=[
        "text",
        "line breaks",
        "umlaut",
        "bytes",
        "one byte",
        "two bytes",
        "one letter",
        "length of the magic",
    ],
)
def test_other_files(refusal, data, found):
    error = refusal(data)
    assert error.what == "this is not a CARLA recording"
    assert error.expected == '"CARLA_RECORDER"'
    assert error.found == found
    assert "client.start_recorder" in error.advice


@pytest.mark.parametrize("size", range(3, len(REAL)))
def test_a_cut_header(refusal, size):
    error = refusal(REAL[:size])
    assert error.what == "the file ends inside its header"
    assert error.offset <= size
    assert "cut" in error.advice


# -- files the system does not give


def refused(path) -> UnreadableError:
    with pytest.raises(UnreadableError) as caught:
        LogFile(path)
    assert isinstance(caught.value, RecordingError)
    assert caught.value.path == path
    assert caught.value.advice.endswith(".")
    return caught.value


def test_no_permission(tmp_path, monkeypatch):
    path = tmp_path / "secret.log"
    path.write_bytes(REAL)

    def deny(*_arguments, **_options):  # in the system's place, since root may read everything
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(io, "FileIO", deny)
    error = refused(path)
    assert error.what == "reading it is not permitted"
    assert "read access" in error.advice
