#include "bindings/lua/load/rule_directories.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace bouton::lua {

std::vector<std::filesystem::path> rule_directories(const std::vector<std::filesystem::path>& installed) {
  std::vector<std::filesystem::path> directories;
  const char* const list = std::getenv("BOUTON_RULES");
  std::string_view rest = list != nullptr ? list : "";
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    if (colon > 0) directories.emplace_back(rest.substr(0, colon));
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  const auto found = std::ranges::find_if(installed, [](const std::filesystem::path& directory) {
    std::error_code error;
    return std::filesystem::is_directory(directory, error);
  });
  if (found != installed.end()) directories.push_back(*found);
  return directories;
}

}  // namespace bouton::lua
