"""The user's settings, stored from one session to the next."""

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
)
from PySide6.QtGui import QAction

from viewer.file_error import printable
from viewer.program import settings_key
from viewer.recording.actors import Actor
from viewer.regular_file import read_regular, reason
from viewer.replay.events import EventKind
from viewer.replay.time.server_call import ServerFolder
from viewer.replay.time.time_forms import TimeForm
from viewer.ui.action_table import ACTIONS
from viewer.ui.map_layers import MapOptions, map_layers
from viewer.ui.menus.row import Action
from viewer.ui.shortcuts import PRESETS, USUAL
from viewer.ui.state.recent import MAX_FOLDERS, MAX_RECENT, RecentRecording
from viewer.ui.state.renamed import LIBRARY_COLUMNS, columns_renamed
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


class PinnedActor(NamedTuple):
    """Key of an actor that the user pinned: its id, and the index of the frame in which it was spawned.

    The id alone is not enough, because the simulator uses ids again.
    """

    actor_id: int
    spawn_frame: int


ELAPSED = "elapsed"
"""Alignment of two compared recordings by their elapsed times, the usual one."""


class PairChoices(NamedTuple):
    """How the user compares a pair of recordings.

    Attributes:
        align: rule by which their clocks are aligned, see ``viewer.comparison.clock``, or seconds as text.
        partners: actors of both that are partners whatever the rules say; None for no actor.
    """

    align: str = ELAPSED
    partners: tuple[tuple[Actor | None, Actor | None], ...] = ()

    @classmethod
    def of_json(cls, stored: Any) -> PairChoices:  # noqa: ANN401 - JSON
        """Return the choices that were stored as ``stored``; raises ValueError or TypeError if it is none."""
        align, pairs = stored
        partners = [
            tuple(None if each is None else Actor(*map(int, each)) for each in pair) for pair in pairs
        ]
        return cls(text(align), tuple((one, other) for one, other in partners))


class Layout(NamedTuple):
    """Saved layout of the panels.

    Attributes:
        places: positions of the docks, QMainWindow.saveState as base64.
        shown: ids of the visible panels.
        sizes: pairs such as ``("actors/width", 300)``: panel and dimension, and pixels that the user chose.
    """

    places: str
    shown: frozenset[str]
    sizes: tuple[tuple[str, int], ...]


def _layout(value: Any) -> Layout:  # noqa: ANN401 - JSON
    places, shown, sizes = value
    return Layout(
        str(places), frozenset(words(shown)), tuple((str(key), pixels(size)) for key, size in sizes)
    )


class _Change(QObject):
    """Owner of the Qt signal that is emitted with the name of a setting that has been set."""

    changed = Signal(str)


def _kinds(value: Any) -> frozenset[EventKind]:  # noqa: ANN401 - JSON
    names = words(value)
    return frozenset(kind for kind in EventKind if kind in names)


def _recent(value: Any) -> RecentRecording:  # noqa: ANN401 - JSON
    path, map_name, duration, date, folder = value
    seconds = None if duration is None else float(duration)
    day = None if date is None else datetime.fromisoformat(date)
    return RecentRecording(Path(path), str(map_name), seconds, day, folder is True)


def _bytes(value: str) -> QByteArray:
    return QByteArray.fromBase64(value.encode())


def _base64(value: QByteArray) -> str:
    return value.toBase64().toStdString()


def _town_key(town: str) -> str:
    return settings_key(Path(town))


