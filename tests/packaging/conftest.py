"""The project as it is declared, and a package index of the tests' own, on this machine."""

from __future__ import annotations

import functools
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


collect_ignore = ["test_pyside.py"] if sys.version_info >= (3, 12) else []  # there, None loses no references


@pytest.fixture(scope="module")
def project():
    return tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments):
        pass


@pytest.fixture
def serve(tmp_path_factory, monkeypatch):
    """Put files on a package index, which pip's settings name."""
    folder = tmp_path_factory.mktemp("index")
    handler = functools.partial(_QuietHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, name="index")
        thread.start()
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_port}")
        for variable in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.delenv(variable, raising=False)

        def put(name, content):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

        yield put
        server.shutdown()
        thread.join()
