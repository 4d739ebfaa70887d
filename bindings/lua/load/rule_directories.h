// Where rule files are looked for.
#pragma once

#include <filesystem>
#include <vector>

namespace bouton::lua {

/// The directories that the environment variable BOUTON_RULES lists, separated by colons, and behind them the first of
/// `installed` that exists. Reads the environment and the file system at every call.
std::vector<std::filesystem::path> rule_directories(const std::vector<std::filesystem::path>& installed);

}  // namespace bouton::lua
