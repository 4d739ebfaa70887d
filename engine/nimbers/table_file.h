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

#include <array>
#include <cstddef>
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

/// Writes what a table knows of positions: of at most so many, those that cost most. Throws OutputError. Nothing else may use
/// the table.
template <int N>
void write_table_file(const std::filesystem::path& path, std::uint64_t game, Play play, const ValueTable<N>& table,
                      std::uint64_t most_positions) {
  std::array<std::uint64_t, 256> of_cost{};
  table.each([&](const auto& /*key*/, const Knowledge& knowledge) { ++of_cost[knowledge.cost]; });
  std::size_t least_cost = of_cost.size();
  for (std::uint64_t count = 0; least_cost > 0 && count + of_cost[least_cost - 1] <= most_positions; --least_cost)
    count += of_cost[least_cost - 1];
  TableFileWriter file(path, game, play, N);
  table.each([&](const auto& key, const Knowledge& knowledge) {
    if (knowledge.cost >= least_cost && !knowledge.says_nothing()) file.add(key, knowledge);
  });
  file.finish();
}

/// Reads such a file and calls `visit` with every entry, once all of it is known to be right. Throws RequestError, naming the
/// file, where it is damaged, no such file, or of another game or play.
void read_table_file(const std::filesystem::path& path, std::uint64_t game, Play play, std::uint32_t words,
                     const Budget& budget,
                     const std::function<void(std::span<const std::uint64_t> key, const Knowledge& knowledge)>& visit);

/// How many words a key has in the file; 0 where it is no such file.
std::uint32_t words_of_table_file(const std::filesystem::path& path);

}  // namespace bouton::nimbers
