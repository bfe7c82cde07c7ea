"""Why a vehicle stands, in words: each kind of cause, and what is not known of it."""

from __future__ import annotations

import math

import pytest

from tests.analysis.drives import car, hero, record, standing
from viewer.analysis.event_table import FoundEvent, Severity
from viewer.analysis.stand_cause import CauseKind, Root, StandCause
from viewer.analysis.stand_words import cause_words, stand_words
from viewer.export.event_report import event_line


def cause(kind, root=None, head=None, light=None, **more):
    """Return a cause; without a ``root`` it is the vehicle's own."""
    of_root = Root(CauseKind(root or kind), head, light)
    return StandCause(CauseKind(kind), 0.0, of_root, light=None if root else light, **more)


@pytest.mark.parametrize(
    ("of", "words"),
    [
        (cause("behind", "never_moved", 200, row=200, chain=(200,)), "behind 200, which never moved"),
        (
            cause("behind", "never_moved", 200, row=7, chain=(7, 8, 200)),
            "in a queue of 3 behind 200, which never moved",
        ),
        (
            cause("behind", "waits_at_red", 200, 15, row=200, chain=(200,), changed=False),
            "behind 200, itself at red light 15, which never changed",
        ),
        (cause("behind", "walker", 200, row=200, chain=(200,)), "behind 200, itself behind a walker"),
        (cause("behind", "gridlock", 200, row=200, chain=(200,)), "behind 200, itself in a gridlock"),
        (cause("behind", "against", 200, row=200, chain=(200,)), "behind 200, itself against an obstacle"),
        (cause("behind", "unknown", 200, row=200, chain=(200,)), "behind 200"),
        (cause("gridlock", "gridlock", 3, row=2, chain=(2, 3)), "in a gridlock of 3"),
        (cause("walker", row=55), "behind walker 55"),
        (cause("waits_at_red", light=15, changed=False), "at red light 15, which never changed"),
        (cause("waits_at_red", light=15, changed=True), "at red light 15"),
        (cause("stop_sign"), "at a stop sign"),
        (cause("against", row=9), "against 9"),
        (cause("against"), "against a wall"),
        (cause("brake_held"), "with the brake held"),
        (
            cause("no_throttle", ruled_out=("no brake",), not_looked_at=("lights: no map",)),
            "without throttle; lights not known (no map)",
        ),
        (
            cause(
                "unknown", ruled_out=("nobody ahead", "no brake"), not_looked_at=("controls: not recorded",)
            ),
            "with no known cause; nobody ahead, no brake; controls not known (not recorded)",
        ),
    ],
)
def test_each_cause_is_a_sentence(of, words):
    assert cause_words(of, "61.0 s", str) == f"Stuck for 61.0 s {words}"
    assert cause_words(of, "", str) == f"Stuck {words}"


def test_a_line_of_the_command_names_the_vehicles_and_how_long_it_lasts(tmp_path):
    movers = [hero(standing(0, 0)), car(200, standing(6, 0), type_id="vehicle.audi.tt")]
    index = record(movers, 2).index(tmp_path / "stand.log")
    behind = StandCause(CauseKind.BEHIND, 0.0, Root(CauseKind.NEVER_MOVED, 1), 1, chain=(1,), gaps=(2.0,))
    event = FoundEvent(
        "standing", 0.05, 194.95, (0,), 194.9, 20.0, 0, None, Severity.HIGH, at_least=True, cause=behind
    )
    assert event_line(index, event).endswith(
        "(threshold 20)  Stuck for ≥ 194.9 s behind 200 (audi.tt), which never moved"
    )
    green = StandCause(CauseKind.STANDS_AT_GREEN, 159.75, Root(CauseKind.STANDS_AT_GREEN, None, 1), light=1)
    assert stand_words(event._replace(cause=green, at_least=False), index.actors) == "Stood 35.2 s at green"
    ring = behind._replace(kind=CauseKind.GRIDLOCK, chain=(1, 0))  # which may end at the vehicle itself
    of_ring = event._replace(cause=ring, value=math.nan)
    assert stand_words(of_ring, index.actors) == "Stuck in a gridlock of 2"
