"""The file of notes: what is in it, whose it is, where it is, and that nothing in it is lost."""

from __future__ import annotations

import csv
import io
import json
import os
from datetime import datetime, timezone
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.live import LiveWriter
from tests.recording import plain_reader
from tests.scenes import DATE, Scene, street
from viewer.logfile.source import LogFile
from viewer.notes import Note, NoteSet, Sidecar, Trouble, sidecar_path, write_csv
from viewer.program import resource

NOON = datetime(2026, 5, 4, 12, tzinfo=timezone.utc)


def note(note_id="a", start=1.0, text="brakes late", **values):
    """Return a note made at noon."""
    return Note(start, text=text, created=NOON, modified=NOON, id=note_id, **values)


def one(*notes):
    """Return changes that bring these notes, or one."""
    return {each.id: each for each in notes or (note(),)}


def entry(**values):
    """Return a note as it stands in a file."""
    return {"id": "a", "start": 1, "text": "by a script", "modified": "2026-05-04T14:00:00+02:00", **values}


def written(path, notes, **others):
    """Write a file as another program would."""
    path.write_text(json.dumps({"version": 1, "notes": notes, **others}))


def problems(kept):
    return [problem.kind for problem in kept.problems]


def texts(kept):
    return [each.text for each in kept.notes.notes]


def left_in(folder):
    return sorted(each.name for each in folder.iterdir())


# -- keeping


def test_notes_are_kept_beside_the_recording(sidecar, open_sidecar, path):
    assert path.name == "street.log.notes.json"
    assert sidecar.save(one()).problems == ()
    kept = open_sidecar().load()
    assert texts(kept) == ["brakes late"]
    assert kept.problems == ()
    assert left_in(path.parent) == ["street.log", "street.log.notes.json"]


def test_looking_writes_nothing(sidecar, recording):
    assert sidecar.load().notes == NoteSet()
    sidecar.save({})
    assert left_in(recording.parent) == ["street.log"]


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
        sidecar.save(one(note("b", 2.0, "another")))
    assert path.read_bytes() == before
    assert left_in(path.parent) == ["street.log", "street.log.notes.json"]


# -- several windows


def test_of_two_windows_each_changes_only_what_it_changes(open_sidecar):
    first, second = open_sidecar(), open_sidecar()
    mine, yours = Note(1.0, text="mine"), Note(2.0, text="yours")
    first.save(one(mine))
    assert texts(second.save(one(yours))) == ["mine", "yours"]
    first.save({mine.id: None})
    assert texts(second.save(one(yours.changed(text="still yours")))) == ["still yours"]
    assert first.has_changed()
    assert texts(first.load()) == ["still yours"]


def test_of_two_windows_that_change_one_note_the_later_write_wins(open_sidecar):
    first, second = open_sidecar(), open_sidecar()
    made = note()
    for window in (first, second):
        window.save(one(made))
    first.save(one(made.changed(text="first")))
    assert texts(second.save(one(made.changed(text="second")))) == ["second"]
    first.save({made.id: None})
    assert texts(second.load()) == []
    assert texts(second.save(one(made.changed(text="back")))) == ["back"]


def test_what_another_window_writes_meanwhile_is_read_before_it_is_replaced(
    sidecar, open_sidecar, monkeypatch
):
    sync, others = os.fsync, [note("b", 2.0, "meanwhile")]

    def write_another(descriptor):
        while others:
            open_sidecar().save(one(others.pop()))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", write_another)
    assert texts(sidecar.save(one())) == ["brakes late", "meanwhile"]
    assert texts(open_sidecar().load()) == ["brakes late", "meanwhile"]


def test_what_another_window_writes_at_the_same_moment_is_not_replaced(sidecar, open_sidecar, monkeypatch):
    pytest.importorskip("fcntl")
    replace, others = Path.replace, []

    def replace_late(path, target):
        if not others:
            others.append(Thread(target=lambda: open_sidecar().save(one(note("b", 2.0, "at once")))))
            others[0].start()
            others[0].join(0.3)
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", replace_late)
    sidecar.save(one())
    others[0].join()
    assert texts(open_sidecar().load()) == ["brakes late", "at once"]


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
        sidecar.save(one(note("b", 2.0, "later")))
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
    assert problems(kept) == [Trouble.FOREIGN]
    assert path.read_bytes() == before  # looking changes nothing
    kept = again.save(one(note(text="new run")))
    assert texts(kept) == ["new run"]
    (aside,) = kept.problems
    assert aside.kind is Trouble.ASIDE
    assert aside.path.read_bytes() == before
    assert texts(open_sidecar().load()) == ["new run"]


