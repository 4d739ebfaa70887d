#include <cstdint>
#include <system_error>

#include <mach-o/dyld.h>

#include "engine/system/environment.h"

namespace bouton {

std::optional<std::filesystem::path> program_file() {
  std::uint32_t size = 0;
  _NSGetExecutablePath(nullptr, &size);  // says how long the name is
  std::string name(size, '\0');
  if (size == 0 || _NSGetExecutablePath(name.data(), &size) != 0) return std::nullopt;
  std::error_code error;
  std::filesystem::path program = std::filesystem::canonical(name.c_str(), error);
  if (error) return std::nullopt;
  return program;
}

}  // namespace bouton
