"""Commands that write, run beside the window."""

from __future__ import annotations

import csv
import sys

import pytest

from tests.scenes import street
from viewer.ui.exports.writer import ExportWriter


@pytest.fixture
def writer(qapp):
    writer = ExportWriter()
    yield writer
    writer.cancel()


def words(name, source, target):
    return ["export", str(source), "-o", str(target), "--to", name]


def test_what_is_written_has_all_poses_and_damage_is_told(qtbot, writer, tmp_path):
    source, target, shares = street().save(tmp_path / "street.log"), tmp_path / "poses.csv", []
    writer.progress.connect(shares.append)
    with qtbot.waitSignal(writer.written, timeout=60_000) as told:
        writer.write(words("csv", source, target), target)
        assert writer.busy
    assert told.args == [target, ""]
    assert not writer.busy
    assert all(0.0 <= share <= 1.0 for share in shares)
    with target.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 20 * 6 + 10  # six who are there always, one for ten frames
    assert float(rows[0]["x"]) == pytest.approx(0.0)
    source.write_bytes(source.read_bytes()[:-30])
    target = tmp_path / "damaged.csv"
    with qtbot.waitSignal(writer.written, timeout=60_000) as told:
        writer.write(words("csv", source, target), target)
    assert "street.log" in told.args[1]
    assert target.stat().st_size > 1000


def test_why_not_is_said_as_the_command_says_it_also_when_it_cannot_be_started(
    qtbot, writer, tmp_path, monkeypatch
):
    source, target, ended = tmp_path / "none.log", tmp_path / "poses.csv", []
    source.write_bytes(b"no recording")
    with qtbot.waitSignal(writer.failed, timeout=60_000) as told:
        writer.write(words("csv", source, target), target)
    assert "none.log" in told.args[0]
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no python"))
    writer.ended.connect(lambda: ended.append(writer.busy))
    with qtbot.waitSignal(writer.failed) as told:
        writer.write(words("csv", source, target), target)
    assert told.args[0]
    assert ended == [False]
    assert not target.exists()


def test_nothing_is_left_of_what_is_cancelled(qtbot, writer, tmp_path):
    source, target, ends = street(4000).save(tmp_path / "long.log"), tmp_path / "all.jsonl", []
    writer.written.connect(lambda *_: ends.append("written"))
    writer.failed.connect(lambda *_: ends.append("failed"))
    writer.write(words("jsonl", source, target), target)
    qtbot.waitUntil(lambda: any(tmp_path.glob("*.part")), timeout=60_000)
    with qtbot.waitSignal(writer.ended):
        writer.cancel()
    assert ends == []
    assert [each.name for each in tmp_path.iterdir()] == ["long.log"]
