"""What ``packaging/try_suites.py`` does, with the standard library only.

commands       the command line
machine        what this machine says of mirrors, proxies and package indexes
roots          bare roots: made once, copied for each trial, and entered
screen         a display without a screen, and whether a window is on it
trials         what is tried in a root, step by step
oldest         the tests by the oldest Python with the oldest dependencies, on this machine
report         the table, and the logs of what failed
"""
