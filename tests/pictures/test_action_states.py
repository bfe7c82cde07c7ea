"""Which actions are on and which can be used in each state of the window: approved as text."""

from __future__ import annotations

from tests.pictures.test_window import opened
from tests.scenes import HERO, Scene, actor, pose, street
from viewer.replay.time.transport import Loop
from viewer.ui.state.actor_ref import ref_of

__all__ = ["opened"]  # a fixture


def standing(viewer):
    """Return which actions are on, and which cannot be used."""
    actions = viewer.window.actions_by_id
    on = {f"{each} on" for each, action in actions.items() if action.isChecked()}
    return on | {f"{each} cannot be used" for each, action in actions.items() if not action.isEnabled()}


def changes(steps, viewer, settle):
    """Yield after each step what holds now and what no longer does."""
    before = set()
    for name, step in steps.items():
        step()
        settle()
        now = standing(viewer)
        yield name
        yield from (f"    {each}" for each in sorted(now - before))
        yield from (f"    no longer {each}" for each in sorted(before - now))
        before = now


def test_what_is_on_and_can_be_used_in_each_state(opened, reads, tmp_path):
    viewer, settle = opened(None)
    viewer_opens = viewer.workspace.open
    none = Scene().save(tmp_path / "none.log")
    one = Scene().frame(add=[actor(7)], poses=[pose(7, (1.0, 2.0, 0.0))]).save(tmp_path / "one.log")
    whole, cut = street().save(tmp_path / "street.log"), tmp_path / "cut.log"
    cut.write_bytes(whole.read_bytes()[:-40])
    focus, playback = viewer.focus, viewer.playback

    def hero():
        return ref_of(viewer.recording.index.actors.rows_of(HERO)[0])

    steps = {
        "nothing was ever open": lambda: None,
        "no frame": lambda: viewer_opens(none),
        "one frame": lambda: viewer_opens(one),
        "damaged": lambda: viewer_opens(cut),
        "street": lambda: viewer_opens(whole),
        "hero selected": lambda: focus.select(hero()),
        "hero followed": lambda: focus.follow(hero()),
        "somewhere else by name": lambda: playback.jump(0.5),
        "and back": viewer.window.actions_by_id["go_back"].trigger,
        "range": lambda: playback.set_range((0.2, 0.4)),
        "range looped": lambda: playback.set_loop(Loop.RANGE),
        "no range any more": lambda: playback.set_range(None),
        "all looped": lambda: playback.set_loop(Loop.ALL),
        "loop off": lambda: playback.set_loop(Loop.OFF),
        "end followed": lambda: playback.set_follow_end(True),
        "playing": playback.toggle_play,
        "paused": playback.toggle_play,
        "gaps skipped": lambda: playback.set_skips_gaps(True),
        "smooth": lambda: viewer.moment.set_interpolate(True),
        "closed": viewer.workspace.close,
    }
    reads("\n".join(changes(steps, viewer, settle)) + "\n")
