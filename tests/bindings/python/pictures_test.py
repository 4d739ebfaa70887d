"""What notebooks show: pictures by the engine, tables as HTML, and short texts of large answers."""

from __future__ import annotations

import xml.etree.ElementTree as xml

import pytest

import bouton

SVG = "{http://www.w3.org/2000/svg}"


def texts_of(svg):
    root = xml.fromstring(svg)
    assert root.tag == SVG + "svg" and float(root.get("width").removesuffix("px")) > 50
    return [element.text for element in root.iter(SVG + "text")]


def test_map(tmp_path):
    drawn = bouton.game("wythoff").map(12, (1, 9))
    assert repr(drawn) == "<map of wythoff, 0..12, 1..9>"
    assert any("Wythoff" in text for text in texts_of(drawn._repr_svg_()))
    drawn.save(tmp_path / "map.svg")
    assert (tmp_path / "map.svg").read_text(encoding="utf-8") == drawn.svg
    assert drawn.svg != bouton.game("wythoff").map(12, (1, 9), value="outcome").svg
    with pytest.raises(bouton.RequestError):
        bouton.game("chomp").map(3, 3, 3)
    with pytest.raises(bouton.RequestError):
        bouton.game("wythoff").map(3)


def test_sequence():
    game = bouton.game("subtraction", set=[1, 2])
    sequence = game.sequence(30)
    assert texts_of(sequence._repr_svg_())
    assert repr(sequence).startswith("Sequence(0 to 30: 0 1 2 0 1 2 ")
    game.set(set=[1, 2, 3])  # another game, of which that is not a picture
    assert sequence._repr_svg_() is None and list(sequence)[:4] == [0, 1, 2, 0]
    again = game.sequence(30)
    assert again._repr_svg_()
    game.play = "misere"
    assert again._repr_svg_() is None


def test_graph():
    graph = bouton.game("wythoff")(2, 3).graph()
    assert repr(graph) == f"<graph: {len(graph.nodes)} positions, {len(graph.edges)} moves>"
    texts = texts_of(graph._repr_svg_())
    for node in graph.nodes:
        assert ",".join(map(str, node.position[0])) in texts
    assert {"horizontal", "vertical", "diagonal"} <= set(texts)
    assert bouton.game("wythoff")(2, 3).graph() == graph
    for last, drawn in ((149, True), (150, False)):  # of 150 positions, and of 151
        assert (bouton.game("nim")(last).graph()._repr_svg_() is not None) == drawn
    assert texts_of((bouton.game("kayles")(3) + bouton.game("nim")(2)).graph()._repr_svg_())


def test_theorem():
    theorem = bouton.game("mark").theorem()
    assert texts_of(theorem._repr_svg_())
    assert theorem._repr_html_().startswith("<p>") and "<svg" in theorem._repr_html_() and "<?xml" not in theorem._repr_html_()
    assert repr(theorem).startswith("<theorem: P-positions") and len(repr(theorem)) < 80
    none = bouton.game("mark").theorem(steps=1)
    assert none._repr_svg_() is None and "<svg" not in none._repr_html_() and repr(none).startswith("<no theorem: ")


def test_tables_of_notebooks():
    rows = bouton.survey("octal:0.0d", 100)
    assert isinstance(rows, list) and rows == list(rows)
    page = xml.fromstring(f"<div>{rows._repr_html_()}</div>")
    assert len(page.findall("table/tr")) == 1 + len(rows)
    assert [cell.text for cell in page.findall("table/tr")[0]][:2] == ["game", "code"]
    found = bouton.game("kayles").discover()
    assert "period 12" in found._repr_html_()
    xml.fromstring(f"<div>{found._repr_html_()}</div>")
    checked = bouton.game("wythoff").verify(4, 4)
    assert len(xml.fromstring(checked._repr_html_()).findall("tr")) == 1 + len(checked.checks)


def test_what_is_shown_is_no_markup():
    game = bouton.from_text(
        "local a = param('a', 1, 'none')\nreturn game { position = { 'n' }, title = '<b>&', moves = function(n) for t = 1, math.min(n, a) do"
        " move['<i>'](n - t) end end }",
        "marked",
    )
    assert any("<b>&" in text for text in texts_of(game.sequence(9)._repr_svg_()))
    assert "<i>" not in game.why(3)._repr_html_().replace("<p>", "")
    assert texts_of(game(3).graph()._repr_svg_())


def test_short_texts():
    wythoff = bouton.game("wythoff")
    assert [repr(move) for move in wythoff(5, 7).winning_moves()] == [
        "<move horizontal to 4,7>", "<move vertical to 5,3>", "<move diagonal to 3,5>"]  # fmt: skip
    assert repr(wythoff(5, 7).solve()) == f"<solution: N, Grundy value {wythoff.grundy(5, 7)}, 3 winning moves>"
    assert repr(wythoff(5, 7).solve(most=2)).endswith("more than 2 winning moves>")
    assert repr(bouton.game("nim")(2**400).solve()) == "<solution: N, Grundy value an integer of 401 bits, 1 winning move>"
    assert repr(wythoff(5, 7).why()) == f"<reason: N, {wythoff(5, 7).why().move}>"
    assert repr(wythoff(1, 2).why()) == "<reason: P>"
    assert repr(bouton.game("nim").quotient(3)).startswith("<quotient of order 6: 2 generators and ")
    assert repr(wythoff(5, 7).match("perfect", "random", games=4)).startswith("<match of 4 games: perfect wins ")
    verified = wythoff.verify(3, 4)
    assert repr(verified) == f"<verification of 0..3, 0..4: {len(verified.checks)} checks, everything is the same>"
    for shown in (wythoff(20, 9).graph(), wythoff.discover(), wythoff.theorem()):
        assert len(repr(shown)) < 100
