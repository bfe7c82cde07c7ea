"""The file of notes: whose it is, where it is, and that nothing in it is lost."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.live import LiveWriter
from tests.notes.making import note
from tests.recording import plain_reader
from tests.scenes import DATE, Scene, street
from viewer.logfile.source import LogFile
from viewer.notes import Found, NoteSet, Sidecar, new_note, sidecar_path
from viewer.notes.fingerprint import Fingerprint
from viewer.notes.lock import locked


def one(*, text="brakes late", **values):
    return NoteSet().having(note(text=text, **values))


def findings(kept):
    return [finding.found for finding in kept.findings]


def texts(kept):
    return [each.text for each in kept.notes.notes]


def left_in(folder):
    return sorted(each.name for each in folder.iterdir())


# -- keeping


def test_notes_are_kept_beside_the_recording(sidecar, open_sidecar, path):
    assert path.name == "street.log.notes.json"
    assert sidecar.save(one()).findings == ()
    kept = open_sidecar().load()
    assert texts(kept) == ["brakes late"]
    assert kept.findings == ()
    assert left_in(path.parent) == ["street.log", "street.log.notes.json"]


def test_looking_writes_nothing(sidecar, recording):
    assert sidecar.load().notes == NoteSet()
    sidecar.save(NoteSet())
    assert left_in(recording.parent) == ["street.log"]


def test_what_is_the_same_is_not_written_again(sidecar, path):
    sidecar.save(one())
    before = path.stat().st_ino
    sidecar.save(one())
    assert path.stat().st_ino == before


def test_a_change_by_another_window_is_noticed(sidecar, open_sidecar):
    sidecar.load()
    assert not sidecar.has_changed()
    open_sidecar().save(one())
    assert sidecar.has_changed()
    sidecar.load()
    assert not sidecar.has_changed()


def test_a_write_that_fails_leaves_the_old_file(sidecar, path, monkeypatch):
    sidecar.save(one())
    before = path.read_bytes()

    def fail(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        sidecar.save(one(text="another", note_id="b"))
    assert path.read_bytes() == before
    assert left_in(path.parent) == ["street.log", "street.log.notes.json"]


def test_a_file_that_another_program_reads_is_tried_again(sidecar, path, monkeypatch):
    replace, refused = Path.replace, []

    def refuse(self, target):
        if len(refused) < 2:
            refused.append(target)
            raise PermissionError(13, "The process cannot access the file")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refuse)
    assert sidecar.save(one()).findings == ()
    assert refused == [path, path]


# -- several windows


def test_two_windows_lose_nothing(open_sidecar):
    first, second = open_sidecar(), open_sidecar()
    mine, yours = first.load().notes, second.load().notes
    mine = first.save(mine.having(new_note(1.0, text="mine"))).notes
    yours = second.save(yours.having(new_note(2.0, text="yours"))).notes
    assert [each.text for each in yours.notes] == ["mine", "yours"]
    gone = mine.notes[0]
    mine = first.save(mine.having(gone.removal())).notes
    yours = second.save(yours.having(yours.notes[1].changed(text="still yours"))).notes
    assert [each.text for each in mine.notes] == ["yours"]
    assert [each.text for each in yours.notes] == ["still yours"]
    assert first.load().notes == second.load().notes == yours


def test_many_threads_lose_nothing(open_sidecar):
    def write(sidecar, name):
        notes = NoteSet()
        for number in range(5):
            notes = notes.having(new_note(float(number), text=f"{name}{number}"))
            sidecar.save(notes)

    writers = [threading.Thread(target=write, args=(open_sidecar(), name)) for name in "abcd"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(texts(open_sidecar().load())) == [
        f"{name}{number}" for name in "abcd" for number in range(5)
    ]


WRITER = """
from pathlib import Path
from viewer.logfile.source import LogFile
from viewer.notes import NoteSet, Sidecar, new_note, sidecar_path
path = Path(sys.argv[1])
for number in range(8):  # a window of its own each time: it knows of no note but its own
    with LogFile(path) as file:
        note = new_note(float(number), text=sys.argv[2] + str(number))
        Sidecar(file, [sidecar_path(path)]).save(NoteSet().having(note))
