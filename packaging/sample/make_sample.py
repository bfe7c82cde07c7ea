"""Make the sample recording: ``python packaging/sample/make_sample.py [FILE]``.

Writes ``resources/sample.log`` unless a file is named. The bytes are the same every time.
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    sys.path[:0] = [str(root), str(root / "packaging")]

    from sample.record import record

    path = Path(sys.argv[1]) if len(sys.argv) > 1 else root / "resources" / "sample.log"
    with path.open("wb") as stream:
        record(stream)
    print(f"{path}: {path.stat().st_size:,} bytes")
