"""What this machine says of mirrors, proxies and package indexes, for the roots to have them too."""

import os
import re
import subprocess
from pathlib import Path

from starter.package_index import setting

CERTIFICATES = "/etc/certificates-of-the-machine.pem"
"""Where a root has the certificates that pip is configured for, out of the way of Debian's own."""

_DEBIAN = "http://deb.debian.org/debian"
_PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


def mirror() -> str:
    """Return the mirror of Debian that apt is configured for."""
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE)", "Created-By: Packages"]
    lines = subprocess.run(command, check=False, capture_output=True, text=True).stdout.splitlines()
    for address, _, release in (line.partition(" ") for line in lines):
        if address.rstrip("/").endswith("/debian") and "-" not in release:
            return address.rstrip("/")
    return _DEBIAN


def apt_settings() -> str:
    """Return how apt fetches here (proxies, retries), as a file of its settings.

    What has expired is taken too: the mirror of a machine may be one of an earlier day.
    """
    dump = subprocess.run(["apt-config", "dump", "Acquire"], check=True, capture_output=True, text=True)
    lines = dump.stdout.splitlines()
    own = [line for line in lines if re.match(r"Acquire::(https?|Retries|ForceIPv4)\b", line)]
    return "\n".join([*own, 'Acquire::Check-Valid-Until "false";', ""])


def certificates() -> Path | None:
    """Return the file of certificates that pip is configured for; None where it takes its own."""
    named = setting("cert", "") or os.environ.get("SSL_CERT_FILE", "")
    return Path(named) if named else None


def environment(certificates_at: str = CERTIFICATES) -> dict[str, str]:
    """Return the variables by which pip and uv reach what they reach here.

    Args:
        certificates_at: where the certificates will be.

    """
    result = {
        name: os.environ[name] for each in _PROXIES for name in (each, each.upper()) if name in os.environ
    }
    indexes = {
        "index-url": "UV_DEFAULT_INDEX",
        "extra-index-url": "UV_INDEX",
        "trusted-host": "UV_INSECURE_HOST",
    }
    for name, of_uv in indexes.items():
        # What lies in folders of this machine is not there in a root.
        values = [value for value in setting(name, "").split() if not value.startswith("file:")]
        if values:
            result[f"PIP_{name.upper().replace('-', '_')}"] = result[of_uv] = " ".join(values)
    if certificates() is not None:
        result |= dict.fromkeys(("PIP_CERT", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"), certificates_at)
    return result
