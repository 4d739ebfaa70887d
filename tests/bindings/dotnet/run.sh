#!/usr/bin/env bash
# run.sh PROGRAM ARGUMENTS...: runs a program in C#, of those that were compiled where there was mcs, with the library that was built.
set -euo pipefail
program=$BOUTON_BUILD/dotnet/$1.exe
shift
command -v mono >/dev/null || { echo "skipped: there is no mono here (scripts/setup --extras installs it)"; exit 77; }
[[ -f $program ]] || { echo "skipped: it was not compiled, as there was no mcs (scripts/setup --extras installs it)"; exit 77; }
LD_LIBRARY_PATH=$BOUTON_BUILD/lib exec mono --debug "$program" "$@"
