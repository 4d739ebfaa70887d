// Where what belongs to the command lies once it is installed.
#pragma once

#include <filesystem>
#include <optional>

namespace bouton::cli {

/// The folder with rules/ and editor/: share/bouton beside the program's own folder; in WebAssembly that of the package, which
/// bindings/web/command/host.cjs names. It need not exist. Nothing where the program's own place is unknown.
std::optional<std::filesystem::path> installed_folder();

}  // namespace bouton::cli
