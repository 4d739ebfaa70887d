"""A line that shows how far a question has come: in a notebook, and on a terminal."""

from __future__ import annotations

import html
import shutil
import sys
import time
from typing import Any, Callable, TextIO

#: Called with what is being counted, how much is done, and of how much (None: nobody knows).
Progress = Callable[[str, int, "int | None"], object]


def _words(doing: str, done: int, total: int | None) -> str:
    if total:
        return f"{doing}: {done:,} of {total:,} ({100 * min(done, total) // total} %)"
    return f"{doing}: {done:,}"


def _in_notebook() -> bool:
    """Whether this is a Jupyter kernel, which can change what it has displayed."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


class ProgressLine:
    """Shows progress in a notebook's output or on a terminal, and takes it away at the end; elsewhere it shows nothing.

    Nothing is shown of questions that are answered within `patience` seconds.
    """

    def __init__(self, stream: TextIO | None = None, patience: float = 0.5) -> None:
        self._stream = stream if stream is not None else sys.stderr
        self._patience = patience
        self._began: float | None = None
        self._display: Any = None
        self._written = False

    def __call__(self, doing: str, done: int, total: int | None) -> None:
        now = time.monotonic()
        if self._began is None:
            self._began = now
        if now - self._began < self._patience:
            return
        words = _words(doing, done, total)
        if _in_notebook():
            self._display_words(words, done, total)
        elif self._stream.isatty():
            width = shutil.get_terminal_size().columns - 1
            self._stream.write("\r\033[K" + words[:width])
            self._stream.flush()
            self._written = True

    def _display_words(self, words: str, done: int, total: int | None) -> None:
        from IPython.display import HTML, display  # type: ignore

        extent = f' max="{total}" value="{min(done, total)}"' if total else ""
        shown = HTML(f"<progress{extent}></progress> {html.escape(words)}")
        if self._display is None:
            self._display = display(shown, display_id=True)
        else:
            self._display.update(shown)

    def finish(self) -> None:
        """Takes the line away: the question was answered, or given up."""
        self._began = None
        if self._display is not None:
            from IPython.display import HTML

            self._display.update(HTML(""))
            self._display = None
        if self._written:
            self._stream.write("\r\033[K")
            self._stream.flush()
            self._written = False
