"""What is to be written, and how a command is asked for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from viewer.export.errors import MissingExtraError, require
from viewer.export.formats import FORMATS
from viewer.export.video import EXTRA, MODULES, VIDEO_FORMATS
from viewer.ui.format import capital
from viewer.ui.translation import tr


@dataclass(frozen=True, slots=True)
class ExportKind:
    """One thing that can be written.

    Attributes:
        command: the command of this program that writes it.
        ending: of its file; empty if it is a folder.
        title: what it is called.
        doc: what it holds, in a line.
        words: what the command is told besides.
        extra: the extra of this program that brings its libraries; empty if it needs none.
        modules: what is imported of them.
        tabular: whether tables and signals can be asked for.

    """

    command: str
    ending: str
    title: str
    doc: str
    words: tuple[str, ...] = ()
    extra: str = ""
    modules: tuple[str, ...] = ()
    tabular: bool = False

    @property
    def missing(self) -> str:
        """What must be installed first, as a sentence without its full stop; empty if nothing."""
        try:
            require(self.extra, self.modules, self.title)
        except MissingExtraError as error:
            return str(error)
        return ""


def export_kinds() -> Mapping[str, ExportKind]:
    """Return all kinds by the names that settings know them by, in the order in which they are offered."""
    kinds = {
        form.name: ExportKind(
            "export", form.ending, tr(form.title), capital(tr(form.doc)),
            words=("--to", form.name), extra=form.extra, modules=form.modules, tabular=form.tabular,
        )
        for form in FORMATS.values()
    }  # fmt: skip
    kinds["log"] = ExportKind(
        "cut", ".log", tr("Recording (CARLA)"), tr("A shorter recording that CARLA can replay")
    )
    for ending in VIDEO_FORMATS:
        kinds[ending[1:]] = ExportKind(
            "clip", ending, tr("Clip ({0})").format(ending[1:].upper()), tr("Video of the map"),
            extra=EXTRA, modules=MODULES,
        )  # fmt: skip
    kinds["png"] = ExportKind("clip", "", tr("Clip (PNG)"), tr("A folder of pictures of the map"))
    return kinds


class Ring(NamedTuple):
    """Where an event was: x and y in metres, and elapsed seconds from which on it is shown."""

    x: float
    y: float
    start: float


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is to choose from.

    Attributes:
        span: seconds of the chosen range; None if there is none.
        span_text: the same in words.
        selected: ids of the selected actors.
        followed: id of the actor that is followed, else of the selected one; None for nobody.
        signals: names of the signals that are shown over time.
        of_event: whether it is about an event: then who is selected are those it is about.
        ring: where the event was.

    """

    span: tuple[float, float] | None = None
    span_text: str = ""
    selected: tuple[int, ...] = ()
    followed: int | None = None
    signals: tuple[str, ...] = ()
    of_event: bool = False
    ring: Ring | None = None


@dataclass(frozen=True, slots=True)
class MapShown:
    """What the map shows, for a clip.

    Attributes:
        center: x, y in metres.
        span: width in metres.
        theme: ``dark`` or ``light``.
        roads: the OpenDRIVE file that is drawn, if one is.
        routes: files of routes that were chosen.

    """

    center: tuple[float, float]
    span: float
    theme: str
    roads: Path | None = None
    routes: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportOrder:
    """One thing to be written.

    Attributes:
        kind: what it is.
        span: seconds of its first and last moment; None for the whole recording.
        actor_ids: only these actors; none for everybody.
        table: name of the table, empty for the usual one.
        signals: names of the signals of a table of series.
        hero: id of the actor that becomes the hero of a recording; None to leave that.
        follow: id of the actor that stays in the middle of a clip.
        size: width and height of a clip in pixels.
        rate: its pictures a second; None for one for each frame of the recording.
        speed: how many times as fast as it happened.
        ring: where an event was, for a clip.

    """

    kind: ExportKind
    span: tuple[float, float] | None = None
    actor_ids: tuple[int, ...] = ()
    table: str = ""
    signals: tuple[str, ...] = ()
    hero: int | None = None
    follow: int | None = None
    size: tuple[int, int] = (1280, 720)
    rate: float | None = 30.0
    speed: float = 1.0
    ring: Ring | None = None


def command_line(order: ExportOrder, source: Path, target: Path, shown: MapShown) -> list[str]:
    """Return the words of the command that writes it; what is there already is replaced."""
    kind = order.kind
    words = [kind.command, str(source), "-o", str(target), "--force", *kind.words]
    if order.span is not None:
        words += ["--range", *(f"{moment:.6f}" for moment in order.span)]
    routes = [word for path in shown.routes for word in ("--routes", str(path))]
    if kind.command == "clip":
        return words + _clip_words(order, shown) + routes
    if order.actor_ids:
        words += ["--only" if kind.command == "cut" else "--actors", ",".join(map(str, order.actor_ids))]
    if order.hero is not None and kind.command == "cut":
        words += ["--as-hero", str(order.hero)]
    if kind.tabular and order.signals:
        words += ["--signals", ",".join(order.signals)]
    elif kind.tabular and order.table:
        words += ["--table", order.table]
    if (kind.ending in (".mcap", ".rrd") or "--signals" in words) and shown.roads is not None:
        words += ["--roads", str(shown.roads)]
    if "--signals" in words:
        words += routes
    return words


def _clip_words(order: ExportOrder, shown: MapShown) -> list[str]:
    middle = f"{shown.center[0]:.3f},{shown.center[1]:.3f}"
    where = ["--center", middle] if order.follow is None else ["--follow", str(order.follow)]
    roads = [] if shown.roads is None else ["--roads", str(shown.roads)]
    return [
        *where,
        *("--span", f"{shown.span:.3f}"),
        *("--size", "x".join(map(str, order.size))),
        *("--fps", "recorded" if order.rate is None else f"{order.rate:g}"),
        *("--speed", f"{order.speed:g}"),
        *("--theme", shown.theme),
        *([] if order.ring is None else ["--ring", ",".join(f"{each:.3f}" for each in order.ring)]),
        *roads,
    ]