"""


def test_several_programs_lose_nothing(open_sidecar, recording):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", "import sys\n" + WRITER, str(recording), name], env=environment
        )
        for name in "ab"
    ]
    assert [program.wait() for program in programs] == [0, 0]
    assert sorted(texts(open_sidecar().load())) == [f"{name}{number}" for name in "ab" for number in range(8)]
    assert left_in(recording.parent) == ["street.log", "street.log.notes.json"]


def test_the_lock_of_a_program_that_died_is_taken_away(path):
    (path.parent / f".{path.name}.lock").touch()
    begun = time.monotonic()
    with locked(path, abandoned=0.05):
        assert time.monotonic() - begun >= 0.05
    assert left_in(path.parent) == ["street.log"]


def test_a_lock_that_cannot_be_taken_away_is_an_error(path, monkeypatch):
    lock = path.parent / f".{path.name}.lock"
    lock.touch()

    def refuse(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "rename", refuse)  # Python 3.10 keeps a reference to os.rename of its own
    with pytest.raises(PermissionError), locked(path, abandoned=0.02):
        pass
    assert lock.exists()


def test_a_lock_that_was_taken_away_is_not_given_back(path):
    lock = path.parent / f".{path.name}.lock"
    with locked(path):
        lock.unlink()
        lock.write_text("another's")
    assert lock.exists()


# -- of which recording


def test_notes_stay_with_a_recording_that_grows(tmp_path):
    data = street().bytes()
    path = tmp_path / "live.log"
    path.write_bytes(data[:60])
    with LogFile(path) as file:
        sidecar = Sidecar(file, [sidecar_path(path)])
        sidecar.save(one())
        path.write_bytes(data)
        assert texts(Sidecar(file, [sidecar_path(path)]).load()) == ["brakes late"]
        sidecar.save(one(text="later", note_id="b"))
        kept = json.loads(sidecar_path(path).read_bytes())["recording"]
        assert kept["length"] == plain_reader.header_size(data)
        assert texts(Sidecar(file, [sidecar_path(path)]).load()) == ["brakes late", "later"]


@pytest.mark.parametrize("frames", [0, 3])
def test_notes_stay_with_a_recording_in_which_carla_still_fills_in_the_last_frame(tmp_path, frames):
    path = tmp_path / "live.log"
    with LiveWriter(path, street().bytes()) as carla:
        carla.header().frames(frames)
        next(carla.steps())  # its duration is written with the frame after it
        with LogFile(path) as file:
            Sidecar(file, [sidecar_path(path)]).save(one())
    path.write_bytes(street().bytes())
    with LogFile(path) as file:
        assert texts(Sidecar(file, [sidecar_path(path)]).load()) == ["brakes late"]


def rerun(recording):
    """Run the same scenario again, a second later: nothing but the date differs."""
    scene = Scene(map_name="Carla/Maps/Town03", timestamp=DATE + 1)
    old = recording.read_bytes()
    new = scene.bytes()
    head = new[: old.index(b"CARLA_RECORDER") + 14 + 8]
    recording.write_bytes(head + old[len(head) :])


def test_notes_of_an_earlier_run_are_not_shown_and_not_lost(sidecar, open_sidecar, recording, path):
    sidecar.save(one())
    before = path.read_bytes()
    rerun(recording)
    again = open_sidecar()
    kept = again.load()
    assert kept.notes == NoteSet()
    assert [each.text for each in kept.foreign] == ["brakes late"]
    assert findings(kept) == [Found.FOREIGN]
    assert path.read_bytes() == before  # looking changes nothing
    kept = again.save(one(text="new run"))
    assert texts(kept) == ["new run"]
    (aside,) = kept.findings
    assert aside.found is Found.ASIDE
    assert aside.path.read_bytes() == before
    assert texts(open_sidecar().load()) == ["new run"]


def test_notes_of_the_old_run_are_not_given_to_the_new_one(sidecar, recording, path):
    sidecar.save(one())
    rerun(recording)  # under our hands: the window has not noticed yet
    sidecar.save(one(text="another", note_id="b"))
    with LogFile(recording) as file:
        assert findings(Sidecar(file, [path]).load()) == [Found.FOREIGN]


def test_several_files_are_moved_aside_one_by_one(open_sidecar, recording, path):
    for _ in range(3):
        path.write_bytes(b"{")
        open_sidecar().save(one())
    assert left_in(recording.parent) == [
        "street.log",
        "street.log.notes-kept-1.json",
        "street.log.notes-kept-2.json",
        "street.log.notes-kept-3.json",
        "street.log.notes.json",
    ]


def test_a_file_that_does_not_say_whose_it_is_is_taken(sidecar, path):
    entry = {"id": "a", "start": 1.5, "text": "by a script", "modified": "2026-05-04T12:00:00Z"}
    path.write_text(json.dumps({"version": 1, "notes": [entry]}))
    assert texts(sidecar.load()) == ["by a script"]


@pytest.mark.parametrize("length", [0, -5, 1 << 40])
def test_an_absurd_fingerprint_is_of_no_recording(recording, length):
    with LogFile(recording) as file:
        assert not Fingerprint(length, "ab" * 32).is_of(file)


def test_a_longer_fingerprint_than_ours_is_understood(recording):
    data = street(3000).bytes()
    recording.write_bytes(data)
    with LogFile(recording) as file:
        assert Fingerprint.of(file).length == plain_reader.header_size(data)
        assert Fingerprint(len(data), hashlib.sha256(data).hexdigest()).is_of(file)


# -- damage


@pytest.mark.parametrize("data", [b"", b"{", b"[1, 2]", b'{"notes": 3}', b"\x00\xff"])
def test_a_damaged_file_is_told_and_moved_aside_before_writing(sidecar, path, data):
    path.write_bytes(data)
    kept = sidecar.load()
    assert findings(kept) == [Found.DAMAGED]
    assert kept.findings[0].reason
    assert path.read_bytes() == data
    kept = sidecar.save(one())
    assert findings(kept) == [Found.ASIDE]
    assert kept.findings[0].path.read_bytes() == data
    assert texts(sidecar.load()) == ["brakes late"]


def test_what_a_newer_version_wrote_is_kept(sidecar, path):
    sidecar.save(one())
    top = json.loads(path.read_bytes())
    top["version"] = 9
    top["layers"] = {"a": 1}
    top["notes"][0]["shape"] = "star"
    top["notes"].append({"id": "z", "area": [1, 2]})
    path.write_text(json.dumps(top))
    kept = sidecar.load()
    assert findings(kept) == [Found.NEWER]
    sidecar.save(kept.notes.having(kept.notes.notes[0].changed(text="changed"), note("b", 5.0)))
    after = json.loads(path.read_bytes())
    assert after["version"] == 9
    assert after["layers"] == {"a": 1}
    assert after["notes"][0]["text"] == "changed"
    assert after["notes"][0]["shape"] == "star"
    assert after["notes"][-1] == {"id": "z", "area": [1, 2]}


# -- places


@pytest.fixture
def closed_folder(recording, monkeypatch):
    """A folder in which nothing can be made; root may write wherever the mode forbids it."""
    make = os.open

    def refuse(path, flags, *arguments, **options):
        if flags & os.O_CREAT and os.fspath(path).startswith(str(recording.parent)):
            raise PermissionError(13, "Permission denied")
        return make(path, flags, *arguments, **options)

    monkeypatch.setattr(os, "open", refuse)
    return recording.parent


def test_where_the_folder_cannot_be_written_notes_go_elsewhere(
    sidecar, open_sidecar, closed_folder, fallback
):
    kept = sidecar.save(one())
    assert findings(kept) == [Found.ELSEWHERE]
    assert kept.findings[0].path == fallback
    assert kept.findings[0].reason == "Permission denied"
    assert left_in(closed_folder) == ["street.log"]
    kept = open_sidecar().load()
    assert texts(kept) == ["brakes late"]
    assert findings(kept) == [Found.ELSEWHERE]


def test_notes_of_both_places_are_one(sidecar, open_sidecar, path, fallback, monkeypatch, request):
    with monkeypatch.context():
        request.getfixturevalue("closed_folder")
        sidecar.save(one())
        monkeypatch.undo()
    open_sidecar().save(one(text="beside", note_id="b", start=2.0))
    assert texts(open_sidecar().load()) == ["brakes late", "beside"]
    assert [each["text"] for each in json.loads(path.read_bytes())["notes"]] == ["brakes late", "beside"]


def test_a_file_that_cannot_be_read_is_left_alone(sidecar, path, fallback):
    path.mkdir()
    assert findings(sidecar.load()) == [Found.UNREADABLE]
    kept = sidecar.save(one())
    assert findings(kept) == [Found.ELSEWHERE]
    assert path.is_dir()
    assert fallback.is_file()


def test_no_place_at_all_is_an_error(recording, closed_folder):
    with LogFile(recording) as file, pytest.raises(PermissionError):
        Sidecar(file, [sidecar_path(recording)]).save(one())


def test_a_folder_that_was_deleted_stays_deleted(sidecar, recording, fallback):
    sidecar.load()
    recording.unlink()
    recording.parent.rmdir()
    assert findings(sidecar.save(one())) == [Found.ELSEWHERE]
    assert not recording.parent.exists()
    assert fallback.is_file()


def test_a_link_to_a_file_of_notes_stays_a_link(sidecar, path, tmp_path):
    shared = tmp_path / "shared.json"
    path.symlink_to(shared)
    sidecar.save(one())
    assert path.is_symlink()
    assert shared.is_file()


# -- real recordings


def test_real_recordings_keep_notes(recording_file, tmp_path):
    path = tmp_path / recording_file.name
    path.write_bytes(recording_file.read_bytes())
    with LogFile(path) as file:
        assert Sidecar(file, [sidecar_path(path)]).save(one()).findings == ()
    with LogFile(path) as file:
        assert texts(Sidecar(file, [sidecar_path(path)]).load()) == ["brakes late"]
        mark = Fingerprint.of(file)
    with LogFile(recording_file) as original:
        assert mark.is_of(original)
