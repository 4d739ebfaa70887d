#include "engine/system/kept_folder.h"

#include <array>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "engine/system/environment.h"
#include "engine/system/process_copies.h"

namespace bouton {
namespace {

struct KeptFolders {
  std::mutex mutex;
  std::array<std::filesystem::path, 2> paths;  ///< by kind
};

KeptFolders& kept_folders() {
  static auto* const folders = new KeptFolders;  // never destroyed: a process may be copied while it ends
  // Another thread may hold the lock when the process is copied, and is not in the copy.
  [[maybe_unused]] static const bool free_in_copies = [] {
    call_at_copies([] { folders->mutex.lock(); }, [] { folders->mutex.unlock(); }, [] { folders->mutex.unlock(); });
    return true;
  }();
  return *folders;
}

}  // namespace

void set_kept_folder(Kept kind, std::filesystem::path folder) {
  KeptFolders& kept = kept_folders();
  const std::scoped_lock lock(kept.mutex);
  kept.paths[static_cast<std::size_t>(kind)] = std::move(folder);
}

std::filesystem::path kept_folder(Kept kind) {
  KeptFolders& kept = kept_folders();
  const std::scoped_lock lock(kept.mutex);
  return kept.paths[static_cast<std::size_t>(kind)];
}

std::filesystem::path usual_kept_folder(Kept kind) {
  const bool theorems = kind == Kept::theorems;
  if (const std::optional<std::string> set = environment_variable("BOUTON_CACHE")) {
    if (*set == "off" || set->empty()) return {};
    return theorems ? std::filesystem::path(*set) : std::filesystem::path(*set) / "boards";
  }
  const std::filesystem::path folder = user_cache_folder();
  return folder.empty() ? folder : folder / "bouton" / (theorems ? "theorems" : "boards");
}

void keep_in_usual_folders() {
  for (const Kept kind : {Kept::theorems, Kept::boards}) set_kept_folder(kind, usual_kept_folder(kind));
}

}  // namespace bouton