class Settings:
    """Typed access to a QSettings store: the user's own in the program, a separate file in tests.

    Reading never fails: a stored value that cannot be parsed reads as the default.
    """

    last_folder = Setting[Path | None]("last_folder", None, Path)
    """Folder from which the last recording was opened; None at first."""
    library_columns = Setting("library_columns", "", columns_renamed(LIBRARY_COLUMNS))
    """Order and widths of the columns in the list of recordings; empty until the user changes them."""
    first_start = Setting("first_start", default=True)
    """Whether the program has never been started before."""
    recent = Setting[tuple[RecentRecording, ...]]("recent", (), each_of(_recent))
    """Recently opened folders, followed by recently opened recordings; the latest of each comes first."""
    map_folders = Setting[tuple[Path, ...]]("map_folders", (), each_of(Path))
    """Folders chosen by the user in which OpenDRIVE maps are searched, the last chosen one first."""

    window_geometry = Setting("window/geometry", QByteArray(), _bytes, _base64)
    """Geometry of the window, from QWidget.saveGeometry; empty at first."""
    window_docks = Setting("window/docks", QByteArray(), _bytes, _base64)
    """Positions of the docks (panels) of the window, from QMainWindow.saveState; empty at first."""
    layouts = Setting[Mapping[str, Layout]](
        "window/layouts",
        {},
        lambda kept: {name: _layout(each) for name, each in kept.items()},
        lambda kept: {name: (each.places, sorted(each.shown), each.sizes) for name, each in kept.items()},
    )
    """Layouts of the panels that the user has saved, by name."""
    theme = Setting[ThemeChoice]("theme", "auto", one_of(*get_args(ThemeChoice)))
    """The chosen theme of colours, dark or light; that of the system at first."""
    size = Setting("size", 0.0, one_of(0.0, 1.0, 1.25, 1.5, 2.0))
    """Scale factor of all texts and widgets from the next start on; 0 follows the system's text size."""
    language = Setting("language", "auto", one_of("auto", ENGLISH, CHINESE))
    """Language of the window from the next start on; that of the system at first."""
    key_preset = Setting("keys/preset", USUAL, one_of(*PRESETS))
    """Name of the chosen set of keyboard shortcuts; the user's own shortcuts take precedence over it."""
    keys = Setting[Mapping[str, Sequence[str]]](
        "keys/own", {}, lambda kept: {name: words(each) for name, each in kept.items() if name in ACTIONS}
    )
    """Keyboard shortcuts that the user gave to actions, by action id."""
    speed_kmh = Setting("speed_unit", default=False, read=lambda kmh: kmh in (True, "km/h"))
    """Whether speeds are shown in km/h; at first in m/s, the unit of the files."""
    time_form = Setting("time_form", TimeForm.ELAPSED, TimeForm, lambda form: form.value)
    """Form in which times are written: elapsed seconds (at first), frame or time of day."""
    lanes = Setting("timeline/lanes", "", text)
    """Visibility, order, heights and folding of the timeline's lanes (rows, such as of plots), as text."""
    export_kind = Setting("export/kind", "")
    """Name of the format that the user exported to last; empty at first."""
    server_folders = Setting[Sequence[ServerFolder]](
        "server_folders", (), each_of(lambda pair: ServerFolder(*map(str, pair)))
    )
    """Pairs of a folder on this computer and its path on the computer of CARLA's server; none at first."""

    actor_columns = Setting("actors/columns", "")
    """Visible columns of the actor list with order and widths, as text; empty at first."""
    living_actors = Setting("actors/living", default=False)
    """Whether the actor list shows only actors that are alive at the playhead."""

    loop = Setting("loop", default=False)
    """Whether playing starts again at the beginning when it reaches the end."""
    interpolate = Setting("interpolate", default=False)
    """Whether the actors' poses are interpolated between frames of the recording."""
    auto_reload = Setting("auto_reload", default=False)
    """Whether a recording is reloaded automatically when its file is replaced."""
    shown_events = Setting(
        "events/hidden", _ALL_EVENTS, lambda hidden: _ALL_EVENTS - _kinds(hidden),
        lambda shown: sorted(_ALL_EVENTS - shown),
    )  # fmt: skip
    """Kinds of recorded events that are visible.

    Stored are the hidden kinds, so that a kind that a later version adds is visible.
    """
    pauses_at_findings = Setting("findings/pausing", default=False)
    """Whether playing pauses where an event begins that the analysis found, such as a red-light violation."""
    hidden_found = Setting[Sequence[str]]("story/hidden", (), words)
    """Names of the kinds of events found by the analysis that the user has hidden."""
    story_strip = Setting("story/strip", default=True)
    """Whether the row of buttons over the map, one for each incident that the analysis found, is shown."""
    hidden_cameras = Setting[Sequence[str]]("cameras/hidden", (), words)
    """Names of the cameras that the panel *Cameras* does not show."""
    map_layers = Setting("map/layers", map_layers(), switches_of(map_layers()))
    """Whether each layer of the map is visible, by its name."""
    map_options = Setting("map/options", MapOptions(), fields_of(MapOptions()), asdict)
    """Options of the map besides its layers: trails, texts of labels, colours of actors, what is up."""
    recent_actions = Setting[Sequence[str]]("recent_actions", (), words)
    """Ids of the actions last chosen in the palette (a field to search for actions), the latest first."""

    def __init__(self, store: QSettings) -> None:
        self.store = store
        self._change = _Change()
        self.changed = self._change.changed
        """Signal that is emitted with the name of a setting that has been set."""
        self.panel_visible = Each[str, bool | None](self, "panels/shown", None, same_type(default=False))
        """Whether a panel is shown, by its id; None at first."""
        self.panel_size = Each[str, int | None](self, "panels/size", None, pixels)
        """What the user gave a panel, pixels, by its id and ``width`` or ``height``; None at first."""
        self.hero_of = Each[Path, int | None](self, "hero", None, same_type(0), settings_key)
        """Id of the actor that the user made the hero of a recording, None if there is none."""
        self.run_offset_of = Each[str, int | None](self, "run_folder/offset", None, same_type(0))
        """Frame index of step 0 that the user chose for a recording, by the hash of its header."""
        self.run_folder_of = Each[str, Path | None](self, "run_folder/path", None, Path)
        """Run's folder that the user chose for a recording, by the hash of its header."""
        self.pins_of = Each[Path, tuple[PinnedActor, ...]](
            self, "pins", (), each_of(lambda life: PinnedActor(*map(int, life))), settings_key
        )
        """The lives of actors that the user pinned in a recording, in their order."""
        self.pair_choices_of = Each[str, PairChoices](self, "compared", PairChoices(), PairChoices.of_json)
        """How the user compares a pair of recordings, by the hashes of their headers and file names."""
        self.map_views = Each[str, str](self, "map_views", "", text, _town_key)
        """The views of the map that the user saved for a town, as text; empty at first."""
        self.map_of = Each[str, Path | None](self, "map", None, Path, _town_key)
        """The OpenDRIVE file that the user chose last for a town, None if none."""
        self.signals = Each[str, str](self, "signals", "", text)
        """Which signals were shown last in a recording of a kind, as text; empty at first."""

    def snapshot(self) -> Settings:
        """Return the present values of all settings without a key of their own, as unchangeable settings."""
        return _Snapshot(self)

    # -- settings page

    def preferences(self) -> dict[str, object]:
        """Return the settings that the settings page shows, by name, as objects that JSON can represent."""
        return {name: vars(Settings)[name].to_json(self) for name in _PREFERENCES}

    def set_preferences(self, stored: Mapping[str, object]) -> list[str]:
        """Set the settings in ``stored``, JSON values by name; return the names that could not be set.

        These are unknown or have an invalid value. Settings that ``stored`` lacks stay as they are.
        """
        return [
            name
            for name, value in stored.items()
            if name not in _PREFERENCES or not vars(Settings)[name].accept(self, value)
        ]

    def reset_preferences(self) -> None:
        """Set all settings that the settings page shows to their defaults."""
        for name in _PREFERENCES:
            vars(Settings)[name].reset(self)

    # -- settings of actions

    def part(self, path: str) -> object:
        """Return the value of the setting ``path`` (such as ``theme``) or a part of it (``map_layers.grid``).

        Raises AttributeError or KeyError if there is none of that name.
        """
        name, _, inner = path.partition(".")
        value = getattr(self, name)
        if isinstance(value, Mapping):
            return value[inner]
        return getattr(value, inner) if inner else value

    def set_part(self, path: str, part: object) -> None:
        """Set the setting ``path`` (such as ``theme``), or a part of it (``map_layers.grid``), to ``part``.

        The type of ``part`` is not checked.
        """
        name, _, inner = path.partition(".")
        if inner:
            value = getattr(self, name)
            part = {**value, inner: part} if isinstance(value, Mapping) else replace(value, **{inner: part})
        setattr(self, name, part)

    def bind_actions(self, actions: Mapping[str, QAction]) -> None:
        """Connect checkable ``actions``, by id, to the settings that they show and set.

        An action is checked while its setting has the value for which it stands. Actions without a setting
        are skipped.
        """
        rows: dict[str, list[Action]] = {}
        for row in ACTIONS.values():
            if row.setting:
                rows.setdefault(row.setting.partition(".")[0], []).append(row)
                actions[row.id].triggered.connect(lambda on, row=row: self._choose(row, on))

        def show(name: str) -> None:
            for row in rows.get(name, ()):
                actions[row.id].setChecked(self.part(row.setting) == row.value)

        self.changed.connect(show)
        for name in rows:
            show(name)

    def _choose(self, row: Action, on: bool) -> None:
        self.set_part(row.setting, row.value if row.choice else on)

    # -- recent items

    def add_recent(self, recording: RecentRecording) -> None:
        """Put ``recording`` first in the list of recently opened recordings and folders.

        An entry with the same path is replaced.
        """
        known = [recording, *(other for other in self.recent if other.path != recording.path)]
        folders = [each for each in known if each.folder][:MAX_FOLDERS]
        self.recent = (*folders, *[each for each in known if not each.folder][:MAX_RECENT])

    def remove_recent(self, path: Path) -> None:
        """Remove the recording or folder ``path`` from the list of recently opened ones."""
        self.recent = tuple(recording for recording in self.recent if recording.path != path)

    def add_map_folder(self, folder: Path) -> None:
        """Put ``folder`` first in the list of folders that are searched for OpenDRIVE maps."""
        folders = [folder, *(each for each in self.map_folders if each != folder)]
        self.map_folders = tuple(folders[:_MAP_FOLDERS])

    # -- the store

    def forget_layout(self) -> None:
        """Remove the last state of the docks and the panels' visibility and sizes from the store.

        Layouts that the user saved by name stay; the open window does not change.
        """
        for key in ("panels", "window/docks"):
            self.store.remove(key)

    def group(self, name: str, kind: type[T]) -> dict[str, T]:
        """Return the stored settings whose keys begin with ``name/``, by the rest of the key.

        Values of another type than ``kind`` are left out.
        """
        prefix = f"{name}/"
        keys = [key for key in self.store.allKeys() if key.startswith(prefix)]
        values = {key.removeprefix(prefix): self.read(key, None, lambda value: value) for key in keys}
        return {key: value for key, value in values.items() if isinstance(value, kind)}

    def read(self, key: str, default: T, read: Callable[[Any], T]) -> T:
        """Return the setting under ``key``, parsed by ``read``; ``default`` if it is missing or invalid."""
        kept = self.store.value(key)
        if not isinstance(kept, str):
            return default
        try:
            value = json.loads(kept)
        except (ValueError, RecursionError):
            value = kept  # earlier versions stored plain text
        try:
            return read(value)
        except UNREADABLE:
            return default

    def write(self, key: str, value: object) -> None:
        """Store ``value`` as JSON under ``key`` in the user's settings."""
        self.store.setValue(key, json.dumps(value, default=str))


