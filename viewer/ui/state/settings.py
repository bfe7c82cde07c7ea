"""What the program remembers from one start to the next."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar, get_args
from urllib.parse import quote, unquote_to_bytes

from PySide6.QtCore import QByteArray, QCoreApplication, QSettings, QStandardPaths, QTemporaryDir

from viewer.file_error import printable
from viewer.program import kept_key
from viewer.regular_file import read_regular, reason
from viewer.replay.time.server_call import ServerFolder
from viewer.replay.time.time_forms import TimeForm
from viewer.ui.speed_unit import KMH, MPS
from viewer.ui.state.layouts import LAYOUTS, USUAL
from viewer.ui.state.recent import MAX_FOLDERS, MAX_RECENT, RecentRecording
from viewer.ui.theme import ThemeChoice

Of = TypeVar("Of")
Got = TypeVar("Got")
Given = TypeVar("Given")
_MAP_FOLDERS = 5
_MOST_PIXELS = 1 << 15
_PINNED = re.compile(r"(?<!\S)([0-9]{1,10})@([0-9]{1,10})(?!\S)")


class PinnedLife(NamedTuple):
    """One life of an actor, as it is found again when its file is read again: ids are used again."""

    actor_id: int
    spawn_frame: int


def _path(text: str) -> Path | None:
    return Path(os.fsdecode(unquote_to_bytes(text))) if text else None


def _path_text(path: Path) -> str:
    """Return a path in letters that Qt keeps: on Linux a name is bytes, which need not be text."""
    return quote(os.fsencode(path), safe="/\\: ")


def _truth_text(value: bool) -> str:
    return str(value).lower()


class _Kept(Generic[Got, Given]):
    """An attribute of the settings: a text in their store, under a key; empty at first."""

    def __init__(self, key: str, read: Callable[[str], Got], write: Callable[[Given], object] = str) -> None:
        self._key, self._read, self._write = key, read, write

    def __get__(self, settings: Settings, owner: type[Settings]) -> Got:
        return self._read(settings.text(self._key))

    def __set__(self, settings: Settings, value: Given) -> None:
        settings.store.setValue(self._key, self._write(value))


class _Each(Generic[Of, Got, Given]):
    """What is kept for each of several, such as files or panels: read and set as an item."""

    def __init__(
        self,
        settings: Settings,
        key: Callable[[Of], str],
        read: Callable[[str], Got],
        write: Callable[[Given], object] = str,
    ) -> None:
        self._settings, self._key, self._read, self._write = settings, key, read, write

    def __getitem__(self, of: Of) -> Got:
        return self._read(self._settings.text(self._key(of)))

    def __setitem__(self, of: Of, value: Given) -> None:
        self._settings.store.setValue(self._key(of), self._write(value))


class _Flag(_Kept[bool, bool]):
    """An attribute that is on or off."""

    def __init__(self, key: str, *, default: bool = False) -> None:
        super().__init__(key, lambda text: default if (on := _truth(text)) is None else on, _truth_text)


class _Words(_Kept[tuple[str, ...], Sequence[str]]):
    """An attribute of several words; none at first."""

    def __init__(self, key: str) -> None:
        super().__init__(key, lambda text: tuple(text.split()), " ".join)


class Settings:
    """Typed access to a store, which is given: the user's own in the program, a file of their own in tests.

    Whatever is in the store, reading never fails: what cannot be understood is as if it were not there.
    """

    last_folder = _Kept[Path | None, Path]("last_folder", _path, _path_text)
    """Where the last recording was opened from; None at first."""
    library_columns = _Kept[str, str]("library_columns", str)
    """Order and widths of the columns of the library, as text; empty at first."""
    first_start = _Flag("first_start", default=True)
    """Whether the program was never started before."""

    layout = _Kept[str, str]("window/layout", lambda text: text if text in LAYOUTS else USUAL)
    """Id of the layout that was shown last."""
    theme = _Kept[ThemeChoice, ThemeChoice](
        "theme", lambda text: next((choice for choice in get_args(ThemeChoice) if choice == text), "auto")
    )
    """The theme the user chose; that of the system at first."""
    speed_unit = _Kept[str, str]("speed_unit", lambda text: KMH if text == KMH else MPS)
    """The unit in which speeds are shown; at first that of the files."""
    time_form = _Kept[TimeForm, TimeForm](
        "time_form",
        lambda text: next((form for form in TimeForm if form.value == text), TimeForm.ELAPSED),
        lambda form: form.value,
    )
    """What time is shown as; elapsed at first."""
    lanes = _Kept[str, str]("timeline/lanes", str)
    """What the user chose about the timeline's lanes, as text; empty at first."""
    export_kind = _Kept[str, str]("export/kind", str)
    """Name of the kind of file that was exported last; empty at first."""
    server_folders = _Kept[list[ServerFolder], Sequence[ServerFolder]](
        "server_folders",
        lambda text: [ServerFolder(*pair) for pair in _pairs(text, "\n", "\t")],
        lambda folders: "\n".join("\t".join(folder) for folder in folders),
    )
    """Folders of this computer and where the simulator sees them; none at first."""

    actor_columns = _Kept[tuple[str, ...] | None, Sequence[str] | None](
        "actor_columns", lambda text: tuple(text.split()) or None, lambda names: " ".join(names or ())
    )
    """Names of the columns the user chose for the actor list; None at first: those that fit."""
    actor_widths = _Kept[dict[str, int], Mapping[str, int]](
        "actors/widths",
        lambda text: {name: size for name, width in _pairs(text, " ", ":") if (size := _pixels(width))},
        lambda widths: " ".join(f"{name}:{width}" for name, width in widths.items()),
    )
    """Widths that the user gave columns of the actor list, pixels by name; none at first."""
    actor_tree = _Flag("actors/tree")
    """Whether the actor list is a tree."""
    living_actors = _Flag("actors/living")
    """Whether only those actors are listed who are alive."""

    loop = _Flag("loop")
    """Whether playing starts again at the end."""
    skips_gaps = _Flag("skips_gaps")
    """Whether playing goes past stretches without a frame."""
    interpolate = _Flag("interpolate")
    """Whether actors move smoothly between frames."""
    auto_reload = _Flag("auto_reload")
    """Whether a recording is reloaded by itself when its file is replaced."""
    hidden_events = _Words("events/hidden")
    """Names of the kinds of events that are not shown."""
    pausing_events = _Words("events/pausing")
    """Names of the kinds of events at which playing pauses."""
    hidden_found = _Words("story/hidden")
    """Names of the kinds of found events that are not told."""
    story_strip = _Flag("story/strip", default=True)
    """Whether the strip over the map tells what was found."""
    recent_actions = _Words("recent_actions")
    """Ids of the actions that were chosen in the palette lately, the last one first."""

    def __init__(self, store: QSettings) -> None:
        self.store = store
        self.panel_visible = _Each[tuple[str, str], bool | None, bool](
            self, lambda of: f"layout/{of[0]}/shown/{of[1]}", _truth, _truth_text
        )
        """Whether a panel is shown, by the ids of the layout and of the panel; None at first."""
        self.panel_size = _Each[tuple[str, str], int | None, int](self, _size_key, _pixels)
        """The width or height that the user gave a panel, pixels, likewise; None at first."""
        self.drawer_page = _Each[str, str, str](self, lambda layout: f"layout/{layout}/drawer", str)
        """Name of the panel that is in front in the drawer, by the id of the layout; empty at first."""
        self.layer = _Each[str, bool | None, bool](self, lambda name: f"layer/{name}", _truth, _truth_text)
        """Whether a layer of the map is shown; None at first."""
        self.choice = _Each[str, str, str](self, lambda name: f"map_choice/{name}", str)
        """What was chosen among several ways to show something on the map; empty at first."""
        self.hero_of = _Each[Path, int | None, int](self, lambda path: f"hero/{kept_key(path)}", _whole)
        """Id of the actor that the user made the hero of a recording, None if there is none."""
        self.pins_of = _Each[Path, tuple[PinnedLife, ...], Sequence[PinnedLife]](
            self,
            lambda path: f"pins/{kept_key(path)}",
            lambda text: tuple(PinnedLife(int(life), int(spawn)) for life, spawn in _PINNED.findall(text)),
            lambda lives: " ".join(f"{life.actor_id}@{life.spawn_frame}" for life in lives),
        )
        """The lives of actors that the user pinned in a recording, in their order."""
        self.map_views = _Each[str, str, str](self, lambda town: f"map_views/{kept_key(Path(town))}", str)
        """The views of the map that the user saved for a town, as text; empty at first."""
        self.map_of = _Each[str, Path | None, Path](
            self, lambda town: f"map/{kept_key(Path(town))}", lambda text: Path(text) if text else None
        )
        """The OpenDRIVE file that the user chose last for a town, None if none."""

    # -- recent recordings

    def recent(self) -> list[RecentRecording]:
        """Return folders, then recordings that were open lately, the last first. The disk is not touched."""
        count = self.store.beginReadArray("recent")
        result = []
        for index in range(min(count, MAX_RECENT + MAX_FOLDERS)):
            self.store.setArrayIndex(index)
            path = _path(self.text("path"))
            if path is not None:
                result.append(
                    RecentRecording(
                        path=path,
                        map_name=self.text("map"),
                        duration=_number(self.text("duration")),
                        date=_date(self.text("date")),
                        folder=_truth(self.text("folder")) or False,
                    )
                )
        self.store.endArray()
        return result

    def add_recent(self, recording: RecentRecording) -> None:
        """Put a recording first in the list; one of the same path is replaced."""
        known = [recording, *(other for other in self.recent() if other.path != recording.path)]
        folders = [each for each in known if each.folder][:MAX_FOLDERS]
        self._write_recent([*folders, *[each for each in known if not each.folder][:MAX_RECENT]])

    def remove_recent(self, path: Path) -> None:
        """Forget one recording, or folder."""
        self._write_recent([recording for recording in self.recent() if recording.path != path])

    def _write_recent(self, recordings: list[RecentRecording]) -> None:
        self.store.remove("recent")
        self.store.beginWriteArray("recent", len(recordings))
        for index, recording in enumerate(recordings):
            self.store.setArrayIndex(index)
            self.store.setValue("path", _path_text(recording.path))
            self.store.setValue("map", recording.map_name)
            self.store.setValue("duration", "" if recording.duration is None else repr(recording.duration))
            self.store.setValue("folder", _truth_text(recording.folder))
            self.store.setValue("date", "" if recording.date is None else recording.date.isoformat())
        self.store.endArray()

    @property
    def window_geometry(self) -> QByteArray:
        """Place and size, as QWidget.saveGeometry gave them; empty at first."""
        value = self.store.value("window/geometry")
        return value if isinstance(value, QByteArray) else QByteArray()

    @window_geometry.setter
    def window_geometry(self, geometry: QByteArray) -> None:
        self.store.setValue("window/geometry", geometry)

    def forget_layout(self, layout_id: str) -> None:
        """Forget what the user made of a layout."""
        self.store.remove(f"layout/{layout_id}")

    def forget_size(self, layout_id: str, panel: str) -> None:
        """Forget the size that the user gave a panel."""
        self.store.remove(_size_key((layout_id, panel)))

    def signals(self, kind: str) -> str:
        """Return which signals were shown last in a recording of a kind, as text; empty at first.

        What was plotted when plots were a panel of their own is read once.
        """
        before = f"plots/{kind}"
        if self.store.contains(before):
            if not self.store.contains(f"signals/{kind}"):
                self.set_signals(kind, self.text(before))
            self.store.remove(before)
            self.store.remove("layout/analyse/shown/plots")
        return self.text(f"signals/{kind}")

    def set_signals(self, kind: str, signals: str) -> None:
        """Remember which signals are shown in recordings of a kind."""
        self.store.setValue(f"signals/{kind}", signals)

    @property
    def map_folders(self) -> list[Path]:
        """Folders in which maps are looked for, the last chosen one first."""
        return [Path(text) for text in self.text("map_folders").split("\n") if text]

    def add_map_folder(self, folder: Path) -> None:
        """Look for maps in this folder first."""
        folders = [folder, *(each for each in self.map_folders if each != folder)]
        self.store.setValue("map_folders", "\n".join(str(each) for each in folders[:_MAP_FOLDERS]))

    def group(self, name: str) -> dict[str, str]:
        """Return all that is kept in a group, by the keys in it."""
        prefix = f"{name}/"
        keys = (key for key in self.store.allKeys() if key.startswith(prefix))
        return {key.removeprefix(prefix): self.text(key) for key in keys}

    def text(self, key: str) -> str:
        """Return what is kept under a key, empty if nothing is; an ini file gives everything back as text."""
        value = self.store.value(key)
        return value if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else ""


