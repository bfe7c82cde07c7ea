from __future__ import annotations

from suites import oldest


def test_the_oldest_is_the_one_the_project_names(project):
    assert project["requires-python"] == f">={oldest.OLDEST}"


def test_it_is_found_on_the_path_before_pyenv(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    assert oldest.oldest_python() is None
    of_pyenv = tmp_path / "pyenv" / "versions" / "3.10.13" / "bin" / "python"
    of_pyenv.parent.mkdir(parents=True)
    of_pyenv.touch(0o755)
    (tmp_path / "pyenv" / "versions" / "3.13.0" / "bin").mkdir(parents=True)
    assert oldest.oldest_python() == of_pyenv
    (tmp_path / "python3.10").touch(0o755)
    assert oldest.oldest_python() == tmp_path / "python3.10"


def test_without_one_it_is_not_run(tmp_path, monkeypatch):
    monkeypatch.setattr(oldest, "oldest_python", lambda: None)
    outcome = oldest.try_oldest("root", tmp_path / "log")
    assert not outcome.was_run
    assert not outcome.failed
