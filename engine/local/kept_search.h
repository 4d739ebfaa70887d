// A search whose findings are kept in a file while it goes on, so that a run that is ended is not lost.
#pragma once

#include <filesystem>
#include <memory>

#include "engine/local/local_search.h"

namespace bouton::local {

/// `search`, which knows what the file at `path` has, if there is one, and writes what it has found to it: every so many
/// positions, when a question ends with an error or an interruption, and in keep(). The file is whole at all times. Throws
/// RequestError where the file is none of this game's; questions may throw OutputError.
std::unique_ptr<LocalSearch> kept_search(std::unique_ptr<LocalSearch> search, std::filesystem::path path);

}  // namespace bouton::local
