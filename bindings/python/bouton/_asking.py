"""Asking the library: patiently, so that Ctrl-C and progress get their turn."""

from __future__ import annotations

import atexit
import ctypes
import os
import threading
import time
import weakref
from typing import Any, Callable

from . import _crossing, _library as c
from ._copies import OfThisProcess
from ._errors import RequestError
from ._progress import Progress
from ._status import check

#: A question is looked at this often, in seconds: Ctrl-C and progress wait no longer.
_PATIENCE = 0.1


class Asking(OfThisProcess):
    """A runtime of the library's, as games and positions know it: whom they ask, and who tells how far that has come."""

    _instead = "; let each process make its own"

    def __init__(self, limits: c.Limits) -> None:
        pointer = ctypes.c_void_p()
        check(c.call("runtime_create")(limits, pointer))
        self._handle = c.Handle(pointer, "runtime")
        check(c.call("runtime_set_time_budget")(self._handle, _PATIENCE))
        self._heard: tuple[bytes, int, int] | None = None
        #: The threads that ask, each as often as it does.
        self._askers: list[int] = []
        #: Whether this is the child of a process that forked while another thread was asking: then the library refuses questions.
        self.abandoned = False
        #: All that there have been: a question that is being worked on may be calling one that has been replaced.
        self._callbacks: list[Any] = []
        self._progress: Progress | None = None
        _asked.add(self)

    def cancel(self) -> None:
        """Ends what this runtime is doing, in any thread: those calls raise Cancelled."""
        c.call("runtime_cancel")(self._handle)

    def close(self) -> None:
        """Ends what this runtime is doing, and waits until its thread has ended. Nothing can be asked any more."""
        self._handle.close()

    @property
    def progress(self) -> Progress | None:
        """Who is told how far a question has come."""
        return self._progress

    @progress.setter
    def progress(self, progress: Progress | None) -> None:
        if progress is not None and not callable(progress):
            raise RequestError(f"progress is {_crossing.shown(progress)}; it must be a function")
        self._progress = progress
        here = weakref.ref(self)

        def hear(_user: Any, doing: bytes, done: int, total: int) -> int:
            asking = here()
            if asking is not None:
                asking._heard = (doing, done, total)
            return 0

        self._callbacks.append(c.Progress(hear) if progress is not None else c.NO_PROGRESS)
        check(c.call("runtime_set_progress")(self._handle, self._callbacks[-1], None))

    def ask(self, function: Callable[..., int], *arguments: Any) -> int:
        """The status of a question, once it is answered. Raises what is wrong; for use by this package."""
        asked = False
        here = threading.get_ident()
        self._askers.append(here)
        try:
            while (status := _called(function, *arguments)) == c.NOT_YET:
                asked = True
                self._tell()
        except BaseException:
            self.cancel()
            raise
        finally:
            self._askers.remove(here)
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
        if hasattr(self, "_callbacks"):
            c.call("runtime_set_progress")(self._handle, c.NO_PROGRESS, None)

    def _begin_as_child(self) -> None:
        here = threading.get_ident()
        self.abandoned = self.abandoned or bool(self._askers)
        self._askers[:] = (asker for asker in self._askers if asker == here)


_asked: weakref.WeakSet[Asking] = weakref.WeakSet()
#: The threads that are in the library, but for the main one.
_inside: set[int] = set()
#: Whether Python ends. The threads that there are then are daemons.
_ending = False


def _called(function: Callable[..., int], *arguments: Any) -> int:
    """What the library answers. A thread that comes back when Python ends stays here: it could only disturb that."""
    if threading.current_thread() is threading.main_thread():
        return function(*arguments)
    here = threading.get_ident()
    _inside.add(here)
    try:
        if not _ending:
            return function(*arguments)
    finally:
        _inside.discard(here)
        while _ending:
            time.sleep(3600)
    return c.NOT_YET  # never: who comes here sleeps


def _begin_as_child() -> None:
    """A child has no thread but the one that forked."""
    _inside.clear()
    for asking in list(_asked):
        asking._begin_as_child()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_as_child)


@atexit.register
def _end_questions() -> None:
    """When Python has ended no thread is in the library, and none of the library's calls Python."""
    global _ending
    _ending = True
    while _inside:
        for asking in list(_asked):
            asking.cancel()
        time.sleep(0.001)
    for asking in list(_asked):
        asking.close()
