"""What is said where there are no events to be told."""

from __future__ import annotations

from viewer.ui.format import count
from viewer.ui.state.story import Story
from viewer.ui.translation import tr


def story_message(story: Story) -> str:
    """Return why there are no events, or that there may be more; empty if all are there."""
    if story.trouble:
        return story.trouble
    if story.looking and story.share is not None:
        return tr("Looking… {} %").format(round(100 * story.share))
    if story.events:
        return ""
    if story.looking:
        return tr("Looking…")
    if story.found is None:
        return ""
    text = {0: tr("Nothing could be judged"), 1: tr("Nothing found · 1 rule")}.get(
        story.rules, tr("Nothing found · {} rules")
    )
    return text.format(count(story.rules))
