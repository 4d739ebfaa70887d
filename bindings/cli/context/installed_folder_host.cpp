// In WebAssembly, where the host knows the place.
#include <cstdlib>

#include "bindings/cli/context/installed_folder.h"

namespace bouton::cli {

std::optional<std::filesystem::path> installed_folder() {
  const char* const folder = std::getenv("BOUTON_PACKAGE");
  return folder == nullptr ? std::nullopt : std::optional<std::filesystem::path>(folder);
}

}  // namespace bouton::cli
