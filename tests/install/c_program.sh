#!/usr/bin/env bash
# A C program against the installed library, by pkg-config and by find_package.
set -euo pipefail
build=$BOUTON_BUILD/tests/install/c
rm -rf "$build"
mkdir -p "$build"
cat >"$build/hello.c" <<'C'
#include <bouton.h>
#include <stdio.h>

int main(int count, char** arguments) {
  bouton_runtime* runtime = NULL;
  bouton_game* game = NULL;
  bouton_position* position = NULL;
  int64_t grundy = -1;
  if (count == 2 && bouton_runtime_create(NULL, &runtime) == BOUTON_OK &&
      bouton_runtime_add_directory(runtime, arguments[1]) == BOUTON_OK &&
      bouton_game_load(runtime, "wythoff", NULL, 0, &game) == BOUTON_OK &&
      bouton_position_parse(game, "7,9", &position) == BOUTON_OK && bouton_grundy(position, &grundy) == BOUTON_OK)
    printf("%d\n", (int)grundy);
  else
    fprintf(stderr, "%s\n", bouton_error_message());
  bouton_position_destroy(position);
  bouton_game_destroy(game);
  bouton_runtime_destroy(runtime);
  return 0;
}
C
export PKG_CONFIG_PATH=$BOUTON_PREFIX/$BOUTON_LIBDIR/pkgconfig
# shellcheck disable=SC2046  # several words are meant
cc -std=c99 -Wall -Wextra -Wpedantic -Werror "$build/hello.c" $(pkg-config --cflags --libs bouton) -o "$build/hello"
rules=$(pkg-config --variable=rulesdir bouton)
unset LD_LIBRARY_PATH  # it finds the library by itself
[[ $("$build/hello" "$rules") == 14 ]]

cat >"$build/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(Hello LANGUAGES C)
find_package(Bouton REQUIRED COMPONENTS c)
add_executable(hello hello.c)
target_link_libraries(hello PRIVATE Bouton::c)
file(WRITE ${CMAKE_BINARY_DIR}/rules "${BOUTON_RULES}")
CMAKE
cmake -S "$build" -B "$build/cmake" -G Ninja -DCMAKE_PREFIX_PATH="$BOUTON_PREFIX" >/dev/null
cmake --build "$build/cmake" >/dev/null
[[ $("$build/cmake/hello" "$(<"$build/cmake/rules")") == 14 ]]
