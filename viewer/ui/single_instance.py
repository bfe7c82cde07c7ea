"""Passing of recordings to a window of the same user in which nothing is open yet.

Each window is a process of its own, so that none waits for another. One that is empty listens on a local
socket, one per user and display; a program started with nothing but recordings asks there first.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDeadlineTimer, QObject, QTimer, Slot

from viewer.program import PROGRAM, program_version, settings_key

if TYPE_CHECKING:  # loaded only when it is needed: it delays the start
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

_PATIENCE = 2_000
"""Timeout in milliseconds for asking another window to open recordings, including its answer."""
_PROBE = 200
_LONGEST = 1 << 20
"""Maximum length in bytes of a request to another window to open recordings."""
_TOKEN = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - with this token the desktop lets a window come to the front


def hand_over(paths: Sequence[Path]) -> bool:
    """Ask another process of this program to open ``paths`` in its empty window; return whether it does.

    False if no window is empty, or if the process does not answer, has another version or refuses.
    """
    name = address()
    if sys.platform != "win32" and not Path(name).exists():
        return False
    from PySide6.QtNetwork import QLocalSocket  # noqa: PLC0415

    request = {
        "version": program_version(),
        "paths": [str(path.absolute()) for path in paths],
        "token": os.environ.get(_TOKEN, ""),
    }
    deadline, socket = QDeadlineTimer(_PATIENCE), QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(deadline.remainingTime()):
        return False
    socket.write(_line(request))
    while not socket.canReadLine():
        if deadline.hasExpired() or not socket.waitForReadyRead(deadline.remainingTime()):
            return False
    return _read(socket).get("taken") is True


class SingleInstance(QObject):
    """Local server of a window in which nothing is open: accepts recordings from programs started later."""

    def __init__(
        self,
        is_empty: Callable[[], bool],
        open_paths: Callable[[list[Path]], object],
        parent: QObject | None = None,
    ) -> None:
        """Store ``is_empty`` (returns whether no recording is open) and ``open_paths`` (opens recordings).

        Nothing is received from other processes before ``listen`` is called.
        """
        super().__init__(parent)
        self._is_empty, self._open_paths = is_empty, open_paths
        self._server: QLocalServer | None = None

    @Slot()
    def listen(self) -> None:
        """Accept recordings from later starts of this program, unless a recording is open in this window.

        If one is open, accepting ends. Only one window accepts at a time. Call this when a recording is
        opened and when the window becomes active.
        """
        if not self._is_empty():
            self.close()
        elif self._server is None:
            from PySide6.QtNetwork import QLocalServer, QLocalSocket  # noqa: PLC0415

            server = QLocalServer(self)
            server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
            probe = QLocalSocket()
            probe.connectToServer(address())
            is_alone = not probe.waitForConnected(_PROBE)
            if is_alone:
                QLocalServer.removeServer(address())  # left over from a process that was killed
            if is_alone and server.listen(address()):
                server.newConnection.connect(self._accept_connections)
                self._server = server
            else:
                server.deleteLater()

    def close(self) -> None:
        """Stop listening for recordings from programs started later."""
        if self._server is not None:
            self._server.close()
            self._server.deleteLater()
            self._server = None

    @Slot()
    def _accept_connections(self) -> None:
        """Read the requests of other programs that have connected; abort those that take too long."""
        while self._server is not None and (socket := self._server.nextPendingConnection()) is not None:
            socket.setReadBufferSize(_LONGEST)
            deadline = QTimer(socket, singleShot=True, interval=_PATIENCE)
            deadline.timeout.connect(partial(socket.abort))  # ``abort`` is no slot
            socket.disconnected.connect(socket.deleteLater)
            socket.readyRead.connect(partial(self._read_request, socket))
            deadline.start()
            self._read_request(socket)

    def _read_request(self, socket: QLocalSocket) -> None:
        """Answer a request to open recordings once it has been read completely; if it is valid, open them."""
        if not socket.canReadLine():
            if socket.bytesAvailable() >= _LONGEST:
                socket.abort()
            return
        request = _read(socket)
        paths, token = request.get("paths"), request.get("token")
        usable = isinstance(paths, list) and bool(paths) and all(map(_is_system_text, paths))
        taken = usable and request.get("version") == program_version() and self._is_empty()
        socket.write(_line({"version": program_version(), "taken": taken}))
        heard = socket.waitForBytesWritten(_PROBE)  # a client that timed out has opened its own window
        socket.disconnectFromServer()
        if taken and heard and isinstance(paths, list):
            if token and _is_system_text(token):
                os.environ[_TOKEN] = str(token)
            self._open_paths([Path(each) for each in paths])


def address() -> str:
    """Return the name of the local socket on which an empty window listens for recordings.

    Except on Windows, it is a path in a folder that only the user can access.
    """
    display = " ".join(os.environ.get(name, "") for name in ("WAYLAND_DISPLAY", "DISPLAY"))
    home = Path("~").expanduser()
    name = f"{PROGRAM}-{settings_key(home / display)}"
    folder = os.environ.get("XDG_RUNTIME_DIR") or home / ".cache"
    return name if sys.platform == "win32" else str(Path(folder, name))


def _is_system_text(value: object) -> bool:
    """Return whether ``value`` is a text that can be used as a path or environment variable."""
    try:
        return isinstance(value, str) and b"\0" not in os.fsencode(value)
    except UnicodeEncodeError:
        return False


def _line(content: object) -> bytes:
    return json.dumps(content).encode() + b"\n"


def _read(socket: QLocalSocket) -> dict[str, object]:
    """Return the JSON object in the next line received on ``socket``; empty if it is invalid."""
    try:
        content = json.loads(bytes(socket.readLine(_LONGEST).data()))
    except (ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}
