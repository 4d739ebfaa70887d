"""Errors, limits, progress, threads; and that the package knows the whole library."""

from __future__ import annotations

import ctypes
import gc
import io
import os
import re
import signal
import subprocess
import sys
import threading
import types

import pytest
from conftest import ENDLESS, PATIENT, ROOT, SPINNING

import bouton
from bouton import _library

HEAPS = "9,10,11,12,13,14,15,16,17,18"


def test_errors(runtime):
    with pytest.raises(bouton.RequestError, match="did you mean 'wythoff'"):
        bouton.game("wytoff")
    with pytest.raises(ValueError):
        bouton.game("wythoff")(1, -1)
    with pytest.raises(bouton.RequestError, match="1.5"):
        bouton.game("wythoff")(1.5, 2)
    wrong = runtime.from_text("return game { position = { 'n' },\n  moves = function(n) move('x') end }")
    with pytest.raises(bouton.RuleError) as error:
        wrong.grundy(1)
    assert (error.value.file, error.value.line) == ("<memory>/mine.lua", 2)
    assert str(error.value).startswith("<memory>/mine.lua:2: ")
    with pytest.raises(bouton.RequestError, match="normal"):
        bouton.game("misere-nim").grundy(3)


def test_limits():
    runtime = bouton.Runtime(**{**PATIENT, "load_seconds": 0.05})
    with pytest.raises(bouton.LimitError, match="raise Runtime's load_seconds"):
        runtime.from_text("while true do end")
    runtime = bouton.Runtime(**PATIENT, memory=2 << 20)
    with pytest.raises(bouton.LimitError, match="raise Runtime's memory"):
        runtime.from_text(ENDLESS)(HEAPS).grundy()
    assert runtime.game("kayles").grundy(5) == 4
    interpreted = bouton.Runtime(**PATIENT, lift=False, threads=1)
    assert interpreted.game("wythoff").grundy(7, 9) == 14
    assert "interpreted" in interpreted.game("wyt-queens").explain() or interpreted.game("wythoff").table(3, 3)[3, 3] == 6
    with pytest.raises(bouton.Error):
        bouton.Runtime(load_seconds=-1)
    with pytest.raises(bouton.RequestError):
        bouton.Runtime(rules=["/no/such/directory"])
    assert bouton.Runtime(rules=[]).games() == []


def test_progress():
    heard = []

    class Enough(Exception):
        pass

    class Listener:
        finished = False

        def __call__(self, doing, done, total):
            assert isinstance(doing, str) and doing and done > 0 and (total is None or total > 0)
            heard.append(done)
            if len(heard) == 3:
                raise Enough

        def finish(self):
            self.finished = True

    listener = Listener()
    runtime = bouton.Runtime(**PATIENT, memory=1 << 40, progress=listener)
    position = runtime.from_text(ENDLESS)(HEAPS)
    with pytest.raises(Enough):
        position.grundy()
    assert heard == sorted(heard) and listener.finished
    runtime.progress = None
    assert runtime.progress is None and runtime.game("nim").grundy(3) == 3


def test_cancelling():
    runtime = bouton.Runtime(**PATIENT)
    position = runtime.from_text(SPINNING)(1)
    ended = []

    def ask():
        try:
            position.outcome()
        except bouton.Cancelled:
            ended.append(True)

    thread = threading.Thread(target=ask)
    thread.start()
    while thread.is_alive():
        runtime.cancel()
        thread.join(0.01)
    assert ended == [True]
    assert runtime.game("nim").grundy(5) == 5


def test_interrupts():
    runtime = bouton.Runtime(**PATIENT)
    position = runtime.from_text(SPINNING)(1)

    def give_up(_doing, _frame):
        raise KeyboardInterrupt

    def outcome(*arguments):
        status = _library.call("outcome")(*arguments)
        assert status == _library.NOT_YET  # it is being asked, and the signal comes
        signal.raise_signal(signal.SIGALRM)
        return status

    before = signal.signal(signal.SIGALRM, give_up)
    try:
        with pytest.raises(KeyboardInterrupt):
            runtime.ask(outcome, position._handle, ctypes.c_int32())
    finally:
        signal.signal(signal.SIGALRM, before)
    assert runtime.game("nim").grundy(5) == 5


