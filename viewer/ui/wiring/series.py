"""What the timeline shows of signals: asked of the store, told to the timeline."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.actors import FIXED, Category
from viewer.recording.index import RecordingIndex
from viewer.replay.series import SIGNALS, Series
from viewer.replay.series.key import SeriesKey
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.actor_ref import row_in
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.timeline import TimelineView

_OF_SELECTED = ("speed", "derived_speed", "brake", "brake_light", "left_indicator", "right_indicator")
_OF_LIGHT = ("light_state", "frozen")
_AHEAD = ("light_ahead", "light_ahead_id")
_OF_SCENE = ("real_time_factor",)


class TimelineSeries(QObject):
    """Wants the signals of the selected actor, of the light that matters, and of the clock."""

    def __init__(self, recording: OpenRecording, focus: ActorFocus, timeline: TimelineView) -> None:
        super().__init__(timeline)
        self._recording = recording
        self._focus = focus
        self._store = store = recording.series
        self._timeline = timeline
        self._selected: tuple[SeriesKey, ...] = ()
        self._light: tuple[SeriesKey, ...] = ()
        self._scene: tuple[SeriesKey, ...] = ()
        self._told: dict[str, Series] = {}
        recording.opened.connect(self._forget)
        recording.index_changed.connect(self._want)
        focus.primary_changed.connect(self._want)
        focus.hero_changed.connect(self._want)
        store.ready.connect(self._show)
        store.progress.connect(timeline.set_series_progress)
        store.failed.connect(self._explain)

    @Slot(object)
    def _explain(self, error: RecordingError) -> None:
        self._recording.explain(error)

    @Slot(object)
    def _forget(self, _index: RecordingIndex | None) -> None:
        """Show nothing of the recording before, which may have been of the same file."""
        self._timeline.set_real_time(None)

    @Slot()
    def _want(self) -> None:
        """Ask for what belongs to the selection and the hero there are now."""
        index = self._recording.index
        selected, light = row_in(self._focus.primary), self._row_of_light()
        is_light = index is not None and light is not None and _is_light(index, light)
        before = self._selected, self._light
        is_fixed = index is not None and selected is not None and index.actors.category[selected] in FIXED
        self._selected = () if is_fixed else _keys(index, _OF_SELECTED, selected)
        self._light = _keys(index, _OF_LIGHT if is_light else _AHEAD, light)
        self._scene = _keys(index, _OF_SCENE, None)
        if self._selected != before[0]:
            self._told = {}
        if self._light != before[1]:
            self._timeline.set_light("", None)
        self._recording.want_series("timeline speed", self._selected)
        self._recording.want_series("timeline light", self._light)
        self._recording.want_series("timeline clock", self._scene)
        if selected is not None and not self._selected:
            self._timeline.set_selected_series({})

    def _row_of_light(self) -> int | None:
        """Return the row of the selected light, else of whoever drives towards one: hero or selected."""
        index, selected = self._recording.index, row_in(self._focus.primary)
        if index is None:
            return None
        if selected is not None and _is_light(index, selected):
            return selected
        hero = row_in(self._focus.hero)
        return hero if hero is not None else selected

    @Slot(object, object)
    def _show(self, key: SeriesKey, series: Series) -> None:
        """Tell the timeline once all that belongs together is there."""
        if key in self._selected:
            self._tell_selected()
        if key in self._light:
            self._tell_light()
        if key in self._scene:
            self._timeline.set_real_time(series)

    def _tell_selected(self) -> None:
        """Tell once what belongs together: each of the signals is told here when it is there."""
        series = self._all(self._selected)
        if series is not None and series != self._told:
            self._told = series
            self._timeline.set_selected_series(series)

    def _tell_light(self) -> None:
        series, index = self._all(self._light), self._recording.index
        row = self._light[0].row
        if series is None or index is None or row is None:
            return
        if "light_state" in series:
            name = self.tr("Light {}").format(int(index.actors.actor_id[row]))
            self._timeline.set_light(name, series["light_state"], series.get("frozen"), row=row)
        else:
            name = self.tr("Light ahead")
            self._timeline.set_light(name, series["light_ahead"], ids=series["light_ahead_id"])

    def _all(self, keys: tuple[SeriesKey, ...]) -> dict[str, Series] | None:
        """Return the series by name, None as long as one is not there."""
        found = {key.name: self._store.get(key) for key in keys}
        series = {name: each for name, each in found.items() if each is not None}
        return series if len(series) == len(found) else None


def _is_light(index: RecordingIndex, row: int) -> bool:
    return int(index.actors.category[row]) == Category.TRAFFIC_LIGHT


def _keys(index: RecordingIndex | None, names: tuple[str, ...], row: int | None) -> tuple[SeriesKey, ...]:
    """Return which of the signals there can be."""
    if index is None:
        return ()
    return tuple(SeriesKey(name, row) for name in names if SIGNALS[name].possible(index, row))