def test_notes_of_the_old_run_are_not_given_to_the_new_one(sidecar, recording, path):
    sidecar.save(one())
    rerun(recording)  # under our hands: the window has not noticed yet
    sidecar.save(one(note("b", 2.0, "another")))
    with LogFile(recording) as file:
        assert problems(Sidecar(file, [path]).load()) == [Trouble.FOREIGN]


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


@pytest.mark.parametrize(
    ("mark", "own"),
    [
        ({}, True),
        ({"length": "5", "sha256": "ab"}, True),
        ({"length": 5}, True),
        ({"length": 0, "sha256": "ab" * 32}, False),
        ({"length": -5, "sha256": "ab" * 32}, False),
        ({"length": 1 << 40, "sha256": "ab" * 32}, False),
    ],
)
def test_what_does_not_say_whose_it_is_is_taken(sidecar, path, mark, own):
    written(path, [entry()], recording=mark)
    assert texts(sidecar.load()) == (["by a script"] if own else [])


# -- what is in it


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
_moments = st.datetimes(
    datetime(1970, 1, 2), datetime(2100, 1, 1), timezones=st.just(timezone.utc)  # noqa: DTZ001 - they get it
)  # fmt: skip
_seconds = st.floats(0, 1e6, allow_nan=False)
_notes = st.builds(
    Note,
    start=_seconds,
    end=st.none() | _seconds.map(lambda length: 1e6 + length),
    frame=st.none() | st.integers(0, 2**62),
    actor_id=st.none() | st.integers(0, 2**32 - 1),
    text=_texts,
    color=_texts,
    created=_moments,
    modified=_moments,
)
in_one_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@in_one_folder
@given(notes=st.lists(_notes, max_size=5))
def test_what_is_written_is_read_again(open_sidecar, path, notes):
    path.unlink(missing_ok=True)
    open_sidecar().save(one(*notes) if notes else {})
    assert set(open_sidecar().load().notes.notes) == set(notes)


@in_one_folder
@given(st.one_of(_json.map(lambda top: json.dumps(top).encode()), st.binary(max_size=40)))
def test_whatever_is_in_a_file_is_understood_or_damage(open_sidecar, path, data):
    path.write_bytes(data)
    assert problems(open_sidecar().load()) in ([], [Trouble.PARTLY], [Trouble.DAMAGED])
    path.unlink()


@pytest.mark.parametrize(
    "odd",
    [
        {"version": 9},
        {"layers": {"a": 1}},
        *(
            {"notes": [entry(), odd]}
            for odd in (
                7,
                {"id": "a"},
                entry(shape="star"),
                entry(start="soon"),
                entry(start=True),
                entry(start=float("nan")),
                entry(end=0.5),
                entry(modified="yesterday"),
                entry(modified=None),
                entry(id=""),
                entry(actor_id=1.5),
                entry(text=["b"]),
                [["id", "a"], ["start", 1], ["modified", "2026-05-04"]],
            )
        ),
    ],
)
def test_a_file_with_more_than_notes_is_shown_and_moved_aside_before_writing(sidecar, path, odd):
    written(path, **{"notes": [entry()], **odd})
    before, kept = path.read_bytes(), sidecar.load()
    assert (problems(kept), texts(kept)) == ([Trouble.PARTLY], ["by a script"])
    assert path.read_bytes() == before
    kept = sidecar.save(one(note("b", 2.0, "another")))
    assert (problems(kept), texts(kept)) == ([Trouble.ASIDE], ["by a script", "another"])
    assert kept.problems[0].path.read_bytes() == before


def test_deleted_notes_in_a_file_of_an_earlier_version_are_nothing_new(sidecar, path):
    written(path, [entry()], removed=[{"id": "z", "modified": "2026-05-04T12:00:00Z"}])
    assert problems(sidecar.load()) == []


def test_a_note_needs_no_more_than_id_start_and_modified(sidecar, path):
    half = {"id": "b", "start": 2, "modified": "2026-05-04", "text": "\ud83d|\U0001f697"}
    written(path, [{"id": "a", "start": 1, "modified": "2026-05-04T14:00:00+02:00"}, half])
    bare, other = sidecar.save(one(note("c", 3.0, "右转"))).notes.notes[:2]
    assert bare == note(text="")
    assert other.text == "\ufffd|\U0001f697"  # half a character is none
    assert '"右转"'.encode() in path.read_bytes()  # text stays readable


def test_the_format_is_as_described(sidecar, path):
    sidecar.save(one(note(end=2.0, frame=7, actor_id=3)))
    top, guide = json.loads(path.read_bytes()), resource("guide/notes.md").read_text(encoding="utf-8")
    for key in (*top, *top["notes"][0]):
        assert f"`{key}`" in guide


