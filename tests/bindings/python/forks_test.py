"""Processes that fork, and what can be sent from one to another."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
import warnings

import pytest
from conftest import ENDLESS, PATIENT

import bouton

HEAPS = "9,10,11,12,13,14,15,16,17,18"
#: Seconds; nothing here takes a thousandth of it. A child that waits for a thread of its parent's is given up then.
PATIENCE = 300

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")


def solved(n):
    return (bouton.game("nim")(n) + bouton.game("nim")(2)).solve()


def at_work():
    """The usual runtime, and the thread that asks it a question that has no end; it is being worked on."""
    heard = threading.Event()
    bouton.show_progress(lambda *_: heard.set())
    position = bouton.from_text(ENDLESS)(HEAPS)

    def ask():
        try:
            position.grundy()
        except bouton.Cancelled:
            pass

    thread = threading.Thread(target=ask)
    thread.start()
    assert heard.wait(PATIENCE)
    return position, thread


def end(thread):
    while thread.is_alive():
        bouton.usual_runtime().cancel()
        thread.join(0.01)
    bouton.show_progress(False)


def in_child(function):
    """What `function` returns in a copy of this process, by the status with which that ends."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python's, since there are threads
        process = os.fork()
    if process == 0:
        status = 99
        try:
            status = 0 if function() else 1
        finally:
            os._exit(status)
    deadline = threading.Timer(PATIENCE, os.kill, (process, 9))
    deadline.start()
    _, status = os.waitpid(process, 0)
    deadline.cancel()
    return os.waitstatus_to_exitcode(status)


def test_a_pool_answers():
    assert solved(3).grundy == 3 ^ 2
    bouton.game("kayles").sequence(30000)  # for which the library has threads of its own
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            answers = pool.map_async(solved, range(6)).get(PATIENCE)
    assert [answer.grundy for answer in answers] == [n ^ 2 for n in range(6)]
    assert [answer.outcome for answer in answers] == [bouton.P if n == 2 else bouton.N for n in range(6)]
    assert [(move.component, move.to) for move in answers[5].winning_moves] == [(0, ((2,),))]


def test_what_the_parent_made_goes_on():
    kayles = bouton.Runtime(**PATIENT, threads=2).game("kayles")
    position = kayles(5)
    kayles.sequence(30000)

    def go_on():
        return position.grundy() == 4 and kayles(7).grundy() == 2 and kayles.sequence(40000)[39999] == kayles.sequence(99)[87]

    assert in_child(go_on) == 0
    assert go_on()
    assert in_child(lambda: in_child(go_on) == 0 and go_on()) == 0


def test_a_fork_while_a_question_is_worked_on():
    position, thread = at_work()

    def refused():
        try:
            position.outcome()
        except bouton.RequestError as error:
            return "make a new runtime in the child" in str(error) and solved(5).grundy == 5 ^ 2

    try:
        assert in_child(refused) == 0
        assert in_child(lambda: in_child(refused) == 0 and refused()) == 0
    finally:
        end(thread)
    assert solved(7).grundy == 7 ^ 2


def test_a_child_ends_that_was_forked_while_a_question_was_worked_on():
    script = f"""
import os, sys, threading, warnings
import bouton
warnings.simplefilter("ignore")
heard = threading.Event()
bouton.show_progress(lambda *_: heard.set())
position = bouton.from_text({ENDLESS!r})({HEAPS!r})
threading.Thread(target=position.outcome, daemon=True).start()
heard.wait()
process = os.fork()
if process == 0:
    print("child", bouton.game("nim").grundy(5), flush=True)
    sys.exit(3)
print("parent", os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE)
    assert ran.stdout == "child 5\nparent 3\n", ran.stderr
    assert ran.returncode == 0


def answers():
    """An answer of each kind."""
    wythoff, kayles, blocking = bouton.game("wythoff"), bouton.game("kayles"), bouton.game("blocking-nim")
    position = wythoff(5, 7)
    yield from (position.outcome(), position.grundy(), position.remoteness(), position.suspense())
    yield from (position.options(), position.moves(), position.winning_moves(), position.best_move())
    yield from (position.solve(), blocking(3, 5).solve(), position.why(), wythoff(2, 3).graph(), position.match("perfect", "random", games=2))
    yield from (kayles(5).genus(), kayles(5).quotient(), kayles.quotient(5), kayles.period(300), kayles.sequence(20))
    yield from (wythoff.theorem(), kayles.discover(), wythoff.verify(3, 3), wythoff.parameters, bouton.survey("octal:0.0d", 20))
    yield from (wythoff.map(3, 3), bouton.game("pass-nim")(3, 3).grundy())



@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
def test_answers_can_be_pickled(protocol):
    for answer in answers():
        again = pickle.loads(pickle.dumps(answer, protocol))
        assert type(again) is type(answer)
        if isinstance(answer, bouton.Sequence):
            assert list(again) == list(answer) and again.low == answer.low and again._repr_svg_() is None
        else:
            assert again == answer
        assert repr(again) == repr(answer)


def test_copies_are_whole():
    for answer in answers():
        for again in (copy.copy(answer), copy.deepcopy(answer)):
            if isinstance(answer, bouton.Sequence):
                assert list(again) == list(answer) and again._repr_svg_().startswith("<svg")
            else:
                assert again == answer
    position = bouton.game("wythoff")(5, 7)
    assert copy.deepcopy(position) is position and copy.copy(position) is position
    assert copy.deepcopy(position.solve()).winning_moves[0].position.outcome() == bouton.P


def test_what_cannot_be_pickled_says_so():
    wythoff = bouton.game("wythoff")
    position = wythoff(5, 7)
    for held, words in (
        (wythoff, "a Game .* send its name and parameters"),
        (position, "a Position .* send its coordinates and the name of its game"),
        (bouton.Runtime(), "a Runtime .* let each process make its own"),
        ([position], "a Position "),
        (position._handle, "a Handle "),
    ):
        with pytest.raises(TypeError, match=words):
            pickle.dumps(held)
    for held in (wythoff, bouton.usual_runtime()):
        with pytest.raises(TypeError, match="cannot be pickled"):
            copy.deepcopy(held)
    move = pickle.loads(pickle.dumps(position.winning_moves()[0]))
    assert move.to == ((4, 7),) and str(move) == "horizontal to 4,7"
    for ask in (lambda: move.position, lambda: move.parts):
        with pytest.raises(bouton.RequestError, match="this move was pickled"):
            ask()
    blocked = bouton.game("blocking-nim")(3, 5)
    left_out = pickle.loads(pickle.dumps(blocked.player_forbids()))
    assert blocked.player_move("perfect", forbidden=left_out) == blocked.player_move("perfect", forbidden=blocked.player_forbids())
