"""The program of the bundle. It stands for ``python`` too where it starts itself: ``-m MODULE ARGUMENTS``."""

import multiprocessing
import runpy
import sys

from viewer.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    if sys.argv[1:2] == ["-m"]:
        del sys.argv[:2]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        sys.exit(main())
