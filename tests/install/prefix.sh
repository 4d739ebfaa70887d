#!/usr/bin/env bash
# prefix.sh BUILD PREFIX: installs what was built to an empty prefix.
set -euo pipefail
rm -rf "$2"
cmake --install "$1" --prefix "$2" >/dev/null
for file in bin/bouton share/bouton/rules/wythoff/wythoff.lua share/man/man1/bouton.1 include/bouton.h \
  include/bouton/bouton.h share/bash-completion/completions/bouton share/bouton/editor/bouton.lua \
  share/doc/Bouton/python.md share/doc/Bouton/examples/love/main.lua; do
  [[ -f $2/$file ]] || { echo "$file was not installed" >&2; exit 1; }
done
