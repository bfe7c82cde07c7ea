"""What glibc keeps: asked of glibc itself, in a process of its own."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="others have no arenas")

_ARENAS = """
import ctypes, threading
from viewer.ui.background import malloc
{first}
together = threading.Barrier(4)
def take():
    kept = [bytes(2000) for _ in range(50)]
    together.wait()
threads = [threading.Thread(target=take) for _ in range(4)]
for each in threads: each.start()
for each in threads: each.join()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
file = ctypes.c_void_p(libc.fopen(b"/dev/stdout", b"w"))
libc.malloc_info(0, file)
libc.fclose(file)
"""

_FREE = """
from viewer.ui.background import malloc
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
pieces = [bytes(20_000) for _ in range(3000)]  # some more than Python takes from its own stock
last = bytes(20_000)
pieces.clear()
before = resident()
{first}
print(before - resident())
"""


def output(program: str, first: str) -> str:
    command = [sys.executable, "-c", program.format(first=first)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_threads_waste_less() -> None:
    assert output(_ARENAS, "").count("<heap nr=") > 1
    assert output(_ARENAS, "malloc.waste_less()").count("<heap nr=") == 1


def test_what_is_free_below_what_is_used_is_given_back() -> None:
    assert int(output(_FREE, "")) < 10_000_000
    assert int(output(_FREE, "malloc.give_back()")) > 40_000_000
