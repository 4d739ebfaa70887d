#include <system_error>

#include "engine/system/environment.h"

namespace bouton {

std::optional<std::filesystem::path> program_file() {
  std::error_code error;
  std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return std::nullopt;
  return program;
}

}  // namespace bouton
