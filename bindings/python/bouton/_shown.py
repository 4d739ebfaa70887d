"""How answers are shown: short texts, and HTML for notebooks."""

from __future__ import annotations

import html
from typing import Iterable

_LONGEST = 72
#: Rows of a table that a notebook shows.
_MOST_ROWS = 200


def cut(text: str) -> str:
    """The text in one line, without its end where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 3].rstrip() + "..."


def number_of(count: int, one: str, more: str | None = None) -> str:
    """So many of something: "1 move", "1,000 moves"."""
    return f"{count:,} {one if count == 1 else more or one + 's'}"


def html_lines(lines: Iterable[str]) -> str:
    """A paragraph for each."""
    return "".join(f"<p>{html.escape(line)}</p>" for line in lines)


def html_table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table; of very many rows the first, and how many more there are. What is None stays empty."""
    lines = [[("" if entry is None else str(entry)) for entry in row] for row in rows]
    text = "<tr>" + "".join(f"<th>{html.escape(name)}</th>" for name in head) + "</tr>"
    for line in lines[:_MOST_ROWS]:
        text += "<tr>" + "".join(f"<td>{html.escape(entry)}</td>" for entry in line) + "</tr>"
    more = len(lines) - _MOST_ROWS
    return f"<table>{text}</table>" + (f"<p>and {more:,} more</p>" if more > 0 else "")
