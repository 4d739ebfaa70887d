#include "bindings/cli/context/installed_folder.h"

#include <system_error>

namespace bouton::cli {

std::optional<std::filesystem::path> installed_folder() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return std::nullopt;
  return program.parent_path().parent_path() / "share" / "bouton";
}

}  // namespace bouton::cli
