"""Runtimes: limits, and what games are loaded and asked under."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable
from typing import Any

from . import _crossing, _library as c
from ._asking import Asking
from ._digits import decimal, parsed
from ._errors import RequestError
from ._findings import survey_row_of
from ._game import Game, Play, Setting, setting_text
from ._progress import Progress
from ._status import check
from ._values import Survey


def _range_text(name: str, value: Setting | range) -> str:
    """A parameter of a family as it would be typed: a range of values as LO:HI."""
    if not isinstance(value, range):
        return setting_text(name, value)
    if value.step != 1 or not value:
        raise RequestError(f"parameter {name} is {_crossing.shown(value)}; a range must have a value, and the step 1")
    return f"{decimal(value.start)}:{decimal(value.stop - 1)}"


def _settings(texts: dict[str, str]) -> Any:
    """Parameters as the library takes them."""
    settings = (c.Setting * len(texts))()
    for place, (key, value) in zip(settings, texts.items()):
        place.name = _crossing.text(key, "the name of a parameter")
        place.value = _crossing.text(value, f"parameter {key}")
    return settings


class Runtime(Asking):
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
    native         whether lifted rules may become machine code
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
        native: bool = True,
        progress: Progress | None = None,
    ) -> None:
        limits = c.Limits()
        c.call("limits_init")(limits)
        limits.no_lift = not lift
        limits.no_native = not native
        for name, value in {
            "memory": memory,
            "lua_memory": lua_memory,
            "load_seconds": load_seconds,
            "call_seconds": call_seconds,
            "threads": os.cpu_count() if threads is None else threads,
        }.items():
            if value is not None:
                limits.set(name, value)
        super().__init__(limits)
        for directory in c.rule_directories() if rules is None else _crossing.list_of(rules, "rules", "a list of directories"):
            self.add_directory(directory)
        self.progress = progress

    def game(self, name: str | os.PathLike[str], /, *, play: Play | None = None, **parameters: Setting) -> Game:
        """The game of this name, or in the rule file at this path (which has a slash or ends in .lua).

        Parameters are integers, texts, lists of integers, or functions as texts: `f="3*x"`. `play` is "normal" or "misere" where that is
        not to be what the rule file says.
        """
        settings = _settings({key: setting_text(key, value) for key, value in parameters.items()})
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

    def survey(self, family: str | os.PathLike[str], /, last: int = 2000, **parameters: Setting | range) -> Survey:
        """A row for each game of a family: of games of one heap the period of heaps to `last`, of others a theorem about the P-positions.

        The family is "octal:0.dd" with a d for each digit that is left open, a game with parameters of which some are a `range`, or a
        folder of rule files. What is wrong with one game is what its row says.
        """
        settings = _settings({key: _range_text(key, value) for key, value in parameters.items()})
        pointer = ctypes.c_void_p()
        self.ask(c.call("survey"), self._handle, family, settings, len(settings), last, pointer)
        return Survey(survey_row_of(row) for row in parsed(c.texts(pointer)[0])["rows"])

    def games(self) -> list[str]:
        """The names of all games."""
        pointer = ctypes.c_void_p()
        check(c.call("runtime_games")(self._handle, pointer))
        return c.texts(pointer)


_usual: Runtime | None = None


def usual_runtime() -> Runtime:
    """The one that `bouton.game` and the other functions of the module use; made when it is first asked for.

    A child whose parent forked while another thread was asking makes a new one.
    """
    global _usual
    if _usual is None:
        _usual = Runtime()
    elif _usual.abandoned:
        _usual = Runtime(progress=_usual.progress)
    return _usual
