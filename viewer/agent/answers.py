"""Limits of an answer: seconds, bytes, and plain JSON."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping
from typing import Any

from viewer.export.rows import json_text

Answer = dict[str, Any]
"""JSON object that a tool returns."""

SECONDS = 8.0
"""Seconds after which a tool stops reading; its answer is then sent within ten."""
BYTES = 64_000
"""Greatest size in bytes of an answer, as it is sent."""
_LONGEST = 300
"""Greatest number of characters of one text from a file in an answer."""


class AnswerError(Exception):
    """Error that is the answer to a question; its message is a sentence."""


class Deadline:
    """Callback for long work that cancels the work when its seconds are over."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._end = time.monotonic() + seconds

    def __call__(self, _share: float) -> bool:
        """Return whether there is time left; ``_share``, the fraction that is done, is not used."""
        return self.left > 0.0

    @property
    def left(self) -> float:
        """Seconds that are left, negative if the time is over."""
        return self._end - time.monotonic()


def sent_size(answer: Answer) -> int:
    """Return the size in bytes of ``answer`` as it is sent: as an object, and once more as a text."""
    text = json_text(answer)
    return len(text) + len(json.dumps(text))


def fitted(answer: Answer, lists: Mapping[str, str]) -> Answer:
    """Return ``answer`` as plain JSON of at most ``BYTES`` bytes, with long lists and texts cut.

    The key ``cut`` is added if a list was cut: how many of its entries are there, and how to ask for less.

    Args:
        answer: the whole answer.
        lists: by key of ``answer``, advice on how to ask for fewer entries of that list; may be cut.
    """
    answer = _plain(answer)
    whole = {name: len(answer[name]) for name in lists if isinstance(answer.get(name), list)}
    cut: dict[str, str] = {}
    while (size := sent_size(answer)) > BYTES:
        lengths = {name: len(json_text(answer[name])) for name in whole if answer[name]}
        if not lengths:
            return {
                "error": "This answer is larger than 64 KB and cannot be cut; ask for one thing at a time."
            }
        longest = max(lengths, key=lengths.__getitem__)
        kept = answer[longest]
        answer[longest] = kept[: min(len(kept) - 1, int(len(kept) * BYTES / size))]
        count = f"{len(answer[longest])} of {whole[longest]}"
        cut[longest] = f"only the first {count} are here; {lists[longest]}"
        answer["cut"] = cut
    return answer


def _plain(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return ``value`` without numbers that are not finite (None instead), and with long texts cut."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        return value if len(value) <= _LONGEST else value[:_LONGEST] + "…"
    if isinstance(value, Mapping):
        return {_plain(str(key)): _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value
