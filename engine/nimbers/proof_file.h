// What a proof-number search has found, in a file, so that it can go on after an interruption or on another day.
//
// A kept file (engine/kept/record_file.h) of the work "search by proof numbers": of the game, by a checksum of its rules, the
// play, and whether positions are taken apart. All pieces together are numbers of seven bits a byte, the lowest first, of which
// all bytes but the last have the highest bit set; coordinates c are 2c, or -2c - 1 where they are negative:
//     components: how many; of each its length and coordinates
//     of each component its options: 0 where they were not asked for, else how many there are and one; of each option how many
//     components it has, and these, as numbers from 0
//     other positions: how many; of each its length and coordinates, how many components it has, and these
//     how many options the rules have listed
//     values: of each component 0 where it is not known, else the value and one
//     distances: how many; of each component, heap, and what must be shown for N and for P
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "engine/base/budget.h"
#include "engine/kept/record_file.h"
#include "engine/position/position.h"
#include "engine/rules/rules.h"

namespace bouton::nimbers {

/// Which search a file is of.
struct ProofFileTitle {
  std::uint64_t rules = 0;
  Play play = Play::normal;
  bool components = false;
};

/// Writes such a file; whole or not there. Throws OutputError.
class ProofFileWriter {
 public:
  ProofFileWriter(const std::filesystem::path& path, const ProofFileTitle& title);
  void number(std::uint64_t number);
  void coordinate(Coordinate coordinate);
  void finish();

 private:
  PieceFile file_;
};

/// Reads it in the same order. Throws RequestError, naming the file, where it is damaged, no such file, of another version, or
/// of another search.
class ProofFileReader {
 public:
  ProofFileReader(const std::filesystem::path& path, const ProofFileTitle& title, const Budget& budget);

  std::uint64_t number();
  Coordinate coordinate();
  /// A number of things each of which takes a byte or more.
  std::uint64_t count();
  std::uint64_t less_than(std::uint64_t bound);
  /// After the last number.
  void finish() const;
  /// The file is damaged.
  [[noreturn]] void fail() const;

 private:
  std::filesystem::path path_;
  std::string bytes_;
  std::size_t at_ = 0;
};

}  // namespace bouton::nimbers
