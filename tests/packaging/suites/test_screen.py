from __future__ import annotations

from suites import screen
from suites.screen import Screen


def test_a_display_with_one_colour_shows_no_window(tmp_path):
    pixels = tmp_path / "screen"
    pixels.write_bytes(bytes(100_000))
    assert not Screen(":1", pixels).has_window()
    pixels.write_bytes(bytes(100_000) + b"".join(number.to_bytes(4, "little") for number in range(500)))
    assert Screen(":1", pixels).has_window()


def test_without_xvfb_there_is_none(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with screen.opened() as display:
        assert display is None
