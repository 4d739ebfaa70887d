"""The annotations of the package, and what they say of a program that uses it, as mypy reads them."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT

PROGRAM = """
from pathlib import Path

import bouton

wythoff: bouton.Game = bouton.game("wythoff")
reveal_type(wythoff(7, 9).outcome())
reveal_type(wythoff.sequence(3)[2])
reveal_type(wythoff.theorem().statement)
reveal_type(bouton.survey("octal:0.d")[0].period)
reveal_type(wythoff[3, 5])
table = wythoff.table(3, (1, 4), value="outcome", dtype="int64")
wythoff.map(3, range(4)).save(Path("map.svg"))
"""
WRONG = """
import bouton

bouton.game("wythoff").table(3, 3, value="nimber")
bouton.game("nim", play="reversed")
bouton.game("nim")(3).outcome(4)
bouton.game("nim").theorem(piles="2")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Of all tests here: mypy keeps there what it knows of NumPy."""
    return tmp_path_factory.mktemp("types")


def checked(folder, *files):
    """What mypy says, and whether it is content."""
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(folder / "cache"), *map(str, files)]
    environment = {**os.environ, "MYPYPATH": str(ROOT / "bindings" / "python")}
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout.splitlines(), done.returncode == 0


def test_the_package_fits_its_annotations(folder):
    python = ROOT / "bindings" / "python"
    assert checked(folder, python / "bouton") == checked(folder, python / "backend") == ([], True)


def test_a_program_is_told_the_types(folder):
    (folder / "program.py").write_text(PROGRAM)
    lines, content = checked(folder, "program.py")
    assert content, lines
    revealed = [line.partition("Revealed type is ")[2].strip('"') for line in lines if "Revealed" in line]
    assert revealed[0] == "bouton._values.Outcome" and revealed[1] == "builtins.int"
    assert revealed[2] == "Union[builtins.str, None]" and revealed[3] == "Union[bouton._values.Period, None]"
    assert set(re.findall(r"[A-Za-z_.]+", revealed[4])) == {
        "Union", "builtins.int", "bouton._values.Infinity", "None", "bouton._values.Outcome", "bouton._values.Loony"}  # fmt: skip


def test_a_program_that_is_wrong_is_told_where(folder):
    (folder / "wrong.py").write_text(WRONG)
    lines, content = checked(folder, "wrong.py")
    assert not content
    assert {int(line.split(":")[1]) for line in lines if ": error:" in line} == {4, 5, 6, 7}
