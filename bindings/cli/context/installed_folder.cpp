#include "bindings/cli/context/installed_folder.h"

#include "engine/system/environment.h"

namespace bouton::cli {

std::optional<std::filesystem::path> installed_folder() {
  const std::optional<std::filesystem::path> program = program_file();
  if (!program) return std::nullopt;
  return program->parent_path().parent_path() / "share" / "bouton";
}

}  // namespace bouton::cli
