#!/usr/bin/env python3
"""Mutations: small changes of the engine that a test must notice.

They are listed in the .list files beside this one. A list reads:

    == engine/table/thresholds/threshold_table.cpp
    if (`range->change[i].high < 0`) earlier = true;
    => range->change[i].high <= 0
    ~~ why no test can notice it, where that is proved; the run counts it apart

The first line of a mutation occurs exactly once in the file, within a line of it; what stands between backticks is replaced by what
follows the arrow. An expression becomes `(is_on(NUMBER) ? (NEW) : (OLD))`; a statement, which ends with a semicolon, becomes an if
with two branches. So all mutations are built at once, into a copy of the files of which the production build knows nothing, and a
process switches one of them on (mutation.h).

    mutations.py write ROOT OUT      writes the mutated files of ROOT below OUT
    mutations.py run ROOT PROGRAM    runs the quick tests of PROGRAM, in which they are built, against each, and prints the survivors;
                                     with BOUTON_MUTATIONS_ONLY=TEXT only those of files with TEXT in their names
"""
import bisect
import concurrent.futures
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

LISTS = pathlib.Path(__file__).resolve().parent
SHARE_THAT_MAY_SURVIVE = 0.05


class Mistake(Exception):
    """A list that does not fit the sources, or a program that does not fit the lists."""


class Mutation:
    def __init__(self, place, file, context):
        self.place = place  # in the list
        self.file = file
        self.context = context
        self.new = None
        self.proof = None
        self.number = self.line = None
        if context.count("`") != 2:
            raise Mistake(f"{place}: what is replaced stands between two backticks")
        self.before, self.old, self.after = context.split("`")


def read_lists(folder):
    """The mutations of all lists, numbered from 1 on, in the order of the lists' names."""
    found = []
    for path in sorted(folder.glob("*.list")):
        file = None
        for number, line in enumerate(path.read_text().splitlines(), 1):
            place = f"{path.name}:{number}"
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            if line.startswith("== "):
                file = line[3:]
            elif line.startswith("=>") or line.startswith("~~"):
                field = "new" if line.startswith("=>") else "proof"
                if not found or getattr(found[-1], field) is not None:
                    raise Mistake(f"{place}: no mutation stands before this line")
                setattr(found[-1], field, line[2:].strip())
            elif file is None:
                raise Mistake(f"{place}: no file is named yet")
            else:
                found.append(Mutation(place, file, line))
    for number, mutation in enumerate(found, 1):
        if mutation.new is None:
            raise Mistake(f"{mutation.place}: nothing is put in its place")
        mutation.number = number
    return found


def locate(mutation, text):
    """Where in the file's text the replaced part begins and ends."""
    wanted = mutation.before + mutation.old + mutation.after
    count = text.count(wanted)
    if count != 1:
        where = "does not occur" if count == 0 else f"occurs {count} times"
        raise Mistake(f"{mutation.place}: `{wanted}` {where} in {mutation.file}: write the text as it is now, or choose another place")
    begin = text.index(wanted) + len(mutation.before)
    return begin, begin + len(mutation.old)


def replacement(mutations):
    """Of mutations of one place."""
    result = mutations[0].old
    statement = result.endswith(";")
    for mutation in mutations:
        switch = f"::bouton::mutations::is_on({mutation.number})"
        if statement:
            result = f"{{ if ({switch}) {{ {mutation.new} }} else {{ {result} }} }}"
        else:
            result = f"({switch} ? ({mutation.new}) : ({result}))"
    return result


def mutated(name, text, mutations):
    """The file's text with all its mutations. Sets the line of each."""
    places = {}
    for mutation in mutations:
        span = locate(mutation, text)
        mutation.line = text.count("\n", 0, span[0]) + 1
        places.setdefault(span, []).append(mutation)
    spans = sorted(places)
    for one, next_one in zip(spans, spans[1:]):
        if next_one[0] < one[1]:
            raise Mistake(f"{places[next_one][0].place}: overlaps {places[one][0].place}")
    for begin, end in reversed(spans):
        text = text[:begin] + replacement(places[begin, end]) + text[end:]
    return f'#include "tests/mutations/mutation.h"\n#line 1 "{name}"\n{text}'


