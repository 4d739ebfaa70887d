#!/usr/bin/env bash
# The module in the stock interpreter, with nothing set but where the prefix is.
# Takes some 4 s: use.lua and misuse.lua ask for what the module has, and the script that is interrupted runs for a second first.
set -euo pipefail
unset BOUTON_RULES
command -v lua5.4 >/dev/null || { echo "skipped: there is no lua5.4 here"; exit 77; }
cd /
export LUA_CPATH="$BOUTON_PREFIX/$BOUTON_LIBDIR/lua/5.4/?.so"
[[ $(lua5.4 -e 'local b = require "bouton"; print(b.game("wythoff"):grundy(3, 5))') == 0 ]]
cd "$BOUTON_SOURCE/tests/bindings/lua/stock"
lua5.4 use.lua
lua5.4 misuse.lua
[[ $(lua5.4 closing.lua) == ok ]]
# The rock is of this version, and installs what the build makes.
lua5.4 - "$BOUTON_SOURCE" <<'LUA'
local root = arg[1]
local version = io.open(root .. "/CMakeLists.txt"):read("a"):match("project%(Bouton VERSION (%S+)")
local spec = {}
assert(loadfile(string.format("%s/bindings/lua/stock/bouton-%s-1.rockspec", root, version), "t", spec))()
assert(spec.version == version .. "-1" and spec.package == "bouton")
assert(spec.build.build_command:find("bouton_lua_module") and spec.build.install.lib.bouton == "build/rock/lua/bouton.so")
LUA
# Whoever presses Ctrl-C ends the script, whatever Lua code runs.
status=0
timeout -s INT 1 lua5.4 -e 'require "bouton"; while true do end' 2>/dev/null || status=$?
[[ $status == 124 ]]
