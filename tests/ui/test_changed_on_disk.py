"""What becomes of the open file, done to a real one; what is checked is what stands on the screen."""

import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from tests.live import LiveWriter
from tests.scenes import CAMERA, DATE, HERO, LIGHT, OTHER, street
from tests.ui.conftest import turn
from tests.ui.person import frame_of, press, row_of
from viewer.logfile.errors import UnreadableError
from viewer.logfile.source import LogFile
from viewer.recording import follow
from viewer.ui.shell.context_menu import ActorMenu

pytestmark = pytest.mark.usefixtures("one_window")


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Look at files more often than a person would need."""
    monkeypatch.setattr(follow, "POLL", 0.02)
    monkeypatch.setattr(follow, "PATIENCE", 0.3)
    monkeypatch.setattr(follow, "SETTLE", 0.05)
    monkeypatch.setattr(follow, "QUIET", 0.4)


@pytest.fixture
def path(open_street):
    """The file that is open."""
    return open_street.recording.index.path


@pytest.fixture
def auto(open_street):
    """The program with the street open, which reloads by itself."""
    open_street.window.actions_by_id["auto_reload"].trigger()
    return open_street


def other_run(frames=20):
    """The same scenario a minute later: every frame has the same id, time and place in the file."""
    scene = bytearray(street(frames).bytes())
    scene[18:26] = (DATE + 60).to_bytes(8, "little")
    return bytes(scene)


def rewrite(path, data):
    """Truncate the file in place and write it anew, as CARLA does."""
    with path.open("r+b", buffering=0) as file:
        file.truncate(0)
        file.write(data)


def replace(path, data):
    """Put another file under the name, as editors and rsync do."""
    other = path.with_name("street.tmp")
    other.write_bytes(data)
    other.replace(path)


def said(viewer):
    """Return what the bar says, with its links; "" if there is none."""
    bar = viewer.window.map_area.file_bar
    if not bar.isVisible():
        return ""
    texts = [label.text() for label in bar.findChildren(QLabel) if label.text()]
    links = [button.text() for button in bar.findChildren(QPushButton) if button.isVisibleTo(bar)]
    return " · ".join((*texts, *links))


def follow_link(viewer, qtbot, name):
    bar = viewer.window.map_area.file_bar

    def links():
        return [each for each in bar.findChildren(QPushButton) if each.text() == name and each.isVisible()]

    qtbot.waitUntil(lambda: len(links()) == 1)
    qtbot.mouseClick(links()[0], Qt.MouseButton.LeftButton)


def wait_for_bar(viewer, qtbot, text):
    qtbot.waitUntil(lambda: text in said(viewer))


def wait_for_date(viewer, qtbot, timestamp):
    qtbot.waitUntil(
        lambda: viewer.recording.index.header.timestamp == timestamp and not viewer.recording.busy
    )


@pytest.mark.parametrize(("how", "idle"), [(rewrite, False), (replace, False), (rewrite, True)])
def test_another_recording_in_its_place_is_told_and_loaded_on_request(open_street, path, qtbot, how, *, idle):
    viewer = open_street
    viewer.playback.seek(0.3)
    viewer.focus.select(row_of(viewer, OTHER))
    shown = viewer.moment.world
    how(path, other_run())
    if not idle:
        press(viewer, "Right")
        if how is rewrite:  # nothing else can be shown any more, and what is shown says when it was
            assert viewer.moment.world is shown
            assert viewer.playback.transport.playhead == shown.elapsed
    wait_for_bar(viewer, qtbot, "The file was replaced by another recording · Reload")
    assert viewer.recording.index.header.timestamp == DATE
    follow_link(viewer, qtbot, "Reload")
    wait_for_date(viewer, qtbot, DATE + 60)
    assert said(viewer) == ""
    assert viewer.focus.primary == row_of(viewer, OTHER)
    assert frame_of(viewer) == (shown.frame if idle or how is rewrite else shown.frame + 1)


def test_it_is_reloaded_by_itself_and_nothing_moves(auto, path, qtbot):
    auto.playback.seek(0.5)
    auto.focus.select(row_of(auto, HERO))
    auto.focus.follow(row_of(auto, HERO))
    turn()
    auto.window.map_area.map_view.viewpoint.zoom(2.0)
    view = auto.window.map_area.map_view.viewpoint.visible_rect()
    replace(path, other_run())
    wait_for_date(auto, qtbot, DATE + 60)
    assert said(auto) == ""
    assert auto.playback.transport.playhead == pytest.approx(0.5)
    assert auto.focus.primary == auto.focus.followed == row_of(auto, HERO)
    assert auto.window.map_area.map_view.viewpoint.visible_rect() == pytest.approx(view)


def test_signals_are_read_again_each_time_it_is_reloaded(open_street, qtbot):
    """What lanes and inspector need of it is the same as before, so nothing else would make them ask."""

    def values():
        model = open_street.window.timeline.model
        rows = [row for each in model.shown for lane in each.lanes for row in lane.legend]
        return [(row.text, row.value(0.5)) for row in rows if row.value is not None]

    open_street.focus.select(row_of(open_street, HERO))
    turn()
    qtbot.waitUntil(lambda: not open_street.recording.busy and open_street.tasks.quiet)
    before = values()
    assert any("speed" in text for text, _ in before)
    for _ in range(4):
        index = open_street.recording.index
        open_street.window.actions_by_id["reload"].trigger()
        qtbot.waitUntil(lambda index=index: open_street.recording.index not in (None, index))
        qtbot.waitUntil(lambda: values() == before)


def test_a_new_run_is_shown_from_its_first_frame_and_up_to_where_the_user_was(auto, path, qtbot):
    """CARLA truncates the file, and then writes it frame by frame."""
    auto.playback.seek(0.41)
    turn()
    with LiveWriter(path, other_run()) as carla:
        carla.header().frames()
        wait_for_date(auto, qtbot, DATE + 60)
        assert frame_of(auto) == 1
        carla.rest()
        qtbot.waitUntil(lambda: auto.playback.transport.playhead == pytest.approx(0.41))
    qtbot.waitUntil(lambda: len(auto.recording.index.frame_starts) == 20)
    assert frame_of(auto) == 9
    assert said(auto) == ""


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (b"", "The file is empty now; a new recording may be on its way"),
        (other_run()[:30], "replaced by something that is no recording with frames"),
        (b"# a text\n" * 99, "replaced by something that is no recording with frames"),
    ],
    ids=["empty", "header", "text"],
)
def test_what_is_no_recording_is_told_after_a_while(open_street, path, qtbot, left, words):
    rewrite(path, left)
    wait_for_bar(open_street, qtbot, f"{words} · Try again")
    follow_link(open_street, qtbot, "Try again")
    qtbot.waitUntil(lambda: words not in said(open_street))
    wait_for_bar(open_street, qtbot, " · Try again")
    assert open_street.recording.index is not None
    rewrite(path, other_run())
    wait_for_bar(open_street, qtbot, "replaced by another recording · Reload")


@pytest.mark.parametrize(
    ("do", "words"),
    [
        (lambda path: os.truncate(path, 0), "The file is empty now"),
        (lambda path: os.truncate(path, path.stat().st_size // 2), "bytes · Reload"),
        (lambda path: os.truncate(path, 60), "The file was cut to 60 bytes"),
        (lambda path: path.unlink(), "The file was deleted"),
        (lambda path: rewrite(path, other_run()), "replaced by another recording"),
        (lambda path: replace(path, street(30).bytes()), "replaced by another copy of this recording"),
    ],
    ids=["emptied", "cut", "cut within a frame", "deleted", "rewritten", "replaced"],
)
def test_while_paused_it_is_told_at_the_next_question(open_street, path, qtbot, monkeypatch, do, words):
    """Not after the time for which one is patient."""
    monkeypatch.setattr(follow, "PATIENCE", 1e6)
    do(path)
    wait_for_bar(open_street, qtbot, words)


def test_a_deleted_file_is_told_and_stays_as_long_as_it_is_open(open_street, path, qtbot):
    path.unlink()
    wait_for_bar(open_street, qtbot, "The file was deleted; what was read stays as long as it is open")
    assert "Reload" not in said(open_street)
    press(open_street, "End")
    assert frame_of(open_street) == 20
    press(open_street, "F5")
    wait_for_bar(open_street, qtbot, "There is no such file · Try again")
    assert frame_of(open_street) == 20


@pytest.fixture
def disk(monkeypatch):
    """A disk that fails while this list holds anything."""
    fails = []
    pread, preadinto = LogFile._pread, LogFile._preadinto  # noqa: SLF001 - the gate itself

    def check(file):
        if fails:
            raise UnreadableError(file.path, "the system cannot read it: Input/output error")

    def read(file, size, offset):
        check(file)
        return pread(file, size, offset)

    def read_into(file, target, offset):
        check(file)
        return preadinto(file, target, offset)

    monkeypatch.setattr(LogFile, "_pread", read)
    monkeypatch.setattr(LogFile, "_preadinto", read_into)
    yield fails
    fails.clear()


@pytest.mark.parametrize("idle", [True, False], ids=["idle", "seeking"])
def test_a_disk_that_fails_is_told_until_it_works_again(disk, open_street, path, qtbot, *, idle):
    disk.append(True)
    if not idle:
        press(open_street, "Right")
        assert frame_of(open_street) == 1
    wait_for_bar(open_street, qtbot, "The file cannot be read: the system cannot read it: Input/output error")
    follow_link(open_street, qtbot, "Try again")
    wait_for_bar(open_street, qtbot, "The system cannot read it")
    disk.clear()
    qtbot.waitUntil(lambda: said(open_street) == "")
    press(open_street, "End")
    qtbot.waitUntil(lambda: frame_of(open_street) == 20)


@pytest.mark.parametrize("left", [b"", street(5).bytes(), other_run()], ids=["empty", "cut", "other"])
def test_whatever_is_done_meanwhile_shows_no_other_recording(open_street, path, monkeypatch, left):
    """The file changes between the world and what is asked of it later: an exception would fail the test."""
    viewer, window = open_street, open_street.window
    monkeypatch.setattr(follow, "POLL", 30.0)
    viewer.playback.seek(0.3)
    shown = viewer.moment.world
    rewrite(path, left)
    for who in (HERO, LIGHT, CAMERA):
        viewer.focus.select(row_of(viewer, who))
        press(viewer, *"NCHF0", "Space", "Right", "PgDown", "End", "Ctrl+C")
        window.findChild(ActorMenu).open(row_of(viewer, OTHER), window.pos())
        if menu := QApplication.activePopupWidget():
            menu.close()
        window.inspector.copy_all()
        window.actions_by_id["interpolate"].trigger()
        window.grab()
    assert viewer.moment.world is shown
