"""Make a recording like the sample, and the town's map beside it: ``make_sample.py FILE``.

The map is the one that ships; the recording that ships tells the same story by an earlier model of traffic.
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    sys.path.insert(0, str(root))

    from tests.sample.record import record
    from tests.sample.streets import MAP_NAME
    from tests.sample.xodr import write_map

    path = Path(sys.argv[1])
    for file, write in ((path, record), (path.with_name(f"{MAP_NAME}.xodr"), write_map)):
        with file.open("wb") as stream:
            write(stream)
