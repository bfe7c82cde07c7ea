"""What the program remembers from one start to the next."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, get_args

from PySide6.QtCore import (
    QByteArray,
    QCoreApplication,
    QObject,
    QSettings,
    QStandardPaths,
    QTemporaryDir,
    Signal,
    SignalInstance,
)
from PySide6.QtGui import QAction

from viewer.file_error import printable
from viewer.program import kept_key
from viewer.regular_file import read_regular, reason
from viewer.replay.events import EventKind
from viewer.replay.time.server_call import ServerFolder
from viewer.replay.time.time_forms import TimeForm
from viewer.ui.action_table import ACTIONS, Action
from viewer.ui.map_layers import MapOptions, map_layers
from viewer.ui.shortcuts import PRESETS, USUAL
from viewer.ui.state.recent import MAX_FOLDERS, MAX_RECENT, RecentRecording
from viewer.ui.state.setting import (
    UNREADABLE,
    Each,
    Setting,
    each_of,
    fields_of,
    one_of,
    pixels,
    same_type,
    switches_of,
    text,
    words,
)
from viewer.ui.theme import ThemeChoice
from viewer.ui.translation import CHINESE, ENGLISH, tr, translated

T = TypeVar("T")
_MAP_FOLDERS = 5
_ALL_EVENTS = frozenset(EventKind)


class PinnedLife(NamedTuple):
    """One life of an actor, as it is found again when its file is read again: ids are used again."""

    actor_id: int
    spawn_frame: int


class Layout(NamedTuple):
    """Where panels stand, as base64 of QMainWindow.saveState; who is shown; sizes that a user gave them."""

    places: str
    shown: frozenset[str]
    sizes: tuple[tuple[str, int], ...]


def _layout(value: Any) -> Layout:  # noqa: ANN401 - JSON
    places, shown, sizes = value
    return Layout(
        str(places), frozenset(words(shown)), tuple((str(key), pixels(size)) for key, size in sizes)
    )


class _Change(QObject):
    """Tells that a setting is another."""

    changed = Signal()


def _kinds(value: Any) -> frozenset[EventKind]:  # noqa: ANN401 - JSON
    names = words(value)
    return frozenset(kind for kind in EventKind if kind in names)


def _recent(value: Any) -> RecentRecording:  # noqa: ANN401 - JSON
    path, map_name, duration, date, folder = value
    seconds = None if duration is None else float(duration)
    day = None if date is None else datetime.fromisoformat(date)
    return RecentRecording(Path(path), str(map_name), seconds, day, folder is True)


def _recent_row(each: RecentRecording) -> Sequence[object]:
    date = None if each.date is None else each.date.isoformat()
    return str(each.path), each.map_name, each.duration, date, each.folder


def _bytes(value: str) -> QByteArray:
    return QByteArray.fromBase64(value.encode())


def _base64(value: QByteArray) -> str:
    return value.toBase64().toStdString()


class Settings:
    """Typed access to a store, which is given: the user's own in the program, a file of their own in tests.

    Whatever is in the store, reading never fails: what cannot be understood is as if it were not there.
    """

    last_folder = Setting[Path | None]("last_folder", None, Path)
    """Where the last recording was opened from; None at first."""
    library_columns = Setting("library_columns", "")
    """Order and widths of the columns of the library, as text; empty at first."""
    first_start = Setting("first_start", default=True)
    """Whether the program was never started before."""
    recent = Setting[tuple[RecentRecording, ...]](
        "recent", (), each_of(_recent), lambda known: [_recent_row(each) for each in known]
    )
    """Folders, then recordings that were open lately, the last first."""
    map_folders = Setting[tuple[Path, ...]]("map_folders", (), each_of(Path))
    """Folders in which maps are looked for, the last chosen one first."""

    window_geometry = Setting("window/geometry", QByteArray(), _bytes, _base64)
    """Place and size, as QWidget.saveGeometry gave them; empty at first."""
    window_docks = Setting("window/docks", QByteArray(), _bytes, _base64)
    """Where panels stand, as QMainWindow.saveState gave it; empty at first."""
    layouts = Setting[Mapping[str, Layout]](
        "window/layouts",
        {},
        lambda kept: {name: _layout(each) for name, each in kept.items()},
        lambda kept: {name: (each.places, sorted(each.shown), each.sizes) for name, each in kept.items()},
    )
    """Arrangements of the panels that the user keeps, by their names."""
    theme = Setting[ThemeChoice]("theme", "auto", one_of(*get_args(ThemeChoice)))
    """The theme the user chose; that of the system at first."""
    size = Setting("size", 0.0, one_of(0.0, 1.0, 1.25, 1.5, 2.0))
    """How much larger than usual everything is from the next start on; 0 for as much as the system's text."""
    language = Setting("language", "auto", one_of("auto", ENGLISH, CHINESE))
    """The language of the window from the next start on; that of the system at first."""
    key_preset = Setting("keys/preset", USUAL, one_of(*PRESETS))
    """Which keys actions have where the user chose no others."""
    keys = Setting[Mapping[str, Sequence[str]]](
        "keys/own", {}, lambda kept: {name: words(each) for name, each in kept.items() if name in ACTIONS}
    )
    """The keys that the user gave to actions, by their ids."""
    speed_kmh = Setting("speed_unit", default=False, read=lambda kmh: kmh in (True, "km/h"))
    """Whether speeds are shown in km/h; at first in m/s, the unit of the files."""
    time_form = Setting("time_form", TimeForm.ELAPSED, TimeForm, lambda form: form.value)
    """What time is shown as; elapsed at first."""
    lanes = Setting("timeline/lanes", "", text)
    """What the user chose about the timeline's lanes, as text; empty at first."""
    export_kind = Setting("export/kind", "")
    """Name of the kind of file that was exported last; empty at first."""
    server_folders = Setting[Sequence[ServerFolder]](
        "server_folders", (), each_of(lambda pair: ServerFolder(*map(str, pair)))
    )
    """Folders of this computer and where the simulator sees them; none at first."""

    actor_columns = Setting("actors/columns", "")
    """Which columns of the actor list are shown, their order and widths, as text; empty at first."""
    living_actors = Setting("actors/living", default=False)
    """Whether only those actors are listed who are alive."""

    loop = Setting("loop", default=False)
    """Whether playing starts again at the end."""
    interpolate = Setting("interpolate", default=False)
    """Whether actors move smoothly between frames."""
    auto_reload = Setting("auto_reload", default=False)
    """Whether a recording is reloaded by itself when its file is replaced."""
    shown_events = Setting(
        "events/hidden", _ALL_EVENTS, lambda hidden: _ALL_EVENTS - _kinds(hidden),
        lambda shown: sorted(_ALL_EVENTS - shown),
    )  # fmt: skip
    """The kinds of events that are shown; those that are not are kept: a new kind is seen."""
    pauses_at_findings = Setting("findings/pausing", default=False)
    """Whether playing pauses where what was found starts."""
    hidden_found = Setting[Sequence[str]]("story/hidden", (), words)
    """Names of the kinds of found events that are not told."""
    story_strip = Setting("story/strip", default=True)
    """Whether the strip over the map tells what was found."""
    map_layers = Setting("map/layers", map_layers(), switches_of(map_layers()))
    """Which layers of the map are shown."""
    map_options = Setting("map/options", MapOptions(), fields_of(MapOptions()), asdict)
    """How the map shows what it shows."""
    recent_actions = Setting[Sequence[str]]("recent_actions", (), words)
    """Ids of the actions that were chosen in the palette lately, the last one first."""

    def __init__(self, store: QSettings) -> None:
        self.store = store
        self._changes: dict[str, _Change] = {}
        self._any = _Change()
        self.any_changed = self._any.changed
        """Some setting has been set."""
        self.panel_visible = Each[str, bool | None](
            self, lambda name: f"panels/shown/{name}", None, one_of(True, False)
        )
        """Whether a panel is shown, by its id; None at first."""
        self.panel_size = Each[str, int | None](self, lambda key: f"panels/size/{key}", None, pixels)
        """What the user gave a panel, pixels, by its id and ``width`` or ``height``; None at first."""
        self.hero_of = Each[Path, int | None](self, lambda path: f"hero/{kept_key(path)}", None, same_type(0))
        """Id of the actor that the user made the hero of a recording, None if there is none."""
        self.pins_of = Each[Path, tuple[PinnedLife, ...]](
            self,
            lambda path: f"pins/{kept_key(path)}",
            (),
            each_of(lambda life: PinnedLife(*map(int, life))),
        )
        """The lives of actors that the user pinned in a recording, in their order."""
        self.map_views = Each[str, str](self, lambda town: f"map_views/{kept_key(Path(town))}", "", text)
        """The views of the map that the user saved for a town, as text; empty at first."""
        self.map_of = Each[str, Path | None](self, lambda town: f"map/{kept_key(Path(town))}", None, Path)
        """The OpenDRIVE file that the user chose last for a town, None if none."""
        self.signals = Each[str, str](self, lambda kind: f"signals/{kind}", "", text)
        """Which signals were shown last in a recording of a kind, as text; empty at first."""

    def changed(self, name: str) -> SignalInstance:
        """Return the signal that the setting of a name has been set."""
        return self._changes.setdefault(name, _Change()).changed

    # -- what the settings page shows

    def preferences(self) -> dict[str, object]:
        """Return what actions set, and folders of maps, as JSON has it, by name."""
        return {name: vars(Settings)[name].told(self) for name in _PREFERENCES}

    def take_preferences(self, told: Mapping[str, object]) -> list[str]:
        """Set what ``preferences`` returned elsewhere; return the names of what is not understood."""
        return [
            name
            for name, value in told.items()
            if name not in _PREFERENCES or not vars(Settings)[name].take(self, value)
        ]

    def reset_preferences(self) -> None:
        """Set all of them as they were at first."""
        for name in _PREFERENCES:
            vars(Settings)[name].reset(self)

    # -- one switch or choice, as actions have them

    def part(self, path: str) -> object:
        """Return a setting by its name, as ``theme``, or a part of it, as ``map_layers.grid``."""
        name, _, inner = path.partition(".")
        value = getattr(self, name)
        if isinstance(value, Mapping):
            return value[inner]
        return getattr(value, inner) if inner else value

    def set_part(self, path: str, part: object) -> None:
        """Set what ``part`` returns."""
        name, _, inner = path.partition(".")
        if inner:
            value = getattr(self, name)
            part = {**value, inner: part} if isinstance(value, Mapping) else replace(value, **{inner: part})
        setattr(self, name, part)

    def bind_actions(self, actions: Mapping[str, QAction]) -> None:
        """Let the actions whose rows name a setting show it, now and when it is another, and set it."""
        for row in ACTIONS.values():
            if row.setting:
                self._bind_action(row, actions[row.id])

    def _bind_action(self, row: Action, action: QAction) -> None:
        def choose(on: bool) -> None:
            self.set_part(row.setting, row.value if row.choice else on)

        action.triggered.connect(choose)
        name = row.setting.partition(".")[0]

        def show() -> None:
            action.setChecked(self.part(row.setting) == row.value)

        self.changed(name).connect(show)
        show()

    # -- lists in which the last one comes first

    def add_recent(self, recording: RecentRecording) -> None:
        """Put a recording first in the list; one of the same path is replaced."""
        known = [recording, *(other for other in self.recent if other.path != recording.path)]
        folders = [each for each in known if each.folder][:MAX_FOLDERS]
        self.recent = (*folders, *[each for each in known if not each.folder][:MAX_RECENT])

    def remove_recent(self, path: Path) -> None:
        """Forget one recording, or folder."""
        self.recent = tuple(recording for recording in self.recent if recording.path != path)

    def add_map_folder(self, folder: Path) -> None:
        """Look for maps in this folder first."""
        folders = [folder, *(each for each in self.map_folders if each != folder)]
        self.map_folders = tuple(folders[:_MAP_FOLDERS])

    # -- the store

    def forget_layout(self) -> None:
        """Forget how the user arranged the panels."""
        for key in ("panels", "window/docks"):
            self.store.remove(key)

    def group(self, name: str, kind: type[T]) -> dict[str, T]:
        """Return all that is kept in a group and of a type, by the keys in it."""
        prefix = f"{name}/"
        keys = [key for key in self.store.allKeys() if key.startswith(prefix)]
        values = {key.removeprefix(prefix): self.read(key, None, lambda value: value) for key in keys}
        return {key: value for key, value in values.items() if isinstance(value, kind)}

    def read(self, key: str, default: T, read: Callable[[Any], T]) -> T:
        """Return what is kept under a key; the default where nothing is, or what cannot be understood."""
        kept = self.store.value(key)
        if not isinstance(kept, str):
            return default
        try:
            value = json.loads(kept)
        except (ValueError, RecursionError):
            value = kept  # as earlier versions kept texts
        try:
            return read(value)
        except UNREADABLE:
            return default

    def write(self, key: str, value: object) -> None:
        """Keep what JSON takes under a key."""
        self.store.setValue(key, json.dumps(value, default=str))


