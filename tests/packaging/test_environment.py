from __future__ import annotations

import io
import json
import os
import sys
import zipfile

import pytest
from starter import environment
from starter.environment import Environment, explanation
from starter.messages import StopError

# Stands for pip: notes how it is called, and installs itself where the wheel that contains it is named.
FAKE_PIP = """
import os, sys, sysconfig, zipfile
if sys.argv[-1].endswith(".whl"):
    zipfile.ZipFile(sys.argv[-1]).extractall(sysconfig.get_path("purelib"))
with open(os.path.join(sys.prefix, "calls"), "a") as calls:
    print(*sys.argv[1:2], os.path.basename(sys.argv[-1]), file=calls)
said = os.environ.get("FAKE_PIP_SAYS", "")
if os.environ.get("FAKE_PIP_LACKS", "nothing") in sys.argv[-1]:
    said = "ERROR: No matching distribution found"
print(said)
sys.exit(bool(said))
"""


def fake_wheel(version):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("pip/__init__.py", f"__version__ = '{version}'")
        archive.writestr("pip/__main__.py", FAKE_PIP)
    return content.getvalue()


@pytest.fixture
def offer_pip(serve, monkeypatch):
    """Have a pip of a version on the index, and a Python that came without one."""

    def offer(version):
        serve("pip/index.html", f'<a href="../pip-{version}-py3-none-any.whl">pip</a>'.encode())
        serve(f"pip-{version}-py3-none-any.whl", fake_wheel(version))

    monkeypatch.setattr(environment, "_has_ensurepip", lambda: False)
    offer("25.0")
    return offer


@pytest.fixture
def checkout(tmp_path, offer_pip):
    folder = tmp_path / "checkout"
    folder.mkdir()
    (folder / "pyproject.toml").write_text("[project]\n")
    return Environment(folder)


def calls(made):
    return (made.folder / "calls").read_text().splitlines()


def test_a_first_start_makes_and_fills_the_environment(checkout):
    checkout.prepare()
    assert calls(checkout) == ["install pip-25.0-py3-none-any.whl", "install ."]


def test_a_second_start_has_nothing_to_do(checkout):
    checkout.prepare()
    before = calls(checkout)
    checkout.prepare()
    assert calls(checkout) == before


def test_the_tests_need_more_and_the_program_never_less(checkout):
    checkout.prepare()
    checkout.prepare("test")
    assert calls(checkout)[2:] == ["install .[test]"]
    checkout.prepare()
    assert calls(checkout)[3:] == []


def test_a_changed_project_is_installed_again(checkout):
    checkout.prepare("test")
    (checkout.root / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    checkout.prepare()
    assert calls(checkout)[2:] == ["install .[test]"]


def test_a_moved_checkout_gets_an_environment_of_its_own(checkout, tmp_path):
    checkout.prepare()
    moved = Environment(checkout.root.rename(tmp_path / "moved"))
    moved.prepare()
    assert calls(moved) == ["install pip-25.0-py3-none-any.whl", "install ."]


def test_another_python_makes_another_environment(checkout):
    checkout.prepare("test")
    stamp = checkout.folder / "carla-replay-viewer.json"
    stamp.write_text(json.dumps({**json.loads(stamp.read_text()), "python": "cpython-39 linux"}))
    checkout.prepare()
    assert calls(checkout) == ["install pip-25.0-py3-none-any.whl", "install .[test]"]


@pytest.mark.parametrize("lost", ["pyvenv.cfg", "bin", "lib"])
@pytest.mark.skipif(os.name == "nt", reason="there, the folders have other names")
def test_half_an_environment_is_made_anew(checkout, lost):
    checkout.prepare()
    (checkout.folder / lost).rename(checkout.root / lost)
    (checkout.folder / "carla-replay-viewer.json").unlink()
    checkout.prepare()
    assert calls(checkout) == ["install pip-25.0-py3-none-any.whl", "install ."]


def test_an_environment_made_by_hand_is_filled_as_it_is(checkout):
    checkout.prepare()
    (checkout.folder / "carla-replay-viewer.json").unlink()
    (checkout.folder / "calls").unlink()
    checkout.prepare()
    assert calls(checkout) == ["install ."]


def test_an_old_pip_is_brought_up_to_date(checkout, offer_pip):
    offer_pip("21.2.3")
    checkout.prepare()
    assert calls(checkout) == ["install pip-21.2.3-py3-none-any.whl", "install pip", "install ."]


def test_a_filling_that_failed_is_tried_again(checkout, monkeypatch):
    monkeypatch.setattr(environment, "_PIP", {})
    checkout.prepare()
    monkeypatch.setenv("FAKE_PIP_SAYS", "ERROR: the disk is full")
    with pytest.raises(StopError, match="the disk is full"):
        checkout.prepare("test")
    checkout.prepare()  # for the program itself, nothing is missing
    monkeypatch.delenv("FAKE_PIP_SAYS")
    checkout.prepare("test")
    assert calls(checkout)[2:] == ["install .[test]", "install .[test]"]


def test_what_has_no_wheel_for_this_python_is_left_out(checkout, monkeypatch, capsys):
    monkeypatch.setenv("FAKE_PIP_LACKS", "rerun")
    checkout.prepare("test,mcap,rerun")
    asked = ["test,mcap,rerun", "test", "mcap", "rerun"]
    assert calls(checkout)[1:] == [f"install .[{each}]" for each in asked]
    (left_out,) = [line for line in capsys.readouterr().err.splitlines() if "left out" in line]
    assert left_out.startswith("The extra rerun ")
    assert "No matching distribution found" in left_out
    checkout.prepare("test,mcap,rerun")
    assert len(calls(checkout)) == 5


def test_another_users_checkout_says_what_to_do(checkout, monkeypatch):
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)  # root may write everywhere
    with pytest.raises(StopError) as stop:
        checkout.prepare()
    assert stop.value.status == 2
    assert f"{checkout.root} cannot be written: it belongs to another user." in str(stop.value)
    assert f"\n    cp -r {checkout.root} ~/checkout && cd ~/checkout\n" in str(stop.value)


def test_another_users_environment_is_used_as_long_as_it_fits(checkout, monkeypatch):
    checkout.prepare("test")
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    checkout.prepare()
    (checkout.root / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    with pytest.raises(StopError, match=r"\.venv cannot be written"):
        checkout.prepare()


def test_without_a_network_it_says_so_in_a_sentence(monkeypatch):
    monkeypatch.setenv("PIP_INDEX_URL", "https://index.example/simple")
    text = explanation(
        "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError('<x>: Failed to "
        "establish a new connection: [Errno -3] Temporary failure in name resolution')': /simple/hatchling/\n"
        "ERROR: No matching distribution found for hatchling\n"
    )
    assert text.startswith("The package index https://index.example/simple could not be reached.")
    assert "\n" not in text


def test_certificates_are_asked_for_only_to_fetch_pip(checkout, monkeypatch):
    monkeypatch.setattr(environment.package_index, "has_certificates", lambda: False)
    assert checkout.missing_packages() == ["ca-certificates"]
    checkout.prepare()
    assert checkout.missing_packages() == []


def test_the_environment_is_of_the_python_that_started(checkout):
    checkout.prepare()
    stamp = json.loads((checkout.folder / "carla-replay-viewer.json").read_text())
    assert stamp["python"] == f"{sys.implementation.cache_tag} {sys.platform}"
