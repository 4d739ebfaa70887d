// A search whose findings are kept in a file while it goes on, so that a run that is ended is not lost.
#pragma once

#include <filesystem>
#include <memory>

#include "engine/nimbers/nimber_search.h"

namespace bouton::nimbers {

/// `search`, which knows what the file at `path` has, if there is one, and writes what it has found to it: every so many
/// positions, when a question ends with an error or an interruption, and in keep(). The file is whole at all times. Throws
/// RequestError where the file is none of this game's; questions may throw OutputError.
/// Where not `written`, the file is only read.
std::unique_ptr<NimberSearch> kept_search(std::unique_ptr<NimberSearch> search, std::filesystem::path path,
                                          bool written = true);

}  // namespace bouton::nimbers
