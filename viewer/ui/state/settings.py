"""What the program remembers from one start to the next."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, get_args
from urllib.parse import quote, unquote_to_bytes

from PySide6.QtCore import QByteArray, QSettings

from viewer.replay.time.server_call import ServerFolder
from viewer.replay.time.time_forms import TimeForm
from viewer.ui.speed_unit import KMH, MPS
from viewer.ui.state.layouts import LAYOUTS, USUAL
from viewer.ui.state.recent import MAX_RECENT, RecentRecording
from viewer.ui.theme import ThemeChoice

_MAP_FOLDERS = 5
_MOST_PIXELS = 1 << 15
_PINNED = re.compile(r"([0-9]{1,10})@([0-9]{1,10})")


class PinnedLife(NamedTuple):
    """One life of an actor, as it is found again when its file is read again: ids are used again."""

    actor_id: int
    spawn_frame: int


class Settings:
    """Typed access to a store, which is given: the user's own in the program, a file of their own in tests.

    Whatever is in the store, reading never fails: what cannot be understood is as if it were not there.
    """

    def __init__(self, store: QSettings) -> None:
        self._store = store

    # -- recent recordings

    def recent(self) -> list[RecentRecording]:
        """Return the recordings that were open lately, the last one first. The disk is not touched."""
        count = self._store.beginReadArray("recent")
        result = []
        for index in range(min(count, MAX_RECENT)):
            self._store.setArrayIndex(index)
            path = self._path("path")
            if path is not None:
                result.append(
                    RecentRecording(
                        path=path,
                        map_name=self._text("map"),
                        duration=_number(self._text("duration")),
                        date=_date(self._text("date")),
                        card=self._text("card"),
                    )
                )
        self._store.endArray()
        return result

    def add_recent(self, recording: RecentRecording) -> None:
        """Put a recording first in the list; one of the same path is replaced."""
        others = [other for other in self.recent() if other.path != recording.path]
        known = next((each.card for each in self.recent() if each.path == recording.path), "")
        recording = replace(recording, card=recording.card or known)
        self._write_recent([recording, *others][:MAX_RECENT])

    def set_card(self, path: Path, card: str) -> None:
        """Remember the picture of a recent recording."""
        recent = self.recent()
        if any(each.path == path for each in recent):
            self._write_recent([replace(each, card=card) if each.path == path else each for each in recent])

    @property
    def sample_card(self) -> str:
        """The picture of the sample recording; empty until it has been open."""
        return self._text("sample_card")

    @sample_card.setter
    def sample_card(self, card: str) -> None:
        self._store.setValue("sample_card", card)

    def remove_recent(self, path: Path) -> None:
        """Forget one recording."""
        self._write_recent([recording for recording in self.recent() if recording.path != path])

    def clear_recent(self) -> None:
        """Forget all recordings."""
        self._write_recent([])

    def _write_recent(self, recordings: list[RecentRecording]) -> None:
        self._store.remove("recent")
        self._store.beginWriteArray("recent", len(recordings))
        for index, recording in enumerate(recordings):
            self._store.setArrayIndex(index)
            self._store.setValue("path", _path_as_text(recording.path))
            self._store.setValue("map", recording.map_name)
            self._store.setValue("duration", "" if recording.duration is None else repr(recording.duration))
            self._store.setValue("card", recording.card)
            self._store.setValue("date", "" if recording.date is None else recording.date.isoformat())
        self._store.endArray()

    @property
    def last_folder(self) -> Path | None:
        """Where the last recording was opened from; None at first."""
        return self._path("last_folder")

    @last_folder.setter
    def last_folder(self, folder: Path) -> None:
        self._store.setValue("last_folder", _path_as_text(folder))

    # -- the window

    @property
    def window_geometry(self) -> QByteArray:
        """Place and size, as QWidget.saveGeometry gave them; empty at first."""
        return self._bytes("window/geometry")

    @window_geometry.setter
    def window_geometry(self, geometry: QByteArray) -> None:
        self._store.setValue("window/geometry", geometry)

    @property
    def layout(self) -> str:
        """Id of the layout that was shown last."""
        text = self._text("window/layout")
        return text if text in LAYOUTS else USUAL

    @layout.setter
    def layout(self, layout_id: str) -> None:
        self._store.setValue("window/layout", layout_id)

    def panel_visible(self, layout_id: str, name: str, *, default: bool) -> bool:
        """Return whether a panel is shown in a layout."""
        return self._flag(f"layout/{layout_id}/shown/{name}", default=default)

    def set_panel_visible(self, layout_id: str, name: str, *, visible: bool) -> None:
        """Remember whether a panel is shown in a layout."""
        self._store.setValue(f"layout/{layout_id}/shown/{name}", visible)

    def panel_size(self, layout_id: str, name: str) -> int | None:
        """Return the width or height that the user gave a panel in a layout, pixels; None at first."""
        number = _number(self._text(f"layout/{layout_id}/size/{name}"))
        return int(number) if number is not None and 0 < number < _MOST_PIXELS else None

    def set_panel_size(self, layout_id: str, name: str, size: int) -> None:
        """Remember the width or height of a panel in a layout."""
        self._store.setValue(f"layout/{layout_id}/size/{name}", str(size))

    def drawer_page(self, layout_id: str) -> str:
        """Return the name of the panel that is in front in the drawer of a layout, empty at first."""
        return self._text(f"layout/{layout_id}/drawer")

    def set_drawer_page(self, layout_id: str, name: str) -> None:
        """Remember which panel is in front in the drawer of a layout."""
        self._store.setValue(f"layout/{layout_id}/drawer", name)

    def forget_layout(self, layout_id: str) -> None:
        """Forget what the user made of a layout."""
        self._store.remove(f"layout/{layout_id}")

    @property
    def actor_columns(self) -> tuple[str, ...] | None:
        """Names of the columns the user chose for the actor list; None at first: those that fit."""
        text = self._text("actor_columns")
        return tuple(text.split()) if text else None

    @actor_columns.setter
    def actor_columns(self, names: Sequence[str] | None) -> None:
        self._store.setValue("actor_columns", " ".join(names or ()))

    @property
    def actor_widths(self) -> dict[str, int]:
        """Widths that the user gave columns of the actor list, pixels by name; none at first."""
        pairs = (word.partition(":") for word in self._text("actors/widths").split())
        numbers = {name: _number(width) for name, _, width in pairs}
        return {name: int(width) for name, width in numbers.items() if width and 0 < width < _MOST_PIXELS}

    @actor_widths.setter
    def actor_widths(self, widths: Mapping[str, int]) -> None:
        text = " ".join(f"{name}:{width}" for name, width in widths.items())
        self._store.setValue("actors/widths", text)

    @property
    def actor_tree(self) -> bool:
        """Whether the actor list is a tree; off at first."""
        return self._flag("actors/tree", default=False)

    @actor_tree.setter
    def actor_tree(self, tree: bool) -> None:
        self._store.setValue("actors/tree", tree)

    @property
    def living_actors(self) -> bool:
        """Whether only those actors are listed who are alive; off at first."""
        return self._flag("actors/living", default=False)

    @living_actors.setter
    def living_actors(self, living: bool) -> None:
        self._store.setValue("actors/living", living)

    @property
    def export_kind(self) -> str:
        """Name of the kind of file that was exported last; empty at first."""
        return self._text("export/kind")

    @export_kind.setter
    def export_kind(self, name: str) -> None:
        self._store.setValue("export/kind", name)

    @property
    def lanes(self) -> str:
        """What the user chose about the timeline's lanes, as text; empty at first."""
        return self._text("timeline/lanes")

    @lanes.setter
    def lanes(self, choices: str) -> None:
        self._store.setValue("timeline/lanes", choices)

    def signals(self, kind: str) -> str:
        """Return which signals were shown last in a recording of a kind, as text; empty at first.

        What was plotted when plots were a panel of their own is read once; their room goes to the timeline.
        """
        before = f"plots/{kind}"
        if self._store.contains(before):
            if not self._store.contains(f"signals/{kind}"):
                self.set_signals(kind, self._text(before))
            self._store.remove(before)
            for name in ("size/bottom", "size/drawer", "shown/plots"):
                self._store.remove(f"layout/analyse/{name}")
        return self._text(f"signals/{kind}")

    def set_signals(self, kind: str, signals: str) -> None:
        """Remember which signals are shown in recordings of a kind."""
        self._store.setValue(f"signals/{kind}", signals)

    # -- what belongs to a recording

    def hero_of(self, path: Path) -> int | None:
        """Return the id of the actor that the user made the hero of a recording, None if there is none."""
        number = _number(self._text(f"hero/{_key(path)}"))
        return None if number is None else int(number)

    def set_hero_of(self, path: Path, actor_id: int) -> None:
        """Remember who the hero of a recording is."""
        self._store.setValue(f"hero/{_key(path)}", str(actor_id))

    def map_views(self, town: str) -> str:
        """Return the views of the map that the user saved for a town, as text; empty at first."""
        return self._text(f"map_views/{_key(Path(town))}")

    def set_map_views(self, town: str, views: str) -> None:
        """Remember the views of the map of a town."""
        self._store.setValue(f"map_views/{_key(Path(town))}", views)

    def pins_of(self, path: Path) -> tuple[PinnedLife, ...]:
        """Return the lives of actors that the user pinned in a recording, in their order."""
        found = (_PINNED.fullmatch(word) for word in self._text(f"pins/{_key(path)}").split())
        return tuple(PinnedLife(int(match[1]), int(match[2])) for match in found if match is not None)

    def set_pins_of(self, path: Path, lives: Sequence[PinnedLife]) -> None:
        """Remember who is pinned in a recording."""
        text = " ".join(f"{life.actor_id}@{life.spawn_frame}" for life in lives)
        self._store.setValue(f"pins/{_key(path)}", text)

    def map_of(self, map_name: str) -> Path | None:
        """Return the OpenDRIVE file that the user chose last for a town, None if none."""
        text = self._text(f"map/{_key(Path(map_name))}")
        return Path(text) if text else None

    def set_map_of(self, map_name: str, path: Path) -> None:
        """Remember which OpenDRIVE file belongs to a town."""
        self._store.setValue(f"map/{_key(Path(map_name))}", str(path))

    @property
    def map_folders(self) -> list[Path]:
        """Folders in which maps are looked for, the last chosen one first."""
        return [Path(text) for text in self._text("map_folders").split("\n") if text]

    def add_map_folder(self, folder: Path) -> None:
        """Look for maps in this folder first."""
        folders = [folder, *(each for each in self.map_folders if each != folder)]
        self._store.setValue("map_folders", "\n".join(str(each) for each in folders[:_MAP_FOLDERS]))

    # -- choices

    def layer(self, name: str, *, default: bool) -> bool:
        """Return whether a layer of the map is shown."""
        return self._flag(f"layer/{name}", default=default)

    def set_layer(self, name: str, *, shown: bool) -> None:
        """Remember whether a layer of the map is shown."""
        self._store.setValue(f"layer/{name}", shown)

    @property
    def server_folders(self) -> list[ServerFolder]:
        """Folders of this computer and where the simulator sees them; none at first."""
        pairs = (line.split("\t") for line in self._text("server_folders").split("\n"))
        return [ServerFolder(*pair) for pair in pairs if len(pair) == len(ServerFolder._fields)]

    @server_folders.setter
    def server_folders(self, folders: Sequence[ServerFolder]) -> None:
        self._store.setValue("server_folders", "\n".join("\t".join(folder) for folder in folders))

    def choice(self, name: str) -> str:
        """Return what was chosen among several ways to show something on the map; empty at first."""
        return self._text(f"map_choice/{name}")

    def set_choice(self, name: str, value: str) -> None:
        """Remember what was chosen."""
        self._store.setValue(f"map_choice/{name}", value)

    @property
    def first_start(self) -> bool:
        """Whether the program was never started before."""
        return self._flag("first_start", default=True)

    @first_start.setter
    def first_start(self, first: bool) -> None:
        self._store.setValue("first_start", first)

    @property
    def theme(self) -> ThemeChoice:
        """The theme the user chose; that of the system at first."""
        text = self._text("theme")
        return next((choice for choice in get_args(ThemeChoice) if choice == text), "auto")

    @theme.setter
    def theme(self, choice: ThemeChoice) -> None:
        self._store.setValue("theme", choice)

    @property
    def speed_unit(self) -> str:
        """The unit in which speeds are shown; at first that of the files."""
        return KMH if self._text("speed_unit") == KMH else MPS

    @speed_unit.setter
    def speed_unit(self, unit: str) -> None:
        self._store.setValue("speed_unit", unit)

    @property
    def time_form(self) -> TimeForm:
        """What time is shown as; elapsed at first."""
        text = self._text("time_form")
        return next((form for form in TimeForm if form.value == text), TimeForm.ELAPSED)

    @time_form.setter
    def time_form(self, form: TimeForm) -> None:
        self._store.setValue("time_form", form.value)

    @property
    def loop(self) -> bool:
        """Whether playing starts again at the end; off at first."""
        return self._flag("loop", default=False)

    @loop.setter
    def loop(self, loop: bool) -> None:
        self._store.setValue("loop", loop)

    @property
    def skips_gaps(self) -> bool:
        """Whether playing goes past stretches without a frame; off at first."""
        return self._flag("skips_gaps", default=False)

    @skips_gaps.setter
    def skips_gaps(self, skips_gaps: bool) -> None:
        self._store.setValue("skips_gaps", skips_gaps)

    @property
    def hidden_events(self) -> tuple[str, ...]:
        """Names of the kinds of events that are not shown; none at first."""
        return tuple(self._text("events/hidden").split())

    @hidden_events.setter
    def hidden_events(self, names: Sequence[str]) -> None:
        self._store.setValue("events/hidden", " ".join(names))

    @property
    def pausing_events(self) -> tuple[str, ...]:
        """Names of the kinds of events at which playing pauses; none at first."""
        return tuple(self._text("events/pausing").split())

    @pausing_events.setter
    def pausing_events(self, names: Sequence[str]) -> None:
        self._store.setValue("events/pausing", " ".join(names))

    @property
    def hidden_found(self) -> tuple[str, ...]:
        """Names of the kinds of found events that are not told; none at first."""
        return tuple(self._text("story/hidden").split())

    @hidden_found.setter
    def hidden_found(self, names: Sequence[str]) -> None:
        self._store.setValue("story/hidden", " ".join(names))

    @property
    def story_strip(self) -> bool:
        """Whether the strip over the map tells what was found; on at first."""
        return self._flag("story/strip", default=True)

    @story_strip.setter
    def story_strip(self, shown: bool) -> None:
        self._store.setValue("story/strip", shown)

    @property
    def recent_actions(self) -> tuple[str, ...]:
        """Ids of the actions that were chosen in the palette lately, the last one first."""
        return tuple(self._text("recent_actions").split())

    @recent_actions.setter
    def recent_actions(self, action_ids: Sequence[str]) -> None:
        self._store.setValue("recent_actions", " ".join(action_ids))

    @property
    def auto_reload(self) -> bool:
        """Whether a recording is reloaded by itself when its file is replaced; off at first."""
        return self._flag("auto_reload", default=False)

    @auto_reload.setter
    def auto_reload(self, auto_reload: bool) -> None:
        self._store.setValue("auto_reload", auto_reload)

    @property
    def interpolate(self) -> bool:
        """Whether actors move smoothly between frames; off at first."""
        return self._flag("interpolate", default=False)

    @interpolate.setter
    def interpolate(self, interpolate: bool) -> None:
        self._store.setValue("interpolate", interpolate)

    # -- typed reading; an ini file gives everything back as text

    def _text(self, key: str) -> str:
        value = self._store.value(key)
        return value if isinstance(value, str) else ""

    def _path(self, key: str) -> Path | None:
        text = self._text(key)
        return Path(os.fsdecode(unquote_to_bytes(text))) if text else None

    def _flag(self, key: str, *, default: bool) -> bool:
        value = self._store.value(key)
        return {"true": True, "false": False}.get(str(value).lower(), default)

    def _bytes(self, key: str) -> QByteArray:
        value = self._store.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()


def _path_as_text(path: Path) -> str:
    """Return a path in letters that Qt keeps: on Linux a name is bytes, which need not be text."""
    return quote(os.fsencode(path), safe="/\\: ")


def _key(path: Path) -> str:
    """Return a path as a key; the store takes slashes for groups."""
    return hashlib.sha256(str(path).encode(errors="surrogateescape")).hexdigest()[:16]


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
