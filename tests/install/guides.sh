#!/usr/bin/env bash
# The guides, read with an installed Bouton.
set -euo pipefail
unset BOUTON_RULES
command -v lua5.4 >/dev/null || { echo "skipped: there is no lua5.4 here"; exit 77; }
export PATH=$BOUTON_PREFIX/bin:$PATH PKG_CONFIG_PATH=$BOUTON_PREFIX/$BOUTON_LIBDIR/pkgconfig
export LUA_CPATH="$BOUTON_PREFIX/$BOUTON_LIBDIR/lua/5.4/?.so;;" CMAKE_PREFIX_PATH=$BOUTON_PREFIX
unset LD_LIBRARY_PATH
for guide in "$BOUTON_SOURCE"/docs/{rule-language,embed}.md; do
  work=$(mktemp -d)
  status=0
  (cd "$work" && lua5.4 "$BOUTON_SOURCE/tests/install/guide.lua" "$guide") || status=$?
  rm -rf "$work"
  [[ $status == 0 ]] || { echo "in $guide" >&2; exit 1; }
done
# Every word of the language has its place in the guide.
for word in game position piles moves move split with without insert param variant include start valid symmetric normalize \
  play closed_form claims check box fails outcome grundy remoteness options heap example known show read players random opening random_start language name title source text params values min max length; do
  grep -q "\`[^\`]*\b$word\b[^\`]*\`" "$BOUTON_SOURCE/docs/rule-language.md" || { echo "rule-language.md: no word '$word'" >&2; exit 1; }
done