def test_threads(runtime):
    game = runtime.game("wythoff")
    wrong = []

    def ask(first):
        for i in range(30):
            if game.grundy(first, i) != game.grundy(i, first):
                wrong.append((first, i))

    threads = [threading.Thread(target=ask, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_handles_end_in_any_order():
    runtime = bouton.Runtime()
    game = runtime.game("wythoff")
    position = game(7, 9)
    move = position.winning_moves()[0]
    del runtime, game, position
    gc.collect()
    assert move.position.outcome() == bouton.P


def test_python_ends_while_a_question_is_asked():
    script = (
        "import bouton, threading\n"
        "asked = threading.Event()\n"
        "runtime = bouton.Runtime(progress=lambda *_: asked.set(), memory=1 << 40, load_seconds=1e6, call_seconds=1e6)\n"
        f"position = runtime.from_text({ENDLESS!r})({HEAPS!r})\n"
        "threading.Thread(target=position.grundy, daemon=True).start()\n"
        "asked.wait()\n"
    )
    # Where the question is when Python ends is chance.
    for _ in range(5):
        subprocess.run([sys.executable, "-c", script], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_progress_line_on_a_terminal():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    stream = Terminal()
    line = bouton.ProgressLine(stream, patience=0)
    line("positions", 1500, None)
    line("heaps", 5, 10)
    line.finish()
    assert stream.getvalue() == "\r\033[Kpositions: 1,500\r\033[Kheaps: 5 of 10 (50 %)\r\033[K"
    silent = io.StringIO()
    line = bouton.ProgressLine(silent, patience=0)
    line("positions", 1, None)
    line.finish()
    assert silent.getvalue() == ""
    patient = Terminal()
    bouton.ProgressLine(patient, patience=1e6)("positions", 1, None)
    assert patient.getvalue() == ""


def test_progress_line_in_a_notebook(monkeypatch):
    shown = []

    class Handle:
        def update(self, what):
            shown.append(what)

    def display(what, display_id):
        assert display_id
        shown.append(what)
        return Handle()

    shell = type("ZMQInteractiveShell", (), {})()
    notebook = types.ModuleType("IPython")
    notebook.get_ipython = lambda: shell
    displays = types.ModuleType("IPython.display")
    displays.HTML, displays.display = str, display
    monkeypatch.setitem(sys.modules, "IPython", notebook)
    monkeypatch.setitem(sys.modules, "IPython.display", displays)
    line = bouton.ProgressLine(patience=0)
    line("heaps <n>", 5, 10)
    line("heaps <n>", 6, None)
    line.finish()
    assert shown == [
        '<progress max="10" value="5"></progress> heaps &lt;n&gt;: 5 of 10 (50 %)',
        "<progress></progress> heaps &lt;n&gt;: 6",
        "",
    ]


def test_show_progress():
    bouton.show_progress()
    assert isinstance(bouton.usual_runtime().progress, bouton.ProgressLine)
    bouton.show_progress(False)
    assert bouton.usual_runtime().progress is None


def test_theorems_are_kept_in_a_folder(tmp_path):
    """Without a formula: lost iff the number ends in an odd number of binary zeros (Fraenkel)."""
    folder = tmp_path / "theorems"
    lost = 2 * 10**20
    bouton.keep_theorems(folder)
    try:
        for _ in range(2):
            game = bouton.Runtime(**PATIENT).game("mark")
            assert game(lost).outcome() == bouton.P and game(lost // 2).outcome() == bouton.N
            assert list(folder.iterdir())
    finally:
        bouton.keep_theorems(None)
    kept = {file: file.stat().st_mtime_ns for file in folder.iterdir()}
    assert bouton.Runtime(**PATIENT).game("mark", play="misere")(lost).outcome() in (bouton.P, bouton.N)
    assert {file: file.stat().st_mtime_ns for file in folder.iterdir()} == kept


def test_every_function_of_the_library_is_known():
    header = (ROOT / "bindings" / "c" / "include" / "bouton.h").read_text()
    declared = set(re.findall(r"\bbouton_(\w+)\(", re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)))
    assert set(_library.FUNCTIONS) == declared
    assert _library.call("abi")() == _library.ABI
    assert re.fullmatch(r"\d+\.\d+\.\d+", bouton.__version__)


def test_a_library_that_is_not_there():
    environment = {**os.environ, "BOUTON_LIBRARY": "/no/such/libbouton.so"}
    done = subprocess.run([sys.executable, "-c", "import bouton"], env=environment, capture_output=True, text=True)
    assert done.returncode == 1 and "ImportError: libbouton was not found; set BOUTON_LIBRARY to its path" in done.stderr
