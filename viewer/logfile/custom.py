"""Packet kinds added by installed packages.

A package declares an entry point of the group ``GROUP`` that is a ``PacketKind`` or a list of them
(``resources/guide/packets.md``). Kinds with ids that CARLA itself uses are refused.
"""

from __future__ import annotations

import os
import site
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from viewer.logfile import packets
from viewer.logfile.fields import PacketKind

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "carla_replay_viewer.packets"


class CustomKinds(NamedTuple):
    """Packet kinds of installed packages by id, and a sentence for each one that was refused."""

    kinds: Mapping[int, PacketKind]
    refusals: tuple[str, ...] = ()


@cache
def installed_kinds() -> CustomKinds:
    """Load the packet kinds that installed packages add; the result is cached.

    Code is run only from packages in Python's site folders, this program's own, and those named in
    PYTHONPATH: not from the current folder, the folder of a script, or another one in ``sys.path``.
    """
    folders = [each for each in _installation() if each.is_dir()]
    facts = (path for each in folders for path in each.glob("*-info/entry_points.txt"))
    if not any(GROUP in path.read_text(encoding="utf-8", errors="replace") for path in facts):
        return CustomKinds({})
    from importlib.metadata import distributions  # noqa: PLC0415 - importing it takes longer than most files

    found = distributions(path=[str(each) for each in folders])
    return load_kinds(point for each in found for point in each.entry_points if point.group == GROUP)


def _installation() -> Iterable[Path]:
    """Return the folders in which packages may be installed, each once, those of PYTHONPATH first.

    They are those named in PYTHONPATH, Python's site folders, and the folder that contains this program.
    """
    named = os.environ.get("PYTHONPATH", "").split(os.pathsep) if not sys.flags.ignore_environment else ()
    of_user = [site.getusersitepackages()] if site.ENABLE_USER_SITE else []
    of_program = Path(__file__).parents[2]
    everywhere: tuple[str | Path, ...] = (*filter(None, named), *of_user, *site.getsitepackages(), of_program)
    return dict.fromkeys(Path(each).absolute() for each in everywhere)


def load_kinds(points: Iterable[EntryPoint]) -> CustomKinds:
    """Load packet kinds (decoders from other packages) by their entry points ``points``.

    Those that cannot be loaded or used are left out; the result says why.
    """
    kinds: dict[int, PacketKind] = {}
    refusals = []
    for point in points:
        try:
            loaded = point.load()
        except Exception as error:  # noqa: BLE001 - it is the code of others
            refusals.append(f"the packet decoder '{point.name}' cannot be loaded: {error}")
            continue
        for kind in loaded if isinstance(loaded, list | tuple) else (loaded,):
            refusal = _refusal(kind)
            if refusal:
                refusals.append(f"the packet decoder '{point.name}' is not used: {refusal}")
            else:
                kinds[kind.id] = kind
    return CustomKinds(kinds, tuple(refusals))


def _refusal(kind: object) -> str:
    if not isinstance(kind, PacketKind):
        return "it is no PacketKind"
    if kind.id in packets.BY_ID or not 0 <= kind.id <= 255:  # noqa: PLR2004 - an id is one byte
        return f"id {kind.id} is not free"
    return "" if kind.fields else "it has no fields"
