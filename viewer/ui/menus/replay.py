"""The menus of replay and selection."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from viewer.ui.menus.row import SEPARATOR, Action, Menu, menu, panels, toggle
from viewer.ui.panels import DockArea

if TYPE_CHECKING:
    from viewer.ui.app import Viewer


_SHOWN = "Of the kinds that are shown"


def replay_menu() -> Menu:
    """Return the menu *Replay* with its commands."""
    return menu(
        "replay",
        "Replay",
        Action("play_pause", "Play or pause", "Space K", do=lambda it: it.playback.toggle_play()),
        Action("play_forwards", "Play forwards", "L", "Again: faster", do=lambda it: it.playback.shuttle(1)),
        Action(
            "play_backwards", "Play backwards", "J", "Again: faster", do=lambda it: it.playback.shuttle(-1)
        ),
        SEPARATOR,
        Action(
            "step_back",
            "One frame back",
            "Left ,",
            icon="step-back",
            repeats=True,
            do=lambda it: it.playback.step(-1),
        ),
        Action(
            "step_forward",
            "One frame forward",
            "Right .",
            icon="step-forward",
            repeats=True,
            do=lambda it: it.playback.step(1),
        ),
        menu("jumps", "Jump", *_jumps()),
        Action("go_start", "Go to start", "Home", icon="go-start", do=lambda it: it.playback.go_start()),
        Action(
            "go_end",
            "Go to end",
            "End",
            icon="go-end",
            do=lambda it: it.playback.seek(it.playback.transport.duration),
        ),
        toggle(
            "follow_end",
            "Follow end",
            "Shift+End",
            "Stay at the newest frame while the file is being recorded",
            switch=lambda it, on: it.playback.set_follow_end(on),
        ),
        Action(
            "go_to",
            "Go to time or frame…",
            "G",
            "Typed in any form: 8.47, #136, 14:03:22, +1.5",
            do=lambda it: it.replay.ask_time(),
        ),
        Action("go_back", "Back to where you were", "Alt+Left", do=lambda it: it.workspace.visits.go_back()),
        Action("go_forward", "Forward again", "Alt+Right", do=lambda it: it.workspace.visits.go_forward()),
        SEPARATOR,
        Action(
            "previous_event",
            "Previous event",
            "PgUp",
            _SHOWN,
            icon="chevron-left",
            repeats=True,
            do=lambda it: it.replay.go_event(-1),
        ),
        Action(
            "next_event",
            "Next event",
            "PgDown",
            _SHOWN,
            icon="chevron-right",
            repeats=True,
            do=lambda it: it.replay.go_event(1),
        ),
        Action(
            "previous_collision",
            "Previous collision",
            "Shift+C",
            do=lambda it: it.event_commands.go_contact(-1),
        ),
        Action("next_collision", "Next collision", "C", do=lambda it: it.event_commands.go_contact(1)),
        Action(
            "previous_divergence",
            "Previous difference",
            "Shift+D",
            "Where the compared recordings begin to differ",
            icon="chevron-left",
            repeats=True,
            do=lambda it: it.comparison.go(-1),
        ),
        Action(
            "next_divergence",
            "Next difference",
            "D",
            "Where the compared recordings begin to differ",
            icon="chevron-right",
            repeats=True,
            do=lambda it: it.comparison.go(1),
        ),
        menu("events", "Events shown"),
        toggle(
            "pause_at_findings",
            "Pause at findings",
            "",
            "Where one starts, of those that are listed",
            setting="pauses_at_findings",
        ),
        SEPARATOR,
        menu(
            "speed",
            "Speed",
            Action("slower", "Slower", "Down [", repeats=True, do=lambda it: it.playback.change_speed(-1)),
            Action("faster", "Faster", "Up ]", repeats=True, do=lambda it: it.playback.change_speed(1)),
            Action("speed_reset", "Normal speed", "\\", do=lambda it: it.playback.set_speed(1.0)),
            Action(
                "type_speed",
                "Set speed…",
                "S",
                "From 0.1 to 20 times real time",
                do=lambda it: it.window.playback_bar.speed.ask(),
            ),
        ),
        toggle(
            "loop",
            "Loop",
            "Ctrl+L",
            "Off, all, the range if there is one",
            icon="loop",
            do=lambda it: it.playback.set_loop(it.playback.transport.next_loop()),
        ),
        menu(
            "range",
            "Range",
            Action("range_in", "Range starts here", "I", "At the playhead", do=lambda it: it.range.set_in()),
            Action("range_out", "Range ends here", "O", "At the playhead", do=lambda it: it.range.set_out()),
            SEPARATOR,
            Action(
                "range_play",
                "Play selection",
                "Shift+Space",
                "From its start",
                icon="play",
                do=lambda it: it.range.play(),
            ),
            toggle(
                "range_loop", "Loop range", "", "Again: off", icon="loop-range", do=lambda it: it.range.loop()
            ),
            Action("range_zoom", "Zoom to range", "Shift+Z", icon="fit", do=lambda it: it.range.zoom()),
            Action(
                "range_copy",
                "Copy statistics",
                "Alt+C",
                "As lines of a table, for a spreadsheet",
                icon="copy",
                do=lambda it: it.range.copy(),
            ),
            Action(
                "range_clear", "Clear range", "Ctrl+Shift+X", icon="close", do=lambda it: it.range.clear()
            ),
        ),
        toggle(
            "interpolate",
            "Interpolate",
            "",
            "Interpolate poses between frames, where the file has both",
            icon="interpolate",
            setting="interpolate",
        ),
    )


def _jumps() -> Iterator[Action]:
    """Yield the actions that move the playhead back and forward by a time."""
    for seconds, name, modifier in (
        (0.01, "10ms", ""), (0.1, "100ms", ""), (0.5, "500ms", ""),
        (1.0, "1s", "Shift+"), (5.0, "5s", ""), (10.0, "10s", "Ctrl+"),
    ):  # fmt: skip
        for way, sign, key in (("back", -1, "Left"), ("forward", 1, "Right")):
            yield Action(
                f"{way}_{name}",
                f"{way.capitalize()} {seconds:g} s",
                modifier and f"{modifier}{key}",
                repeats=True,
                do=partial(_move_by, sign * seconds),
            )


def _move_by(seconds: float, it: Viewer) -> None:
    it.playback.move_by(seconds)


def selection_menu() -> Menu:
    """Return the menu *Selection* with its commands."""
    return menu(
        "selection",
        "Selection",
        Action(
            "hero",
            "Select and follow hero",
            "H",
            "Again: the next hero",
            do=lambda it: it.selection.go_hero(),
        ),
        toggle("follow", "Follow selected actor", "F", "Again: stop", do=lambda it: it.selection.follow()),
        SEPARATOR,
        Action(
            "next_actor", "Next moving vehicle", "N", repeats=True, do=lambda it: it.selection.go_actor(1)
        ),
        Action(
            "previous_actor",
            "Previous moving vehicle",
            "Shift+N",
            repeats=True,
            do=lambda it: it.selection.go_actor(-1),
        ),
        Action("find_actor", "Find actor…", "Ctrl+F", do=lambda it: it.window.find_actor()),
        Action(
            "select_listed",
            "Select listed actors",
            "Ctrl+A",
            "All actors that the filter finds",
            do=lambda it: it.window.actor_panel.request_all(),
        ),
        Action(
            "pin_actors",
            "Pin selected actors",
            "Alt+P",
            "Keep them at the top of the list, with a lane in the timeline; again: no longer",
            do=lambda it: it.selection.pin(),
        ),
        *panels(DockArea.POPUP),
        Action(
            "plot",
            "Plot selected actor",
            "P",
            "The value pointed at or last clicked in the inspector, else the speed",
            do=lambda it: it.plots.plot_selected(),
        ),
        SEPARATOR,
        Action(
            "copy_moment",
            "Copy time and pose",
            "Ctrl+C",
            "File, time, frame, actor and pose",
            do=lambda it: it.selection.copy_moment(),
        ),
        Action(
            "copy_call",
            "Copy client.replay_file(…)",
            "Ctrl+Shift+C",
            "For the simulator: from 2 s before this moment, with the selected actor followed",
            do=lambda it: it.sharing.copy_call(),
        ),
        Action(
            "isolate",
            "Isolate selected actors",
            "",
            "Hide all others on the map",
            do=lambda it: it.selection.isolate(),
        ),
        Action(
            "hide",
            "Hide selected actors",
            "",
            "On the map; the list still has them",
            do=lambda it: it.selection.hide(),
        ),
        Action(
            "show_all",
            "Show all actors",
            "",
            "End hiding and isolating",
            do=lambda it: it.workspace.visibility.show_all(),
        ),
        Action(
            "escape",
            "Close or clear",
            "Esc",
            "A popup, then a panel, the filter, the selection, the range; never following",
            do=lambda it: it.escape(),
        ),
    )
