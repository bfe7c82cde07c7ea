"""Write every file that is made from the code: ``python3 packaging/start.py generate [--pictures]``.

With ``--pictures``, the guide's pictures are drawn anew, too, in the typeface of this machine.
"""

import sys
from pathlib import Path

import guide
import man_page
import translations

PARTS = {"translations": translations.made, "guide": guide.made, "man page": man_page.made}
"""Functions that yield paths and texts, in order: tables in Chinese need the translations."""


def main() -> None:
    """Write the files that differ, and print their paths."""
    if "--pictures" in sys.argv[1:]:
        guide.draw_all()
    for made in PARTS.values():
        for path, text in made():
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
                print(path.relative_to(Path(__file__).resolve().parents[1]))


if __name__ == "__main__":
    main()
