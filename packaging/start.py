"""Set this checkout up and use it: ``python3 packaging/start.py run`` or ``python3 packaging/start.py test``.

Needs Python 3.10 and nothing else. Older Pythons must be able to read this file, if only to say in a sentence
what is missing: its syntax stays plain, and everything else is in ``starter.py`` beside it.
"""

import sys

if __name__ == "__main__":
    if sys.version_info < (3, 10):
        sys.exit(
            "This program needs Python 3.10 or newer, and %s is Python %d.%d. Start it with a newer one, "
            "for example: python3.12 packaging/start.py" % ((sys.executable,) + tuple(sys.version_info[:2]))
        )

    from starter import main

    sys.exit(main(sys.argv[1:]))
