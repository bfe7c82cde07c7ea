"""Whoever keeps notes writes them at once, tries again, and ends when everything is written."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject

from tests.scenes import street
from viewer.logfile.source import LogFile
from viewer.notes import Note, Sidecar, sidecar_path
from viewer.ui.notes.note_writer import NoteWriter

FOR_EVER = 3600.0


@pytest.fixture
def path(tmp_path):
    return street().save(tmp_path / "street.log")


@pytest.fixture
def keep(path, monkeypatch, qtbot):
    """A function that starts a keeper that looks for others' notes every so many seconds."""
    parent = QObject()
    keepers = []

    def start(poll):
        monkeypatch.setattr("viewer.ui.notes.note_writer.POLL", poll)
        keeper = NoteWriter(LogFile(path), [sidecar_path(path)], None, parent)
        keepers.append(keeper)
        with qtbot.waitSignal(keeper.kept):
            keeper.start()
        return keeper

    yield start
    for keeper in keepers:
        keeper.end()
        keeper.wait()
    parent.deleteLater()


def one(text):
    return {"a": Note(1.0, text=text, id="a")}


def kept(path):
    return [note.text for note in Sidecar(LogFile(path), [sidecar_path(path)]).load().notes.notes]


def test_what_is_to_be_written_is_written_before_the_next_look_for_others(keep, path, qtbot):
    keeper = keep(FOR_EVER)
    with qtbot.waitSignal(keeper.kept):
        keeper.change(one("one"))
    assert kept(path) == ["one"]


def test_it_ends_before_the_next_look_and_writes_what_is_to_be_written(keep, path):
    keeper = keep(FOR_EVER)
    keeper.change(one("last"))
    keeper.end()
    keeper.wait()
    assert kept(path) == ["last"]


def test_what_could_not_be_written_is_tried_again_and_told_once(keep, path, qtbot, monkeypatch):
    keeper = keep(0.02)
    told, failing = [], [True] * 3
    keeper.refused.connect(lambda _keeper, reason: told.append(reason))
    save = Sidecar.save

    def try_to_save(sidecar, changes):
        if failing:
            failing.pop()
            raise OSError(28, "No space left on device")
        return save(sidecar, changes)

    monkeypatch.setattr(Sidecar, "save", try_to_save)
    with qtbot.waitSignal(keeper.kept):
        keeper.change(one("again"))
    assert told == ["No space left on device"]
    assert kept(path) == ["again"]
