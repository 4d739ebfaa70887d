#!/usr/bin/env python3
"""console.py PROMPTS COMMAND...: a terminal that types what standard input says, a line each time that the command shows nothing on its
last line but what PROMPTS, a regular expression, matches. The line ^C stands for that key: Wine makes no event of it in a terminal, but
makes one of SIGINT. Prints what was shown, without what only moves the cursor, and ends with the command's exit code."""

import codecs
import os
import pty
import re
import select
import signal
import subprocess
import sys
import tty

PATIENCE = 120.0  # seconds without a word, after which the command is taken to hang


def plain(shown):
    # A blank may be written by going past it.
    shown = re.sub(r"\x1b\[(\d*)C", lambda found: " " * int(found[1] or 1), shown)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07|\r", "", shown)


def main():
    prompts, command = re.compile(sys.argv[1]), sys.argv[2:]
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
        if lines and text.count("\n") > answered and prompts.fullmatch(text.rsplit("\n", 1)[1].strip()):
            answered = text.count("\n")
            line = lines.pop(0)
            if line == "^C":
                process.send_signal(signal.SIGINT)
            else:
                os.write(keys, line.encode() + b"\r")
    else:
        process.kill()
        print("the command hangs")
    print(plain(shown))
    sys.exit(process.wait())


main()
