"""What keeps notes while a window is open: where they go, whose they are, and what is said about that."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from tests.scenes import DATE, Scene, street
from viewer.logfile.source import LogFile
from viewer.notes import Note, Sidecar, sidecar_path
from viewer.recording.indexing.builder import read_index
from viewer.ui.notes.note_writer import NoteWriter
from viewer.ui.notes.notes import Notes


@pytest.fixture
def path(tmp_path):
    (tmp_path / "drives").mkdir()
    return street().save(tmp_path / "drives" / "street.log")


@pytest.fixture
def make_book(qapp, tmp_path, qtbot):
    """Return a function that opens a recording's notes, with a list of what was told."""
    books = []

    def make(path):
        book = Notes(tmp_path / "data")
        book.said = []
        book.message.connect(book.said.append)
        books.append(book)
        book.open(read_index(LogFile(path)))
        qtbot.waitUntil(lambda: not book.loading)
        return book

    yield make
    for book in books:
        book.shut_down()
        book.deleteLater()


def texts(book):
    return [note.text for note in book.notes]


def in_folder(folder):
    """Return the names of the files, but for those that are there for a moment."""
    return sorted(each.name for each in folder.iterdir() if not each.name.startswith("."))


def write_notes_of_another(path, *notes):
    """Keep notes of another recording under the same name, as one that was recorded before."""
    data = path.read_bytes()
    Scene(timestamp=DATE - 60).frame().save(path)
    with LogFile(path) as file:
        Sidecar(file, [sidecar_path(path)]).save({note.id: note for note in notes})
    path.write_bytes(data)


def test_notes_of_an_earlier_recording_are_told_and_can_be_taken(make_book, path, qtbot):
    write_notes_of_another(path, Note(0.2, text="old"), Note(0.4, text="older"))
    book = make_book(path)
    assert texts(book) == []
    assert len(book.foreign) == 2
    assert book.said == ["2 notes of another recording with this name are not shown"]
    assert book.notices == tuple(book.said)
    book.adopt_foreign()
    assert texts(book) == ["old", "older"]
    assert book.foreign == ()
    qtbot.waitUntil(lambda: len(book.said) == 2)
    assert book.said[1] == "The old file of notes is kept as street.log.notes-kept-1.json"
    assert texts(make_book(path)) == ["old", "older"]


def test_a_damaged_file_is_told_and_kept(make_book, path, qtbot):
    sidecar_path(path).write_bytes(b"{")
    book = make_book(path)
    assert book.said[0].startswith("street.log.notes.json is damaged (")
    book.add(Note(0.2, text="new"))
    qtbot.waitUntil(lambda: len(book.said) == 2)
    assert (path.parent / "street.log.notes-kept-1.json").read_bytes() == b"{"
    assert texts(make_book(path)) == ["new"]


@pytest.fixture
def closed_folder(path, monkeypatch):
    """A folder in which nothing can be made; root may write wherever the mode forbids it."""
    make = Path.open

    def refuse(name, mode="r", *arguments, **options):
        if "x" in mode and name.is_relative_to(path.parent):
            raise PermissionError(13, "Permission denied")
        return make(name, mode, *arguments, **options)

    monkeypatch.setattr(Path, "open", refuse)
    return path.parent


def test_beside_a_recording_that_is_protected_nothing_is_written(make_book, path, closed_folder, qtbot):
    book = make_book(path)
    book.add(Note(0.2, text="one"))
    qtbot.waitUntil(lambda: bool(book.said))
    folder = closed_folder.parent / "data"
    assert book.said == [f"Nothing can be written beside the recording: notes are in {folder}"]
    (kept,) = folder.iterdir()
    for text in ("two", "three"):
        book.add(Note(0.3, text=text))
        qtbot.waitUntil(lambda text=text: text.encode() in kept.read_bytes())
    assert texts(book) == ["one", "two", "three"]
    book.shut_down()
    assert in_folder(closed_folder) == ["street.log"]
    assert in_folder(folder) == [kept.name]
    assert kept.name.startswith("street.log.")
    assert kept.name.endswith(".notes.json")
    assert texts(make_book(path)) == ["one", "two", "three"]
    assert len(book.said) == 1  # once is enough
    other = closed_folder.parent / "more" / "street.log"  # one of the same name
    other.parent.mkdir()
    other.write_bytes(path.read_bytes())
    assert texts(make_book(other)) == []


def test_where_nothing_can_be_written_notes_stay_until_it_can(make_book, path, monkeypatch, qtbot):
    make = Path.open
    full = [True]

    def refuse(name, mode="r", *arguments, **options):
        if "x" in mode and full[0]:
            raise OSError(28, "No space left on device")
        return make(name, mode, *arguments, **options)

    monkeypatch.setattr(Path, "open", refuse)
    book = make_book(path)
    book.add(Note(0.2, text="one"))
    qtbot.waitUntil(lambda: bool(book.said))
    assert book.said == ["The notes cannot be kept: No space left on device"]
    assert texts(book) == ["one"]
    full[0] = False
    qtbot.waitUntil(lambda: sidecar_path(path).exists())
    qtbot.waitUntil(lambda: book.notices == ())
    assert len(book.said) == 1  # though it was tried several times


