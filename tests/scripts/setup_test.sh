#!/usr/bin/env bash
# setup_test.sh SCRIPTS CASE: scripts/setup on machines that are played by stand-ins for dpkg-query, dpkg, apt-get, sleep and
# sudo on the PATH. Without a CASE, lists the cases.
set -euo pipefail

work=''
# machine STATE_OF_FMT: a machine where every package is installed but libfmt-dev, whose state dpkg-query reports as STATE_OF_FMT
# ("unknown": it fails, as the real one does); apt-get installs it once it has failed as often as the file failures says.
machine() {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mkdir -p "$work/bin" "$work/tree/scripts"
  cp "$source/setup" "$source"/*.sh "$work/tree/scripts/"
  echo "$1" >"$work/state"
  echo 0 >"$work/failures"
  : >"$work/log"
  stand_in dpkg-query '
    status=0
    for word in "$@"; do
      case $word in
        -*) ;;
        libfmt-dev)
          state=$(cat "$work/state")
          if [ "$state" = unknown ]; then echo "dpkg-query: no packages found matching $word" >&2; status=1; else echo "$state $word"; fi ;;
        *) echo "installed $word" ;;
      esac
    done
    exit $status'
  stand_in apt-get '
    echo "apt-get $*" >>"$work/log"
    left=$(cat "$work/failures")
    case " $* " in *" install "*)
      if [ "$left" -gt 0 ]; then echo $((left - 1)) >"$work/failures"; echo "E: the mirror is away" >&2; exit 100; fi
      case " $* " in *" libfmt-dev "*) echo installed >"$work/state" ;; esac
    esac'
  stand_in dpkg 'echo "dpkg $*" >>"$work/log"'
  stand_in sleep 'echo "sleep $*" >>"$work/log"'
  stand_in sudo 'exit 1'
  chmod -R a+rwX "$work"
}
stand_in() { printf '#!/bin/sh\nwork=%s\n%s\n' "$work" "$2" >"$work/bin/$1"; chmod 755 "$work/bin/$1"; }

# Runs setup on the machine: its exit code is in `status`, what it wrote in `said`.
run_setup() {
  status=0
  said=$(PATH=$work/bin:$PATH "$@" "$work/tree/scripts/setup" 2>&1 </dev/null) || status=$?
}
as_nobody() { if [[ $EUID -eq 0 ]]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi; }
installs() { grep -c ' install .*libfmt-dev' "$work/log" || true; }
expect() { if ! "$@"; then echo "expected: $*; exit code $status; it said:"; echo "$said"; cat "$work/log"; exit 1; fi >&2; }
says() { [[ $said == *"$1"* ]]; }

# Each library that the build takes is named where CMake looks for libraries.
case_libraries_that_no_build_file_names() {
  local root=${source%/scripts} package name
  local -a packages=()
  eval "$(sed -n '/^packages=(/,/^)/p' "$source/setup")"
  for package in "${packages[@]}"; do
    [[ $package == lib*-dev ]] || continue
    name=$(sed -E 's/^lib//; s/-dev$//; s/([a-z])[0-9]+$/\1/; s/[-_]/./g' <<<"$package")
    if ! grep -rqiE --include=CMakeLists.txt --include='*.cmake' "$name" "$root/CMakeLists.txt" "$root/cmake" "$root/bindings" "$root/tests"; then
      echo "no build file names $package" >&2
      exit 1
    fi
  done
  [[ ${#packages[@]} -gt 10 ]]
}
case_everything_is_there() { machine installed; run_setup env; expect [ "$status $said" = "0 " ]; expect [ ! -s "$work/log" ]; }
case_unknown_package() {
  machine unknown; run_setup env
  expect [ "$status" = 0 ]; expect [ "$(installs)" = 1 ]; expect says "installing libfmt-dev"
  expect grep -q '^apt-get .* update' "$work/log"
}
case_removed_package() { machine not-installed; run_setup env; expect [ "$status $(installs)" = "0 1" ]; }
case_configuration_left() { machine config-files; run_setup env; expect [ "$status $(installs)" = "0 1" ]; }
case_half_installed_package() {
  machine half-installed; run_setup env
  expect [ "$status $(installs)" = "0 1" ]; expect grep -q '^dpkg --configure -a' "$work/log"
}
case_apt_fails_twice() { machine unknown; echo 2 >"$work/failures"; run_setup env; expect [ "$status $(installs)" = "0 3" ]; }
case_apt_keeps_failing() {
  machine unknown; echo 9 >"$work/failures"; run_setup env
  expect [ "$status $(installs)" = "1 3" ]
  expect says "could not install libfmt-dev"; expect says "E: the mirror is away"; expect says "build/setup.log"
}
case_apt_says_yes_and_does_nothing() {
  machine unknown; stand_in apt-get 'exit 0'; run_setup env
  expect [ "$status" = 1 ]; expect says "could not install libfmt-dev"
}
case_neither_root_nor_sudo() {
  machine unknown; rm "$work/bin/sudo"; mkdir "$work/few"
  for program in bash sed readlink env cat grep; do ln -s "$(command -v "$program")" "$work/few/"; done
  status=0
  said=$(as_nobody env PATH="$work/bin:$work/few" bash "$work/tree/scripts/setup" 2>&1 </dev/null) || status=$?
  expect [ "$status $(installs)" = "1 0" ]
  expect says "only root may install them"; expect says "apt-get install --no-install-recommends libfmt-dev"
}
case_sudo_that_refuses() { machine unknown; run_setup as_nobody; expect [ "$status $(installs)" = "1 0" ]; expect says "only root"; }
case_sudo_that_allows() {
  machine unknown; stand_in sudo 'case $1 in -n) exit 0 ;; esac; echo "sudo $*" >>"$work/log"; exec "$@"'
  if [[ $EUID -eq 0 ]]; then chmod a+rw "$work"/*; fi
  run_setup as_nobody
  expect [ "$status $(installs)" = "0 2" ]; expect grep -q '^sudo .*apt-get .*install.*libfmt-dev' "$work/log"
}
case_not_debian() {
  machine unknown; mkdir "$work/few"
  for program in bash sed readlink env cat; do ln -s "$(command -v "$program")" "$work/few/"; done
  status=0
  said=$(env PATH="$work/few" bash "$work/tree/scripts/setup" 2>&1 </dev/null) || status=$?
  expect [ "$status" = 0 ]; expect says "this is not Debian"; expect says "libfmt-dev"
}
case_extras() {
  machine unknown
  said='' status=0
  PATH=$work/bin:$PATH "$work/tree/scripts/setup" --extras || status=$?
  expect [ "$status" = 0 ]; expect [ ! -s "$work/log" ]
  stand_in dpkg-query 'exit 1'
  PATH=$work/bin:$PATH "$work/tree/scripts/setup" --extras >/dev/null 2>&1 || status=$?
  expect [ "$status" = 1 ]; expect grep -q 'install .* love .*doxygen' "$work/log"
}
# A machine with all programs, whose apt-get fetches libfmt-dev of another processor, with a link to a file of that system, once it
# has failed as often as the file failures says.
other_machine() {
  machine installed
  stand_in apt-get '
    echo "apt-get $*" >>"$work/log"
    for word in "$@"; do case $word in Dir::Cache=*) cache=${word#*=} ;; esac; done
    case " $* " in *" --download-only "*)
      left=$(cat "$work/failures")
      if [ "$left" -gt 0 ]; then echo $((left - 1)) >"$work/failures"; exit 100; fi
      : >"$cache/archives/libfmt-dev_arm64.deb" ;;
    esac'
  stand_in dpkg '
    echo "dpkg $*" >>"$work/log"
    mkdir -p "$3/lib" "$3/usr/lib"
    : >"$3/lib/libfmt.so.9"
    ln -s /lib/libfmt.so.9 "$3/usr/lib/libfmt.so"'
}
run_other_setup() {
  status=0
  said=$(PATH=$work/bin:$PATH "$@" "$work/tree/scripts/setup" --machine aarch64 2>&1 </dev/null) || status=$?
}
# Nothing is installed for it, and links lead to its own files.
case_libraries_of_another_processor() {
  other_machine; mkdir "$work/tree/build"; chmod a+rwx "$work/tree/build" "$work"/*; run_other_setup as_nobody
  expect [ "$status" = 0 ]
  local sysroot=$work/tree/build/aarch64-sysroot
  expect [ "$(readlink -f "$sysroot/usr/lib/libfmt.so")" = "$sysroot/lib/libfmt.so.9" ]
  expect grep -q 'APT::Architecture=arm64 .* install .*--download-only .*libfmt-dev' "$work/log"
  expect [ "$(grep -vc 'APT::Architecture=arm64\|^dpkg -x ' "$work/log")" = 0 ]
  expect [ ! -e "$sysroot/apt" ]
  : >"$work/log"; run_other_setup as_nobody
  expect [ "$status $said" = "0 " ]; expect [ ! -s "$work/log" ]
}
case_libraries_that_cannot_be_fetched() {
  other_machine; echo 9 >"$work/failures"; run_other_setup env
  expect [ "$status $(installs)" = "1 4" ]
  expect says "could not unpack"; expect [ ! -e "$work/tree/build/aarch64-sysroot" ]
}
# One of its package lists is broken at every attempt: apt fails, though the others name all that is needed.
case_package_list_that_is_broken() {
  other_machine
  sed -i '2a case " $* " in *" update "*) echo "E: File has unexpected size" >\&2; exit 100 ;; esac' "$work/bin/apt-get"
  run_other_setup env
  expect [ "$status $(installs)" = "0 1" ]
  expect says "File has unexpected size"; expect says "some may lack updates"
  expect [ -e "$work/tree/build/aarch64-sysroot/lib/libfmt.so.9" ]
}
# It waits for another run of it, not for itself.
case_programs_and_libraries_that_are_missing() {
  other_machine
  sed -i '2a case " $* " in *" install "*qemu*) : >"$work/installed" ;; esac' "$work/bin/apt-get"
  stand_in dpkg-query '[ -e "$work/installed" ] || exit 1; for word in "$@"; do echo "installed $word"; done'
  run_other_setup timeout 60
  expect [ "$status" = 0 ]; expect [ -e "$work/tree/build/aarch64-sysroot/packages" ]
}
case_libraries_that_are_fetched_again() {
  other_machine; echo 1 >"$work/failures"; run_other_setup env; expect [ "$status $(installs)" = "0 2" ]
  echo "another list" >"$work/tree/build/aarch64-sysroot/packages"; run_other_setup env
  expect [ "$status $(installs)" = "0 3" ]
}
# A machine with all programs, whose apt-get fetches no sources.
case_sources_that_cannot_be_fetched() {
  machine installed
  stand_in apt-get 'echo "apt-get $*" >>"$work/log"; case " $* " in *" source "*) exit 100 ;; esac'
  status=0
  said=$(PATH=$work/bin:$PATH "$work/tree/scripts/setup" --windows 2>&1 </dev/null) || status=$?
  expect [ "$status" = 1 ]; expect says "could not fetch the sources"
  expect [ "$(grep -c ' source .* lua5.4 ' "$work/log")" = 3 ]; expect [ "$(installs)" = 0 ]
  expect [ ! -e "$work/tree/build/windows-libraries/sources" ]
}
# What was compiled of the same sources is not compiled again.
case_sources_that_are_compiled() {
  machine installed
  mkdir -p "$work/tree/build/windows-libraries"
  (. "$source/windows.sh" && echo "${windows_sources[*]}") >"$work/tree/build/windows-libraries/sources"
  status=0
  said=$(PATH=$work/bin:$PATH "$work/tree/scripts/setup" --windows 2>&1 </dev/null) || status=$?
  expect [ "$status $said" = "0 " ]; expect [ ! -s "$work/log" ]
}
case_wrong_argument() {
  machine unknown
  status=0 said=$("$work/tree/scripts/setup" --all 2>&1) || status=$?
  expect says "usage: scripts/setup"
}

if [[ $# -lt 2 ]]; then sed -n "s/^case_\([a-z_]*\)().*/\1/p" "$0"; exit; fi
source=$1
"case_$2"
