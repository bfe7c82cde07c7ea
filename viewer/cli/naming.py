"""Where what is made of each recording goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from viewer.export.errors import ExportError
from viewer.file_error import printable

_NAME, _NUMBER = "{name}", "{number}"
HELP = f"of several files, with {_NAME} or {_NUMBER} in its name, or a folder that is there already"


def targets(files: Sequence[Path], output: Path, ending: str) -> list[Path]:
    """Return the file or folder to be written for each recording.

    ``{name}`` stands for the recording's name without its ending, ``{number}`` counts from 1; in a folder
    that exists, files are called after their recordings.

    Raises:
        ExportError: two recordings would be written to one place.

    """
    pattern = str(output)
    if _NAME not in pattern and _NUMBER not in pattern:
        if output.is_dir() and (ending or len(files) > 1):
            pattern = str(output / f"{_NAME}{ending}")
        elif len(files) > 1:
            raise ExportError(
                f"{len(files)} recordings cannot all become {printable(output)}: write {_NAME} or {_NUMBER} "
                "into its name, or name a folder that is there already"
            )
    found = [
        Path(pattern.replace(_NAME, path.stem).replace(_NUMBER, str(number)))
        for number, path in enumerate(files, 1)
    ]
    ((common, times),) = Counter(found).most_common(1)
    if times > 1:
        raise ExportError(
            f"{times} recordings would be written to {printable(common)}: write {_NUMBER} into its name"
        )
    return found
