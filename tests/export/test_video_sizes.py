"""Sizes and rates of videos that can be written, before any picture is drawn."""

from __future__ import annotations

import pytest

from viewer.export.errors import ExportError
from viewer.export.video import check_video


@pytest.mark.parametrize("size", [(16, 16), (18, 16), (16, 18), (642, 358), (1920, 1080)])
@pytest.mark.parametrize("ending", [".mp4", ".webm", ".gif"])
def test_even_sides_suit_every_format(ending, size):
    check_video(ending, size, 25.0)


@pytest.mark.parametrize("size", [(17, 16), (16, 17), (641, 359)])
def test_odd_sides_suit_only_what_does_not_halve_its_colours(size):
    check_video(".gif", size, 25.0)
    for ending in (".mp4", ".webm"):
        with pytest.raises(ExportError, match=f"^{ending} needs an even .*, and {size[0]}x{size[1]} is not"):
            check_video(ending, size, 25.0)


def test_a_gif_has_at_most_fifty_pictures_a_second():
    check_video(".gif", (16, 16), 50.0)
    check_video(".mp4", (16, 16), 60.0)
    with pytest.raises(ExportError, match="at most 50 pictures"):
        check_video(".gif", (16, 16), 50.1)


def test_other_endings_are_no_videos():
    with pytest.raises(ExportError, match=r"'\.avi' is no video"):
        check_video(".avi", (16, 16), 25.0)
