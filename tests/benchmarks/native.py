"""References in C++, compiled on the spot where there is a compiler."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from viewer.logfile.header import read_header
from viewer.logfile.source import LogFile

_SOURCE = Path(__file__).parent / "references.cpp"
_COMPILERS = ("g++", "clang++", "c++")
_IDS = 256


@dataclass(frozen=True)
class Native:
    """The compiled references."""

    library: ctypes.CDLL

    def walk(self, path: Path) -> NDArray[np.uint64]:
        """Go from packet header to packet header through a whole file; return packets by id, shape (256,)."""
        counts = np.zeros(_IDS, np.uint64)
        pointer = counts.ctypes.data_as(ctypes.POINTER(ctypes.c_uint64))
        self.library.walk(os.fsencode(path), ctypes.c_int64(_start(path)), pointer)
        return counts

    def read_records(self, path: Path) -> int:
        """Read every record of a whole file field by field, as CARLA's queries do; return how many."""
        return int(self.library.read_records(os.fsencode(path), ctypes.c_int64(_start(path))))


def compile_references(folder: Path) -> Native | None:
    """Compile into a folder; return None where there is no compiler."""
    compiler = next(filter(None, map(shutil.which, _COMPILERS)), None)
    if compiler is None:
        return None
    target = folder / "references.so"
    subprocess.run([compiler, "-O3", "-shared", "-fPIC", "-o", target, _SOURCE], check=True)
    library = ctypes.CDLL(str(target))
    library.walk.restype = library.read_records.restype = ctypes.c_int64
    return Native(library)


def _start(path: Path) -> int:
    with LogFile(path) as file:
        return read_header(file).size
