// Numbers for positions of any length, in the order in which they are met.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/position/position.h"

namespace bouton {

/// A one-to-one map between positions and 0, 1, ..., size() - 1. The positions are kept as variable-length integers,
/// a byte for each coordinate in -64..63, in one piece of memory; a position of d small coordinates takes about
/// d + 20 bytes in all. Not safe to read from several threads at once.
class PositionIndex {
 public:
  using Number = std::uint32_t;

  explicit PositionIndex(const std::shared_ptr<MemoryAccount>& account);

  std::size_t size() const { return key_ends_.size(); }
  /// The number of a position, if it has one. O(length) expected.
  std::optional<Number> find(PositionView position) const;
  /// The number of a position, and whether it was given just now. O(length) expected, amortised. Throws LimitError.
  std::pair<Number, bool> insert(PositionView position);
  /// Sets `position` to the one with this number. O(length).
  void read(Number number, Position& position) const;
  Position operator[](Number number) const;

 private:
  /// A cell of the hash table. The home of a key is given by the upper bits of its tag, so that the table grows
  /// without looking at keys.
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number_and_one = 0;  ///< 0 for a free slot
  };

  /// Makes encoded_ the position's key, and returns the upper half of the key's hash.
  std::uint32_t encode(PositionView position) const;
  bool has_key(Number number) const;
  /// The slot that holds the encoded key, or the free one where it belongs.
  std::size_t locate(std::uint32_t tag) const;
  std::size_t home(std::uint32_t tag) const { return tag >> (32 - slot_bits_); }
  void grow();

  std::uint32_t slot_bits_ = 0;
  ChargedVector<Slot> slots_;
  ChargedVector<std::uint8_t> keys_;
  ChargedVector<std::uint64_t> key_ends_;      ///< one past each key's last byte
  mutable std::vector<std::uint8_t> encoded_;  ///< begins with the key that is being looked for
  mutable std::size_t encoded_length_ = 0;
};

}  // namespace bouton
