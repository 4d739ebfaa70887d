#include "bindings/lua/load/rule_directories.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <system_error>

#include "engine/system/environment.h"

namespace bouton::lua {

std::vector<std::filesystem::path> rule_directories(const std::vector<std::filesystem::path>& installed) {
  std::vector<std::filesystem::path> directories;
  const std::string list = environment_variable("BOUTON_RULES").value_or("");
  std::string_view rest = list;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(folder_separator()), rest.size());
    if (end > 0) directories.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const auto found = std::ranges::find_if(installed, [](const std::filesystem::path& directory) {
    std::error_code error;
    return std::filesystem::is_directory(directory, error);
  });
  if (found != installed.end()) directories.push_back(*found);
  return directories;
}

}  // namespace bouton::lua
