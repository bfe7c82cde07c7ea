"""What is opened from elsewhere goes to the empty window; who does not answer well is left alone."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from tests.scenes import street
from viewer.program import program_version
from viewer.ui import single_instance
from viewer.ui.state.recent import RecentRecording
from viewer.ui.state.settings import Settings

ASK = """import sys; from pathlib import Path; from viewer.ui.single_instance import hand_over
print(hand_over([Path(sys.argv[1])]))"""


@pytest.fixture
def run(qtbot):
    """A function that runs Python while this process goes on; it returns what was printed and the status."""

    def run(*words):
        line = [sys.executable, *map(str, words)]
        with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env=os.environ) as process:
            qtbot.waitUntil(lambda: process.poll() is not None)
            return process.stdout.read(), process.returncode

    return run


@pytest.fixture
def address(home):
    """Where an empty window listens."""
    return single_instance.address()


def test_an_empty_window_takes_what_is_opened_and_a_full_one_does_not(viewer, run, tmp_path, qtbot, address):
    viewer.listen()
    for name in ("b", "a"):
        street().save(tmp_path / f"{name}.log")
    assert run("-m", "viewer", tmp_path / "b.log", tmp_path / "a.log") == ("", 0)
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    assert viewer.recording.index.path == tmp_path / "b.log"
    viewer.listen()
    assert not Path(address).exists()
    assert run("-c", ASK, tmp_path / "a.log") == ("False\n", 0)
    viewer.workspace.close()
    viewer.listen()
    assert run("-c", ASK, tmp_path / "a.log") == ("True\n", 0)
    viewer.attend(Qt.ApplicationState.ApplicationActive)
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)


@pytest.mark.parametrize("answer", [None, b"\xff\n", b'{"version": "0", "taken": false}\n'])
def test_a_window_that_hangs_or_answers_anything_else_is_left_alone(run, address, answer):
    server = QLocalServer()
    assert server.listen(address)
    if answer is not None:
        server.newConnection.connect(lambda: server.nextPendingConnection().write(answer))
    assert run("-c", ASK, "a.log") == ("False\n", 0)


@pytest.fixture
def opened(qapp, address):
    """What an empty window that listens is given to open."""
    opened = []
    window = single_instance.SingleInstance(lambda: True, opened.append)
    window.listen()
    yield opened
    window.close()


@pytest.fixture
def ask(address):
    """A function that sends some bytes to the window and returns the socket."""

    def ask(data):
        socket = QLocalSocket()
        socket.connectToServer(address)
        socket.write(data)
        socket.flush()
        return socket

    return ask


def answer_to(socket, qtbot):
    """Return whether what was asked is taken."""
    qtbot.waitUntil(socket.canReadLine)
    return json.loads(bytes(socket.readLine().data()))["taken"]


def line_of(**request):
    return json.dumps({"version": program_version(), **request}).encode() + b"\n"


ODD = os.fsdecode(b"\xb2\xe2.log")
PATHS = ["a.log"]
REQUESTS = {
    "another version": (line_of(version="0.0", paths=PATHS), None),
    "no paths": (line_of(paths=[]), None),
    "nothing": (line_of(), None),
    "a string": (b'"no request"\n', None),
    "more": (line_of(paths=PATHS, more="x"), PATHS),
    "no UTF-8": (line_of(paths=[ODD]), [ODD]),  # opened by its bytes
    **{
        f"token {token}": (line_of(paths=PATHS, token=token), PATHS) for token in ("a\0b", ["a"], 7, {"a": 1})
    },
    "token surrogate": (line_of(paths=PATHS, token="\ud800"), PATHS),  # noqa: S106 - it is none
    **{f"path {path}": (line_of(paths=["a.log", path]), None) for path in ("a\0.log", 7, None)},
    "path surrogate": (line_of(paths=["\ud800.log"]), None),
    "zeros": (b"\0" * 100 + b"\n", None),
    "all bytes": (bytes(range(256)) + b"\n", None),
    "an empty line": (b"\n", None),
}


def test_what_is_asked_wrongly_or_cannot_be_opened_is_not_taken(qtbot, ask, opened, monkeypatch):
    """A token that the system cannot take is left out."""
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "before")
    for name, (request, paths) in REQUESTS.items():
        assert answer_to(ask(request), qtbot) is (paths is not None), name
        assert opened == ([] if paths is None else [[Path(each) for each in paths]]), name
        assert os.environ["XDG_ACTIVATION_TOKEN"] == "before"  # noqa: S105 - it is none
        opened.clear()


def test_who_sends_slowly_or_without_end_holds_nobody_up(qtbot, ask, opened, monkeypatch):
    monkeypatch.setattr(single_instance, "_PATIENCE", 500)
    endless, slow = ask(b"x" * (2 << 20)), ask(b"{")
    drip = QTimer(interval=50)
    drip.timeout.connect(lambda: slow.write(b" "))
    drip.start()
    assert answer_to(ask(line_of(paths=PATHS)), qtbot)
    assert slow.state() == QLocalSocket.LocalSocketState.ConnectedState
    for each in (slow, endless):
        qtbot.waitUntil(lambda each=each: each.state() == QLocalSocket.LocalSocketState.UnconnectedState)
    assert opened == [[Path("a.log")]]


def test_a_request_that_comes_in_pieces_is_answered_when_it_is_there(qtbot, ask, opened):
    request = line_of(paths=PATHS)
    socket = ask(request[:-1])
    qtbot.wait(50)
    assert opened == []
    socket.write(request[-1:])
    assert answer_to(socket, qtbot)
    assert opened == [[Path("a.log")]]


def test_what_another_window_keeps_is_not_lost(viewer, run):
    store = viewer.settings.store
    viewer.settings.add_recent(RecentRecording(Path("/a.log")))
    store.sync()
    code = (
        "import sys; from pathlib import Path; from PySide6.QtCore import QSettings;"
        "from viewer.ui.state.settings import Settings; from viewer.ui.state.recent import RecentRecording;"
        "store = QSettings(sys.argv[1], QSettings.Format.IniFormat);"
        "Settings(store).add_recent(RecentRecording(Path('/b.log')))"
    )
    run("-c", code, store.fileName())
    viewer.attend(Qt.ApplicationState.ApplicationActive)
    viewer.settings.add_recent(RecentRecording(Path("/c.log")))
    store.sync()
    kept = Settings(QSettings(store.fileName(), QSettings.Format.IniFormat)).recent
    assert [each.path.name for each in kept] == ["c.log", "b.log", "a.log"]
