"""The JSON of every verb against its schema in docs/schema: schemas.py BOUTON SCHEMAS. Exit 77 where there is no jsonschema."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("skipped: there is no python3-jsonschema here (scripts/setup --extras installs it)")
    sys.exit(77)

CIRCLE = """local arrows = { { 2 }, { 1, 3 }, { 4, 5 }, {}, { 4 } }
return game { position = { { "square", min = 1, max = 5 } },
  moves = function(square) for _, to in ipairs(arrows[square]) do move(to) end end }
"""

# The first word names the schema. Standard input is given to those that read it.
COMMANDS = [
    "solve wythoff 7,9 --all-moves", "solve wythoff 7,9 + kayles 5", "solve cram ..../....", "solve ./circle.lua 2",
    "solve wythoff 10000000000000000000001,10000000000000000000001", "solve kayles -", "why nim 3 4 5", "why cram .../...",
    "table wythoff 5 5", "table ./circle.lua 5", "table staircase 9 9 --value remoteness", "table misere-nim 3 3",
    "positions wythoff 9 9", "positions wythoff 9 9 --count", "sequence kayles 20 --period", "sequence kayles 30 --only period",
    "sequence octal 9 -p code=0.07", "sequence kayles 30 --oeis stripped", "sequence wythoff 9 --row S=3", "graph wythoff 1,2",
    "graph ./circle.lua 1", "genus kayles 3 4", "quotient kayles 12", "match wythoff --players perfect,random --games 4",
    "match wythoff --players perfect,random --games 4 --start random", "theorem wythoff", "theorem chomp 3 --steps 10000",
    "theorem take-away", "theorem kayles", "discover subtraction -p set=1,3", "discover copycat -p m=3:9:2",
    "survey subtraction -p set=1:2 50", "survey octal:0.d 50", "verify wythoff 6 6", "verify cram", "explain wythoff 9 9",
    "explain wythoff 7,9 --analyze", "explain nim 3 4 + kayles 5", "games", "games --closed-forms", "games nim", "games cram",
    "redo made.json",
]
OUTPUTS_OF_FAILURE = {0, 1}  # no theorem within the steps is an answer, too


def main(bouton, schemas):
    validators = {}
    for file in sorted(schemas.glob("*.json")):
        schema = json.loads(file.read_text())
        Draft202012Validator.check_schema(schema)
        validators[file.stem] = Draft202012Validator(schema)
    wrong = []
    seen = set()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        (work / "circle.lua").write_text(CIRCLE)
        (work / "stripped").write_text("# The OEIS\nA002186 ,0,1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,1,4,3,2,1,4,\n")
        environment = {**os.environ, "BOUTON_CACHE": "off"}
        subprocess.run([bouton, "sequence", "kayles", "9", "-o", "made.json"], cwd=work, env=environment, check=True)
        for command in COMMANDS:
            verb = command.split()[0]
            seen.add(verb)
            done = subprocess.run([bouton, *command.split(), "--format", "json"], cwd=work, env=environment, text=True,
                                  input="5\n3 4\nx\n", capture_output=True)
            if not done.stdout or done.returncode not in OUTPUTS_OF_FAILURE | ({2} if command.endswith(" -") else set()):
                wrong.append(f"{command}: exit code {done.returncode}: {done.stderr.strip()}")
                continue
            for line in done.stdout.splitlines():
                for error in validators[verb].iter_errors(json.loads(line)):
                    wrong.append(f"{command}: {'/'.join(map(str, error.path))}: {error.message[:300]}")
        # A schema that takes everything would say nothing.
        for verb, validator in validators.items():
            for nothing in ({}, {"bouton": "0", "command": "other", "arguments": [], "schema": 1}, 7):
                if validator.is_valid(nothing):
                    wrong.append(f"{verb}: {nothing} is valid")
    wrong += [f"{verb}: no command is tried" for verb in sorted(set(validators) - seen)]
    print("\n".join(wrong) or f"{len(COMMANDS)} commands, {len(validators)} schemas")
    return 1 if wrong else 0


sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2])))
