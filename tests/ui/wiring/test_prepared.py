"""What a window asks of a recording at once has been worked out by the thread that read it."""

from __future__ import annotations

from tests.scenes import street


def kept(index):
    """Return the names of what is kept with a view of a recording for those above it."""
    return {name for name in vars(index) if "." in name}


def test_whatever_is_kept_with_a_recording_was_there_before_the_window_was_told(viewer, qtbot, tmp_path):
    """The window would stand still while it works that out of a recording of an hour."""
    prepared = []
    viewer.recording.prepare(lambda index: prepared.append(kept(index)))  # the last one that is called
    viewer.workspace.open(street().save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    qtbot.waitUntil(lambda: not viewer.bars.painting.under_way)
    assert kept(viewer.recording.index) == prepared[-1]
    assert len(prepared[-1]) > 4
