# Sourced by scripts/setup: the libraries of another kind of processor, below build/, where they are in no one's way. Nothing is
# installed, so that the packages of this machine stay as they are, whether or not those for the other would go beside them.

# has_sysroot FOLDER PACKAGE...: whether make_sysroot has unpacked these packages there.
has_sysroot() {
  local folder=$1
  shift
  [[ -e $folder/packages && $(<"$folder/packages") == "$*" ]]
}

# make_sysroot [--incomplete-lists] FOLDER ARCHITECTURE PACKAGE...: unpacks these packages of Debian for the architecture, and what they
# depend on, in FOLDER. Takes no root. With --incomplete-lists, package lists that cannot be fetched are left out: apt takes the newest
# package that the others name.
make_sysroot() {
  local incomplete=false
  if [[ $1 == --incomplete-lists ]]; then incomplete=true; shift; fi
  local folder=$1 architecture=$2
  shift 2
  local part=$folder.part
  rm -rf "$part"
  mkdir -p "$part/apt/lists/partial" "$part/apt/archives/partial"
  # apt for a machine of that kind where nothing is installed.
  : >"$part/apt/status"
  local apt=(apt-get -q -y -o "APT::Architecture=$architecture" -o "APT::Architectures=$architecture" -o APT::Sandbox::User=root
    -o "Dir::State=$part/apt" -o "Dir::State::status=$part/apt/status" -o "Dir::Cache=$part/apt")
  "${apt[@]}" update || $incomplete || return
  "${apt[@]}" install --no-install-recommends --download-only "$@" || return
  local package
  for package in "$part"/apt/archives/*.deb; do dpkg -x "$package" "$part" || return; done
  rm -r "$part/apt"
  # Links to files of the other system would lead into this one.
  local link target
  while read -r link; do
    target=$(readlink "$link")
    ln -sfnr "$part$target" "$link" || return
  done < <(find "$part" -type l -lname '/*')
  echo "$*" >"$part/packages"
  rm -rf "$folder"
  mv "$part" "$folder"
}
