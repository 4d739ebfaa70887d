// What a search has found, in a file, so that it can go on after an interruption or on another day.
//
// The file, integers little-endian:
//   8 bytes  "BoutonLS"
//   u32      2, the version of this format
//   u32      the play: 0 normal, 1 misère
//   u64      Checksum of the game
//   u32      N, words of a key
//   then for each entry: N u64 words of the key; u32 values that it does not have; u16 its value, 65535 where it is not known;
//   u8 the least value that it can have; u8 cost
//   u64      Checksum of all bytes before
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "engine/base/budget.h"
#include "engine/base/checksum.h"
#include "engine/nimbers/value_table.h"
#include "engine/rules/rules.h"
#include "engine/system/whole_file.h"

namespace bouton::nimbers {

/// Writes such a file for the game with that checksum; whole or not there. Throws OutputError.
class TableFileWriter {
 public:
  TableFileWriter(const std::filesystem::path& path, std::uint64_t game, Play play, std::uint32_t words);
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
void read_table_file(const std::filesystem::path& path, std::uint64_t game, Play play, std::uint32_t words,
                     const Budget& budget,
                     const std::function<void(std::span<const std::uint64_t> key, const Knowledge& knowledge)>& visit);

/// How many words a key has in the file; 0 where it is no such file.
std::uint32_t words_of_table_file(const std::filesystem::path& path);

}  // namespace bouton::nimbers
