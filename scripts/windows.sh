# Sourced by scripts/setup and scripts/package: the libraries that Bouton takes, for Windows, below build/, compiled from Debian's
# sources. Nothing is installed.

# What they are made of, here: another list of sources makes them again.
windows_sources=(lua5.4 gmp fmtlib highway asmjit zlib libpng1.6 libharu sqlite3)
windows_host=x86_64-w64-mingw32

# has_windows_libraries FOLDER: whether make_windows_libraries has made them there.
has_windows_libraries() { [[ -e $1/sources && $(<"$1/sources") == "${windows_sources[*]}" ]]; }

# fetch_windows_sources FOLDER
fetch_windows_sources() {
  mkdir -p "$1/from" && fetch_sources "$1/from" "${windows_sources[@]:0:2}" && fetch_sources --tar-only "$1/from" "${windows_sources[@]:2}"
}

# windows_archive NAME COMPILER FLAGS... -- SOURCES...: compiles the sources of the current folder to lib/libNAME.a, and does not tell
# where they stood.
windows_archive() {
  local name=$1 flags=("$2" -O2 -w -c "-ffile-prefix-map=$PWD/=") compiler
  shift 2
  while [[ $1 != -- ]]; do flags+=("$1"); shift; done
  shift
  compiler=$windows_host-${flags[0]}-posix
  ! command -v ccache >/dev/null || compiler="ccache $compiler"
  rm -rf "objects-$name" && mkdir "objects-$name" || return
  local source object
  for source in "$@"; do
    object=${source##*/}
    $compiler "${flags[@]:1}" "$source" -o "objects-$name/${object%.*}.o" || return
  done
  rm -f "$to/lib/lib$name.a" && "$windows_host-ar" rcsD "$to/lib/lib$name.a" "objects-$name"/*.o
}

# windows_description NAME VERSION LIBS [CFLAGS]: what pkg-config says of it.
windows_description() {
  printf 'Name: %s\nDescription: for Windows\nVersion: %s\nLibs: -L%s/lib %s\nCflags: -I%s/include %s\n' \
    "$1" "$2" "$to" "$3" "$to" "${4-}" >"$to/lib/pkgconfig/$1.pc"
}

# windows_cmake SOURCE OPTIONS...: builds and installs what has a CMake file of its own.
windows_cmake() {
  local source=$1
  shift
  cmake -S "$source" -B "$source/made" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$root/cmake/windows.cmake" \
    -DCMAKE_INSTALL_PREFIX="$to" -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF \
    "$ccache_launcher" "-DCMAKE_CXX_FLAGS=-w -ffile-prefix-map=$PWD/$source/=" "$@" &&
    cmake --build "$source/made" -j2 && cmake --install "$source/made"
}

# make_windows_libraries FOLDER: what fetch_windows_sources has put there, compiled, with their headers.
make_windows_libraries() (
  to=$1
  cd "$to/from" && mkdir -p "$to/lib/pkgconfig" "$to/include" "$to/share/cmake" || exit
  (
    mkdir -p gmp/doc && printf 'all install:\n' >gmp/doc/Makefile.in  # which Debian leaves out
    cd gmp && ./configure --host=$windows_host --prefix="$to" --enable-cxx --disable-shared --enable-static CC_FOR_BUILD=gcc \
      "CC=$windows_host-gcc-posix" "CXX=$windows_host-g++-posix" "CFLAGS=-O2 -ffile-prefix-map=$PWD/=" \
      "CXXFLAGS=-O2 -ffile-prefix-map=$PWD/=" && make -j2 && make install
  ) || exit
  # As C++, so that errors of either pass through the other.
  (
    cd lua5.4/src && echo '#define DEB_HOST_MULTIARCH "x86_64-w64-mingw32"' >lua5.4-deb-multiarch.h &&
      mapfile -t sources < <(ls l*.c | grep -vxE 'luac?[.]c') && windows_archive lua5.4-c++ g++ -x c++ -- "${sources[@]}" &&
      mkdir -p "$to/include/lua5.4" && cp lua.h luaconf.h lua5.4-deb-multiarch.h lauxlib.h lualib.h "$to/include/lua5.4/" &&
      cp "$(find .. -name lua.hpp | head -n 1)" "$to/include/lua5.4/"
  ) && windows_description lua5.4-c++ 5.4 -llua5.4-c++ "-I$to/include/lua5.4" || exit
  (
    cd zlib && windows_archive z gcc -- adler32.c compress.c crc32.c deflate.c gz*.c inf*.c trees.c uncompr.c zutil.c &&
      cp zlib.h zconf.h "$to/include/"
  ) && windows_description zlib 1.2.13 -lz || exit
  (
    cd libpng1.6 && cp scripts/pnglibconf.h.prebuilt pnglibconf.h &&
      windows_archive png gcc -DPNG_INTEL_SSE_OPT=0 "-I$to/include" -- png.c pngerror.c pngget.c pngmem.c pngpread.c pngread.c \
        pngrio.c pngrtran.c pngrutil.c pngset.c pngtrans.c pngwio.c pngwrite.c pngwtran.c pngwutil.c &&
      cp png.h pngconf.h pnglibconf.h "$to/include/"
  ) && windows_description libpng 1.6.39 '-lpng -lz' || exit
  (
    cd libharu && name_libharu . && mkdir -p made && printf '#define LIBHPDF_%s 1\n' HAVE_STDLIB_H HAVE_LIBZ HAVE_LIBPNG >made/hpdf_config.h &&
      windows_archive hpdf gcc -Imade -Iinclude "-I$to/include" -- src/*.c && cp include/*.h made/hpdf_config.h "$to/include/"
  ) || exit
  (
    cd sqlite3 && ./configure --disable-tcl --disable-readline >/dev/null && make sqlite3.c && make sqlite3.h &&
      windows_archive sqlite3 gcc -DSQLITE_OMIT_LOAD_EXTENSION -- sqlite3.c && cp sqlite3.h "$to/include/"
  ) && windows_description sqlite3 3.40.1 -lsqlite3 || exit
  windows_cmake fmtlib -DFMT_TEST=OFF -DFMT_DOC=OFF &&
    windows_cmake highway -DBUILD_TESTING=OFF -DHWY_ENABLE_TESTS=OFF -DHWY_ENABLE_EXAMPLES=OFF -DHWY_ENABLE_CONTRIB=OFF &&
    windows_cmake asmjit -DASMJIT_STATIC=ON -DASMJIT_TEST=OFF || exit
  # Headers alone, which Debian's packages have: by themselves, since beside them stand those of another C library.
  for name in CLI nlohmann; do cp -R "/usr/include/$name" "$to/include/" || exit; done
  for name in CLI11 nlohmann_json; do cp -R "/usr/share/cmake/$name" "$to/share/cmake/" || exit; done
  # What each says of who may copy it.
  rm -rf "$to/licences" && mkdir "$to/licences" || exit
  for name in "${windows_sources[@]}"; do
    for file in "$name"/debian/copyright "$name"/LICENSE* "$name"/README; do
      if [[ -f $file ]]; then cp "$file" "$to/licences/$name" || exit; break; fi
    done
  done
  echo "${windows_sources[*]}" >"$to/sources"
)

# link_windows ROOT BUILD FOLDER OUTPUT: the command with the rules inside, as link_static makes it (scripts/static.sh). FOLDER is for
# what is compiled.
link_windows() (
  local root=$1 build=$2 output=$4 archives
  cd "$3" && compile_main "$root" "$windows_host-g++-posix" "-ffile-prefix-map=$root/=" || exit 1
  built_archives "$build"
  "$windows_host-g++-posix" -static -s -o "$output" static_main.o rules_inside.o "-L$root/build/windows-libraries/lib" \
    -Wl,--gc-sections -Wl,--no-insert-timestamp -Wl,--start-group "${archives[@]}" -lfmt -lhwy -lhpdf -llua5.4-c++ -lgmpxx -lgmp -lpng -lz \
    -lsqlite3 -Wl,--end-group
)
