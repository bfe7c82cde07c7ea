"""A recording that is opened from elsewhere goes to a window of the same user in which nothing is open.

Each window is a process of its own, so that none waits for another. One that is empty listens at a socket of
this user and display; who is started with nothing but recordings asks there first.
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

from viewer.program import PROGRAM, kept_key, program_version

if TYPE_CHECKING:  # loaded when somebody listens, or may
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

_PATIENCE = 2_000
"""Milliseconds for all of a request and its answer; who needs longer is left alone."""
_PROBE = 200
_LONGEST = 1 << 20
"""Bytes of a request."""
_TOKEN = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - by which a desktop lets a window come to the front


def hand_over(paths: Sequence[Path]) -> bool:
    """Let an empty window open recordings; return whether it does.

    One that hangs, is of another version or answers anything else does not.
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


class EmptyWindow(QObject):
    """Takes recordings from programs that are started later, as long as nothing is open here."""

    def __init__(
        self,
        is_empty: Callable[[], bool],
        take: Callable[[list[Path]], object],
        parent: QObject | None = None,
    ) -> None:
        """Take what says whether nothing is open, and what opens recordings."""
        super().__init__(parent)
        self._is_empty, self._take = is_empty, take
        self._server: QLocalServer | None = None

    @Slot()
    def listen(self) -> None:
        """Listen, unless another window does; end it while something is open."""
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
                QLocalServer.removeServer(address())  # of one that ended by force
            if is_alone and server.listen(address()):
                server.newConnection.connect(self._greet)
                self._server = server
            else:
                server.deleteLater()

    def close(self) -> None:
        """Listen no longer."""
        if self._server is not None:
            self._server.close()
            self._server.deleteLater()
            self._server = None

    @Slot()
    def _greet(self) -> None:
        """Begin to read what those ask who have just come; who is too slow is left alone."""
        while self._server is not None and (socket := self._server.nextPendingConnection()) is not None:
            socket.setReadBufferSize(_LONGEST)
            deadline = QTimer(socket, singleShot=True, interval=_PATIENCE)
            deadline.timeout.connect(partial(socket.abort))  # it is no slot
            socket.disconnected.connect(socket.deleteLater)
            socket.readyRead.connect(partial(self._read_on, socket))
            deadline.start()
            self._read_on(socket)

    def _read_on(self, socket: QLocalSocket) -> None:
        """Answer as soon as the whole request has been read, and do what was asked."""
        if not socket.canReadLine():
            if socket.bytesAvailable() >= _LONGEST:
                socket.abort()
            return
        request = _read(socket)
        paths, token = request.get("paths"), request.get("token")
        usable = isinstance(paths, list) and bool(paths) and all(map(_is_system_text, paths))
        taken = usable and request.get("version") == program_version() and self._is_empty()
        socket.write(_line({"version": program_version(), "taken": taken}))
        heard = socket.waitForBytesWritten(_PROBE)  # who has waited too long is gone, and has its own window
        socket.disconnectFromServer()
        if taken and heard and isinstance(paths, list):
            if token and _is_system_text(token):
                os.environ[_TOKEN] = str(token)
            self._take([Path(each) for each in paths])


def address() -> str:
    """Return the name of the socket: where there are files for them, in a folder of the user's alone."""
    display = " ".join(os.environ.get(name, "") for name in ("WAYLAND_DISPLAY", "DISPLAY"))
    home = Path("~").expanduser()
    name = f"{PROGRAM}-{kept_key(home / display)}"
    folder = os.environ.get("XDG_RUNTIME_DIR") or home / ".cache"
    return name if sys.platform == "win32" else str(Path(folder, name))


def _is_system_text(value: object) -> bool:
    """Return whether ``value`` is a text that the system can take, as a path or in the environment."""
    try:
        return isinstance(value, str) and b"\0" not in os.fsencode(value)
    except UnicodeEncodeError:
        return False


def _line(told: object) -> bytes:
    return json.dumps(told).encode() + b"\n"


def _read(socket: QLocalSocket) -> dict[str, object]:
    """Return what a line says; nothing if it cannot be understood."""
    try:
        told = json.loads(bytes(socket.readLine(_LONGEST).data()))
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}
