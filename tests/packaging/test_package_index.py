from __future__ import annotations

import hashlib

import pytest
from starter import package_index
from starter.messages import StopError
from starter.package_index import Link

PAGE = "https://index.example/simple/pip/"


def wheel(version, requires_python=""):
    return Link(f"https://files.example/pip-{version}-py3-none-any.whl#sha256=0", requires_python)


def test_links_are_read_with_what_they_require():
    html = """
        <a href="../../files/pip-25.0-py3-none-any.whl#sha256=ab" data-requires-python="&gt;=3.8">pip</a>
        <a href="https://files.example/pip-24.0-py3-none-any.whl" data-yanked="broken">pip</a>
    """
    url = "https://index.example/files/pip-25.0-py3-none-any.whl#sha256=ab"
    assert package_index.links(PAGE, html) == [Link(url, ">=3.8")]


def test_the_newest_release_is_the_highest_number():
    offered = [wheel("9.0.3"), wheel("25.1"), wheel("25.0.1"), wheel("26.0b1")]
    assert package_index.newest(offered, (3, 11)) == wheel("25.1").url


def test_a_release_for_newer_pythons_is_passed_over():
    offered = [wheel("25.1", ">=3.9"), wheel("30.0", ">= 3.12")]
    assert package_index.newest(offered, (3, 10)) == wheel("25.1", ">=3.9").url


def test_an_index_without_pip_is_an_error():
    with pytest.raises(StopError, match=r"no pip for Python 3\.10"):
        package_index.newest([], (3, 10))


def test_the_environment_wins_over_files_and_the_users_file_over_none(home):
    config = home / "config" / "pip"
    config.mkdir(parents=True)
    (config / "pip.conf").write_text("[global]\nindex-url = https://user.example/simple\n")
    user = {"HOME": str(home), "XDG_CONFIG_HOME": str(home / "config")}
    assert package_index.setting("index-url", "none", user) == "https://user.example/simple"
    both = {**user, "PIP_INDEX_URL": "https://variable.example/simple"}
    assert package_index.setting("index-url", "none", both) == "https://variable.example/simple"
    assert package_index.setting("no-such-setting", "none", user) == "none"


def test_a_password_in_the_address_is_not_shown(monkeypatch):
    monkeypatch.setenv("PIP_INDEX_URL", "https://anna:secret@index.example/simple")
    assert package_index.address() == "https://index.example/simple"


def test_pip_is_fetched_from_the_index_and_checked(serve, tmp_path):
    content = b"the wheel"
    digest = hashlib.sha256(content).hexdigest()
    serve("pip/index.html", f'<a href="../pip-1.0-py3-none-any.whl#sha256={digest}">pip</a>'.encode())
    serve("pip-1.0-py3-none-any.whl", content)
    assert package_index.fetch_pip(tmp_path, (3, 10)).read_bytes() == content

    serve("pip-1.0-py3-none-any.whl", b"something else")
    with pytest.raises(StopError, match="arrived damaged"):
        package_index.fetch_pip(tmp_path, (3, 10))


def test_an_index_that_cannot_be_reached_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    with pytest.raises(StopError, match=r"http://127\.0\.0\.1:9/simple/pip/ could not be reached"):
        package_index.fetch_pip(tmp_path, (3, 10))
