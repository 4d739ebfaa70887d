# Sourced by the scripts that build: a step of work whose output goes to a log.

# Where a line of a step's output says how far the step is, sets `progress` to that, in words.
note_progress() {
  case $1 in
    \[*/*\]*)  # ninja: [12/345] Building ...
      local done=${1#\[}
      done=${done%%\]*}
      progress="${done%/*} of ${done#*/}" ;;
    *' newly installed, '*)  # apt: 0 upgraded, 60 newly installed, 0 to remove and 0 not upgraded.
      local before=${1%% newly installed, *}
      packages=${before##* } set_up=0 ;;
    Get:[0-9]*)
      local number=${1#Get:}
      [[ -z ${packages:-} ]] || progress="fetched ${number%% *} of $packages" ;;
    'Setting up '*)
      [[ -z ${packages:-} ]] || progress="$((++set_up)) of $packages" ;;
  esac
}

# logged LOG WHAT COMMAND...: runs COMMAND with no input; what it writes is added to LOG. Where standard error is a terminal, one line says
# WHAT is being done, and, unless the terminal is dumb, how far it is, until it is done. If COMMAND fails, says so, with the lines of LOG that name errors, and where LOG is.
# Returns what COMMAND returns.
logged() {
  local log=$1 what=$2 status line progress='' packages='' set_up=0 from
  shift 2
  from=$(($(wc -l 2>/dev/null <"$log" || echo 0) + 1))
  if [[ -t 2 && ${TERM:-dumb} != dumb ]]; then
    printf '%s ...' "$what" >&2
    set +e
    "$@" </dev/null 2>&1 | while IFS= read -r line; do
      printf '%s\n' "$line"
      note_progress "$line"
      [[ -z $progress ]] || printf '\r\033[K%s: %s' "$what" "$progress" >&2
    done >>"$log"
    status=${PIPESTATUS[0]}
    set -e
    printf '\r\033[K' >&2
  else
    [[ ! -t 2 ]] || printf '%s ...\n' "$what" >&2
    status=0
    "$@" </dev/null >>"$log" 2>&1 || status=$?
  fi
  if [[ $status -ne 0 ]]; then
    echo "$what: failed" >&2
    # The first errors, as compilers, CMake, apt and scripts name them; where there are none, the end.
    local text
    text=$(tail -n "+$from" "$log")
    { grep -m 8 -E -A 3 '(^|[^a-z])(error|Error)s?( at .*)?:|^E: |^CMake Error' <<<"$text" || tail -n 8 <<<"$text"; } | head -n 20 >&2
    echo "the full output: $log" >&2
  fi
  return "$status"
}