def open_store() -> tuple[QSettings, str]:
    """Return the user's own store, and an empty text.

    Where something else stands in the place of its file, which Qt would wait for or read without end: one
    that is forgotten at the end, and why.
    """
    kind = QStandardPaths.StandardLocation.GenericConfigLocation
    folder = Path(QStandardPaths.writableLocation(kind), QCoreApplication.organizationName())
    path = folder / f"{QCoreApplication.applicationName()}.conf"  # on Linux; elsewhere there is none
    try:
        read_regular(path)
    except FileNotFoundError:
        return QSettings(), ""
    except OSError as error:
        own = QTemporaryDir()
        store = QSettings(own.filePath("settings.ini"), QSettings.Format.IniFormat)
        store.destroyed.connect(own.remove)
        text = QCoreApplication.translate("Settings", "Settings are not kept: {path}: {reason}")
        return store, text.format(path=printable(path), reason=reason(error)[0])
    return QSettings(), ""


def _size_key(of: tuple[str, str]) -> str:
    """Return the key of a panel's size in a layout; under ``size`` stood also what small windows left."""
    layout, panel = of
    return f"layout/{layout}/dragged/{panel}"


def _truth(text: str) -> bool | None:
    return {"true": True, "false": False}.get(text.lower())


def _pairs(text: str, between: str, inside: str) -> list[list[str]]:
    """Return the parts of those entries of a text that have two."""
    parts = (entry.split(inside) for entry in text.split(between))
    return [pair for pair in parts if len(pair) == 2]  # noqa: PLR2004 - a pair


def _whole(text: str) -> int | None:
    number = _number(text)
    return int(number) if number is not None and math.isfinite(number) else None


def _pixels(text: str) -> int | None:
    number = _whole(text)
    return number if number is not None and 0 < number < _MOST_PIXELS else None


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _date(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
