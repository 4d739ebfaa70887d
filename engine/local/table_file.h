// What a search has found, in a file, so that it can go on after an interruption or on another day.
//
// The file, integers little-endian:
//   8 bytes  "BoutonLS"
//   u32      1, the version of this format
//   u32      the play: 0 normal, 1 misère
//   u64      Checksum of the game: its cells, states, rows, columns and moves
//   u32      N, words of a key
//   then for each entry: N u64 words of the key; u32 values that it does not have; u8 its value, 255 where it is not known; u8
//   cost u64      Checksum of all bytes before
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "engine/base/budget.h"
#include "engine/base/checksum.h"
#include "engine/local/structure.h"
#include "engine/local/value_table.h"
#include "engine/rules/rules.h"
#include "engine/system/whole_file.h"

namespace bouton::local {

/// Writes such a file; whole or not there. Throws OutputError.
class TableFileWriter {
 public:
  TableFileWriter(const std::filesystem::path& path, const Structure& game, Play play, std::uint32_t words);
  void add(std::span<const std::uint64_t> key, const Knowledge& knowledge);
  void finish();

 private:
  void flush();

  WholeFile file_;
  Checksum checksum_;
  std::string pending_;
};

/// Reads such a file and calls `visit` with every entry, once all of it is known to be right. Throws RequestError, naming the
/// file, where it is damaged, no such file, or of another game or play.
void read_table_file(const std::filesystem::path& path, const Structure& game, Play play, std::uint32_t words,
                     const Budget& budget,
                     const std::function<void(std::span<const std::uint64_t> key, const Knowledge& knowledge)>& visit);

}  // namespace bouton::local
