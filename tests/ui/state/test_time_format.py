"""The scale is told when times are written otherwise, and not with each view of a recording."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from tests.scenes import street
from tests.ui.timeline.conftest import part_of
from viewer.replay.time.time_forms import TimeForm
from viewer.ui.state.changes import Changes
from viewer.ui.state.settings import Settings
from viewer.ui.state.times import TimeDisplay


def test_a_longer_view_is_told_only_where_it_is_written_otherwise(settings: Settings, tmp_path: Path) -> None:
    whole = street().index(tmp_path / "street.log")
    part, recording, changes = part_of(whole, 10, 0.95), SimpleNamespace(index=None), Changes()
    display = TimeDisplay(settings, recording, changes)  # type: ignore[arg-type]

    def is_told(index: object, form: TimeForm) -> bool:
        recording.index, settings.time_form = index, form
        display.update()
        told = changes.pending
        changes.flush()
        return told

    assert is_told(part, TimeForm.ELAPSED)
    assert not is_told(whole, TimeForm.ELAPSED)
    assert display.scale is not None
    assert display.scale.index is whole
    assert is_told(whole, TimeForm.FRAME)
    assert is_told(part, TimeForm.FRAME)  # it does not know the ids of the others
    assert is_told(None, TimeForm.FRAME)
