"""What a caller gives, on its way into C: it arrives whole, or is an error of Bouton's."""

from __future__ import annotations

import os
import sys

import numpy as np
import pytest
from conftest import PATIENT

import bouton
from bouton import _digits

#: No argument of any function can be all of these.
HOSTILE = [
    -1, -(2**31) - 1, -(2**63) - 1, 2**63, 2**64, 2**64 + 3, 2**400, 10**5000, 0.5, float("nan"), float("inf"), 1j, None, b"1", b"\0",
    "", "1\0", "\ud800", "x" * 300, "/" * 300, "x/" * 3000, [], {}, [None], ((),), (1, 2, 3), (2**64, 2**64 + 2), range(0, 2**65),
    object(), np.array([1.5]), np.array(1.5), np.array("a"), [10**5000, None],
]  # fmt: skip


def everything(runtime, game, heaps, position):
    """Every function of the package that takes something, by name, as a function of one argument."""
    yield from {
        "bouton.game": bouton.game,
        "bouton.from_text": bouton.from_text,
        "bouton.keep_theorems": lambda value: bouton.keep_theorems(value) if value is not None else bouton.games(),
        "bouton.show_progress": bouton.show_progress,
        "Runtime(rules)": lambda value: bouton.Runtime(rules=value),
        "Runtime(memory)": lambda value: bouton.Runtime(memory=value),
        "Runtime(lua_memory)": lambda value: bouton.Runtime(lua_memory=value),
        "Runtime(load_seconds)": lambda value: bouton.Runtime(load_seconds=value),
        "Runtime(call_seconds)": lambda value: bouton.Runtime(call_seconds=value),
        "Runtime(threads)": lambda value: bouton.Runtime(threads=value),
        "Runtime(progress)": lambda value: bouton.Runtime(progress=value),
        "Runtime.game": runtime.game,
        "Runtime.game(play)": lambda value: runtime.game("nim", play=value),
        "Runtime.game(parameter)": lambda value: runtime.game("subtraction", set=value),
        "Runtime.game(name of a parameter)": lambda value: runtime.game("subtraction", **{value if isinstance(value, str) else "m": value}),
        "Runtime.from_text": runtime.from_text,
        "Runtime.from_text(name)": lambda value: runtime.from_text("return variant('nim', {})", value),
        "Runtime.add_source": lambda value: runtime.add_source(value, "return 1"),
        "Runtime.add_source(text)": lambda value: runtime.add_source("mine", value),
        "Runtime.add_directory": runtime.add_directory,
        "Game.play": lambda value: setattr(runtime.game("nim"), "play", value),
        "Game.set": lambda value: runtime.game("subtraction").set(set=value),
        "Game.set(name)": lambda value: runtime.game("subtraction").set(**{value if isinstance(value, str) else "m": value}),
        "Game.position": lambda value: game(1, value),
        "Game.position(all)": game,
        "Game.outcome": lambda value: game.outcome(1, value),
        "Game.grundy": lambda value: game.grundy(1, value),
        "Game.remoteness": lambda value: game.remoteness(1, value),
        "Game.winning_moves": lambda value: game.winning_moves(1, 2, most=value),
        "Game.options": lambda value: game.options(1, value),
        "Game.solve": lambda value: game.solve(1, 2, most=value),
        "Game.genus": lambda value: heaps.genus(value),
        "Game.why": lambda value: heaps.why(value),
        "Game.graph": lambda value: game.graph(1, 2, most=value),
        "Game.match": lambda value: game.match(value, "random", games=1),
        "Game.match(other)": lambda value: game.match("random", value, games=1),
        "Game.match(games)": lambda value: game.match("random", "random", games=value),
        "Game.match(seed)": lambda value: game.match("random", "random", games=1, seed=value),
        "Game.table": lambda value: game.table(1, value),
        "Game.table(all)": game.table,
        "Game.table(low)": lambda value: game.table((value, 3), 3),
        "Game.table(high)": lambda value: game.table((0, value), 3),
        "Game.table(dtype)": lambda value: game.table(3, 3, dtype=value),
        "Game.map": lambda value: game.map(1, value),
        "Game.map(value)": lambda value: game.map(3, 3, value=value),
        "Game[]": lambda value: game[value],
        "Game[,]": lambda value: game[1, value],
        "Game.table(value)": lambda value: game.table(3, 3, value=value),
        "Game.positions": lambda value: game.positions(1, value),
        "Game.sequence": heaps.sequence,
        "Game.sequence(value)": lambda value: heaps.sequence(3, value=value),
        "Game.period": heaps.period,
        "Game.period(value)": lambda value: heaps.period(3, value=value),
        "Game.quotient": heaps.quotient,
        "Game.verify": lambda value: game.verify(1, value),
        "Game.theorem": lambda value: runtime.game("misere-nim").theorem(value if value is not None else "none", steps=1),
        "Game.theorem(value)": lambda value: runtime.game("mark").theorem(value=value, steps=1),
        "Game.theorem(steps)": lambda value: runtime.game("subtraction").theorem(steps=value),
        "Game.discover": lambda value: heaps.discover(value if value is not None else "none"),
        "Runtime.survey": lambda value: runtime.survey(value, 9),
        "Runtime.survey(last)": lambda value: runtime.survey("no-such-game", value),
        "Runtime.survey(parameter)": lambda value: runtime.survey("no-such-game", 9, set=value),
        "Position.winning_moves": position.winning_moves,
        "Position.best_move": position.best_move,
        "Position.best_move(seed)": lambda value: position.best_move(5, value),
        "Position.player_move": position.player_move,
        "Position.player_move(seed)": lambda value: position.player_move("random", value),
        "Position.player_move(forbidden)": lambda value: position.player_move("random", forbidden=value),
        "Position.player_forbids": position.player_forbids,
        "Position.player_forbids(seed)": lambda value: position.player_forbids("random", value),
        "Position.solve": position.solve,
        "Position.graph": position.graph,
        "Position.match": lambda value: position.match(value, "random", games=1),
        "Position.match(games)": lambda value: position.match("random", "random", games=value),
        "Position.match(seed)": lambda value: position.match("random", "random", games=1, seed=value),
    }.items()


