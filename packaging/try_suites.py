"""Try what the README promises on Debian: ``python3 packaging/try_suites.py bookworm trixie sid``.

The README's two commands and the three ways to install the program are tried as root and as a plain user, in
a bare root each, with a fresh clone of this checkout; and the tests by the oldest Python with the oldest
dependencies. The answer is a table in Markdown. What is tried is the last commit.

Needs Linux, root, ``debootstrap`` and ``git``, and for windows ``Xvfb``; of Python the standard library only.
"""

import sys

from suites.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
