"""Every command with what it writes, for tests of what must hold for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from viewer.cli import COMMANDS
from viewer.export import video
from viewer.export.formats import FORMATS

SCRIPT = """
import helper_of_the_script
from srunner.metrics.examples.basic_metric import BasicMetric

class Drawn(BasicMetric):
    def _create_metric(self, town_map, log, criteria):
        from matplotlib import pyplot
        pyplot.plot([log.get_actor_transform(log.get_ego_vehicle_id(), at).location.x for at in range(1, 5)])
        pyplot.show()
"""
"""A metric that needs a file beside it, and writes a picture."""


POSES = "frame,elapsed,actor_id,x,y\n" + "".join(f"{n},{n / 10},7,{n},0\n" for n in range(1, 400))
"""A table of poses."""


def write_sources(folder: Path) -> None:
    """Write into ``folder`` what commands read beside a recording."""
    (folder / "drawn.py").write_text(SCRIPT, encoding="utf-8")
    (folder / "helper_of_the_script.py").touch()
    (folder / "poses.csv").write_text(POSES, encoding="utf-8")


class Call(NamedTuple):
    """A call of a command.

    Attributes:
        words: arguments; ``{log}`` stands for the recording, ``{folder}`` for its folder, ``{script}`` for
            the metric, ``{kept}`` for the folder of a library, ``{out}`` for the folder of what is written.
        written: what is written to a file or folder, below ``{out}``; empty if nothing is.
        modules: optional modules that are needed.

    """

    words: tuple[str, ...]
    written: str = ""
    modules: tuple[str, ...] = ()

    @property
    def possible(self) -> bool:
        """Whether the modules are installed."""
        return all(find_spec(name) is not None for name in self.modules)

    def filled(self, log: Path, out: Path) -> list[str]:
        """Return the arguments for a recording and a folder to write to."""
        places = {"log": log, "folder": log.parent, "script": log.parent / "drawn.py", "kept": out / "kept"}
        return [word.format(**places, out=out) for word in self.words]


def _calls() -> dict[str, Call]:
    library = ("duckdb", "filelock", "pyarrow")
    look = ("library", "{folder}", "--library", "{kept}", "--jobs", "1")
    clip = ("clip", "{log}", "--size", "160x100", "--fps", "20", "--range", "0", "0.5", "-o")
    found = {
        "info": Call(("info", "{log}", "--all")),
        "info json": Call(("info", "{log}", "--json")),
        "collisions": Call(("collisions", "{log}")),
        "blocked": Call(("blocked", "{log}")),
        "metrics": Call(
            ("metrics", "{log}", "--metric", "{script}", "-o", "{out}"), "street drawn 1.png", ("matplotlib",)
        ),
        "replay-file": Call(("replay-file", "{log}")),
        "events": Call(("events", "{log}", "--json", "--junit", "{out}/found.xml"), "found.xml"),
        "diff": Call(("diff", "{log}", "{log}")),
        "diff json": Call(("diff", "{log}", "{log}", "--json")),
        "library": Call((*look, "--html", "{out}/page.html"), "page.html"),
        "library query": Call((*look, "--query", "select path from recordings"), "kept", library),
        "library json": Call((*look, "--json")),
        "check": Call(("check", "{log}")),
        "check repair": Call(("check", "{log}", "--repair", "{out}/whole.log"), "whole.log"),
        "import": Call(
            ("import", "{folder}/poses.csv", "-o", "{out}/imported.log"), "imported.log", ("pyarrow",)
        ),
        "cut": Call(("cut", "{log}", "-o", "{out}/part.log", "--range", "0.1", "0.5"), "part.log"),
        "desktop": Call(("desktop", "--install")),
        "format": Call(("format",)),
        "skill": Call(("skill",)),
        "render": Call(("render", "{log}", "-o", "{out}/a.png"), "a.png"),
        "render jpg": Call(("render", "{log}", "-o", "{out}/a.jpg"), "a.jpg"),
        "clip": Call((*clip, "{out}/film"), "film"),
    }
    for each in FORMATS.values():
        name = f"data{each.ending}"
        words = ("export", "{log}", "--to", each.name, "-o", f"{{out}}/{name}")
        found[f"export {each.name}"] = Call(words, name, each.modules)
    for ending in video.VIDEO_FORMATS:
        found[f"clip {ending}"] = Call((*clip, f"{{out}}/film{ending}"), f"film{ending}", video.MODULES)
    return found


CALLS: Mapping[str, Call] = _calls()
"""Calls by a name of their own."""
SERVERS = {"mcp"}
"""Commands that answer until their input ends; they have tests of their own."""
if missing := {*COMMANDS} - SERVERS - {call.words[0] for call in CALLS.values()}:
    raise AssertionError(f"these commands are in no call: {', '.join(missing)}")
