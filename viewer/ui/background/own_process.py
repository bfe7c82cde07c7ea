"""Runs this program in another process, by Qt."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment

from viewer.program import own_process


def process_of(words: Sequence[str], parent: QObject | None = None, **variables: str) -> QProcess:
    """Return a QProcess, not started yet, that runs this program with the arguments ``words``.

    Its standard output is discarded.

    Args:
        words: arguments of the program; paths are absolute.
        parent: owner of the process.
        variables: environment variables in addition to those of this process.
    """
    own, process = own_process(*words), QProcess(parent)
    environment = QProcessEnvironment.systemEnvironment()
    for name, value in {**own.environment, **variables}.items():
        environment.insert(name, value)
    process.setProcessEnvironment(environment)
    process.setProgram(own.command[0])
    process.setArguments(own.command[1:])
    process.setWorkingDirectory(str(own.folder))
    process.setStandardOutputFile(QProcess.nullDevice())
    return process
