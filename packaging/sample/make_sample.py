"""Make the sample recording and its map: ``python packaging/sample/make_sample.py [FILE]``.

Writes ``resources/sample.log`` unless a file is named, and the map beside it. The bytes are the same every
time.
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    sys.path[:0] = [str(root), str(root / "packaging")]

    from sample.record import record
    from sample.streets import MAP_NAME
    from sample.xodr import write_map

    path = Path(sys.argv[1]) if len(sys.argv) > 1 else root / "resources" / "sample.log"
    for file, write in ((path, record), (path.with_name(f"{MAP_NAME}.xodr"), write_map)):
        with file.open("wb") as stream:
            write(stream)
        print(f"{file}: {file.stat().st_size:,} bytes")
