#include "bindings/cli/context/installed_folder.h"

#include <cstdlib>
#include <system_error>

namespace bouton::cli {

std::optional<std::filesystem::path> installed_folder() {
#ifdef __EMSCRIPTEN__
  const char* const folder = std::getenv("BOUTON_PACKAGE");
  return folder == nullptr ? std::nullopt : std::optional<std::filesystem::path>(folder);
#else
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return std::nullopt;
  return program.parent_path().parent_path() / "share" / "bouton";
#endif
}

}  // namespace bouton::cli
