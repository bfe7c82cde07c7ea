"""Where the files are that travel with the program: the sample recording, its roads, the icons."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def resource(name: str) -> Path:
    """Return the path of a file or folder that travels with the program.

    An installed program carries them inside its package; a checkout has them in ``resources/`` at its top.

    Args:
        name: the path below the resources, with forward slashes: ``"sample.log"``, ``"icons/play.svg"``.

    Raises:
        FileNotFoundError: the installation lacks it; the message says where it was looked for.
    """
    installed = _PACKAGE / "_resources"
    folder = installed if installed.is_dir() else _PACKAGE.parent / "resources"
    path = folder / name
    if not path.exists():
        raise FileNotFoundError(f"'{name}' is missing from {folder}: the installation is incomplete")
    return path
