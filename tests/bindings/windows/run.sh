#!/usr/bin/env bash
# run.sh NATIVE BUILD: what was built for Windows in the folder BUILD, run by Wine: the verbs beside those of NATIVE, the command of this
# machine; Ctrl-C; files that are there whole or not at all; a conversation in a console; the C library. Ends with 77 where all that
# could be tested was skipped.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
root=${here%/tests/bindings/windows}
native=$(readlink -f "$1")
build=$(readlink -f "$2")
program=$build/bin/bouton.exe
# The program by itself: the command of that name looks for another one, of 32 bits, too.
wine=/usr/lib/wine/wine64
# Its settings are those of the build, not of whoever runs this.
export WINEPREFIX=$build/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=' BOUTON_CACHE=off LC_ALL=C.UTF-8
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0
has_wine=true
if [[ ! -x $wine ]] || ! "$wine" "$program" --version >/dev/null 2>&1; then has_wine=false; fi

# check NAME COMMAND...: in the folder $work. What the library shows is read without Wine.
check() {
  local name=$1 code
  shift
  if ! $has_wine && [[ $1 != exports ]]; then
    echo "skipped: $name: there is no Wine here that runs the command (scripts/setup --windows installs it)"
    skipped=$((skipped + 1))
    return
  fi
  set +e
  (set -e; cd "$work"; "$@") >"$work/log" 2>&1
  code=$?
  set -e
  if [[ $code == 0 ]]; then
    echo "passed: $name"
    passed=$((passed + 1))
  else
    echo "failed: $name"
    cat "$work/log"
    failed=$((failed + 1))
  fi
}

# Ended by a signal, which Wine hands on as Ctrl-C where it is SIGINT, in the middle of a file.
ended_by() {
  local signal=$1 expected=$2 code=0 process
  cd "$(mktemp -d -p "$work")"
  "$wine" "$program" table "$root/rules/wythoff/wythoff.lua" 60000 60000 --method table:rays -o big.csv --memory 8G >said 2>complained &
  process=$!
  for _ in $(seq 300); do
    sleep 0.1
    ! compgen -G '.big.csv.*' >/dev/null || break
  done
  compgen -G '.big.csv.*' || { echo "no file was begun"; cat complained; return 1; }
  kill "-$signal" "$process"
  wait "$process" || code=$?
  [[ $code == "$expected" ]] || { echo "exit code $code, not $expected"; cat complained; return 1; }
  # What was open is closed by another process.
  for _ in $(seq 100); do
    [[ -n $(find . -name '*big.csv*') ]] || return 0
    sleep 0.1
  done
  ls -la
  return 1
}

# A name that is there: kept as it is where writing fails, replaced where it does not.
existing_names() {
  cd "$(mktemp -d -p "$work")"
  local code=0
  echo before >table.csv
  "$wine" "$program" table "$root/rules/wythoff/wythoff.lua" 5000 5000 --memory 1K -o table.csv 2>complained || code=$?
  [[ $code != 0 && $(<table.csv) == before && $(ls) == $'complained\ntable.csv' ]] || { cat complained; ls -la; return 1; }
  "$wine" "$program" table "$root/rules/wythoff/wythoff.lua" 9 9 -o table.csv
  cmp table.csv <("$native" table "$root/rules/wythoff/wythoff.lua" 9 9 --format csv)
  chmod a-w table.csv
  code=0
  "$wine" "$program" table "$root/rules/wythoff/wythoff.lua" 8 8 -o table.csv 2>complained || code=$?
  [[ $code != 0 ]] || { echo "what may not be written was"; return 1; }
  cmp table.csv <("$native" table "$root/rules/wythoff/wythoff.lua" 9 9 --format csv)
}

