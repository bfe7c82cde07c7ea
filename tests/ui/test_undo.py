"""Undo in the window: what keys take back and do again, and a long random walk."""

import random

import pytest
from PySide6.QtCore import QCoreApplication

from tests.scenes import HERO, OTHER
from tests.ui.conftest import turn
from tests.ui.person import press, row_of, said
from viewer.notes import Note, Sidecar, sidecar_path
from viewer.signals import SIGNALS
from viewer.signals.series import SeriesKey
from viewer.ui.map_layers import map_layers
from viewer.ui.state.visibility import Rule

pytestmark = pytest.mark.usefixtures("one_window")

_PANELS = ("actors", "inspector", "notes", "story")
_LANES = ("events", "found", "speed", "lives", "frames")


def state(viewer):
    """What the walk changes, read from where it stands."""
    window = viewer.window
    model = window.timeline.model
    return (
        viewer.focus.selected,
        viewer.workspace.visibility.hidden_rows.tolist(),
        viewer.playback.transport.range,
        window.actor_panel.filter_text,
        viewer.settings.map_layers,
        viewer.settings.map_options,
        model.lane_groups.choices,
        [[curve.key for curve in pane.curves] for pane in model.plot_layout.plots],
        [window.actions_by_id[f"show_{name}"].isChecked() for name in _PANELS],
        [(note.id, note.start, note.text) for note in viewer.notes.notes],
    )


def change(viewer, chance):
    """Change one thing as a person would."""
    window, rows = viewer.window, range(len(viewer.recording.index.actors))
    actions, model = window.actions_by_id, window.timeline.model
    visibility, notes = viewer.workspace.visibility, viewer.notes

    def note():
        if notes.notes and chance.random() < 0.6:
            chosen = chance.choice(notes.notes)
            if chance.random() < 0.5:
                notes.remove(chosen.id)
            else:
                notes.change_text(chosen.id, str(chance.random()))
        else:
            notes.add(Note(chance.random() * 0.9, text="new"))

    def lane():
        key = chance.choice(_LANES)
        choices = model.lane_groups.choices
        model.choose_lanes(
            chance.choice([
                choices.with_folded(key, folded=chance.random() < 0.5),
                choices.with_height(key, chance.randint(20, 90)),
                choices.with_shown(key, shown=chance.random() < 0.5),
            ])
        )  # fmt: skip

    toggles = [f"layer_{name}" for name in map_layers()] + ["label_role", "heading_up"]
    toggles += ["behind_0", "behind_10", "color_speed", "color_category"]
    toggles += [f"show_{name}" for name in _PANELS]
    chance.choice([
        lambda: viewer.focus.select_all(tuple(chance.sample(rows, chance.randint(0, 3)))),
        lambda: visibility.hide(Rule("actor", chance.choice(rows))),
        lambda: visibility.isolate(Rule("actor", chance.choice(rows))),
        visibility.show_all,
        lambda: viewer.workspace.range.choose(tuple(sorted((chance.random(), chance.random())))),
        viewer.range.clear,
        lambda: window.actor_panel.set_filter_text(chance.choice(["", "tesla", "category=walker", "audi"])),
        *(actions[name].trigger for name in chance.sample(toggles, 4)),
        lane,
        lambda: model.set_plot_layout(
            model.plot_layout.with_signal(SeriesKey("speed", chance.choice(rows)), SIGNALS["speed"])
        ),
        note,
    ])()  # fmt: skip


def test_a_walk_of_60_changes_is_undone_to_the_first_state_and_redone_to_the_last(open_street, monkeypatch):
    viewer, chance, history = open_street, random.Random(0), open_street.history.history
    monkeypatch.setattr(history, "clock", iter(range(10**6)).__next__)  # each change is a step of its own
    QCoreApplication.processEvents()
    history.forget()
    states = [state(viewer)]
    for _ in range(60):
        change(viewer, chance)
        turn()
        QCoreApplication.processEvents()
        if state(viewer) != states[-1]:
            states.append(state(viewer))
    assert len(states) > 30
    for undo, expected in ((history.undo, states[0]), (history.redo, states[-1])):
        seen = [state(viewer)]
        while undo():
            turn()
            QCoreApplication.processEvents()
            seen.append(state(viewer))
        assert seen[-1] == expected
        assert all(each in seen for each in states)


def test_keys_undo_and_redo_and_say_what(open_street):
    viewer = open_street
    rows = [row_of(viewer, each) for each in (HERO, OTHER)]
    viewer.focus.select(rows[0])
    QCoreApplication.processEvents()
    viewer.history.history.forget()
    viewer.window.actions_by_id["hide"].trigger()
    QCoreApplication.processEvents()
    viewer.focus.select(rows[1])
    QCoreApplication.processEvents()
    press(viewer, "Ctrl+Z")
    assert viewer.focus.primary == rows[0]
    assert said(viewer) == "Undone: selection"
    press(viewer, "Ctrl+Z")
    assert not viewer.workspace.visibility.hidden_rows.any()
    press(viewer, "Ctrl+Z")
    assert said(viewer) == "Nothing to undo"
    press(viewer, "Ctrl+Shift+Z")
    press(viewer, "Ctrl+Shift+Z")
    assert viewer.focus.primary == rows[1]
    assert viewer.workspace.visibility.hidden_rows.any()


def test_undoing_a_note_leaves_what_another_window_wrote(open_street, qtbot):
    viewer, index = open_street, open_street.recording.index
    qtbot.waitUntil(lambda: not viewer.notes.loading)
    viewer.notes.add(mine := Note(0.1, text="mine"))
    theirs = Note(0.2, text="theirs")
    Sidecar(index.file, [sidecar_path(index.path)]).save({theirs.id: theirs})
    qtbot.waitUntil(lambda: len(viewer.notes.notes) == 2)
    press(viewer, "Ctrl+Z")
    assert [note.id for note in viewer.notes.notes] == [theirs.id]
    press(viewer, "Ctrl+Shift+Z")
    assert [note.id for note in viewer.notes.notes] == [mine.id, theirs.id]
