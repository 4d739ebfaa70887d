"""The questions of questions.tsv, asked of the Python package: package.py QUESTIONS."""

import sys

import bouton


def shown(value):
    if isinstance(value, bouton.Infinity):
        return "infinity(" + ",".join(map(str, value.among)) + ")"
    return "unknown" if value is None else str(value)


def of(game, text):
    """A position: components of the game, and of other games behind a +."""
    parts = []
    for index, words in enumerate(part.split() for part in text.split(" + ")):
        about = game if index == 0 else bouton.game(words.pop(0))
        parts += [about(word) for word in words]
    whole = parts[0]
    for part in parts[1:]:
        whole = whole + part
    return whole


def box(text):
    return [tuple(map(int, bounds.split(":"))) for bounds in text.split()]


def numbers(values):
    return " ".join(map(str, values))


def period(found):
    return "unknown" if found is None else f"{found.preperiod} {found.period} {found.saltus} {found.theorem or 'seen'}"


def graph(found):
    return " ".join([str(len(found.edges)), *(shown(node.value.grundy) for node in found.nodes)])


def match(found):
    return f"{found.players[0].wins} {found.players[1].wins} {found.draws}"


def count_words(total, heaps, multisets, mod):
    return {
        "total": None if total == "-" else total,
        "heaps": int(heaps) or None,
        "multisets": multisets == "1",
        "mod": int(mod) or None,
    }


def count(found):
    return f"{found.count} {shown(found.total)}"


def genus(found):
    return f"{found.text} {found.outcome}"


def quotient(found):
    return f"{found.order} {found.text}"


def statements(found):
    return " | ".join(entry.statement for entry in found) or "none"


def discovery(found):
    return statements(found.theorems) + " ? " + statements(found.conjectures)


VERBS = {
    "title": lambda g: g.title,
    "outcome": lambda g, at: str(of(g, at).outcome()),
    "grundy": lambda g, at: shown(of(g, at).grundy()),
    "remoteness": lambda g, at: shown(of(g, at).remoteness()),
    "longest": lambda g, at: shown(of(g, at).longest()),
    "winning": lambda g, at: "; ".join(map(str, of(g, at).winning_moves())) or "none",
    "why": lambda g, at: " | ".join(line.strip() for line in str(of(g, at).why()).split("\n") if line.strip()),
    "genus": lambda g, at: genus(of(g, at).genus()),
    "graph": lambda g, at: graph(of(g, at).graph()),
    "match": lambda g, at, one, two, games, seed: match(of(g, at).match(one, two, games=int(games), seed=int(seed))),
    "verify": lambda g, ranges: "same" if g.verify(*box(ranges)) else "different",
    "positions": lambda g, ranges: " ".join(",".join(map(str, row)) for row in g.positions(*box(ranges)).tolist()),
    "count": lambda g, ranges, *wanted: count(g.count(*box(ranges), **count_words(*wanted))),
    "table": lambda g, kind, ranges: numbers(g.table(*box(ranges), value=kind).ravel().tolist()),
    "sequence": lambda g, kind, last: numbers(g.sequence(int(last), value=kind)),
    "period": lambda g, last: period(g.period(int(last))),
    "quotient": lambda g, last: quotient(g.quotient(int(last))),
    "theorem": lambda g, piles: shown(g.theorem(int(piles) or None).statement),
    "discover": lambda g, piles: discovery(g.discover(int(piles) or None)),
}


def ask(verb, name, settings, arguments):
    given = dict(setting.split("=", 1) for setting in ([] if settings == "-" else settings.split()))
    try:
        return VERBS[verb](bouton.game(name, **given), *arguments)
    except bouton.Error as error:
        return f"error {error}"


for line in open(sys.argv[1], encoding="utf-8"):
    if not line.startswith("#"):
        verb, game, settings, *arguments = line.rstrip("\n").split("\t")
        print(ask(verb, game, settings, arguments))
