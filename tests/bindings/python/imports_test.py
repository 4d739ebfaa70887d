"""The modules of the package stand in an order: each imports only what comes before it."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import TopologicalSorter

import pytest
from conftest import ROOT

PACKAGE = ROOT / "bindings" / "python" / "bouton"
MODULES = sorted(path.stem for path in PACKAGE.glob("*.py"))

#: Imports one module without the package's __init__, which imports all of them.
ALONE = """
import importlib, sys, types
package = types.ModuleType("bouton")
package.__path__ = [sys.argv[1]]
sys.modules["bouton"] = package
importlib.import_module("bouton." + sys.argv[2])
"""


def siblings(node: ast.AST) -> set[str]:
    """The modules of the package that a statement imports."""
    if isinstance(node, ast.Import):
        return {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("bouton.")}
    if not isinstance(node, ast.ImportFrom):
        return set()
    if node.level == 0 and (node.module or "").split(".")[0] != "bouton":
        return set()
    if node.module and (node.level > 0 or "." in node.module):
        return {node.module.split(".")[-1]}
    return {alias.name if alias.name in MODULES else "__init__" for alias in node.names}


def imports(source: str) -> set[str]:
    """Everything that is imported, also for types alone."""
    return set().union(*(siblings(node) for node in ast.walk(ast.parse(source))))


def test_what_a_module_imports_is_seen():
    assert imports("from . import _library as c, _errors\nfrom ._game import Game") == {"_library", "_errors", "_game"}
    assert imports("if TYPE_CHECKING:\n    from ._runtime import Runtime") == {"_runtime"}
    assert imports("import os, bouton._values\nfrom bouton import _status") == {"_values", "_status"}
    assert imports("from numpy import array") == set()


def test_no_module_imports_itself_by_way_of_others():
    graph = {name: imports((PACKAGE / f"{name}.py").read_text()) for name in MODULES}
    order = list(TopologicalSorter(graph).static_order())
    assert order[-1] == "__init__" and set(order) == set(MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_no_function_imports_a_module_of_the_package(name):
    tree = ast.parse((PACKAGE / f"{name}.py").read_text())
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    assert not any(siblings(inner) for function in functions for inner in ast.walk(function))


@pytest.mark.parametrize("name", [name for name in MODULES if name != "__init__"])
def test_each_module_is_imported_alone(name):
    subprocess.run([sys.executable, "-W", "error", "-c", ALONE, str(PACKAGE), name], check=True)