def test_whatever_is_given_is_taken_or_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runtime = bouton.Runtime(**PATIENT, memory=1 << 22)
    game, heaps = runtime.game("wythoff"), runtime.game("kayles")
    taken = []
    try:
        for name, function in everything(runtime, game, heaps, game(5, 7)):
            for value in HOSTILE:
                try:
                    function(value)
                    taken.append((name, value))
                except bouton.InternalError as error:
                    pytest.fail(f"{name} of {str(value)[:80]!r} is a fault of Bouton's own: {error}")
                except bouton.Error:
                    pass
                except MemoryError:
                    pytest.fail(f"{name} of {str(value)[:80]!r} takes all memory")
    finally:
        bouton.keep_theorems(None)
        bouton.show_progress(False)
    assert len(taken) < 100
    assert game.grundy(7, 9) == 14


@pytest.mark.parametrize(
    "call, message",
    [
        ("w.table((2**64, 2**64 + 2), (2**64, 2**64 + 2))", "the least value of S is 18446744073709551616, which is too large"),
        ("w.table(2**63, 3)", "the greatest value of S is 9223372036854775808, which is too large"),
        ("w.table(3, -(2**63) - 1)", "the greatest value of L is -9223372036854775809, which is too small"),
        ("w.table(10**5000, 3)", "the greatest value of S is an integer of 16610 bits, which is too large"),
        ("w.table(2**40, 2**40)", "holds too many positions"),
        ("w.table(None, 3)", "the greatest value of S is None; it must be an integer"),
        ("w.table((1,), 3)", r"\(1,\) is not a range of S"),
        ("w.table((3, 1), 3)", "the range 3:1 of S is empty"),
        ("w.positions(2**64 + 6, 2**64 + 6)", "too large"),
        ("w.verify(2**64 + 5, 2)", "too large"),
        ("w(5, 7).best_move(level=2**32 + 3)", "level is 4294967299, which is too large"),
        ("w(5, 7).best_move(level=-(2**32) + 10)", "level is -4294967286, which is too small"),
        ("w(5, 7).best_move(level=11)", "there is no level 11"),
        ("w(5, 7).best_move(seed=-1)", "seed is -1, which is too small"),
        ("w(5, 7).best_move(level=3.0)", "level is 3.0; it must be an integer"),
        ("w(5, 7).winning_moves(2**64 + 1)", "most is 18446744073709551617, which is too large"),
        ("w(5, 7).winning_moves(-1)", "most is -1, which is too small"),
        ("w(2, 3).graph(2**64 + 50)", "most is"),
        ("w(5, 7).match('perfect', 'random', games=-3)", "games is -3, which is too small"),
        ("w(5, 7).match('perfect', 'random', games=2**64 + 3)", "games is 18446744073709551619, which is too large"),
        ("w(5, 7).match('perfect', 'random', games=2**64 - 3)", "a match cannot have 18446744073709551613 games"),
        ("w(5, 7).match('perfect\\0x', 'random', games=2)", "player is 'perfect.x00x', which has a zero byte in it"),
        ("w(5, 7).match('perfect', None)", "other is None; it must be a text"),
        ("w('1,2\\0junk')", "position is '1,2.x00junk', which has a zero byte in it"),
        ("w('\\ud800')", "position is '.ud800', which is not text"),
        ("w(b'1,2')", "a coordinate is b'1,2'; it must be an integer, or a text"),
        ("w(1, 2.5)", "a coordinate is 2.5; it must be an integer, or a text"),
        ("w([1, [None]])", "a coordinate is None"),
        ("w(endless)", "lists that contain themselves"),
        ("k.period(2**64 + 300)", "last is 18446744073709551916, which is too large"),
        ("k.sequence(2**64 + 5)", "last is 18446744073709551621, which is too large"),
        ("k.sequence(-1)", "the last heap must be at least 0"),
        ("k.sequence(5.0)", "last is 5.0; it must be an integer"),
        ("k.sequence(5, value=[])", r"\[\] is not a kind of value"),
        ("k.quotient(2**64 + 3)", "last is 18446744073709551619, which is too large"),
        ("bouton.game('wythoff\\0evil')", "name is 'wythoff.x00evil', which has a zero byte in it"),
        ("bouton.game('x' * 300)", "there is no game 'xxx"),
        ("bouton.game('/' + 'x' * 300)", "there is no file /xxx"),
        ("bouton.game('\\ud800')", "which is not text"),
        ("bouton.game(None)", "name is None; it must be a text or a path"),
        ("bouton.game('nim', play=['normal'])", "is not a convention of play; they are normal and misere"),
        ("bouton.game('subtraction', set=[1.5])", "an entry of parameter set is 1.5; it must be an integer"),
        ("bouton.game('subtraction', set=b'12')", "parameter set is b'12'; it must be an integer, a list of integers, or a text"),
        ("bouton.game('take-away', f='x\\0+1')", "parameter f is 'x.x00[+]1', which has a zero byte in it"),
        ("bouton.from_text('return 1 \\0')", "the rule file is 'return 1 .x00', which has a zero byte in it"),
        ("bouton.Runtime(memory=-1)", "memory is -1, which is too small"),
        ("bouton.Runtime(memory=2**64 + 1000)", "memory is 18446744073709552616, which is too large"),
        ("bouton.Runtime(threads=-1)", "threads is -1, which is too small"),
        ("bouton.Runtime(threads=2**32 + 1)", "threads is 4294967297, which is too large"),
        ("bouton.Runtime(threads=5000)", "Runtime's threads is 5000; there are at most 4096"),
        ("bouton.Runtime(load_seconds='3')", "load_seconds is '3'; it must be a number of seconds, more than 0"),
        ("bouton.Runtime(call_seconds=0)", "call_seconds is 0; it must be a number of seconds, more than 0"),
        ("bouton.Runtime(rules='rules')", "rules is 'rules'; it must be a list of directories"),
        ("bouton.Runtime(rules=['x' * 300])", "there is no directory xxx"),
        ("bouton.Runtime(progress=5)", "progress is 5; it must be a function"),
        ("w(5, 7) + bouton.Runtime().game('nim')(3)", "positions of different runtimes cannot form a sum"),
        ("chomp.table(*[0] * 40)", "no NumPy array can have the shape of this answer"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    endless = []
    endless.append(endless)
    names = {"bouton": bouton, "w": bouton.game("wythoff"), "k": bouton.game("kayles"), "chomp": bouton.game("chomp"), "endless": endless}
    with pytest.raises(bouton.RequestError, match=message):
        eval(call, names)


def test_what_no_memory_holds_is_a_limit():
    """Before there is an array for it."""
    runtime = bouton.Runtime(**PATIENT, memory=1 << 20)
    for ask in (lambda: runtime.game("wythoff").table(2**20, 2**20), lambda: runtime.game("kayles").sequence(2**62)):
        with pytest.raises(bouton.LimitError, match="raise Runtime's memory"):
            ask()


def test_what_is_an_integer_is_taken():
    wythoff = bouton.game("wythoff")
    assert wythoff(np.int8(7), np.uint64(9)) is not None and wythoff.grundy(np.array(7), True) == wythoff.grundy(7, 1)
    assert wythoff.table(np.int64(2), (np.uint8(0), True)).shape == (3, 2)
    assert bouton.game("kayles").sequence(np.int32(5)).values.tolist() == [0, 1, 2, 3, 1, 4]
    assert bouton.game("subtraction", set=(np.int64(1), 2)).parameters["set"].value == "1,2"
    assert wythoff(5, 7).best_move(level=np.int64(10), seed=2**64 - 1) is not None


def test_positions_and_values_have_any_number_of_digits():
    nim = bouton.game("nim")
    large = 10**5000 + 12345
    assert nim(large).grundy() == large == nim(large).coordinates[0]
    assert nim(-large + 2 * large).coordinates == (large,)
    move = nim(large).winning_moves()[0]
    assert move.to == ((0,),) and move.position.coordinates == (0,)
    solution = (nim(large) + nim(1)).solve()
    assert solution.grundy == large ^ 1 and solution.winning_moves[0].to == ((1,),)
    assert "the integer" not in str((nim(large) + nim(large - 1)).winning_moves()[0])


@pytest.mark.parametrize("digits", [1, 511, 512, 513, 1024, 1025, 3000, 20_000])
def test_digits(digits):
    for value in (10 ** (digits - 1), 10**digits - 1, -(7 * 10**digits // 11)):
        before = sys.get_int_max_str_digits() if hasattr(sys, "get_int_max_str_digits") else None
        text = _digits.decimal(value)
        if before is not None:
            sys.set_int_max_str_digits(0)
        try:
            assert text == str(value) and _digits.integer(text) == value
        finally:
            if before is not None:
                sys.set_int_max_str_digits(before)
    assert _digits.parsed(f'{{"n": [{10**4000}, 1]}}') == {"n": [10**4000, 1]}


def test_paths_may_be_bytes_and_need_not_be_utf8(tmp_path):
    folder = os.fsencode(tmp_path) + b"/r\xe9gles"
    os.mkdir(folder)
    with open(folder + b"/mine.lua", "w") as file:
        file.write("return variant('nim', {})")
    assert bouton.game(folder + b"/mine.lua").grundy(3) == 3
    assert bouton.Runtime(rules=[os.fsdecode(folder), os.environ["BOUTON_RULES"]]).game("mine").grundy(4) == 4


def test_texts_come_back_whole(runtime):
    shown = runtime.from_text("return variant('nim', { show = function(n) return ('o'):rep(n) end })", "shown")
    assert shown(1000).show() == "o" * 1000
