# Sourced by the scripts that compile libraries from Debian's sources, where Debian has them compiled for no such machine.

# fetch_sources [--tar-only] FOLDER NAME...: unpacks the sources of these packages as FOLDER/NAME, with what Debian changes in them or,
# with --tar-only, without. It has package lists of its own, so that those of the machine stay as they are, and takes no root.
fetch_sources() (
  wanted=--download-only
  if [[ $1 == --tar-only ]]; then wanted=$1; shift; fi
  cd "$1" || exit
  shift
  apt=$PWD/apt
  mkdir -p "$apt/lists/partial" "$apt/archives/partial"
  apt-get indextargets --format '$(ORIGIN)|$(SITE) $(RELEASE) $(COMPONENT)' 'Identifier: Packages' |
    sed -n 's/^Debian|/deb-src /p' | sort -u >"$apt/sources.list"
  options=(-q -o "Dir::Etc::SourceList=$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$apt/lists" -o "Dir::Cache=$apt" -o APT::Sandbox::User=)
  rm -rf fetched "$@" && mkdir fetched && cd fetched && apt-get "${options[@]}" update &&
    apt-get "${options[@]}" source "$wanted" "$@" || exit
  for name in "$@"; do
    if [[ $wanted == --tar-only ]]; then
      mkdir "../$name" && tar -xf "$name"_*.orig.tar.* -C "../$name" --strip-components=1 || exit
    else
      dpkg-source --no-check --no-copy -x "$name"_*.dsc "../$name" || exit
    fi
  done
  rm -rf ../fetched
)

# name_libharu FOLDER: its 2.3.0 calls itself a candidate, and what it writes says so; as Debian has it, it does not.
name_libharu() { sed -i 's/"2[.]3[.]0RC2"/"2.3.0"/' "$1/include/hpdf_version.h"; }
