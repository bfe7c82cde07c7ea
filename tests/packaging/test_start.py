from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

START = Path(__file__).parents[2] / "packaging" / "start.py"


def test_old_pythons_can_read_it():
    tree = ast.parse(START.read_text(encoding="utf-8"), feature_version=(3, 4))
    newer = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Match)
    assert not [node for node in ast.walk(tree) if isinstance(node, newer)]


def test_old_pythons_are_told_what_is_needed():
    code = f"""
import runpy, sys
sys.version_info = (3, 9, 1)
runpy.run_path({str(START)!r}, run_name="__main__")
"""
    answer = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert answer.returncode == 1
    assert "needs Python 3.10 or newer" in answer.stderr
    assert "is Python 3.9" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_without_a_command_it_says_which_there_are():
    answer = subprocess.run([sys.executable, START], check=False, capture_output=True, text=True)
    assert answer.returncode == 2
    assert "start.py run [FILE" in answer.stderr
    assert "start.py test" in answer.stderr
    assert "start.py check" in answer.stderr
