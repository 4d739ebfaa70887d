"""Questions about positions and boxes, beside what brute force says."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import data, plain_grundy

import bouton
from bouton import INFINITE, NONE, N, P

CIRCLE = """local arrows = { { 2 }, { 1, 3 }, { 4, 5 }, {}, { 4 } }
return game { position = { { "square", min = 1, max = 5 } },
  moves = function(square) for _, to in ipairs(arrows[square]) do move(to) end end }"""


def wythoff_options(position):
    a, b = position
    yield from ((a - t, b) for t in range(1, a + 1))
    yield from ((a, b - t) for t in range(1, b + 1))
    yield from ((a - t, b - t) for t in range(1, min(a, b) + 1))


def test_positions():
    game = bouton.game("wythoff")
    grundy = plain_grundy(wythoff_options)
    for position in [(0, 0), (7, 9), (3, 5), (12, 12)]:
        assert game(*position).grundy() == grundy(position)
        assert game.outcome(position) == (N if grundy(position) else P)
        wins = [option for option in dict.fromkeys(wythoff_options(position)) if grundy(option) == 0]
        assert sorted(move.to[0] for move in game.winning_moves(position)) == sorted(wins)
        assert [move.to[0] for move in game.options(*position)] == list(dict.fromkeys(wythoff_options(position)))
    assert game.remoteness(7, 9) == 5
    assert str(game.outcome(7, 9)) == "N"


def test_moves():
    position = bouton.game("wythoff")(5, 7)
    grundy = plain_grundy(wythoff_options)
    for move in position.moves():
        assert move.value.grundy == grundy(move.to[0]) == move.position.grundy()
        assert move.value.outcome == move.position.outcome()
        assert move.value.remoteness == move.position.remoteness()
    first = position.winning_moves(1)
    assert [str(move) for move in first] == ["horizontal to 4,7"]
    assert first[0].position.coordinates == (4, 7)
    assert position.best_move(seed=1).position.outcome() == P
    assert position.player_move("random", 3) == position.best_move(0, 3)
    end = bouton.game("wythoff")(0, 0)
    assert end.best_move() is None and end.result() == P and position.result() is None


def test_blocking():
    game = bouton.game("blocking-wythoff")
    assert (game.blocking, bouton.game("wythoff").blocking, game.play) == (1, 0, "normal")
    lost = game(4, 6)
    assert game[4, 6] == P and lost.solve().grundy is None
    assert [str(move) for move in lost.solve().forbid] == ["diagonal to 1,3"]
    assert game(0, 2).solve().forbid == () and bouton.game("wythoff")(4, 7).solve().forbid is None
    forbidden = lost.player_forbids()
    assert forbidden == list(lost.solve().forbid)
    assert lost.player_move("perfect", forbidden=forbidden).position.outcome() == N
    other = [move for move in lost.options() if move not in forbidden][:1]
    assert lost.player_move("perfect", forbidden=other).to == ((1, 3),)
    assert game(0, 1).player_move("perfect", forbidden=game(0, 1).player_forbids()) is None
    with pytest.raises(bouton.RequestError):
        lost.player_move("perfect", forbidden=forbidden * 2)
    with pytest.raises(bouton.RequestError):
        lost.grundy()
    with pytest.raises(bouton.RequestError):
        (lost + lost).outcome()


def test_solve():
    solution = bouton.game("wythoff").solve(5, 7, most=2)
    assert (solution.outcome, solution.complete, len(solution.winning_moves)) == (N, False, 2)
    assert solution.grundy == plain_grundy(wythoff_options)((5, 7))
    assert solution.solver
    assert bouton.game("wythoff").solve(3, 5).winning_moves == ()
    assert bouton.game("misere-nim").solve(3).grundy is None


def test_boards_and_graphs():
    cram = bouton.game("cram")
    small, large = cram(".../..."), cram("..../....")
    assert (small.grundy(), large.grundy(), (small + large).grundy()) == (1, 0, 1)  # 2 x odd and 2 x even
    assert (small + large).components == ((0,) * 6, (0,) * 8)
    for move in small.winning_moves():
        assert move.position.outcome() == P
        assert sum(move.to[0]) == 2
    assert "/" in small.why().move
    assert small.graph().nodes[0].position == (".../...",)
    assert bouton.game("node-kayles")("cycle 5").grundy() == 0  # each move leaves two neighbours, which is 1


def test_sums():
    wythoff, kayles = bouton.game("wythoff"), bouton.game("kayles")
    values = data("kayles_500")
    position = wythoff(7, 9) + kayles(12) + kayles(5)
    assert position.grundy() == plain_grundy(wythoff_options)((7, 9)) ^ values[12] ^ values[5]
    assert (len(position), position.games, position.components) == (3, ("wythoff", "kayles", "kayles"), ((7, 9), (12,), (5,)))
    assert str(position) == "wythoff 7,9 + kayles 12 + kayles 5"
    for move in position.winning_moves():
        assert move.position.grundy() == 0
        assert move.position.outcome() == P
    split = next(move for move in kayles(5).options() if len(move.to) == 2)
    assert len(split.position) == 2
    with pytest.raises(bouton.RequestError):
        position.coordinates
    with pytest.raises(bouton.RequestError, match="conventions"):
        (kayles(3) + bouton.game("misere-nim")(3)).outcome()
    with pytest.raises(TypeError):
        kayles(3) + 4


def test_compounds():
    # Of remoteness 5 and 4, of suspense 7 and 4 by plain recursion (tests/rules/several_games_test.cpp).
    knight = bouton.game("white-knight")
    knights = [knight(6, 7), knight(4, 5)]
    assert (knight.remoteness(6, 7), knight.suspense(6, 7), knights[1].suspense()) == (5, 7, 4)
    assert bouton.game("nim")(4).longest() == 4 and bouton.game("kayles").longest(5) == 5
    assert (bouton.game("kayles")(5) + bouton.game("wythoff")(2, 3)).longest() == 10
    assert bouton.game("pass-nim").longest(2, 3) is None
    first, last = bouton.compound(knights, "conjunctive"), bouton.compound(knights, "continued-conjunctive")
    assert (first.way, first.outcome(), first.remoteness()) == ("conjunctive", P, 4)
    assert (last.way, last.outcome(), last.suspense()) == ("continued-conjunctive", bouton.N, 7)
    for move in last.winning_moves():
        assert [part.component for part in move.parts] == [0, 1]
        assert move.position.outcome() == P
    nim = bouton.game("nim")
    taken = bouton.compound([nim(3), nim(5)], "selective").winning_moves()
    assert [[(part.component, part.to) for part in move.parts] for move in taken] == [[(0, (0,)), (1, (0,))]]
    assert bouton.compound([nim(3), nim(5)]).grundy() == 6
    with pytest.raises(bouton.RequestError, match="not a way"):
        bouton.compound(knights, "alternating")
    with pytest.raises(bouton.RequestError, match="not a compound itself"):
        bouton.compound([first, nim(1)], "selective")
    with pytest.raises(bouton.RequestError):
        bouton.compound([], "selective")
    with pytest.raises(bouton.RequestError, match="splits"):
        bouton.compound([bouton.game("kayles")(5), nim(1)], "selective").outcome()
    with pytest.raises(bouton.RequestError, match="for ever"):
        bouton.game("pass-nim").example.suspense()


def test_integers_of_any_size():
    nim = bouton.game("nim")
    position = nim(2**128) + nim(1) + nim(np.int64(2))
    assert position.grundy() == 2**128 ^ 1 ^ 2
    assert position.components[0] == (2**128,)
    assert position.winning_moves()[0].to == ((3,),)
    assert position.solve().grundy == 2**128 ^ 1 ^ 2
    # The pair with difference n is (floor(n phi), floor(n phi) + n); a digit more makes it an N-position.
    n = 10**40
    a = (n + int(_root(5 * n * n))) // 2
    wythoff = bouton.game("wythoff")
    assert wythoff.outcome(a, a + n) == P and wythoff.outcome(a, a + n + 1) == N


def _root(square: int) -> int:
    root = 1 << (square.bit_length() // 2 + 1)
    while (better := (root + square // root) // 2) < root:
        root = better
    return root


def test_tables():
    game = bouton.game("wythoff")
    expected = np.array(data("wythoff_grundy_60"))
    table = game.table(60, 60)
    assert table.dtype == np.int8 and np.array_equal(table, expected)
    wide = game.table(60, 60, dtype="int64")
    assert wide.dtype == np.int64 and np.array_equal(wide, expected)
    assert np.array_equal(game.table((3, 9), range(5, 21)), expected[3:10, 5:21])
    assert np.array_equal(game.table(20, 20, value="outcome") == P, expected[:21, :21] == 0)
    assert game.table(9, 9, value="remoteness")[4, 7] == game.remoteness(4, 7)
    oracle = data("wythoff_P_200")
    assert np.array_equal(game.positions(200, 200), oracle["P"])
    assert game.positions((1, 1), (1, 1)).shape == (0, 2)


def test_counts():
    wythoff, kayles = bouton.game("wythoff"), bouton.game("kayles")
    # Of the pairs (floor(n phi), floor(n phi) + n) and their mirror images up to 10^18.
    assert wythoff.count(10**18, 10**18).count == 763932022500210305
    found = wythoff.positions(60, (3, 90))
    counted = wythoff.count(60, (3, 90), total="S + 2*L")
    assert (counted.count, counted.total) == (len(found), int((found @ [1, 2]).sum()))
    assert int(counted) == len(found) and wythoff.count(60, (3, 90)).total is None
    values = kayles.sequence(6).values[2:]
    sums = values[:, None, None] ^ values[None, :, None] ^ values[None, None, :]
    assert kayles.count((2, 6), heaps=3).count == (sums == 0).sum()
    lost = {tuple(sorted(heaps)) for heaps in np.argwhere(sums == 0).tolist()}
    assert kayles.count((2, 6), heaps=3, multisets=True).count == len(lost)
    exact = bouton.game("nim").count(99, heaps=30)
    assert exact.count > 2**64 and bouton.game("nim").count(99, heaps=30, mod=10**9 + 7).count == exact.count % (10**9 + 7)
    for wrong in ({"multisets": True}, {"heaps": 0}, {"mod": -1}, {"total": "S / L"}, {"total": 7}):
        with pytest.raises(bouton.RequestError):
            wythoff.count(9, 9, **wrong)


def test_the_growth_of_a_theorem():
    growth = bouton.game("wythoff").theorem().growth
    assert growth is not None and len(growth.below) == len(growth.counts)
    for k in range(len(growth.recurrence), len(growth.counts)):
        assert growth.counts[k] == sum(factor * growth.counts[k - 1 - i] for i, factor in enumerate(growth.recurrence))
    assert growth.order.logarithms == 0 and growth.order.decimal == 1 and growth.order.limit
    assert growth.density.of == "N^1" and growth.density.share is None
    assert abs(growth.density.decimal - (3 - 5**0.5)) < 1e-9


def test_boxes_with_many_p_positions():
    game = bouton.game("subtraction", set=[1])
    assert np.array_equal(game.positions(300_000)[:, 0], np.arange(0, 300_001, 2))


def test_tables_of_other_games():
    chomp = bouton.game("chomp").table(3, 3)
    assert chomp[2, 3] == NONE and chomp[3, 2] == 0
    assert bouton.game("misere-nim").table(3).dtype == np.int8
    assert bouton.game("misere-nim").table(3).tolist() == [N, P, N, N]
    runtime = bouton.Runtime()
    circle = runtime.from_text(CIRCLE, "circle")
    assert circle.table(5).tolist() == [INFINITE, INFINITE, 2, 0, 1]
    assert circle.grundy(2) == bouton.Infinity((2,))
    assert str(circle.grundy(2)) == "infinity(2)"
    assert circle.solve(2).grundy == bouton.Infinity((2,))
    assert circle.outcome(2) is bouton.DRAW and circle.remoteness(2) is None
    for wrong in [(3,), (3, 3, 3), ((5, 3), 3), (range(0), 3), (range(0, 9, 2), 3), (-5, 3)]:
        with pytest.raises(bouton.RequestError):
            bouton.game("wythoff").table(*wrong)
    with pytest.raises(bouton.RequestError, match="kind of value"):
        bouton.game("wythoff").table(3, 3, value="nimber")


def test_sequences():
    values = data("kayles_500")
    sequence = bouton.game("kayles").sequence(500)
    assert list(sequence) == values and len(sequence) == 501
    assert (sequence[12], sequence.low, sequence.last) == (values[12], 0, 500)
    assert np.array_equal(np.asarray(sequence), values) and np.asarray(sequence, np.int8).dtype == np.int8
    assert repr(sequence).startswith("Sequence(0 to 500: 0 1 2 3 1 4")
    for heap in [-1, 501]:
        with pytest.raises(IndexError):
            sequence[heap]
    with pytest.raises(bouton.RequestError):
        bouton.game("wythoff").sequence(10)
    started = bouton.game("take-away").sequence(60, value="outcome")
    losing = data("takeaway_2000")["f"]["2x"]["losing_starts"]
    assert [n for n in range(1, 61) if started[n] == P] == [n for n in losing if n <= 60]


def test_periods():
    # R. K. Guy, C. A. B. Smith (1956): Kayles has the period 12 from heap 71 on.
    period = bouton.game("kayles").period(300)
    assert (period.preperiod, period.period, period.saltus, period.proved) == (71, 12, 0, True)
    assert period.theorem and period.checked_to >= 71 + 12
    values = data("kayles_500")
    assert all(values[n + 12] == values[n] for n in range(71, 489)) and values[70 + 12] != values[70]
    seen = bouton.game("kayles").period(300, value="outcome")
    assert seen is None or not seen.proved
    assert bouton.game("grundy").period(500) is None


def test_misere():
    nim = bouton.game("nim")
    # Nim with heaps up to 2^k - 1 has the quotient T_k of 2^k + 2 elements (T. E. Plambeck, A. N. Siegel, 2008).
    quotient = nim.quotient(7)
    assert quotient.order == 10 and len(quotient.generators) == 3 and quotient.given_up is None
    assert quotient.values[(0,)] == {} and set(quotient.generators.values()) == {(1,), (2,), (4,)}
    assert str(quotient) == quotient.text
    assert nim(3).quotient().order == 6
    genus = nim(3).genus()
    assert (genus.grundy, genus.misere_grundy, genus.tame, genus.outcome) == (3, 3, True, N)
    assert (nim(1) + nim(1)).genus().outcome == N and nim(1).genus().outcome == P
    kayles = bouton.game("kayles").quotient(200)
    assert kayles.period is not None and kayles.period[1] == 12 and kayles.proved_for is None
