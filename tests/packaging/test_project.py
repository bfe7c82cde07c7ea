from __future__ import annotations

import pytest
from packaging.requirements import Requirement


def allowed(project, name, version, python):
    """Return whether the requirements that hold for a Python version allow a version of a package."""
    asked = [Requirement(line) for line in project["dependencies"]]
    holding = [
        requirement
        for requirement in asked
        if requirement.name == name
        and (requirement.marker is None or requirement.marker.evaluate({"python_version": python}))
    ]
    assert len(holding) == 1
    return version in holding[0].specifier


@pytest.mark.parametrize("python", ["3.10", "3.11"])
def test_the_pyside_that_aborts_is_excluded_where_it_does(project, python):
    assert not allowed(project, "PySide6-Essentials", "6.12.0", python)
    assert allowed(project, "PySide6-Essentials", "6.11.3", python)
    assert allowed(project, "PySide6-Essentials", "6.12.1", python)


@pytest.mark.parametrize("python", ["3.12", "3.13", "3.14"])
def test_it_is_allowed_where_it_works(project, python):
    assert allowed(project, "PySide6-Essentials", "6.12.0", python)


def test_the_program_needs_only_a_few_packages(project):
    names = {Requirement(line).name for line in project["dependencies"]}
    assert names == {
        "PySide6-Essentials",
        "pyqtgraph",
        "numpy",
        "orjson",
        "pillow",
        "platformdirs",
        "shapely",
    }
