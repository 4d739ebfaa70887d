-- luarocks make bindings/lua/stock/bouton-1.0.0-1.rockspec, from the top of the source tree.
rockspec_format = "3.0"
package = "bouton"
version = "1.0.0-1"
source = { url = "file://." }
description = {
  summary = "A runtime for impartial games",
  detailed = "Rules of games as short Lua files; outcomes, Grundy values, remotenesses, winning moves and tables of them.",
}
supported_platforms = { "linux" }
dependencies = { "lua ~> 5.4" }
-- What it is built from, scripts/setup installs (it needs neither CLI11 nor libedit, which are the command's); CMake looks for it,
-- also where a system keeps headers by architecture.
build = {
  type = "command",
  build_command = "cmake -S . -B build/rock -G Ninja -DCMAKE_BUILD_TYPE=Release -DBOUTON_COMMAND=OFF "
    .. "&& cmake --build build/rock --target bouton_lua_module",
  install = {
    lib = { bouton = "build/rock/lua/bouton.so" },
  },
  copy_directories = { "rules" },
}
