"""A cluster and an object store of this machine, each in processes of their own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from tests.extras import need

DEADLY = (
    "import os, viewer.library.survey as survey\n"
    "usual = survey._before\n"
    "survey._before = lambda run, asking: os._exit(9) if 'deadly' in run.file.name else usual(run, asking)\n"
)
"""What makes a program end when it surveys a recording of that name."""


def changed_python(folder, program):
    """Return the environment of processes that run a few lines before they do anything else."""
    (folder / "sitecustomize.py").write_text(program, encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), *sys.path))}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def program(*words, port, environ=None):
    """Run a program until the end of the block; it answers at its port when the block begins."""
    with subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environ
    ) as process:
        try:
            end = time.monotonic() + 60
            while port and time.monotonic() < end:
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                assert process.poll() is None, "it ended at once"
                time.sleep(0.1)
            yield process
        finally:
            process.kill()


@pytest.fixture
def scheduler():
    need("cluster", "distributed")
    port = free_port()
    words = ("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--no-dashboard")
    with program(*words, "--port", str(port), port=port):
        yield f"tcp://127.0.0.1:{port}"


@pytest.fixture
def bucket(monkeypatch):
    """Give a client of a server that speaks S3; it has the empty bucket ``runs``."""
    need("cluster", "s3fs")
    boto3 = need("test-cluster", "flask_cors", "moto", "boto3")
    port = free_port()
    for name, value in {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(name, value)
    with program("-m", "moto.server", "-H", "127.0.0.1", "-p", str(port), port=port):
        store = boto3.client("s3")
        store.create_bucket(Bucket="runs")
        yield store
        store.close()
