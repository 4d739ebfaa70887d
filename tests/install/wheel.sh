#!/usr/bin/env bash
# The wheel: of the same bytes whenever it is made; installed with pip into empty environments, where it takes nothing from outside.
set -euo pipefail
unset BOUTON_RULES BOUTON_LIBRARY LD_LIBRARY_PATH PYTHONPATH
python=''
for candidate in python3 /usr/bin/python3; do
  if "$candidate" -c 'import venv, ensurepip' 2>/dev/null; then python=$(command -v "$candidate"); fi
done
[[ -n $python ]] || { echo "skipped: there is no python3 that makes environments here (scripts/setup --extras installs it)"; exit 77; }
work=$BOUTON_BUILD/tests/install/wheel
rm -rf "$work"
mkdir -p "$work/empty"
package=$BOUTON_SOURCE/scripts/package
# What cannot be made is said, and nothing is left.
for wrong in "" "ruby" "python --to" "python $work"; do
  code=0
  # shellcheck disable=SC2086
  said=$("$package" $wrong 2>&1) || code=$?
  [[ $code == 2 && $said == *"usage: scripts/package"* ]]
done
code=0
said=$("$package" python --build "$work/empty" --to "$work/none" 2>&1) || code=$?
[[ $code == 1 && $said == *"the target bouton_wheel makes it"* && ! -e $work/none ]]

export SOURCE_DATE_EPOCH=1700000000
wheel=$("$package" python --build "$BOUTON_BUILD" --to "$work/packages")
again=$(umask 077; cd / && "$package" python --build "$BOUTON_BUILD" --to "$work/again")
cmp "$wheel" "$again"
[[ $wheel == "$work"/packages/bouton-*-py3-none-*linux_*.whl ]]

# In an environment of nothing, in a folder of nothing: all libraries but the system's are its own.
cd "$work/empty"
"$python" -m venv "$work/bare"
bare=(env -i HOME="$work/empty" PIP_DISABLE_PIP_VERSION_CHECK=1 "$work/bare/bin/python")
"${bare[@]}" -m pip install -q --no-index --no-deps "$wheel"
"${bare[@]}" -W error - "$work/bare" <<'PYTHON'
import sys, pathlib
def loaded():
    return {line.split()[-1] for line in pathlib.Path("/proc/self/maps").read_text().splitlines() if ".so" in line}
before = loaded()
import bouton
wythoff = bouton.game("wythoff")
assert wythoff[7, 9] == 14 and len(bouton.games()) > 30 and "<svg" in wythoff.map(9, 9).svg
assert wythoff.file.startswith(sys.argv[1]), wythoff.file
try:
    wythoff.table(3, 3)
except bouton.NumPyMissing as error:
    assert "pip install numpy" in str(error)
else:
    raise SystemExit("a table without NumPy")
# Each library that the wheel has is the one that was taken, unless Python had taken another before.
names = [path.name for path in (pathlib.Path(bouton.__file__).parent / "lib").iterdir()]
assert {"libbouton.so.1", "libgmp.so.10"} <= set(names)
for name in names:
    stem = "/" + name.partition(".so")[0] + "."
    taken = {path for path in loaded() if stem in path}
    assert taken <= before or all(path.startswith(sys.argv[1]) for path in taken - before), taken
assert not [path for path in before if "libgmp" in path] and any("libgmp" in path for path in loaded())
PYTHON
"${bare[@]}" -m pip check -q >/dev/null
[[ $("${bare[@]}" -m pip list --format freeze | grep bouton) == "bouton==$("${bare[@]}" -c 'import bouton; print(bouton.__version__)')" ]]

# As pip makes it of the sources, where NumPy is the system's.
for candidate in python3 /usr/bin/python3; do
  "$candidate" -c 'import numpy, venv, ensurepip' 2>/dev/null || continue
  "$candidate" -m venv --system-site-packages "$work/full"
  full=(env -i HOME="$work/empty" PATH=/usr/bin:/bin SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" PIP_DISABLE_PIP_VERSION_CHECK=1
    PYTHONDONTWRITEBYTECODE=1 "$work/full/bin/python")
  "${full[@]}" -m pip wheel -q --no-index --no-deps --config-settings build="$BOUTON_BUILD" -w "$work/pip" "$BOUTON_SOURCE"
  cmp "$wheel" "$work/pip/${wheel##*/}"
  "${full[@]}" -m pip install -q --no-index --no-deps "$work/pip/${wheel##*/}"
  [[ $("${full[@]}" -c 'import bouton; print(bouton.game("wythoff").table(2, 2).tolist())') == "[[0, 1, 2], [1, 2, 0], [2, 0, 1]]" ]]
  "${full[@]}" -m pip uninstall -q -y bouton
  [[ -z $(find "$work/full" -name '*bouton*' -not -name '*.pyc') ]]
  break
done
