#!/usr/bin/env bash
# The packages: of the same bytes whenever they are made, and used as docs/install.md says, from a folder that has nothing else.
set -euo pipefail
unset BOUTON_RULES BOUTON_LIBRARY LD_LIBRARY_PATH PYTHONPATH
command -v python3 >/dev/null || { echo "skipped: there is no python3 here (scripts/setup --extras installs it)"; exit 77; }
work=$BOUTON_BUILD/tests/install/packages
rm -rf "$work"
mkdir -p "$work"
package=$BOUTON_SOURCE/scripts/package
export SOURCE_DATE_EPOCH=1700000000 DEBFULLNAME="A Tester" DEBEMAIL=tester@example.org
code=0
"$package" all --build "$BOUTON_BUILD" --to "$work/one" >"$work/paths" 2>"$work/said" || code=$?
[[ $code == 0 || $code == 3 ]] || { cat "$work/said" >&2; exit 1; }
# All are made but what this machine has nothing for, which is said; and their checksums are right.
version=$(sed -n 's/^project(Bouton VERSION \([0-9.]*\) .*/\1/p' "$BOUTON_SOURCE/CMakeLists.txt")
[[ $code == 0 || $(grep -c 'not made: ' "$work/said") == 1 ]]
(cd "$work/one" && sha256sum -c --quiet SHA256SUMS && [[ $(wc -l <SHA256SUMS) == $(($(find . -type f | wc -l) - 1)) ]])
[[ $(sort "$work/paths") == "$(find "$work/one" -type f | sort)" ]]
(umask 077; cd / && "$package" all --build "$BOUTON_BUILD" --to "$work/two" >/dev/null 2>&1) || [[ $? == "$code" ]]
diff -r "$work/one" "$work/two"

# Whoever reads the table of the guide finds each of them.
while read -r _ name; do
  grep -qF "$(sed -E "s/bouton([-_])$version/bouton\\1VERSION/; s/(VERSION-py3-none-).*[.]whl/\\1*.whl/" <<<"$name")" "$BOUTON_SOURCE/docs/install.md" ||
    { echo "docs/install.md does not name $name" >&2; exit 1; }
done <"$work/one/SHA256SUMS"

solution=$(BOUTON_CACHE=off "$BOUTON_PREFIX/bin/bouton" solve wythoff 7,9)
# The command as one file: no library, no rule file, no /proc; where it may, in a root of its own.
linux=$(echo "$work/one/bouton-$version-linux-"*.tar.gz)
if [[ -f $linux ]]; then
  mkdir "$work/linux"
  tar -xf "$linux" -C "$work/linux"
  here=$work/linux
  ! readelf -d "$here/bouton" | grep -q NEEDED
  [[ -f $here/LICENSE && -f $here/licences/libgmp-dev ]]
  [[ $(cd "$here" && env -i ./bouton solve wythoff 7,9) == "$solution" ]]
  [[ $(cd "$here" && env -i ./bouton sequence kayles 12) == "0 1 2 3 1 4 3 2 1 4 2 6 4" ]]
  [[ $(cd "$here" && env -i ./bouton games --format json | python3 -c 'import json, sys; print(len(json.load(sys.stdin)))') == \
    "$(find "$BOUTON_SOURCE/rules" -name '*.lua' | wc -l)" ]]
  for ending in png svg pdf; do (cd "$here" && env -i ./bouton table wythoff 20 20 -o "w.$ending"); done
  cmp "$here/w.svg" <(cd "$here" && "$BOUTON_PREFIX/bin/bouton" table wythoff 20 20 --format svg)
  # A directory of one's own comes first.
  mkdir "$here/mine"
  echo 'return game { title = "Mine", position = { "n" }, moves = function(n) if n > 0 then move(n - 1) end end }' >"$here/mine/wythoff.lua"
  [[ $(BOUTON_RULES=$here/mine "$here/bouton" sequence wythoff 3) == "0 1 0 1" ]]
  if unshare -r true 2>/dev/null; then
    [[ $(unshare -r chroot "$here" /bouton solve wythoff 7,9) == "$solution" ]]
  fi
fi

dotnet=$work/one/bouton-$version-dotnet.zip
if [[ -f $dotnet ]] && command -v mcs >/dev/null && command -v mono >/dev/null; then
  mkdir "$work/dotnet"
  python3 -m zipfile -e "$dotnet" "$work/dotnet"
  cd "$work/dotnet"
  cp linux-*/* .
  mcs -r:Bouton.dll -out:wythoff.exe "$BOUTON_SOURCE/scripts/examples/csharp/Wythoff.cs"
  [[ $(echo 3 | env -i PATH="$PATH" LD_LIBRARY_PATH=. mono wythoff.exe --start 1,1) == *"You win." ]]
fi
