// What a game is loaded from besides the files of the rule directories: texts in memory, and settings of parameters.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace bouton::lua {

/// Texts of rule files, by name.
using Sources = std::map<std::string, std::string, std::less<>>;

/// Settings of parameters as typed, in order: ("m", "5"), ("set", "1,2,3"), ("f", "3*x").
using Settings = std::vector<std::pair<std::string, std::string>>;

}  // namespace bouton::lua
