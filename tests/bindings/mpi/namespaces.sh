#!/usr/bin/env bash
# bouton-mpi across a network: two network namespaces, each with an address and a host name of its own, in which Open MPI starts
# its daemons by a remote shell, as by ssh on two machines. The same bytes as the command's, and going on after a rank of
# the other machine was killed. Usage: namespaces.sh BOUTON BOUTON-MPI (empty where it was not built)
set -euo pipefail

bouton=$1 program=${2-}
if [[ -z $program ]] || ! command -v mpirun >/dev/null; then
  echo "skipped: Open MPI is not installed (libopenmpi-dev, openmpi-bin)"
  exit 77
fi
for tool in ip:iproute2 unshare:util-linux nsenter:util-linux; do
  command -v "${tool%:*}" >/dev/null || { echo "skipped: there is no ${tool%:*} here (${tool#*:})"; exit 77; }
done

folder=$(mktemp -d)
held=() running=
end_all() {
  [[ -z $running ]] || kill "$running" 2>/dev/null || true
  [[ ${#held[@]} == 0 ]] || kill "${held[@]}" 2>/dev/null || true
  rm -rf "$folder"
}
trap end_all EXIT
trap 'exit 1' HUP INT TERM
cd "$folder"
unless_permitted() {  # WHAT COMMAND...
  local what=$1 reason
  shift
  "$@" 2>errors && return
  reason=$(tail -n 1 errors)
  echo "skipped: not permitted: $what: ${reason:-$1 failed}"
  exit 77
}

# Who is not root becomes root of a user namespace, where the system lets everybody make one.
if [[ $EUID != 0 ]]; then
  unless_permitted "a user namespace" unshare --user --map-root-user true
  code=0
  unshare --user --map-root-user "$(readlink -f "${BASH_SOURCE[0]}")" "$@" || code=$?
  exit "$code"
fi

# The namespaces of a machine are those of a process that waits for the end of this script: there is nothing else to take away.
mkfifo waiting
exec {writing}<>waiting
make_machine() {  # NAME: prints the process
  # shellcheck disable=SC2016
  unshare --net --uts sh -c 'hostname "$0" && ip link set lo up && echo $$ && exec cat waiting >/dev/null' "$1" {writing}>&-
}
in_machine() { nsenter --net --uts --target "$1" "${@:2}"; }
make_network() {
  local name process
  for name in first second; do
    read -r process < <(make_machine "$name") || return 1
    held+=("$process")
  done
  in_machine "${held[0]}" ip link add wire type veth peer name wire netns "${held[1]}" || return 1
  for machine in 0 1; do
    in_machine "${held[machine]}" ip address add "10.87.0.$((machine + 1))/24" dev wire || return 1
    in_machine "${held[machine]}" ip link set wire up || return 1
  done
}
unless_permitted "network namespaces that are joined by a wire (veth)" make_network

# As ssh does: ADDRESS COMMAND..., in a shell of the other machine, with nothing of this one's environment.
cat >remote-shell <<END
#!/usr/bin/env bash
echo "\$1" >>"$folder/called"
case \$1 in
  10.87.0.1) machine=${held[0]} ;;
  10.87.0.2) machine=${held[1]} ;;
  *) echo "\$1: no such machine" >&2; exit 255 ;;
esac
cd /
exec nsenter --net --uts --target "\$machine" env -i PATH="$PATH" HOME="$folder" TMPDIR="$folder" sh -c "\${*:2}"
END
chmod +x remote-shell
printf '10.87.0.%d slots=2\n' 1 2 >hosts
export BOUTON_CACHE=off HOME=$folder TMPDIR=$folder OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 PRTE_ALLOW_RUN_AS_ROOT=1
start() {  # ranks 0 and 2 on this machine, the first, 1 and 3 on the other
  exec nsenter --net --uts --target "${held[0]}" mpirun --hostfile hosts --map-by node -n 4 -x BOUTON_CACHE \
    --mca plm_rsh_agent "$folder/remote-shell" --mca oob_tcp_if_include 10.87.0.0/24 --mca btl tcp,self \
    --mca btl_tcp_if_include 10.87.0.0/24 --mca mpi_yield_when_idle 1 "$@"
}
ranks() { (start "$program" "$@"); }

# shellcheck disable=SC2016
(start sh -c 'echo "$OMPI_COMM_WORLD_RANK $(hostname) $(ip -4 -o address show wire | grep -o "10[.]87[^/]*")"') | sort >places
printf '%s\n' '0 first 10.87.0.1' '1 second 10.87.0.2' '2 first 10.87.0.1' '3 second 10.87.0.2' | diff - places
[[ $(sort -u called) == 10.87.0.2 ]]

for line in 'survey octal:0.dd 300 --format csv' 'match wythoff 7,9 --players perfect,random --games 500' \
  'verify wythoff 9 9 --format json' 'table wythoff 200 200 --format csv'; do
  # shellcheck disable=SC2086
  "$bouton" $line >one
  # shellcheck disable=SC2086
  ranks $line >many
  cmp one many || { echo "ranks of two machines write something else: $line"; exit 1; }
done

# A rank of the other machine is killed when some of the work is done.
family=(survey octal:0.ddd 1500)
"$bouton" "${family[@]}" --format csv >one
start "$program" "${family[@]}" --format csv --checkpoint journal >many 2>errors &
running=$!
until [[ -f journal && $(wc -l <journal) -gt 20 ]]; do kill -0 "$running"; done
elsewhere=$(readlink "/proc/${held[1]}/ns/net") victim=
for process in /proc/[0-9]*; do
  [[ $process/exe -ef $program && $(readlink "$process/ns/net" || true) == "$elsewhere" ]] && victim=${process#/proc/}
done
kill -KILL "$victim"
code=0
wait "$running" || code=$?
running=
[[ $code != 0 && ! -s many ]] || { echo "a killed rank went unnoticed"; exit 1; }
grep -q 'signal 9' errors || { cat errors; exit 1; }
before=$(wc -l <journal)
[[ $before -gt 20 && $before -lt 512 ]]
cp journal kept
ranks "${family[@]}" --format csv --checkpoint journal >many
cmp one many
cmp -n "$(head -n 20 kept | wc -c)" kept journal  # what was done is not done again

# A table is written by the ranks of both machines into one file; it goes on, too.
"$bouton" table wythoff 3000 3000 -o one.npy
(
  ulimit -f 8000  # kilobytes: a rank that comes to the middle of the file cannot write
  if ranks table wythoff 3000 3000 --checkpoint rows -o many.npy >/dev/null 2>errors; then
    echo "a killed rank went unnoticed"
    exit 1
  fi
)
[[ -s rows && -s many.npy.part && ! -e many.npy ]]
ranks table wythoff 3000 3000 --checkpoint rows -o many.npy >/dev/null
cmp one.npy many.npy
[[ ! -e rows && ! -e many.npy.part ]]