def test_opening_the_file_again_at_once_brings_the_notes_that_were_on_their_way(make_book, path, qtbot):
    book = make_book(path)
    book.add(Note(0.2, text="one"))
    book.open(read_index(LogFile(path)))
    assert texts(book) == []
    qtbot.waitUntil(lambda: texts(book) == ["one"])


def _changed(data, **keys):
    return json.dumps({**json.loads(data), **keys}).encode()


SPOILED = {
    "garbage": lambda _: b"\x00\xff garbage",
    "another list": lambda _: b"[1, 2]",
    "empty": lambda _: b"",
    "cut": lambda data: data[:-300],
    "another recording's": lambda data: _changed(data, recording={"length": 9, "sha256": "0" * 64}, notes=[]),
    "newer": lambda data: _changed(data, version=2, mood="good"),
    "deleted": None,
    "a folder": None,
}


@pytest.mark.parametrize("is_noticed", [True, False], ids=["noticed", "unnoticed"])
@pytest.mark.parametrize("kind", SPOILED)
def test_what_another_program_leaves_loses_no_note(make_book, path, qtbot, tmp_path, kind, is_noticed):
    """The next note leaves all, and what lay there is kept aside."""
    book, place = make_book(path), sidecar_path(path)

    def written():
        """Return the texts of each file of notes that can be read, beside the recording and elsewhere."""
        found = []
        for each in tmp_path.rglob("*.notes.json"):
            with suppress(ValueError, TypeError, OSError):
                found.append({note["text"] for note in json.loads(each.read_bytes())["notes"]})
        return found

    for number in range(40):
        book.add(Note(number / 50, text=f"note {number}"))
    wanted = {*texts(book), "the next"}
    qtbot.waitUntil(lambda: written() == [wanted - {"the next"}])
    spoil = SPOILED[kind]
    spoiled = spoil(place.read_bytes()) if spoil else b""
    place.unlink()
    if kind == "a folder":
        place.mkdir()
    elif spoil:
        place.write_bytes(spoiled)
    if is_noticed:
        qtbot.waitUntil(lambda: not book._writer._sidecar.has_changed())  # noqa: SLF001 - the next look
    book.add(Note(0.32, text="the next"))
    assert {*texts(book)} == wanted
    qtbot.waitUntil(lambda: wanted in written())
    aside = path.parent.glob("*.notes-kept-*.json")
    assert [each.read_bytes() for each in aside] == ([spoiled] if spoil else [])


def test_notes_are_written_again_where_another_program_spoiled_their_file(make_book, path, qtbot):
    """Nobody needs to write another one, and the next start finds them."""
    book, place = make_book(path), sidecar_path(path)
    book.add(Note(0.1, text="brakes late"))
    qtbot.waitUntil(place.exists)
    place.write_bytes(b"garbage")
    qtbot.waitUntil(lambda: "The old file of notes is kept as street.log.notes-kept-1.json" in book.said)
    assert b"brakes late" in place.read_bytes()
    place.write_bytes(b"more of it")
    book.shut_down()
    assert texts(make_book(path)) == ["brakes late"]


def test_the_list_offers_notes_of_the_earlier_recording(viewer, path, qtbot):
    write_notes_of_another(path, Note(0.2, text="old"))
    viewer.workspace.open(path)
    qtbot.waitUntil(lambda: bool(viewer.notes.foreign))
    viewer.window.actions_by_id["show_notes"].trigger()
    panel = viewer.window.panel("notes")

    def links():
        buttons = panel.findChildren(QPushButton)
        return [each for each in buttons if each.text() == "Use them here" and each.isVisible()]

    qtbot.waitUntil(lambda: bool(links()))
    QTest.mouseClick(links()[0], Qt.MouseButton.LeftButton)
    assert texts(viewer.notes) == ["old"]
    qtbot.waitUntil((path.parent / "street.log.notes-kept-1.json").exists)
    qtbot.waitUntil(lambda: links() == [])


def test_what_is_typed_is_there_again_after_the_program_was_closed(make_viewer, with_street, qtbot):
    viewer = with_street
    viewer.playback.seek(0.3)
    QTest.keyClick(viewer.window, Qt.Key.Key_B)
    QTest.keyClicks(viewer.window.focusWidget(), "half a word")
    path = viewer.recording.index.path
    viewer.window.close()  # at once: what is not written yet is written now
    again = make_viewer()
    again.workspace.open(path)
    qtbot.waitUntil(lambda: [(each.start, each.text) for each in again.notes.notes] == [(0.3, "half a word")])


FOR_EVER = 3600.0


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


def one_note(text):
    return {"a": Note(1.0, text=text, id="a")}


def in_file(path):
    return [note.text for note in Sidecar(LogFile(path), [sidecar_path(path)]).load().notes.notes]


def test_what_is_to_be_written_is_written_before_the_next_look_for_others(keep, path, qtbot):
    keeper = keep(FOR_EVER)
    with qtbot.waitSignal(keeper.kept):
        keeper.change(one_note("one"))
    assert in_file(path) == ["one"]


def test_it_ends_before_the_next_look_and_writes_what_is_to_be_written(keep, path):
    keeper = keep(FOR_EVER)
    keeper.change(one_note("last"))
    keeper.end()
    keeper.wait()
    assert in_file(path) == ["last"]
