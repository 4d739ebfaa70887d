#!/usr/bin/env bash
# The guide for C#: its program, compiled against the assembly and run with the library that was installed.
set -euo pipefail
for program in mcs mono; do
  command -v "$program" >/dev/null || { echo "skipped: there is no $program here (scripts/setup --extras installs it)"; exit 77; }
done
[[ -f $BOUTON_BUILD/dotnet/Bouton.dll ]] || { echo "skipped: it was not compiled, as there was no mcs (scripts/setup --extras installs it)"; exit 77; }
unset BOUTON_RULES
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp "$BOUTON_BUILD/dotnet/Bouton.dll" .
awk '/^```csharp$/ { inside = 1; next } /^```/ { inside = 0 } inside && /^\/\/ Hello.cs$/ { whole = 1 } inside && whole
  /^```/ && whole { exit }' "$BOUTON_SOURCE/docs/csharp.md" >Hello.cs
export LD_LIBRARY_PATH=$BOUTON_PREFIX/$BOUTON_LIBDIR
awk '/^```console$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$BOUTON_SOURCE/docs/csharp.md" >session
count=0
while IFS= read -r line; do
  if [[ $line == '$ '* ]]; then
    bash -c "${line#\$ }" >>said
    count=$((count + 1))
  else
    printf '%s\n' "$line" >>expected
  fi
done <session
[[ $count == 2 ]]
diff expected said
