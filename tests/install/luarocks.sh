#!/usr/bin/env bash
# The rock, as the guide installs it, but for the compiling: in place of CMake stands what copies the module that was built.
set -euo pipefail
unset BOUTON_RULES
for program in luarocks lua5.4; do
  command -v "$program" >/dev/null || { echo "skipped: there is no $program here (scripts/setup --extras installs it)"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/clone/bindings/lua/stock" "$work/bin"
cp "$BOUTON_SOURCE"/bindings/lua/stock/*.rockspec "$work/clone/bindings/lua/stock"
cp -r "$BOUTON_SOURCE/rules" "$work/clone"
cat >"$work/bin/cmake" <<SH
#!/bin/sh
case \$1 in
  --build) mkdir -p "\$2/lua" && cp "$BOUTON_BUILD/lua/bouton.so" "\$2/lua" ;;
esac
SH
chmod +x "$work/bin/cmake"
export HOME=$work PATH=$work/bin:$PATH

commands=$(sed -n 's/^luarocks .*make .*/&/p' "$BOUTON_SOURCE/docs/embed.md")
[[ -n $commands ]] || { echo "embed.md does not say how the rock is made" >&2; exit 1; }
cd "$work/clone"
eval "$commands" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
cd /
eval "$(luarocks --lua-version=5.4 path)"
[[ $(lua5.4 -e 'print(require("bouton").game("wythoff"):grundy(7, 9))') == 14 ]]
