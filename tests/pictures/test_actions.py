"""What each action does to a window with a recording: approved as text, like pictures."""

from __future__ import annotations

from shutil import copy

import pytest

from tests.pictures.described import as_text
from tests.pictures.recordings import town
from tests.pictures.test_window import LARGE, opened
from viewer.ui.action_table import MENUS, entries_of
from viewer.ui.state.actor_ref import refs_of

__all__ = ["opened"]  # a fixture

_ELSEWHERE = {
    "open", "open_sample", "previous_file", "next_file", "reload", "close", "quit", "about", "copy_image",
    "save_image", "export", "save_part", "save_clip", "save_event_clip",
    "export_event", "choose_map", "map_folder", "server_folders", "menu",
    "full_screen", "play_pause", "play_forwards", "play_backwards", "range_play", "shortcuts",
    "export_notes", "set_clock",
    "go_back", "go_forward", "copy_call",
}  # fmt: skip
"""They ask for a file, end what is shown, or go on with time."""
_LATER = ("laid out", "heard", "Canvas", "QLabel '8 alive", "QLabel '9 alive")
"""How it is laid out is told elsewhere; the others follow when there is time."""
_TOLD = {
    "toolTip", "accessibleDescription", "placeholderText", "checked", "enabled", "hidden", "sliderPosition",
}  # fmt: skip


@pytest.fixture
def shown(opened, tmp_path):
    """The program with a town at 5 s and two actors selected, and a function that lets it come to rest."""
    path = copy(town().path, tmp_path / "town.log")  # notes are written beside it
    viewer, settle = opened(path, LARGE)
    viewer.playback.seek(5.0)
    viewer.focus.select_all(refs_of(viewer.moment.world.rows[1:3].tolist()))
    settle()
    return viewer, settle


@pytest.mark.parametrize("menu", MENUS, ids=lambda menu: menu.text.replace("&", "").lower())
def test_what_each_action_does(shown, menu, reads):
    viewer, settle = shown
    told, before = [], state_of(viewer)
    for entry in entries_of(menu):
        action = viewer.window.actions_by_id[entry.id]
        if entry.id not in _ELSEWHERE and action.menu() is None and action.isEnabled():
            action.trigger()
            settle()
            after = state_of(viewer)
            told += [entry.id, *(f"    {line}" for line in changes(before, after))]
            before = after
    reads("\n".join(told) + "\n")


def state_of(viewer):
    """Return what is seen of the window, and where playhead, views and selection are."""
    return [*standing_of(viewer), *as_text(viewer.window).splitlines()]


def standing_of(viewer):
    """Return where playhead, views and selection are, and which actions are on and can be used."""
    window, transport = viewer.window, viewer.playback.transport
    axis, camera = window.timeline.model.axis, window.map_area.map_view.viewpoint.camera
    where = {
        "playhead": round(transport.playhead, 3),
        "speed": transport.speed,
        "loop": transport.loop.name,
        "range": transport.range,
        "selected": [actor.row for actor in viewer.focus.selected],
        "map": [round(each, 1) for each in (camera.x, camera.y, camera.scale, camera.turn)],
        "lanes": [round(each, 2) for each in (axis.start, axis.end)],
    }
    lines = [f"{name}: {value}" for name, value in where.items()]
    for name, action in window.actions_by_id.items():
        lines.append(f"{name}: {'on' if action.isChecked() else 'off'}, {action.isEnabled()}")
    return lines


def changes(before, after):
    """Yield what is another now: values, and what widgets say and whether they can be seen and used."""
    known = set(before)
    for line in after:
        words = line.strip().split(", ")
        if line not in known and not words[0].startswith(_LATER):
            plain = words[0].partition(" ")[0].endswith(":")
            yield ", ".join(w for w in words if plain or w is words[0] or w.partition(" ")[0] in _TOLD)
