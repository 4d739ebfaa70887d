"""Runtimes: limits, and what games are loaded and asked under."""

from __future__ import annotations

import atexit
import ctypes
import os
import weakref
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Callable

from . import _crossing, _library as c
from ._errors import RequestError
from ._game import Game, Play, Setting, setting_text
from ._progress import Progress
from ._status import check

#: A question is looked at this often, in seconds: Ctrl-C and progress wait no longer.
_PATIENCE = 0.1


class Runtime:
    """Limits, directories and rule files, under which games are loaded and asked about.

    Different runtimes share nothing; one may be used from several threads, whose questions take turns. Ctrl-C ends a question
    with KeyboardInterrupt, and what was found out stays known.

    rules          directories of rule files; usually those of the variable BOUTON_RULES, and the installed ones
    memory         bytes for what one game's questions remember and for one table
    lua_memory     bytes of Lua memory for one loaded game
    load_seconds   to run a rule file
    call_seconds   for one call of a rule's function
    threads        for tables; usually one for each processor
    lift           whether rules are lifted to native programs; else all are interpreted, for comparison
    progress       is told, a few times a second, how far a question has come; what it raises ends the question
    """

    def __init__(
        self,
        *,
        rules: Iterable[str | os.PathLike[str]] | None = None,
        memory: int | None = None,
        lua_memory: int | None = None,
        load_seconds: float | None = None,
        call_seconds: float | None = None,
        threads: int | None = None,
        lift: bool = True,
        progress: Progress | None = None,
    ) -> None:
        limits = c.Limits()
        c.call("limits_init")(limits)
        limits.no_lift = not lift
        for name, value in {
            "memory": memory,
            "lua_memory": lua_memory,
            "load_seconds": load_seconds,
            "call_seconds": call_seconds,
            "threads": os.cpu_count() if threads is None else threads,
        }.items():
            if value is not None:
                limits.set(name, value)
        pointer = ctypes.c_void_p()
        check(c.call("runtime_create")(limits, pointer))
        self._handle = c.Handle(pointer, "runtime")
        for directory in c.rule_directories() if rules is None else _crossing.list_of(rules, "rules", "a list of directories"):
            self.add_directory(directory)
        check(c.call("runtime_set_time_budget")(self._handle, _PATIENCE))
        self._heard: tuple[bytes, int, int] | None = None
        self._callback: Any = c.NO_PROGRESS
        self._progress: Progress | None = None
        self.progress = progress
        _runtimes.add(self)

    def game(self, name: str | os.PathLike[str], /, *, play: Play | None = None, **parameters: Setting) -> Game:
        """The game of this name, or in the rule file at this path (which has a slash or ends in .lua).

        Parameters are integers, texts, lists of integers, or functions as texts: `f="3*x"`. `play` is "normal" or "misere" where that is
        not to be what the rule file says.
        """
        settings = (c.Setting * len(parameters))()
        for place, (key, value) in zip(settings, parameters.items()):
            place.name = _crossing.text(key, "the name of a parameter")
            place.value = _crossing.text(setting_text(key, value), f"parameter {key}")
        pointer = ctypes.c_void_p()
        check(c.call("game_load")(self._handle, name, settings, len(settings), pointer))
        game = Game(self, c.Handle(pointer, "game"))
        if play is not None:
            game.play = play
        return game

    def from_text(self, text: str, /, name: str = "mine", *, play: Play | None = None, **parameters: Setting) -> Game:
        """The game whose rule file is `text`. From now on other rule files know it by this name."""
        self.add_source(name, text)
        return self.game(name, play=play, **parameters)

    def add_source(self, name: str, text: str) -> None:
        """A rule file in memory, in the place of one that has this name."""
        encoded = _crossing.text(text, "the rule file")
        check(c.call("runtime_add_source")(self._handle, name, encoded, len(encoded)))

    def add_directory(self, path: str | os.PathLike[str]) -> None:
        """One more directory of rule files, which is looked at last."""
        check(c.call("runtime_add_directory")(self._handle, path))

    def games(self) -> list[str]:
        """The names of all games."""
        pointer = ctypes.c_void_p()
        check(c.call("runtime_games")(self._handle, pointer))
        return c.texts(pointer)

    def cancel(self) -> None:
        """Ends what this runtime is doing, in any thread: those calls raise Cancelled."""
        c.call("runtime_cancel")(self._handle)

    @property
    def progress(self) -> Progress | None:
        """Who is told how far a question has come."""
        return self._progress

    @progress.setter
    def progress(self, progress: Progress | None) -> None:
        if progress is not None and not callable(progress):
            raise RequestError(f"progress is {_crossing.shown(progress)}; it is a function")
        self._progress = progress
        here = weakref.ref(self)

        def hear(_user: Any, doing: bytes, done: int, total: int) -> int:
            runtime = here()
            if runtime is not None:
                runtime._heard = (doing, done, total)
            return 0

        self._callback, before = c.Progress(hear) if progress is not None else c.NO_PROGRESS, self._callback
        check(c.call("runtime_set_progress")(self._handle, self._callback, None))
        del before  # the library knows it no longer

    def ask(self, function: Callable[..., int], *arguments: Any) -> int:
        """The status of a question, once it is answered. Raises what is wrong; for use by this package."""
        asked = False
        try:
            while (status := function(*arguments)) == c.NOT_YET:
                asked = True
                self._tell()
        except BaseException:
            self.cancel()
            raise
        finally:
            self._heard = None
            finish = getattr(self._progress, "finish", None)
            if asked and finish is not None:
                finish()
        return check(status)

    def _tell(self) -> None:
        if self._progress is not None and self._heard is not None:
            doing, done, total = self._heard
            self._progress(c.text(doing), done, total or None)

    def __del__(self) -> None:
        if hasattr(self, "_callback"):
            c.call("runtime_set_progress")(self._handle, c.NO_PROGRESS, None)


_runtimes: weakref.WeakSet[Runtime] = weakref.WeakSet()
_usual: Runtime | None = None


def usual_runtime() -> Runtime:
    """The one that `bouton.game` and the other functions of the module use; made when it is first asked for."""
    global _usual
    if _usual is None:
        _usual = Runtime()
    return _usual


@atexit.register
def _end_questions() -> None:
    """No thread of the library's calls Python when that has ended."""
    for runtime in list(_runtimes):
        runtime.progress = None
        runtime.cancel()
