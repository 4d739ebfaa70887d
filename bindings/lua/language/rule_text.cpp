#include "bindings/lua/language/rule_text.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/system/read_file.h"

namespace bouton::lua {

std::string read_rule_text(const std::filesystem::path& path, const std::string& name, const std::atomic<bool>* stop) {
  Budget budget;
  budget.stop = stop;
  FileBytes file = read_bytes(path, budget, Pipes::read, kLongestRuleFile);
  switch (file.result) {
    case FileBytes::Result::read: break;
    case FileBytes::Result::missing: throw RuleError(fmt::format("{} cannot be read: there is no such file", name));
    case FileBytes::Result::too_long:
      throw RuleError(fmt::format("{} is longer than {}, too long for a rule file", name, format_bytes(kLongestRuleFile)));
    case FileBytes::Result::unreadable: throw RuleError(fmt::format("{} cannot be read: {}", name, file.why));
  }
  return rule_text(std::move(file.bytes), name);
}

std::string rule_text(std::string text, const std::string& name) {
  constexpr std::string_view kUtf8 = "\xEF\xBB\xBF";
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw RuleError(fmt::format("{} is UTF-16 text; save it as UTF-8", name));
  if (text.starts_with(kUtf8)) text.erase(0, kUtf8.size());
  if (text.starts_with('#')) text.erase(0, std::min(text.find('\n'), text.size()));
  return text;
}

bool is_there(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

std::string shown_path(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path relative = path.is_absolute() ? std::filesystem::relative(path, error) : path;
  if (error || relative.empty() || *relative.begin() == "..") return path.generic_string();
  return relative.generic_string();
}

}  // namespace bouton::lua
