// Folders in which a process keeps what it has found, so that later runs need not search for it again.
#pragma once

#include <filesystem>

namespace bouton {

/// What is kept: each kind has a folder of its own.
enum class Kept { theorems, boards };

/// Where this process keeps such findings from now on; empty, as at first, for nowhere. May be called from any thread.
void set_kept_folder(Kept kind, std::filesystem::path folder);
std::filesystem::path kept_folder(Kept kind);

/// The folder that the user's environment names. BOUTON_CACHE is that of theorems, and boards are in `boards` below it; there
/// is none if the variable is empty or "off". Without it bouton/theorems and bouton/boards in XDG_CACHE_HOME or in ~/.cache;
/// empty where there is none.
std::filesystem::path usual_kept_folder(Kept kind);

/// Both kinds in the folders that the environment names.
void keep_in_usual_folders();

}  // namespace bouton
