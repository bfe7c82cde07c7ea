"""Ctrl+C ends every command with a word and 130, and leaves nothing half; also one that is stuck."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.scenes import street

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows sends Ctrl+C to the whole console")

HANGING = """
import signal, sys, time
{begin}
from viewer.export import to_csv
def write(part, path, proceed):
    path.write_text("half of it")
    print("writing", flush=True)
    {hang}
to_csv.write = write
from viewer.cli import main
sys.exit(main())
"""
LISTENING = "signal.signal(signal.SIGINT, signal.default_int_handler)"
"""As a terminal has it, also where the tests run in the background of a shell."""
WAYS = {
    "one that waits": "time.sleep(600)",
    "one that swallows it": """
    while True:
        try:
            time.sleep(600)
        except KeyboardInterrupt:
            pass
""",
    "one that makes another error of it": """
    try:
        time.sleep(600)
    except KeyboardInterrupt:
        raise RuntimeError("what a library says")
""",
    "one that is called where nothing can be raised": """
    class Held:
        def __del__(self):
            time.sleep(600)
    Held()
    time.sleep(600)
""",
}


@pytest.fixture
def hanging(tmp_path):
    """A function that starts an export that hangs in some way, and returns its process when it does."""

    def start(hang: str, begin: str = LISTENING) -> subprocess.Popen[str]:
        recording = street().save(tmp_path / "street.log")
        words = ["export", str(recording), "--to", "csv", "-o", str(tmp_path / "out.csv")]
        process = subprocess.Popen(
            [sys.executable, "-c", HANGING.format(hang=hang, begin=begin), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "writing\n"
        return process

    return start


@pytest.mark.parametrize("way", WAYS)
def test_a_command_ends_with_a_word_and_leaves_nothing(hanging, tmp_path: Path, way: str) -> None:
    with hanging(WAYS[way]) as process:
        assert (tmp_path / f"out.csv.{process.pid}.part").exists()
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)  # by somebody who is impatient
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "Interrupted.\n")
    assert [each.name for each in tmp_path.iterdir()] == ["street.log"]


def test_where_ctrl_c_is_ignored_it_still_is(hanging, tmp_path: Path) -> None:
    """As a shell has it for what runs in the background."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process = hanging("import os; os.kill(os.getpid(), 2)", begin="")
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        process.communicate(timeout=60)
    assert process.returncode == 0
    assert (tmp_path / "out.csv").read_text() == "half of it"