def all_mutated(root, mutations):
    """{file: its mutated text}"""
    result = {}
    for file in sorted({mutation.file for mutation in mutations}):
        path = root / file
        own = [mutation for mutation in mutations if mutation.file == file]
        if not path.is_file():
            raise Mistake(f"{own[0].place}: there is no {file}")
        result[file] = mutated(file, path.read_text(), own)
    return result


def check_headers(root, files):
    """Only what is compiled together with mutated files is compiled again, and not the tests: nothing else may see a mutated header."""
    folders = {os.path.dirname(file) for file in files}
    included = {}
    again = set(files)
    for top in ("engine", "tests/engine"):
        for path in (root / top).rglob("*"):
            if path.suffix in (".h", ".cpp"):
                file, text = path.relative_to(root).as_posix(), path.read_text()
                included[file] = re.findall(r'#include "((?:engine|tests)/[^"]+)"', text)
                # What Highway compiles several times over is compiled by itself.
                if os.path.dirname(file) in folders and '"hwy/foreach_target.h"' not in text:
                    again.add(file)
    for header in files:
        if not header.endswith(".h"):
            continue
        seeing, more = {header}, True
        while more:
            more = {file for file, headers in included.items() if file not in seeing and seeing.intersection(headers)}
            seeing |= more
        for file in sorted(seeing):
            if file.endswith(".cpp") and file not in again:
                raise Mistake(f"{header} is seen by {file}, which is not compiled again: choose a place in a source file")


def write(root, out):
    mutations = read_lists(LISTS)
    texts = all_mutated(root, mutations)
    check_headers(root, texts)
    for file, text in texts.items():
        path = out / file
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text() != text:
            path.write_text(text)