# A question that is asked again when its file was saved, until Ctrl-C.
watching() {
  local code=0 process
  cd "$(mktemp -d -p "$work")"
  cp "$root/rules/heaps/nim.lua" mine.lua
  "$wine" "$program" watch mine.lua solve 3 4 5 >said 2>complained &
  process=$!
  # The second time once it watches, which it says nothing of: the file is saved until it is seen.
  for _ in $(seq 300); do
    sleep 0.2
    [[ $(grep -c 'Grundy value' said) -lt 1 ]] || cp "$root/rules/heaps/nim.lua" mine.lua
    [[ $(grep -c 'Grundy value' said) -lt 2 ]] || break
  done
  [[ $(grep -c 'Grundy value' said) -ge 2 ]] || { cat said complained; kill "$process"; return 1; }
  kill -INT "$process"
  wait "$process" || code=$?
  [[ $code == 130 ]] || { echo "exit code $code"; cat said complained; return 1; }
}

# Threads that sleep until others wake them: a wake-up that is lost now and then stops the process for ever.
waking_up() {
  for _ in $(seq 40); do
    timeout 120 "$wine" "$program" table "$root/rules/wythoff/wythoff.lua" 60 60 --threads 2 -o table.csv || return 1
  done
  cmp table.csv <("$native" table "$root/rules/wythoff/wythoff.lua" 60 60 --format csv)
}

# In a console: what is played, what is written in UTF-8, and Ctrl-C at the prompt, which asks again.
console() {
  command -v python3 >/dev/null || { echo "there is no python3"; return 1; }
  local code=0
  sed 's/title *= "[^"]*"/title = "Größe – 大きさ"/' "$root/rules/heaps/nim.lua" >Größe.lua
  grep -q 大きさ Größe.lua
  printf 'yes\n3\nquit\n' | "$here/console.py" '>|.*\[yes/no\]' "$wine" "$program" play Größe.lua 3 4 5 --seed 1 >shown || code=$?
  [[ $code == 0 ]] && grep -q '^Größe – 大きさ' shown && grep -q '^  nim 4  ●●●●$' shown && grep -q '^I move in ' shown ||
    { echo "exit code $code"; cat shown; return 1; }
  printf 'yes\n^C\nquit\n' | "$here/console.py" '>|.*\[yes/no\]' "$wine" "$program" play Größe.lua 3 4 5 --seed 1 >shown || code=$?
  [[ $code == 0 && $(grep -c '^>' shown) == 2 ]] || { echo "exit code $code"; cat shown; return 1; }
}

# The program of the guide, built for Windows, linked to the library.
c_program() {
  awk '/^```c$/ { inside = 1; next } /^```/ { if (inside) exit } inside' "$root/docs/embed.md" >hello.c
  x86_64-w64-mingw32-gcc-posix hello.c -I"$root/bindings/c/include" -L"$build/lib" -lbouton -o hello.exe
  cp "$build/bin/bouton.dll" .
  sed -n '/^\$ [.]\/hello$/,/^```/p' "$root/docs/embed.md" | sed '1d;$d' >expected
  diff <(BOUTON_RULES=Z:$root/rules "$wine" hello.exe | tr -d '\r') expected
}

# The library shows what the header declares and nothing else, and takes none that Windows has not.
exports() {
  x86_64-w64-mingw32-objdump -p "$build/bin/bouton.dll" >dump
  diff <(sed -n '/Ordinal\/Name Pointer/,/^$/s/.*\] \(+base\[.*\] [0-9a-f]* \)\{0,1\}\(bouton_[a-z_0-9]*\)$/\2/p' dump | sort) \
    <(sed -n 's/^BOUTON_API .*\(bouton_[a-z_0-9]*\)(.*/\1/p' "$root/bindings/c/include/bouton.h" | sort)
  ! grep 'DLL Name' dump | grep -viE 'KERNEL32|SHELL32|msvcrt|ADVAPI32|USER32|api-ms-win'
}

check "the verbs" "$root/tests/bindings/verbs.sh" "$native" "$wine" "$program"
check "Ctrl-C" ended_by INT 130
check "the end of the process" ended_by KILL 137
check "names that are there" existing_names
check "a file that is watched" watching
check "threads" waking_up
check "a console" console
if [[ -f $build/bin/bouton.dll ]]; then
  check "the C library" c_program
  check "what the C library shows" exports
fi
echo "Windows: $passed passed, $failed failed, $skipped skipped"
[[ $failed == 0 ]] || exit 1
[[ $passed != 0 ]] || exit 77
