"""The examples of docs/python.md and of the tutorial, as a reader would type them."""

from __future__ import annotations

import doctest
import re

import pytest
from conftest import ROOT


@pytest.mark.parametrize("page, least", [("python.md", 30), ("tutorial.md", 4)])
def test_examples_of_the_guide(page, least, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / page).read_text()
    files = re.findall(r"^```lua\n-- (\S+\.lua)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    for name, rules in files:
        (tmp_path / name).write_text(rules)
    examples = re.sub(r"^```.*$", "", text, flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(examples, {}, page, f"docs/{page}", 0)
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS).run(test)
    assert result.failed == 0 and result.attempted >= least and files
