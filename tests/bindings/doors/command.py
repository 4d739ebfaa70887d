"""The questions of questions.tsv, asked of the command: command.py BOUTON QUESTIONS."""

import json
import subprocess
import sys


def nimber(value):
    if value is None:
        return "unknown"
    return "infinity(" + ",".join(map(str, value["infinity"])) + ")" if isinstance(value, dict) else str(value)


def place(position):
    return position if isinstance(position, str) else ",".join(map(str, position)) or "()"


def move_text(move):
    to = " + ".join(map(place, move["to"])) or "nothing"
    return f"{move['label']} to {to}" if move["label"] else f"to {to}"


def cell(value):
    return "-1" if value is None else "-2" if isinstance(value, dict) or value == "infinity" else {"P": "0", "N": "1", "draw": "2"}.get(value, str(value))


def period(found):
    return "unknown" if found is None else f"{found['preperiod']} {found['period']} {found['saltus']} {found['theorem'] or 'seen'}"


def statements(found, name):
    return " | ".join(entry["statement"] for entry in found[name]) or "none"


def count_options(total, heaps, multisets, mod):
    options = ["--count"]
    if total != "-":
        options += ["--total", total]
    if heaps != "0":
        options += ["--heaps", heaps]
    if multisets == "1":
        options += ["--multisets"]
    return options if mod == "0" else [*options, "--mod", mod]


#: verb: its name for the command, its arguments there, the answer in its JSON
VERBS = {
    "title": ("games", lambda a: [], lambda f: f["title"]),
    "outcome": ("solve", lambda a: a[0].split(), lambda f: f["outcome"]),
    "grundy": ("solve", lambda a: [*a[0].split(), "--value", "grundy"], lambda f: nimber(f["grundy"])),
    "remoteness": ("solve", lambda a: [*a[0].split(), "--value", "remoteness"], lambda f: nimber(f["remoteness"])),
    "longest": ("solve", lambda a: [*a[0].split(), "--value", "longest"], lambda f: nimber(f["longest"])),
    "winning": ("solve", lambda a: a[0].split(), lambda f: "; ".join(map(move_text, f["winning_moves"])) or "none"),
    "why": ("why", lambda a: a[0].split(), lambda f: " | ".join(line.strip() for text in f["reason"] for line in text.split("\n") if line.strip())),
    "genus": ("genus", lambda a: a[0].split(), lambda f: f"{f['genus']} {f['outcome']}"),
    "graph": ("graph", lambda a: a[0].split(), lambda f: " ".join(["%d" % len(f["edges"]), *(nimber(n["grundy"]) for n in f["nodes"])])),
    "match": (
        "match",
        lambda a: [*a[0].split(), "--players", f"{a[1]},{a[2]}", "--games", a[3], "--seed", a[4]],
        lambda f: f"{f['players'][0]['wins']} {f['players'][1]['wins']} {f['draws']}",
    ),
    "verify": ("verify", lambda a: a[0].split(), lambda f: "same" if f["same"] else "different"),
    "positions": ("positions", lambda a: a[0].split(), lambda f: " ".join(map(place, f["positions"]))),
    "count": ("positions", lambda a: [*a[0].split(), *count_options(*a[1:])], lambda f: f"{f['count']} {nimber(f.get('total'))}"),
    "table": ("table", lambda a: [*a[1].split(), "--value", a[0]], lambda f: " ".join(map(cell, f["data"]))),
    "sequence": ("sequence", lambda a: [a[1], "--value", a[0]], lambda f: " ".join(map(cell, f["values"]))),
    "period": ("sequence", lambda a: [a[0], "--period"], lambda f: period(f["period"])),
    "quotient": ("quotient", lambda a: [a[0]], lambda f: f"{f['order']} {f['text']}"),
    "theorem": ("theorem", lambda a: [] if a[0] == "0" else [a[0]], lambda f: f["statement"] or "unknown"),
    "discover": ("discover", lambda a: [] if a[0] == "0" else [a[0]], lambda f: statements(f, "theorems") + " ? " + statements(f, "conjectures")),
}


def ask(bouton, verb, game, settings, arguments):
    name, given, answer = VERBS[verb]
    options = []
    for setting in [] if settings == "-" else settings.split():
        options += ["-p", setting]
    done = subprocess.run(
        [bouton, name, game, *given(arguments), *options, "--format", "json"], capture_output=True, text=True, check=False
    )
    if done.returncode == 2:
        return "error " + done.stderr.removeprefix("bouton: ").strip()
    return answer(json.loads(done.stdout))


for line in open(sys.argv[2], encoding="utf-8"):
    if not line.startswith("#"):
        verb, game, settings, *arguments = line.rstrip("\n").split("\t")
        print(ask(sys.argv[1], verb, game, settings, arguments))
