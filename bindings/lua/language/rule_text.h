// The text of a rule file, as it is read from the disk.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <string>

namespace bouton::lua {

/// No rule file is longer: whatever is, is something else.
inline constexpr std::size_t kLongestRuleFile = std::size_t{16} << 20;

/// What stands in the file at `path`, which is a regular file or a pipe, as `rule_text` returns it. Throws RuleError if it
/// cannot be read, is something else (a directory, a device), or is longer than kLongestRuleFile: `name` begins the message;
/// Interrupted once `stop` (perhaps null) is true.
std::string read_rule_text(const std::filesystem::path& path, const std::string& name, const std::atomic<bool>* stop);

/// The rules that stand in `text`: without a byte order mark of UTF-8 at its beginning, and without a first line for
/// the system's shell, one that begins with '#', whose end stays so that lines are counted right. Throws RuleError for a byte
/// order mark of UTF-16: `name` begins the message.
std::string rule_text(std::string text, const std::string& name);

/// Whether there is a file at `path`. A name that no file can have, since it is too long or cannot be reached, is that of none.
bool is_there(const std::filesystem::path& path);

/// `path` as messages show it: relative to the working directory if it is below it.
std::string shown_path(const std::filesystem::path& path);

}  // namespace bouton::lua
