#!/usr/bin/env bash
# bouton-mpi on ranks of this machine: the same bytes as the command's, and going on after a rank was killed.
# Usage: mpi.sh BOUTON BOUTON-MPI (empty where it was not built)
set -euo pipefail

bouton=$1 program=${2-}
if [[ -z $program ]] || ! command -v mpirun >/dev/null; then
  echo "skipped: Open MPI is not installed (libopenmpi-dev, openmpi-bin)"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'echo "line $LINENO failed: $BASH_COMMAND"; [[ ! -s errors ]] || tail -n 5 errors' ERR
cd "$folder"
export BOUTON_CACHE=off OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_ALLOW_RUN_AS_ROOT=1 \
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

ranks() { mpirun -n "$1" "$program" "${@:2}"; }

cat >squares.lua <<'EOF'
local bouton = require "bouton"
local kayles = bouton.game "kayles"
local list = {}
for n = 1, 30 do list[n] = n end
for n, found in ipairs(bouton.parallel(list, function(n) return { n * n, kayles:grundy(n) } end)) do print(n, found[1], found[2]) end
EOF

for line in 'survey octal:0.dd 300 --format csv' 'match wythoff 7,9 --players perfect,random --games 500' \
  'verify wythoff 12 12' 'verify wythoff 9 9 --format json' 'run squares.lua' 'table wythoff 20 20 --format csv' 'solve wythoff 29,51' \
  'solve cram ....../....../....../....../...... --value grundy' 'solve cram ...../...../...../..... --play misere'; do
  # shellcheck disable=SC2086
  "$bouton" $line >one
  for n in 1 2 4; do
    # shellcheck disable=SC2086
    ranks "$n" $line >many
    cmp one many || { echo "$n ranks write something else: $line"; exit 1; }
  done
done

# Of a position that all ranks search, rank 0 writes the file, and the same command goes on from it.
board=....../....../....../....../......
ranks 2 solve cram "$board" --value grundy --checkpoint cram.search >many
"$bouton" solve cram "$board" --value grundy >one
cmp one many
"$bouton" solve cram "$board" --value grundy --checkpoint cram.search >again
cmp one again
ranks 2 solve cram "$board" --value grundy --checkpoint cram.search >again
cmp one again
# Lines are read by rank 0; what is wrong ends all ranks.
echo "$board" | ranks 2 solve cram - >many
echo "$board" | "$bouton" solve cram - >one
cmp one many
ranks 2 solve cram .../.. >/dev/null 2>errors && exit 1
grep -q 'or rows of the same length' errors
ranks 2 solve cram "$board" --value grundy --memory 1K >/dev/null 2>errors && exit 1
grep -q 'memory' errors

# A database is a file: rank 0 writes it, and nothing is left of the others.
if "$bouton" survey octal:0.dd 300 -o one.sqlite; then
  ranks 3 survey octal:0.dd 300 -o many.sqlite
  cmp one.sqlite many.sqlite
  [[ $(ls -A | grep -c sqlite) == 2 ]]
else
  "$bouton" survey octal:0.dd 300 -o one.sqlite 2>&1 | grep -q 'writes no databases'
fi

# Every rank ends where rank 0 does not get to the work, and with the code of the command.
ranks 3 survey octal:0.9d >/dev/null 2>errors && exit 1
grep -q 'not a family of codes' errors

# A rank that is killed ends the run; what was done is in the journal.
cat >slow.lua <<'EOF'
local bouton = require "bouton"
local list = {}
for n = 1, 40 do list[n] = n end
local results = bouton.parallel(list, function(n)
  if n == 20 and io.open "die" then
    local file = io.open "/proc/self/stat"
    os.execute("kill -KILL " .. file:read "n")
    while true do end
  end
  return n * n
end, "journal")
print(table.concat(results, " "))
EOF
touch die
if ranks 3 run slow.lua >/dev/null 2>&1; then
  echo "a killed rank went unnoticed"
  exit 1
fi
[[ -s journal ]]
rm die
before=$(wc -l <journal)
ranks 3 run slow.lua >many
[[ $(wc -w <many) == 40 && $before -gt 8 ]]
"$bouton" run slow.lua >one
cmp one many

cat >three.lua <<'EOF'
return game {
  name = "three",
  position = { "a", "b", "c" },
  moves = function(a, b, c)
    for t = 1, a do move(a - t, b, c) end
    for t = 1, b do move(a, b - t, c) end
    for t = 1, c do move(a, b, c - t) end
    for t = 1, math.min(b, c // 2) do move(a, b - t, c - 2 * t) end
    if a > 1 and c > 2 then move(a - 2, b, c - 3) end
  end,
}
EOF

# A table in one file that every rank writes its part of: in slabs of columns by rays, in parts otherwise.
for line in 'wythoff 90 700' 'wythoff 20:80 70:500' 'wythoff 150 700 --value outcome' 'wythoff 150 701 --value outcome --packed' \
  'wythoff 100 640 --value remoteness' 'wythoff 100 640 --value outcome --play misere' 'nimrod 1001 1:13 --value outcome --packed' \
  'nimrod 900 2 --value outcome' 'take-away 300 300 --value outcome --packed' 'kayles 500' 'three.lua 5 6 200' 'wythoff 3 4'; do
  # shellcheck disable=SC2086
  "$bouton" table $line -o one.npy
  for n in 1 2 4; do
    # shellcheck disable=SC2086
    ranks "$n" table $line -o many.npy
    cmp one.npy many.npy || { echo "$n ranks write another file: table $line"; exit 1; }
    rm many.npy
  done
done

# Tables whose ranks end, here at a limit on files, go on from what all had kept, to the same bytes; with another number of ranks they
# do not.
"$bouton" table wythoff 4000 4000 -o one.npy
for limit in 8000 16000 24000; do
  (
    ulimit -f "$limit"
    if ranks 3 table wythoff 4000 4000 --checkpoint keep -o many.npy >/dev/null 2>&1; then
      echo "a rank that could not write went unnoticed"
      exit 1
    fi
  )
  [[ -s keep && -s many.npy.part && ! -e many.npy ]]
done
ranks 2 table wythoff 4000 4000 --checkpoint keep -o many.npy >/dev/null 2>errors && exit 1
grep -q 'checkpoint keep' errors
ranks 3 table wythoff 4000 4000 --checkpoint keep -o many.npy >/dev/null 2>&1
cmp one.npy many.npy
[[ ! -e keep && ! -e many.npy.part ]]

# Where a rank cannot write, all end, with the code of the command and nothing left behind; so where rank 0 does not come to it.
mkdir full
code=0
mpirun -n 3 bash -c 'ulimit -f 1000; exec "$@"' - "$program" table wythoff 4000 4000 -o full/many.npy \
  >/dev/null 2>errors || code=$?
[[ $code == 2 ]]
grep -q 'bouton: .*many.npy.part' errors
[[ -z $(ls -A full) ]]
code=0
ranks 3 table wythoff 300 300 -o nowhere/many.npy >/dev/null 2>errors || code=$?
[[ $code == 2 ]]
grep -q 'nowhere' errors

# What is not a file is written by rank 0.
ranks 3 table wythoff 30 40 --format npy -o /dev/stdout >many
"$bouton" table wythoff 30 40 -o one.npy
cmp one.npy many
