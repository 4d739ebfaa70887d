// Running the user's own scripts, with the module loaded and nothing taken away.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bindings/lua/script/script_state.h"

namespace bouton::lua {

/// Runs the Lua script at `path` with `arguments` as its `...` and in `arg`. `require "bouton"` gives the module. Throws
/// RequestError if the file cannot be read or a question of the script's does not fit, RuleError for a Lua error (both with
/// file and line), LimitError, Interrupted.
void run_script(const std::filesystem::path& path, const std::vector<std::string>& arguments, const ScriptOptions& options);

}  // namespace bouton::lua
