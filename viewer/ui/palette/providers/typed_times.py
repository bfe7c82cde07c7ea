"""The search palette's provider of typed times: its entry jumps to the typed time or frame."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from viewer.replay.time.time_forms import TimeForm, TimeScale, elapsed_text
from viewer.replay.time.typed_time import MomentError, parse_moment
from viewer.ui import format as fmt
from viewer.ui.palette.entry import ANSWER, Entry, Provider, Results
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr, translated

TIME_PREFIX = "moment:"


class TimeProvider(Provider):
    """Provider of the palette's results for a typed time; choosing a result jumps there."""

    prefix = TIME_PREFIX

    def __init__(self, workspace: Workspace, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace

    @property
    def _scale(self) -> TimeScale | None:
        """Scale that formats times of the open recording; None if none is open or it has no frames yet."""
        scale = self._workspace.display.scale
        return scale if scale is not None and len(scale.index.frame_starts) else None

    @property
    def _playhead(self) -> float:
        return self._workspace.playback.transport.playhead

    def find(self, query: str) -> Results | None:
        """Return an entry to jump to the typed time, or one that says why the recording has no such time.

        None if ``query`` is not a time.
        """
        scale = self._scale
        if scale is None:
            return None
        try:
            parse_moment(query)
        except MomentError:
            return None
        entry = self._entry(scale, query)
        # A number outside of the recording's time is probably an id: rank it last.
        best = ANSWER if entry.run is not None or not query.isdecimal() else 1
        return Results.of(tr("Time"), [entry], best)

    def find_alone(self, query: str) -> Results | None:
        """Return an entry to jump to the time typed as ``query``, or one that says why it is no valid time.

        For an empty ``query``, return examples of typed times. None if no recording is open.
        """
        scale = self._scale
        if scale is None:
            return None
        if query:
            return Results.of(tr("Time"), [self._entry(scale, query)])
        entries = {text: self._entry(scale, text) for text in self._examples(scale)}
        examples = [replace(each, text=text, detail=each.text) for text, each in entries.items()]
        return Results.of(tr("For example"), examples)

    def _examples(self, scale: TimeScale) -> tuple[str, ...]:
        """Return one example for each form in which a time can be typed, all valid in the recording."""
        index, now = scale.index, self._playhead
        texts = (
            scale.label(now),
            elapsed_text(now, index.duration),
            f"#{index.frames['frame'][index.frame_at(now)]}",
            fmt.wall_clock(index.header.date, now) if index.header.date is not None else "",
            "+1.5",
            "50 %",
            "collision:1" if index.contacts else "",
        )
        return tuple(dict.fromkeys(filter(None, texts)))

    def entry_named(self, name: str) -> Entry | None:
        """Return the palette's entry for the typed time ``name``; None if it is not in the recording."""
        scale = self._scale
        entry = None if scale is None else self._entry(scale, name)
        return entry if entry is not None and entry.run is not None else None

    def _entry(self, scale: TimeScale, text: str) -> Entry:
        index = scale.index
        try:
            elapsed = scale.parse(text, self._playhead)
        except MomentError as error:
            return Entry("", fmt.capital(translated(str(error))))
        in_frames = scale.form is TimeForm.FRAME
        clock = "" if scale.clock is not None else fmt.wall_clock(index.header.date, elapsed)
        return Entry(
            key=f"{self.prefix}{elapsed!r} s",
            text=tr("Go to {0}").format(scale.label(elapsed)),
            detail=elapsed_text(elapsed, index.duration)
            if in_frames
            else f"#{index.frames['frame'][index.frame_at(elapsed)]}",
            aside="" if clock == fmt.UNKNOWN else clock,
            run=lambda: self._workspace.jump(elapsed),
        )