_PREFERENCES = (
    *dict.fromkeys(row.setting.partition(".")[0] for row in ACTIONS.values() if row.setting),
    "shown_events",
    "map_folders",
    "keys",
)
"""Names of the settings that the user makes on the settings page."""


def open_store() -> tuple[QSettings, str]:
    """Return the user's own store, and why it is not kept: an empty text where it is.

    Where something else stands in the place of its file, which Qt would wait for or read without end: one
    that is forgotten at the end.
    """
    kind = QStandardPaths.StandardLocation.GenericConfigLocation
    folder = Path(QStandardPaths.writableLocation(kind), QCoreApplication.organizationName())
    path = folder / f"{QCoreApplication.applicationName()}.conf"  # on Linux; elsewhere there is none
    try:
        read_regular(path)
    except FileNotFoundError:
        pass
    except OSError as error:
        own = QTemporaryDir()
        store = QSettings(own.filePath("settings.ini"), QSettings.Format.IniFormat)
        store.destroyed.connect(own.remove)
        text = tr("Settings are not kept: {path}: {reason}")
        return store, text.format(path=printable(path), reason=translated(reason(error)[0]))
    store = QSettings()
    if store.isWritable():
        return store, ""
    text = tr("Settings are not kept: {path} cannot be written. XDG_CONFIG_HOME may name another folder.")
    return store, text.format(path=printable(path))
