"""What is opened from elsewhere goes to the empty window; who does not answer well is left alone."""

from __future__ import annotations

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

    def run(*words: object) -> tuple[str, int]:
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


@pytest.mark.parametrize("answer", [None, b"\xff\n", b"[1]\n", b'{"version": "0", "taken": false}\n'])
def test_a_window_that_hangs_or_answers_anything_else_is_left_alone(run, address, answer):
    server = QLocalServer()
    assert server.listen(address)

    def greet() -> None:
        if answer is not None:
            server.nextPendingConnection().write(answer)

    server.newConnection.connect(greet)
    assert run("-c", ASK, "a.log") == ("False\n", 0)


@pytest.fixture
def opened(qapp, address):
    """What an empty window that listens is given to open."""
    opened = []
    window = single_instance.SingleInstance(lambda: True, opened.append)
    window.listen()
    yield opened
    window.close()


def ask(address, data):
    """Return a socket that has sent some bytes to the window."""
    socket = QLocalSocket()
    socket.connectToServer(address)
    socket.write(data)
    socket.flush()
    return socket


def answer_to(socket, qtbot):
    """Return whether what was asked is taken."""
    qtbot.waitUntil(socket.canReadLine)
    return json.loads(bytes(socket.readLine().data()))["taken"]


def line_of(**request):
    return json.dumps({"version": program_version(), **request}).encode() + b"\n"


@pytest.mark.parametrize(
    ("request_line", "taken"),
    [
        ({"version": "0.0", "paths": ["a.log"]}, False),
        ({"version": program_version(), "paths": []}, False),
        ({"version": program_version()}, False),
        ({"version": program_version(), "paths": ["a.log"], "and": "more"}, True),
        ("no request", False),
    ],
)
def test_what_is_asked_by_another_version_or_wrongly_is_not_taken(
    qtbot, address, opened, request_line, taken
):
    assert answer_to(ask(address, json.dumps(request_line).encode() + b"\n"), qtbot) is taken
    assert opened == [[Path("a.log")]] * taken


@pytest.mark.parametrize(
    "token", ["a\0b", "\ud800", ["a"], 7, {"a": 1}], ids=["nul", "surrogate", "list", "number", "object"]
)
def test_a_token_that_the_system_cannot_take_is_left_out(qtbot, address, opened, monkeypatch, token):
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "before")
    assert answer_to(ask(address, line_of(paths=["a.log"], token=token)), qtbot)
    assert opened == [[Path("a.log")]]
    assert os.environ["XDG_ACTIVATION_TOKEN"] == "before"  # noqa: S105 - it is none


@pytest.mark.parametrize("path", ["a\0.log", "\ud800.log", 7, None])
def test_a_path_that_the_system_cannot_take_is_not_taken(qtbot, address, opened, path):
    assert not answer_to(ask(address, line_of(paths=["a.log", path])), qtbot)
    assert opened == []


def test_a_name_that_is_no_utf_8_is_opened_by_its_bytes(qtbot, address, opened):
    name = os.fsdecode(b"\xb2\xe2.log")
    assert answer_to(ask(address, line_of(paths=[name])), qtbot)
    assert opened == [[Path(name)]]


@pytest.mark.parametrize("garbage", [b"\0" * 100 + b"\n", bytes(range(256)) + b"\n", b"\n"])
def test_garbage_is_answered_and_opens_nothing(qtbot, address, opened, garbage):
    assert not answer_to(ask(address, garbage), qtbot)
    assert opened == []


def test_who_sends_without_an_end_is_left_alone(qtbot, address, opened):
    endless = ask(address, b"x" * (2 << 20))
    qtbot.waitUntil(lambda: endless.state() == QLocalSocket.LocalSocketState.UnconnectedState)
    assert opened == []


def test_who_sends_a_byte_now_and_then_has_one_deadline_and_holds_nobody_up(
    qtbot, address, opened, monkeypatch
):
    monkeypatch.setattr(single_instance, "_PATIENCE", 1_000)
    slow = ask(address, b"{")
    drip = QTimer(interval=50)
    drip.timeout.connect(lambda: slow.write(b" "))
    drip.start()
    assert answer_to(ask(address, line_of(paths=["a.log"])), qtbot)
    assert slow.state() == QLocalSocket.LocalSocketState.ConnectedState
    qtbot.waitUntil(lambda: slow.state() == QLocalSocket.LocalSocketState.UnconnectedState)
    assert opened == [[Path("a.log")]]


def test_a_request_that_comes_in_pieces_is_answered_when_it_is_there(qtbot, address, opened):
    request = line_of(paths=["a.log"])
    socket = ask(address, request[:-1])
    qtbot.wait(100)
    assert opened == []
    socket.write(request[-1:])
    assert answer_to(socket, qtbot)
    assert opened == [[Path("a.log")]]


def test_what_another_window_keeps_is_not_lost(viewer, run, tmp_path):
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
