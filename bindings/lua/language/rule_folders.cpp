#include "bindings/lua/language/rule_folders.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "bindings/lua/language/rule_text.h"

namespace bouton::lua {

namespace fs = std::filesystem;

std::vector<fs::path> rule_folders(const fs::path& directory) {
  std::vector<fs::path> folders = {directory};
  std::error_code error;
  for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    std::error_code unreadable;
    if (!at->path().filename().string().starts_with('.') && at->is_directory(unreadable)) folders.push_back(at->path());
  }
  std::sort(folders.begin() + 1, folders.end());
  return folders;
}

std::optional<fs::path> find_rule_file(const std::vector<fs::path>& directories, std::string_view name) {
  const std::string file_name = fmt::format("{}.lua", name);
  for (const fs::path& directory : directories) {
    if (is_there(directory / file_name)) return directory / file_name;
    for (const fs::path& folder : rule_folders(directory))
      if (is_there(folder / file_name)) return folder / file_name;
  }
  return std::nullopt;
}

}  // namespace bouton::lua
