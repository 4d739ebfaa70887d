#!/usr/bin/env bash
# Where only a part was built, as after scripts/bouton, nothing is installed, and it is said what comes first.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$BOUTON_SOURCE"
cmake --preset release -B "$work/build" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
mkdir -p "$work/build/bin"
cp "$BOUTON_PREFIX/bin/bouton" "$work/build/bin/"
if cmake --install "$work/build" --prefix "$work/prefix" >"$work/said" 2>&1; then
  echo "half of it was installed" >&2
  exit 1
fi
[[ ! -e $work/prefix ]] || { find "$work/prefix" >&2; exit 1; }
said=$(tr -s ' \n' ' ' <"$work/said")
for part in 'Nothing was installed' libbouton.so libbouton_cpp.a libbouton_engine.a " bouton.so" "cmake --build $work/build"; do
  [[ $said == *"$part"* ]] || { echo "it does not say '$part': $said" >&2; exit 1; }
done
