// Where a rule directory has its rule files.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace bouton::lua {

/// The folders in which a rule directory has its rule files: the directory, then the folders in it, sorted, but for those whose
/// names begin with a dot. Folders within these are not looked at.
std::vector<std::filesystem::path> rule_folders(const std::filesystem::path& directory);

/// NAME.lua in the first of the rule directories that has one, in the first of its folders; nothing if none has.
std::optional<std::filesystem::path> find_rule_file(const std::vector<std::filesystem::path>& directories,
                                                    std::string_view name);

}  // namespace bouton::lua
