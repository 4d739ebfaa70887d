// What a search has found, in a file, so that it can go on after an interruption or on another day.
//
// A kept file (engine/kept/record_file.h) of the work "search by nimbers": of the game, by a checksum of its rules, the play,
// and N, words of a key. Its pieces have whole entries, integers little-endian: N u64 words of the key; u32 values that it does
// not have; u16 its value, 65535 where it is not known; u8 the least value that it can have; u8 cost.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "engine/base/budget.h"
#include "engine/kept/record_file.h"
#include "engine/nimbers/value_table.h"
#include "engine/rules/rules.h"

namespace bouton::nimbers {

/// Writes such a file for the game with that checksum; whole or not there. Throws OutputError.
class TableFileWriter {
 public:
  TableFileWriter(const std::filesystem::path& path, std::uint64_t game, Play play, std::uint32_t words);
  void add(std::span<const std::uint64_t> key, const Knowledge& knowledge);
  void finish();

 private:
  PieceFile file_;
  std::string entry_;  ///< the one that is being written
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

/// Reads such a file and calls `visit` with every entry; each was found to be right, also where others are damaged. Throws
/// RequestError, naming the file, where it is damaged, no such file, of another version, or of another game or play.
void read_table_file(const std::filesystem::path& path, std::uint64_t game, Play play, std::uint32_t words,
                     const Budget& budget,
                     const std::function<void(std::span<const std::uint64_t> key, const Knowledge& knowledge)>& visit);

/// How many words a key has in the file; 0 where it is no such file.
std::uint32_t words_of_table_file(const std::filesystem::path& path);

}  // namespace bouton::nimbers
