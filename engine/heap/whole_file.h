// Files that are written whole or not at all, and know when they were damaged.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace bouton {

/// A checksum of bytes that come piece by piece: 64-bit FNV-1a over words of 8 bytes, the last one filled up with zeros.
/// Against accidents, not against forgers.
class Checksum {
 public:
  void add(std::string_view bytes);
  std::uint64_t value() const;

 private:
  void add_word(std::uint64_t word);

  std::uint64_t hash_ = 0xCBF29CE484222325;
  std::uint64_t pending_ = 0;  ///< the bytes that do not fill a word yet, the first one lowest
  unsigned bytes_ = 0;         ///< how many these are
  std::uint64_t length_ = 0;
};

/// Writes the pieces, one after the other, to `path`: to a neighbour with ".part" after its name first, which takes its place
/// when the disk has it. Whoever reads `path`, at any moment and after any crash, finds what was there before or all of the
/// new. Throws RequestError if the file cannot be written.
void write_whole_file(const std::filesystem::path& path, std::span<const std::string_view> pieces);

/// What the file holds; nothing if there is no such file. Throws RequestError if it cannot be read.
std::optional<std::string> read_whole_file(const std::filesystem::path& path);

}  // namespace bouton
