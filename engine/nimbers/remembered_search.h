// A search that remembers what cost most when it is asked again in another run.
//
// A file for each game, in a folder of the user's: what table_file.h writes, of the positions whose answers took longest. It is
// read when a question turns out to take some time, and written when one did: small questions touch no file. Unlike theorems,
// what is read is not proved again: the file has a checksum, and one of another game, of another version of the search or
// damaged is not looked at. Files are whole or not there, so processes may share the folder; a folder that cannot be made or
// written to, or a full disk, means that nothing is kept. The folder has a bounded number of files: the oldest go.
//
// Example. `solve cram 5x8` takes some six seconds; `why cram 5x8` after it takes one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "engine/nimbers/nimber_search.h"

namespace bouton::nimbers {

/// When files are read and written, and how much is kept.
struct Remembering {
  std::uint64_t read_after = 50'000;                      ///< positions that a question looks at before the file is read
  std::uint64_t written_after = 200'000;                  ///< positions that were looked at since it was read or written
  std::uint64_t most_positions = std::uint64_t{1} << 17;  ///< in a file: some megabytes
  std::size_t most_files = 64;                            ///< in the folder
};

/// `search`, which remembers in `folder`; itself where the folder is empty or the search cannot tell its game from others.
std::unique_ptr<NimberSearch> remembered_search(std::unique_ptr<NimberSearch> search, std::filesystem::path folder,
                                                const Remembering& how = {});

}  // namespace bouton::nimbers
