"""The state of one window: its recording, recordings compared with it, playhead, selection and settings."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from viewer.file_error import last_name, plain
from viewer.logfile.errors import RecordingError
from viewer.program import resource
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.replay.events import EventKind
from viewer.replay.time.transport import Loop
from viewer.signals import SIGNALS
from viewer.signals import Signal as SignalRow
from viewer.ui.background.derived import same_value
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.actor_styles import ActorStyles
from viewer.ui.state.changes import Changes
from viewer.ui.state.event_finder import EventSearch
from viewer.ui.state.found_events import RunEvents
from viewer.ui.state.imports import Imports, is_source
from viewer.ui.state.map_views import MapViews
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.open_request import OpenRequest, PendingRequest, RequestApplier
from viewer.ui.state.playback import Playback
from viewer.ui.state.recorded_events import RecordedEvents
from viewer.ui.state.reference import ComparedRecording
from viewer.ui.state.roads import Roads
from viewer.ui.state.rows import Rows
from viewer.ui.state.run_folders import RunFolders
from viewer.ui.state.settings import Settings
from viewer.ui.state.shown_worlds import CurrentWorld, Preview
from viewer.ui.state.times import TimeDisplay, TimeRange
from viewer.ui.state.view_state import NotesState, PlaybackState, SearchState, ViewState
from viewer.ui.state.visibility import Pins, Visibility
from viewer.ui.translation import tr


class Workspace(Changes):
    """Owner of the whole state of a window; opens recordings and restores what is stored for each.

    Its attributes are always up to date; changes are reported once per turn of the event loop. The hero is
    the vehicle or walker under test: the user's choice, else the first with a role_name such as ``hero`` or
    ``ego``.

    Attributes:
        tasks: the background tasks.
        recording: the primary recording; elsewhere actors are rows of its actor table.
        reference: the recording that the primary one is compared with, if any.
        events: events that the file records, and their times.
        playback: the playhead, and playing, speed and looping.
        focus: selected, hovered and followed actors, and the hero.
        moment: the World (state of all actors) of the primary recording at the playhead.
        preview: the World at the time under the mouse.
        requests: what is shown of a file that is being opened, as soon as it is read.
        range: the time range that the user chose on the timeline.
        visits: earlier positions of the playhead, to go back and forward.
        display: form in which times are written.
        settings: the stored settings.
        pins: actors that stay at the top of lists.
        visibility: which actors are hidden on the map.
        map_views: saved views of the map for the town.
        found_events: events that the analysis has found so far, as red-light violations.
        event_search: the search for these events.
        roads: road map, route, stop lines and driven paths.
        signals: quantities over time that the recording may have, and others that were added for it.
        imports: clips and tables that are opened like recordings.
        run_folders: the folder that the driving stack wrote for the recording's run, and what is in it.
    """

    changed = Signal(object, object)
    """Emitted at most once per turn of the event loop, with the ViewState of now and that of before."""
    message = Signal(str)
    """Emitted with a short message for the user, to be shown for a moment."""
    closing = Signal()
    """Emitted when the program's window is about to close."""

    def __init__(self, tasks: Tasks, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tasks, self.settings = tasks, settings
        pending = PendingRequest()
        self.pins = Pins(settings, self)
        self.map_views = MapViews(settings, self)
        self.found_events = RunEvents(settings, self)
        self.recording = recording = OpenRecording(tasks, self, self)
        self.recorded_events = RecordedEvents(tasks, recording, self)
        self.playback = Playback(self, pending, tasks.clock, self)
        self.visits = self.playback.visits
        self.focus = ActorFocus(self, pending)
        self.moment = CurrentWorld(recording, self.playback, self)
        self.requests = RequestApplier(pending, self.playback, self.focus, self.show_message)
        self.preview = Preview(recording, self.moment, self, self)
        self.range = TimeRange(recording, self.playback)
        self.visibility = Visibility(self)
        self.display = TimeDisplay(settings, recording, self)
        self.roads = Roads(tasks, recording, self.focus, settings, self, self)
        self.event_search = EventSearch(tasks, recording, self.focus, self.roads, self.found_events)
        self.run_folders = RunFolders(
            tasks, recording, self.focus, self.playback, settings, self, self.add_signals, self
        )
        self.reference = ComparedRecording(tasks, recording, self.roads, settings, self, self)
        self.imports = Imports(tasks, self, self)
        self.imports.ready.connect(lambda source, log: recording.open(log, source))
        self.imports.ended.connect(self._on_imported)
        self.imports.failed.connect(self._on_import_failed)
        self._request = OpenRequest()
        self._growing = False
        self._openings = 0
        self._notes = NotesState()
        self._actors = ActorStyles()
        self.signals = SIGNALS
        self._added: dict[str, tuple[SignalRow, ...]] = {}
        self.playback.set_loop(Loop.ALL if settings.loop else Loop.OFF)
        recording.opened.connect(self._begin)
        recording.extended.connect(self._on_extended)
        settings.changed.connect(self._on_settings)
        self._on_settings()
        self._rows = self._make_rows()
        self.view = self._make_view()
        """All that the window shows, as of the last emission of ``changed``."""

    def _make_rows(self) -> Rows:
        """Return which parts of the window's state are updated after changes of which other parts."""
        recording, roads, found_events = self.recording, self.roads, self.found_events
        folders = self.run_folders
        return Rows(
            (lambda now: (now.index, now.settings.time_form), self.display.update),
            (lambda now: now.world, self._leave_event),
            (lambda now: now.hero, found_events.set_hero),
            (lambda now: now.selected, found_events.set_selected),
            (lambda now: now.selected, lambda _: recording.want_path(self.focus.primary)),
            (lambda now: now.road_map, recording.series.set_road_map),
            (lambda now: now.route, recording.series.set_route),
            (lambda now: now.signals, recording.series.set_signals),
            (lambda now: (now.index, now.loading, now.hero), roads.update),
            (lambda now: (now.index, now.loading, now.hero), folders.update),
            (lambda now: (now.run_folder.folder, now.index, now.hero), folders.update_contents),
            (
                lambda now: (now.run_folder.folder, now.hero, now.playback.frame),
                folders.update_step,
            ),
            (
                lambda now: (now.index, now.loading, now.drawn_roads),
                self.reference.update,
            ),
            (lambda now: (now.index, now.loading), self.recorded_events.update),
            (lambda now: (now.index, now.problems), self.recorded_events.update_problems),
            (
                lambda now: (
                    *(now.index, now.loading, now.hero, now.road_map, now.route),
                    *(now.thresholds, now.result_files, now.criteria),
                ),
                self.event_search.update,
            ),
            (lambda now: now.search.events, self._list_findings),
        )

    @Slot()
    def _on_settings(self) -> None:
        self._settings_now = self.settings.snapshot()
        self.moment.set_interpolate(self._settings_now.interpolate)
        self.touch()

    def set_notes(self, notes: NotesState) -> None:
        """Show ``notes``, the user's notes on the recording."""
        self._notes = notes
        self.recorded_events.set_times(EventKind.NOTE, notes.all.starts)

    def add_signals(self, source: str, rows: Iterable[SignalRow]) -> None:
        """Offer ``rows`` as further signals of the open recording, until another one is opened.

        They replace those that ``source`` (any text) added before; signals of other sources stay.
        """
        self._added[source] = tuple(rows)
        self.signals = SIGNALS.with_rows(row for added in self._added.values() for row in added)
        self.touch()

    @Slot()
    def flush(self) -> None:
        """Update the parts that depend on changed ones, and emit ``changed`` now, if the view differs."""
        before = view = self.view
        while self.pending:
            self.moment.update()
            self.reference.update_world(self.moment.world)
            self.pending = False
            view = self._make_view()
            self._rows.apply(view)
        parts = ((getattr(view, name), getattr(before, name)) for name in ViewState.__slots__)
        if any(part is not former and not same_value(part, former) for part, former in parts):
            self.view = view
            self.changed.emit(view, before)

    def _make_view(self) -> ViewState:
        recording, focus, roads, events = self.recording, self.focus, self.roads, self.found_events
        transport = self.playback.transport
        return ViewState(
            opening=self._openings,
            index=recording.index,
            loading=recording.loading,
            problems=self._problems(),
            checking=recording.checking,
            path=recording.path,
            world=self.moment.world,
            preview=self.preview.world,
            playback=PlaybackState(
                transport.playhead,
                transport.frame,
                transport.playing,
                transport.speed,
                transport.loop,
                self.playback.follow_end,
            ),
            range=transport.range,
            visits=self.visits.can_go,
            selected=focus.selected,
            hero=focus.hero,
            actors=self._styles(),
            hovered=focus.hovered,
            followed=focus.followed,
            pinned=self.pins.pinned,
            hidden=self.visibility.hidden_rows,
            map_views=self.map_views.views,
            settings=self._settings_now,
            labels=self.display.labels,
            event_times=self.recorded_events.times,
            event_lists=self.recorded_events.lists,
            event_share=self.recorded_events.share,
            search=SearchState(
                events.found, events.events, events.scope, events.searching, events.share, events.trouble
            ),
            current_event=events.current_event,
            thresholds=events.thresholds,
            criteria=events.view,
            results_events=events.results_events,
            result_files=events.result_files,
            notes=self._notes,
            road_map=roads.road_map,
            drawn_roads=roads.drawn,
            stop_lines=roads.stop_lines,
            driven=roads.driven,
            route=roads.route,
            importing=self.imports.state,
            run_folder=self.run_folders.state,
            run_logs=self.run_folders.logs,
            agent_step=self.run_folders.step,
            signals=self.signals,
            reference=self.reference.state,
        )

    def _problems(self) -> tuple[Problem, ...]:
        """Return the problems of the recording, then those of its run's folder."""
        own, more = self.recording.problems, self.run_folders.problems
        return (*own, *more) if more else own

    def _styles(self) -> ActorStyles:
        made_of = self.recording.index, self.focus.selected, self.focus.hero
        known = self._actors
        if not same_value(made_of, (known.index, known.selected, known.hero)):
            self._actors = ActorStyles(*made_of)
        return self._actors

    def _leave_event(self) -> None:
        world = self.moment.world
        if world is not None:
            self.found_events.follow(world.elapsed)

    def _list_findings(self) -> None:
        """Make the commands *Next event* and *Previous event* also stop at events that the rules found."""
        times = np.sort(self.found_events.events.heads.derived["start"])
        # np.unique would load numpy's masked arrays, just before the first picture.
        self.recorded_events.set_times(
            EventKind.FOUND, times[np.flatnonzero(np.diff(times, prepend=-np.inf))]
        )

    @Slot(str)
    def show_message(self, text: str) -> None:
        """Show ``text`` to the user for a moment: what was done, or why it cannot be done."""
        self.message.emit(text)

    @property
    def folder(self) -> str:
        """Folder in which file dialogs begin: that of the open recording, else the last one opened from.

        Without either it is the user's home. The program's sample recording does not count as open.
        """
        index = self.recording.index
        beside = None if index is None or index.path.parent == resource("") else index.path.parent
        return str(beside or self.settings.last_folder or Path.home())

    # -- commands

    def jump(self, elapsed: float) -> None:
        """Move the playhead to ``elapsed`` (seconds); show the box about a found event that starts there."""
        self.playback.jump(elapsed)
        self.found_events.go_to_time(self.playback.transport.playhead)

    def use_as_hero(self, row: int) -> None:
        """Make the actor in row ``row`` this recording's hero (actor under test), also in later sessions."""
        index = self.recording.index
        if index is not None:
            actor_id = int(index.actors.actor_id[row])
            self.settings.hero_of[index.path] = actor_id
            self.focus.choose_hero(actor_id)
            self.focus.find_hero(index)

    # -- opening and closing

    def open(self, path: Path, request: OpenRequest | None = None) -> None:
        """Start to read the file ``path``; the open one stays until the first frames of ``path`` are read.

        A clip or a table is imported in the background, and shown while that goes on.

        ``request`` contains the time to go to, the actors to select and follow, and whether to play; without
        it the recording is shown from its start. If the file cannot be read, ``recording.failed`` is emitted.
        """
        self._request = request or OpenRequest()  # applied by _begin, not to the open recording
        if is_source(path):
            self.imports.start(path.absolute())
            return
        self.imports.cancel()
        self.recording.open(path)

    @Slot()
    def cancel_reading(self) -> None:
        """Stop reading the file; what has been read stays. Of an import that is cancelled nothing stays."""
        importing = self.imports.state
        if importing is None:
            self.recording.cancel()
            return
        self.imports.cancel()
        self._close_import(importing.source)
        self.show_message(tr("Import cancelled: nothing of it is kept"))

    def _close_import(self, source: Path) -> None:
        """Close what was made of ``source`` so far, if it is open or being opened: its file is deleted."""
        self.recording.stop_opening()
        index = self.recording.index
        if index is not None and index.path == source and index.file.stored != source:
            self.close()

    @Slot(object, object)
    def _on_imported(self, source: Path, notes: tuple[str, ...]) -> None:
        if notes:
            text = tr("{name}: {count} remarks on what could not be read; the first: {first}")
            first = last_name(notes[0])
            self.show_message(text.format(name=plain(source.name), count=len(notes), first=plain(first)))

    @Slot(object, object)
    def _on_import_failed(self, source: Path, error: RecordingError) -> None:
        self._close_import(source)
        self.recording.failed.emit(error)

    @Slot()
    def reload(self) -> None:
        """Read the open file again; time, selection and play state stay, as far as they still exist."""
        self.recording.reload(needed=self.playback.transport.playhead)

    @Slot()
    def close(self) -> None:
        """Close the open recording; then none is open."""
        self._request = OpenRequest()
        self.imports.cancel()
        self.recording.close()

    @Slot(object, bool)
    def _begin(self, before: RecordingIndex | None, again: bool) -> None:
        """Drop the state of the former recording, and restore what is stored for the one that is open now.

        Args:
            before: index of the former recording, None if there was none.
            again: whether the same file was read again; then its time, selection and range are kept.
        """
        index = self.recording.index
        if again and before is not None:
            self.requests.request_again(before)  # before the selection is cleared
        else:
            self.requests.request(self._request)
        self.focus.forget()
        self.visibility.forget()
        self.playback.begin(None if index is None else index.path, keep_range=again)
        self.moment.forget()
        self.preview.point_at(None)
        self.recorded_events.forget()
        self.event_search.forget()
        self.signals, self._added = SIGNALS, {}
        self.roads.begin(index)
        self.run_folders.begin(index)
        self.reference.begin(None if index is None else self._request.reference, again=again)
        if index is not None:
            self.focus.choose_hero(self.settings.hero_of[index.path])
        self.pins.restore(index)
        self.map_views.set_recording(index)
        self._openings += 1
        self.touch()
        self._on_extended()

    @Slot()
    def _on_extended(self) -> None:
        """Update the state after more of the file was read.

        Goes to the requested time and actors once they are read.
        """
        index = self.recording.index
        grew, self._growing = self._growing, index is not None and index.growing
        self.focus.find_hero(index)
        self.pins.set_recording(index)
        self.visibility.set_recording(index)
        if index is not None:
            self.playback.set_elapsed(index.elapsed)
            self.playback.transport.grows = index.growing
            self.range.keep_inside(index)
            self.requests.apply(index)
            if self.playback.follow_end and (index.growing or grew):
                self.playback.go_end()
        self.playback.settle()
        self.touch()

    def shut_down(self) -> None:
        """Close all recordings of the window, and wait for the threads that read them."""
        self.closing.emit()
        self.recording.shut_down()
        self.reference.shut_down()