class Tests:
    """The tests of the program: what processor time each takes, in seconds, and which mutations' places it passes."""

    # Addresses that one process may take: a mutation must not take the machine's memory away from others.
    MOST_MEMORY = 6 << 30
    PROCESSES = 2

    def __init__(self, program, folder):
        self.program = os.path.abspath(program)  # a process runs in a folder of its own
        self.folder = folder
        self.times = {}
        self.passing = {}

    def run(self, number, names, seconds, shard=None):
        """Whether the tests pass, and end within so much processor time. Without names, a shard of all, which are reported."""
        environment = dict(os.environ, BOUTON_MUTATION=str(number), BOUTON_CACHE="off", RC_PARAMS="seed=1")
        environment["TMPDIR"] = tempfile.mkdtemp(dir=self.folder)
        arguments = [self.program, "--gtest_brief=1", "--gtest_fail_fast"]
        if names is None:
            environment["BOUTON_MUTATIONS_PASSED"] = os.path.join(self.folder, f"passed.{shard}")
            environment["GTEST_TOTAL_SHARDS"] = str(self.PROCESSES)
            environment["GTEST_SHARD_INDEX"] = str(shard)
            arguments.append("--gtest_filter=-*Slow*")
        else:
            arguments.append("--gtest_filter=" + ":".join(names))

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
            resource.setrlimit(resource.RLIMIT_AS, (self.MOST_MEMORY, self.MOST_MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        with open(os.path.join(self.folder, f"log.{number}"), "ab") as log:
            process = subprocess.Popen(arguments, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                       cwd=environment["TMPDIR"], preexec_fn=limit, start_new_session=True)
            try:
                # The limit is of processor time; only a process that hangs without taking any is ended by the clock.
                code = process.wait(timeout=600 + 20 * seconds)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                # What its tests started may still be there.
                try:
                    os.killpg(process.pid, 9)
                except ProcessLookupError:
                    pass
                process.wait()
                shutil.rmtree(environment["TMPDIR"], ignore_errors=True)
        return code == 0

    def record(self, pool):
        """All tests once, without a mutation."""
        shards = range(self.PROCESSES)
        if not all(pool.map(lambda shard: self.run(0, None, 3600, shard), shards)):
            log = pathlib.Path(self.folder, "log.0").read_text(errors="replace")
            raise Mistake("tests fail without a mutation:\n" + log[-3000:])
        for shard in shards:
            for line in pathlib.Path(self.folder, f"passed.{shard}").read_text().splitlines():
                name, milliseconds, *numbers = line.split()
                self.times[name] = int(milliseconds) / 1000
                for number in numbers:
                    self.passing.setdefault(int(number), []).append(name)

    def kills(self, mutation):
        """Runs the tests that pass the mutation's place, the quick ones first. Whether one of them notices."""
        names = sorted(self.passing.get(mutation.number, []), key=self.times.get)
        totals, total = [], 0
        for name in names:
            total += self.times[name]
            totals.append(total)
        begin = 0
        for most in (0.5, 5, float("inf")):
            end = bisect.bisect_right(totals, most)
            if end > begin:
                seconds = totals[end - 1] - (totals[begin - 1] if begin > 0 else 0)
                # An endless loop is ended by the limit, and counts as noticed: no test passes with it.
                if not self.run(mutation.number, names[begin:end], 5 * seconds + 5):
                    return True
            begin = max(begin, end)
        return False


def report(mutation, tests):
    tried = len(tests.passing.get(mutation.number, []))
    print(f"{mutation.file}:{mutation.line}: survives {tried} tests that pass it" if tried else
          f"{mutation.file}:{mutation.line}: no test passes it")
    print(f"  - {mutation.before}{mutation.old}{mutation.after}")
    print(f"  + {mutation.before}{mutation.new}{mutation.after}")
    if mutation.proof:
        print(f"  proved to change nothing: {mutation.proof}")
    sys.stdout.flush()


def run(root, program):
    mutations = read_lists(LISTS)
    all_mutated(root, mutations)
    wanted = os.environ.get("BOUTON_MUTATIONS_ONLY", "")  # a part of the files' names
    with tempfile.TemporaryDirectory(prefix="mutations-") as folder:
        tests = Tests(program, folder)
        chosen = [mutation for mutation in mutations if wanted in mutation.file]
        with concurrent.futures.ThreadPoolExecutor(tests.PROCESSES) as pool:
            tests.record(pool)
            killed = []
            for mutation, is_killed in zip(chosen, pool.map(tests.kills, chosen)):
                killed.append(is_killed)
                if sys.stderr.isatty():
                    print("\r\033[K", end="", file=sys.stderr)
                if not is_killed:
                    report(mutation, tests)
                if sys.stderr.isatty():
                    print(f"{len(killed)} of {len(chosen)} mutations", end="", file=sys.stderr, flush=True)
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr)
        survivors = [mutation for mutation, is_killed in zip(chosen, killed) if not is_killed]
    wrong = [mutation for mutation, is_killed in zip(chosen, killed) if is_killed and mutation.proof]
    for mutation in wrong:
        print(f"{mutation.place}: a test notices what is proved to change nothing")
    proved = sum(1 for mutation in survivors if mutation.proof)
    print(f"{len(chosen)} mutations, {sum(killed)} killed, {len(survivors)} survived" +
          (f", {proved} of which are proved to change nothing" if proved else ""))
    return 0 if not wrong and len(survivors) < SHARE_THAT_MAY_SURVIVE * len(chosen) else 1


def main(arguments):
    try:
        if len(arguments) == 3 and arguments[0] == "write":
            write(pathlib.Path(arguments[1]), pathlib.Path(arguments[2]))
            return 0
        if len(arguments) == 3 and arguments[0] == "run":
            return run(pathlib.Path(arguments[1]), arguments[2])
        print(__doc__, file=sys.stderr)
        return 2
    except Mistake as mistake:
        print(f"mutations: {mistake}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
