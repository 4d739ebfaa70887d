"""The examples of docs/python.md, as a reader would type them."""

from __future__ import annotations

import doctest
import re

from conftest import ROOT


def test_examples_of_the_guide(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "python.md").read_text()
    files = re.findall(r"^```lua\n-- (\S+\.lua)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    for name, rules in files:
        (tmp_path / name).write_text(rules)
    examples = re.sub(r"^```.*$", "", text, flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(examples, {}, "python.md", "docs/python.md", 0)
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS).run(test)
    assert result.failed == 0 and result.attempted > 30 and files
