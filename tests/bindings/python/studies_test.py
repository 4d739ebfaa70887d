"""Reasons, comparisons, graphs, matches and conventions of play, beside what brute force says."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import plain_grundy

import bouton
from bouton import N, P


def nim_options(position):
    for i, heap in enumerate(position):
        for left in range(heap):
            yield (*position[:i], left, *position[i + 1 :])


def misere_lost(heaps):
    """Bouton (1901): the last one loses."""
    return (sum(heaps) % 2 == 1) if max(heaps) < 2 else np.bitwise_xor.reduce(heaps) == 0


def test_why():
    wythoff = bouton.game("wythoff")
    reason = wythoff.why(29, 51)
    assert reason.outcome == N and reason.move == "vertical to 29,47"
    assert wythoff.outcome(29, 47) == P
    assert "29,47" in str(reason) and len(reason.paragraphs) > 1
    assert wythoff(3, 5).why().move is None
    assert "nim-sum  5  101" in str((bouton.game("nim")(3) + bouton.game("nim")(6)).why())


def test_verify():
    found = bouton.game("wythoff").verify(8, 8)
    assert found and not found.differences and found.high == (8, 8)
    assert sum(check.compared for check in found.checks) > 81
    wrong = bouton.from_text(
        """return game { position = { 'n' }, moves = function(n) if n > 0 then move(n - 1) end end,
        known = { grundy = { { { 3 }, 2 } } } }""",
        "wrong",
    ).verify()
    assert not wrong
    assert wrong.differences[0].difference == "3 has Grundy value 1, not 2 as <memory>/wrong.lua:2 says"
    with pytest.raises(bouton.RequestError):
        bouton.game("wythoff").verify(8)


def test_a_false_claim_is_an_error_of_its_line():
    game = bouton.from_text(
        "return game { position = { 'n' }, moves = function(n) if n > 0 then move(n - 1) end end,\n closed_form = 'nim' }"
    )
    with pytest.raises(bouton.RuleError) as raised:
        game.outcome(3)
    assert raised.value.line == 2


def test_graph():
    graph = bouton.game("wythoff")(2, 3).graph()
    assert graph.nodes[0].position == ((2, 3),)

    def options(position):
        a, b = position
        yield from ((a - t, b) for t in range(1, a + 1))
        yield from ((a, b - t) for t in range(1, b + 1))
        yield from ((a - t, b - t) for t in range(1, min(a, b) + 1))

    grundy = plain_grundy(options)
    for node in graph.nodes:
        assert node.value.grundy == grundy(node.position[0])
        assert node.value.outcome == (N if grundy(node.position[0]) else P)
    assert {edge.label for edge in graph.edges} == {"horizontal", "vertical", "diagonal"}
    out = [edge for edge in graph.edges if edge.source == 0]
    assert len(out) == 6  # 2,1 and 1,2 are one node
    with pytest.raises(bouton.LimitError):
        bouton.game("wythoff")(9, 9).graph(most=10)


def test_match():
    played = bouton.game("wythoff")(5, 7).match("perfect", "random", games=40, seed=3)
    perfect, chance = played.players
    assert played.games == 40 and perfect.wins + chance.wins == 40 and played.draws == 0
    assert perfect.wins_moving_first == 20  # 5,7 is won by whoever moves first
    assert perfect.interval[0] < perfect.wins / 40 <= perfect.interval[1]
    assert played == bouton.game("wythoff")(5, 7).match("perfect", "random", games=40, seed=3)
    assert bouton.game("wythoff").match("perfect", "level:5", games=2).games == 2
    with pytest.raises(bouton.RequestError):
        bouton.game("wythoff")(5, 7).match("nobody", "random")


def test_play():
    misere = bouton.game("nim", play="misere")
    assert misere.play == "misere" and bouton.game("nim").play == "normal"
    assert "misère" in misere.text
    for heaps in [(1,), (1, 1), (2, 2), (1, 2, 3), (3, 4), (1, 1, 1)]:
        position = misere(heaps[0])
        for heap in heaps[1:]:
            position = position + misere(heap)
        assert position.outcome() == (P if misere_lost(heaps) else N), heaps
    game = bouton.game("nim")
    before = game(1)
    game.play = "misere"
    assert (before.outcome(), game(1).outcome()) == (N, P)
    game.reload()
    assert game.play == "misere"
    with pytest.raises(bouton.RequestError):
        game.play = "drawn"


def test_texts_of_the_games_own():
    purse = bouton.from_text(
        """return game { position = { 'n' }, moves = function(n) if n > 0 then move(n - 1) end end,
        show = function(n) return ('o'):rep(n) .. '|' end,
        read = function(text) if text == ('o'):rep(#text - 1) .. '|' then return #text - 1 end end }""",
        "purse",
    )
    assert purse("ooo|").coordinates == (3,) and purse(3).show() == "ooo|"
    with pytest.raises(bouton.RequestError):
        purse("oxo|")
