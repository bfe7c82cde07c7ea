"""The readout of the time by itself."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QLabel

from tests.scenes import Scene, actor
from viewer.ui.shell.playback_readout import PlaybackReadout


def test_from_the_first_frame_on_there_is_room_for_the_number_of_the_last(qtbot, tmp_path):
    scene = Scene()
    for k in range(1100):
        scene.frame(0.05, add=[] if k else [actor(1)])
    index = scene.index(tmp_path / "long.log")
    readout = PlaybackReadout()
    qtbot.addWidget(readout)
    readout.set_recording(index)
    readout.show()

    widths = []
    for frame in (0, 99, 1099):
        readout.set_playhead(float(index.elapsed[frame]), frame)
        readout.resize(readout.sizeHint())
        QApplication.processEvents()
        labels = readout.findChildren(QLabel)
        assert all(each.fontMetrics().horizontalAdvance(each.text()) <= each.width() for each in labels)
        widths.append([each.width() for each in labels])

    assert widths[0] == widths[1] == widths[2]
