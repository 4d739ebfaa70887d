#!/usr/bin/env python3
"""console.py PROMPT COMMAND...: a terminal that types what standard input says, a line each time that the command shows PROMPT alone on
a line. The line ^C is that key. Prints what was shown, without what only moves the cursor, and ends with the command's exit code."""

import codecs
import os
import pty
import re
import select
import subprocess
import sys
import tty

PATIENCE = 120.0  # seconds without a word, after which the command is taken to hang


def typed(line):
    return b"\x03" if line == "^C" else line.encode() + b"\r"


def plain(shown):
    # A blank may be written by going past it.
    shown = re.sub(r"\x1b\[(\d*)C", lambda found: " " * int(found[1] or 1), shown)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07|\r", "", shown)


def main():
    prompt, command = sys.argv[1], sys.argv[2:]
    keys, terminal = pty.openpty()
    tty.setraw(terminal)  # what is typed before the command waits for it stays as it is
    lines = sys.stdin.read().splitlines()
    process = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True,
                               env={**os.environ, "TERM": "xterm"})
    os.close(terminal)
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    shown, answered = "", 0  # at which line
    while select.select([keys], [], [], PATIENCE)[0]:
        try:
            piece = os.read(keys, 65536)
        except OSError:  # nobody has the terminal any more
            break
        if not piece:
            break
        shown += decoder.decode(piece)
        text = plain(shown)
        if lines and text.count("\n") > answered and text.rsplit("\n", 1)[1].strip() == prompt:
            answered = text.count("\n")
            os.write(keys, typed(lines.pop(0)))
    else:
        process.kill()
        print("the command hangs")
    print(plain(shown))
    sys.exit(process.wait())


main()