class _Snapshot(Settings):
    """The values that all settings had at one time; none can be set."""

    def __init__(self, settings: Settings | None = None) -> None:
        """Store the values of ``settings``, or the defaults."""
        rows = {name: row for name, row in vars(Settings).items() if isinstance(row, Setting)}
        self._values = {
            row.key: row.default if settings is None else getattr(settings, name)
            for name, row in rows.items()
        }

    def read(self, key: str, default: T, read: Callable[[Any], T]) -> T:  # noqa: ARG002 - as Settings has it
        """Return the value of the setting under ``key``."""
        value: T = self._values[key]
        return value

    def write(self, key: str, value: object) -> None:  # noqa: ARG002 - as Settings has it
        """Raise TypeError: a snapshot cannot be changed."""
        raise TypeError(key)


DEFAULTS: Settings = _Snapshot()
"""The default values of all settings; they cannot be changed."""

_PREFERENCES = (
    *dict.fromkeys(row.setting.partition(".")[0] for row in ACTIONS.values() if row.setting),
    "shown_events",
    "map_folders",
    "keys",
)
"""Names of the settings that count as the user's preferences: those that the settings page shows.

``Settings.preferences`` returns their values.
"""


def open_store() -> tuple[QSettings, str]:
    """Return the user's settings store, and a sentence on why settings are not saved (empty if they are).

    If the settings file is not a regular file (reading it might never end), the store is a temporary one.
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