def test_as_a_table_each_note_is_a_line_and_any_text_is_read_again():
    said = ['says "stop", twice', "two\nlines", "右转; ¿qué?", "", ",\r\n"]
    stream = io.StringIO(newline="")
    write_csv(
        [note("b", 8.47, "brakes", frame=169, actor_id=2763), *(note(text=each) for each in said)], stream
    )
    text = stream.getvalue()
    assert text.split("\r\n")[:2] == [
        "id,start,end,frame,actor_id,text,color,created,modified",
        "b,8.47,,169,2763,brakes,violet,2026-05-04T12:00:00+00:00,2026-05-04T12:00:00+00:00",
    ]
    assert [row["text"] for row in csv.DictReader(io.StringIO(text, newline=""))][1:] == said


# -- damage


@pytest.mark.parametrize("data", [b"", b"{", b"[1, 2]", b'{"notes": 3}', b"\x00\xff", b"[" * 100_000])
def test_a_damaged_file_is_reported_and_moved_aside_before_writing(sidecar, path, data):
    path.write_bytes(data)
    kept = sidecar.load()
    assert problems(kept) == [Trouble.DAMAGED]
    assert kept.problems[0].reason
    assert path.read_bytes() == data
    kept = sidecar.save(one())
    assert problems(kept) == [Trouble.ASIDE]
    assert kept.problems[0].path.read_bytes() == data
    assert texts(sidecar.load()) == ["brakes late"]


# -- places


@pytest.fixture
def closed_folder(recording, monkeypatch):
    """A folder in which nothing can be made; root may write wherever the mode forbids it."""
    make = Path.open

    def refuse(path, mode="r", *arguments, **options):
        if "x" in mode and path.is_relative_to(recording.parent):
            raise PermissionError(13, "Permission denied")
        return make(path, mode, *arguments, **options)

    monkeypatch.setattr(Path, "open", refuse)
    return recording.parent


def test_where_the_folder_cannot_be_written_notes_go_elsewhere(
    sidecar, open_sidecar, closed_folder, fallback
):
    kept = sidecar.save(one())
    assert problems(kept) == [Trouble.ELSEWHERE]
    assert kept.problems[0].path == fallback
    assert left_in(closed_folder) == ["street.log"]
    kept = open_sidecar().load()
    assert texts(kept) == ["brakes late"]
    assert problems(kept) == [Trouble.ELSEWHERE]


def test_notes_of_both_places_are_one(sidecar, open_sidecar, path, fallback, monkeypatch, request):
    with monkeypatch.context():
        request.getfixturevalue("closed_folder")
        sidecar.save(one())
        monkeypatch.undo()
    open_sidecar().save(one(note("b", 2.0, "beside")))
    assert texts(open_sidecar().load()) == ["brakes late", "beside"]
    assert [each["text"] for each in json.loads(path.read_bytes())["notes"]] == ["brakes late", "beside"]
    assert not fallback.exists()


def test_what_is_deleted_elsewhere_stays_deleted_and_what_is_added_here_meanwhile_does_not(
    sidecar, open_sidecar, path, monkeypatch, request
):
    sidecar.save(one(note(), note("b", 2.0, "mine")))
    with monkeypatch.context():
        request.getfixturevalue("closed_folder")
        assert texts(sidecar.save({"a": None})) == ["mine"]
        assert texts(open_sidecar().load()) == ["mine"]
        monkeypatch.undo()
    there = json.loads(path.read_bytes())
    there["notes"].append(entry(id="c", start=3.0, modified="2099-05-04T12:00:00Z"))
    path.write_text(json.dumps(there))
    assert texts(open_sidecar().load()) == ["mine", "by a script"]


def test_a_file_that_cannot_be_read_is_left_alone(sidecar, path, fallback):
    path.mkdir()
    assert problems(sidecar.load()) == [Trouble.UNREADABLE]
    kept = sidecar.save(one())
    assert problems(kept) == [Trouble.UNREADABLE, Trouble.ELSEWHERE]
    assert path.is_dir()
    assert fallback.is_file()


def test_no_place_at_all_is_an_error(recording, closed_folder):
    with LogFile(recording) as file, pytest.raises(PermissionError):
        Sidecar(file, [sidecar_path(recording)]).save(one())


def test_a_folder_that_was_deleted_stays_deleted(sidecar, recording, fallback):
    sidecar.load()
    recording.unlink()
    recording.parent.rmdir()
    assert problems(sidecar.save(one())) == [Trouble.ELSEWHERE]
    assert not recording.parent.exists()
    assert fallback.is_file()


def test_a_link_to_a_file_of_notes_stays_a_link(sidecar, path, tmp_path):
    shared = tmp_path / "shared.json"
    path.symlink_to(shared)
    sidecar.save(one())
    assert path.is_symlink()
    assert shared.is_file()
