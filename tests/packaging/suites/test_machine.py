"""What a root is told of this machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from suites import machine


@pytest.fixture
def tools(tmp_path, monkeypatch):
    """Stand for apt's tools: each prints what is given."""

    def answer(name, text):
        (tmp_path / f"{name}.txt").write_text(text)
        (tmp_path / name).write_text(f"#!/bin/sh\nexec /bin/cat {tmp_path}/{name}.txt\n")
        (tmp_path / name).chmod(0o755)

    monkeypatch.setenv("PATH", str(tmp_path))
    return answer


@pytest.fixture(autouse=True)
def _nothing_configured(tmp_path, monkeypatch):
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setattr(machine, "setting", lambda _name, default: default)
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)


def test_the_mirror_is_that_of_the_archive_itself(tools):
    tools(
        "apt-get",
        "http://near.example/debian-security/ bookworm-security\n"
        "http://near.example/debian/ bookworm-updates\n"
        "http://other.example/tools/ stable\n"
        "http://nearest.example/debian/ bookworm\n",
    )
    assert machine.mirror() == "http://nearest.example/debian"


def test_without_one_it_is_debians_own(tools):
    tools("apt-get", "")
    assert machine.mirror() == "http://deb.debian.org/debian"


def test_apt_gets_the_proxy_and_nothing_else(tools):
    proxy = 'Acquire::http::Proxy "http://proxy.example:3128";'
    tools("apt-config", f'Acquire "";\nAcquire::cdrom "";\n{proxy}\nAcquire::Languages "de";\n')
    assert machine.apt_settings().splitlines()[:-1] == [proxy]


def test_pip_and_uv_get_the_index_the_certificates_and_the_proxy(monkeypatch):
    settings = {
        "index-url": "https://index.example/simple",
        "extra-index-url": "file:///srv/packages https://more.example/simple",
        "cert": "/etc/own.pem",
    }
    monkeypatch.setattr(machine, "setting", settings.get)
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    environment = machine.environment("/there.pem")
    assert environment.pop("HTTPS_PROXY") == "http://proxy.example:3128"
    assert {environment.pop(name) for name in ("PIP_CERT", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")} == {
        "/there.pem"
    }
    assert environment == {
        "PIP_INDEX_URL": "https://index.example/simple",
        "UV_DEFAULT_INDEX": "https://index.example/simple",
        "PIP_EXTRA_INDEX_URL": "https://more.example/simple",
        "UV_INDEX": "https://more.example/simple",
    }
    assert machine.certificates() == Path("/etc/own.pem")


def test_where_nothing_is_configured_nothing_is_told():
    assert machine.environment() == {}
    assert machine.certificates() is None
