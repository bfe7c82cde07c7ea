"""What ``packaging/start.py`` does, with the standard library only.

commands       run and test, as the README names them
environment    .venv: made, filled, and left alone when nothing changed
package_index  where pip's packages come from, and pip itself for a Python that lacks it
libraries      the system libraries Qt needs on Linux
messages       talking to the person at the terminal
"""
