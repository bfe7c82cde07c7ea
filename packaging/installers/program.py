"""The program of the bundle."""

import multiprocessing
import sys

from viewer.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())
