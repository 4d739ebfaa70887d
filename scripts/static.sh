# Sourced by scripts/package: the command as one file, linked statically.

# Debian has no archives of these: they are compiled from its sources (scripts/sources.sh). $1 is a folder, which gets libfmt.a,
# libhwy.a and libhpdf.a.
build_static_libraries() (
  cd "$1"
  flags=(-O2 -w -c "-ffile-prefix-map=$PWD/=")
  rm -rf objects && mkdir -p objects/{fmt,hwy,hpdf} libharu/made &&
    (cd objects/fmt && g++ "${flags[@]}" -I../../fmtlib/include ../../fmtlib/src/format.cc) &&
    (cd objects/hwy && g++ "${flags[@]}" -I../../highway ../../highway/hwy/{targets,aligned_allocator,per_target}.cc) || exit 1
  name_libharu libharu
  # What its configuration finds on Linux.
  printf '#define LIBHPDF_%s 1\n' HAVE_STDLIB_H HAVE_LIBZ HAVE_LIBPNG >libharu/made/hpdf_config.h
  (cd objects/hpdf && gcc "${flags[@]}" -I../../libharu/made -I../../libharu/include ../../libharu/src/*.c) || exit 1
  local name
  for name in fmt hwy hpdf; do rm -f "lib$name.a" && ar rcsD "lib$name.a" objects/"$name"/*.o || exit 1; done
  touch .built
)

# rules_as_source FOLDER: the rule files as a source file of C++, each a function's line, in the order of their names.
rules_as_source() {
  printf '// Made of rules/ by scripts/package.\n#include "bindings/cli/context/rules_inside.h"\n\nvoid take_rules() {\n'
  printf '  auto& rules = bouton::cli::rules_inside();\n'
  local name file
  while IFS=/ read -r name file; do
    printf '  rules["%s"] = R"~~~~(' "${name%.lua}"
    cat "/$file"
    printf ')~~~~";\n'
  done < <(find "$1" -name '*.lua' -printf '%f/%p\n' | sed 's|//|/|' | sort)
  printf '}\n'
}

# compile_main ROOT COMPILER...: static_main.o and rules_inside.o, in the current folder: a command with the rules inside.
compile_main() {
  local root=$1
  shift
  LC_ALL=C rules_as_source "$root/rules" >rules_inside.cpp
  cat >static_main.cpp <<'CODE'
#include "bindings/cli/command.h"
void take_rules();
int main(int argc, char** argv) {
  take_rules();
  return bouton::cli::run_command(argc, argv);
}
CODE
  "$@" -std=c++20 -O1 -c -I"$root" rules_inside.cpp static_main.cpp
}

# built_archives BUILD: sets `archives` to what the command is made of.
built_archives() {
  local name
  archives=()
  for name in cli/libbouton_cli lua/libbouton_lua_binding output/libbouton_databases output/libbouton_output; do
    archives+=("$1/bindings/$name.a")
  done
  archives+=("$1/engine/libbouton_engine.a")
  [[ ! -f $1/libbouton_asmjit.a ]] || archives+=("$1/libbouton_asmjit.a")
}

# link_static ROOT BUILD LIBRARIES OUTPUT: what was built, with archives in place of libraries, and the rules inside.
link_static() (
  local root=$1 build=$2 libraries=$3 output=$4 archives
  cd "$libraries" && compile_main "$root" g++ || exit 1
  built_archives "$build"
  # Names of people are never asked for: what glibc says of that is no matter.
  g++ -static -s -o "$output" static_main.o rules_inside.o -L"$libraries" -Wl,--gc-sections -Wl,--build-id=none \
    -Wl,--start-group "${archives[@]}" -lfmt -lhwy -lhpdf -l:liblua5.4-c++.a -lgmpxx -lgmp -lpng16 -lz -ledit -lbsd -lmd -ltinfo \
    -lsqlite3 -Wl,--end-group -lm -ldl -lpthread -lrt
)
