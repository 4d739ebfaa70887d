#include "engine/system/environment.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

/// Of the variable, where it is absolute (the specification has relative ones ignored), else below the home.
std::filesystem::path user_folder(const char* variable, const char* below_home) {
  const auto path_in = [](const char* name) { return std::filesystem::path(environment_variable(name).value_or("")); };
  if (std::filesystem::path folder = path_in(variable); folder.is_absolute()) return folder;
  const std::filesystem::path home = path_in("HOME");
  return home.is_absolute() ? home / below_home : std::filesystem::path();
}

}  // namespace

std::vector<std::string> program_arguments(int argc, char** argv) { return {argv + std::min(argc, 1), argv + argc}; }

std::optional<std::string> environment_variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

void set_environment_variable(const char* name, const std::string& value) { setenv(name, value.c_str(), 1); }

char folder_separator() { return ':'; }

std::filesystem::path user_cache_folder() { return user_folder("XDG_CACHE_HOME", ".cache"); }
std::filesystem::path user_state_folder() { return user_folder("XDG_STATE_HOME", ".local/state"); }

std::size_t physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || page <= 0) return 0;
  return static_cast<std::size_t>(pages) * static_cast<std::size_t>(page);
}

std::tm date_in_utc(std::time_t seconds) {
  std::tm parts = {};
  gmtime_r(&seconds, &parts);
  return parts;
}

std::filesystem::path make_scratch_file() {
  const std::filesystem::path folder = scratch_folder();
  std::string name = folder / "bouton-XXXXXX";
  const int file = mkstemp(name.data());
  if (file < 0) throw OutputError(fmt::format("no file can be made in {}", folder.string()));
  close(file);
  return name;
}

}  // namespace bouton
