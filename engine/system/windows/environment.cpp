#include "engine/system/environment.h"

#include <random>

#include <fmt/format.h>
#include <windows.h>
// After the header that it needs.
#include <shellapi.h>

#include "engine/base/errors.h"
#include "engine/system/windows/last_error.h"
#include "engine/system/windows/utf8.h"

namespace bouton {

std::vector<std::string> program_arguments(int /*argc*/, char** /*argv: not in UTF-8*/) {
  int count = 0;
  wchar_t** const words = CommandLineToArgvW(GetCommandLineW(), &count);
  std::vector<std::string> arguments;
  for (int i = 1; words != nullptr && i < count; ++i) arguments.push_back(utf8_of(words[i]));
  LocalFree(words);
  return arguments;
}

std::optional<std::string> environment_variable(const char* name) {
  const std::wstring wide = utf16_of(name);
  SetLastError(ERROR_SUCCESS);
  const DWORD size = GetEnvironmentVariableW(wide.c_str(), nullptr, 0);
  if (size == 0 && GetLastError() == ERROR_ENVVAR_NOT_FOUND) return std::nullopt;
  std::wstring value(size, L'\0');
  value.resize(GetEnvironmentVariableW(wide.c_str(), value.data(), size));
  return utf8_of(value);
}

void set_environment_variable(const char* name, const std::string& value) {
  SetEnvironmentVariableW(utf16_of(name).c_str(), utf16_of(value).c_str());
}

char folder_separator() { return ';'; }

std::filesystem::path user_cache_folder() {
  const std::filesystem::path folder(environment_variable("LOCALAPPDATA").value_or(""));
  return folder.is_absolute() ? folder : std::filesystem::path();
}
std::filesystem::path user_state_folder() { return user_cache_folder(); }

std::optional<std::filesystem::path> program_file() {
  constexpr DWORD kLongestPath = 1 << 15;
  std::wstring name(kLongestPath, L'\0');
  const DWORD length = GetModuleFileNameW(nullptr, name.data(), kLongestPath);
  if (length == 0 || length == kLongestPath) return std::nullopt;
  name.resize(length);
  return name;
}

std::size_t physical_memory() {
  MEMORYSTATUSEX status = {};
  status.dwLength = sizeof status;
  return GlobalMemoryStatusEx(&status) != 0 ? static_cast<std::size_t>(status.ullTotalPhys) : 0;
}

std::tm date_in_utc(std::time_t seconds) {
  std::tm parts = {};
  gmtime_s(&parts, &seconds);
  return parts;
}

std::filesystem::path make_scratch_file() {
  const std::filesystem::path folder = scratch_folder();
  std::random_device random;
  while (true) {
    std::filesystem::path name = folder / fmt::format("bouton-{:08x}", random());
    const HANDLE file = CreateFileW(name.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (file != INVALID_HANDLE_VALUE) {
      CloseHandle(file);
      return name;
    }
    if (GetLastError() != ERROR_FILE_EXISTS)
      throw OutputError(fmt::format("no file can be made in {}: {}", folder.string(), last_error_text()));
  }
}

}  // namespace bouton
