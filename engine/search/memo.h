// What is known of each position: a map from positions to 32-bit words.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/base/memory_account.h"
#include "engine/position/box.h"
#include "engine/position/position.h"
#include "engine/position/position_index.h"

namespace bouton {

/// Each position has `width` words. The positions of one box, if there is one, are kept without their keys (4 bytes
/// a word, whether known or not); all others are hashed. All memory is charged to the account.
class Memo {
 public:
  /// The lasting name of a position.
  using Handle = std::uint64_t;

  /// What word 0 says of a position whose value is not known, or is being computed.
  static constexpr std::uint32_t kUnknown = 0xFFFFFFFF;
  static constexpr std::uint32_t kOpen = 0xFFFFFFFE;

  Memo(std::size_t width, std::optional<Box> box, const std::shared_ptr<MemoryAccount>& account);

  const std::optional<Box>& box() const { return box_; }
  /// The position's handle; a position that is met for the first time is unknown.
  Handle insert(PositionView position);
  std::optional<Handle> find(PositionView position) const;
  void read(Handle handle, Position& position) const;

  std::uint32_t word(Handle handle, std::size_t i = 0) const {
    return handle < boxed_ ? dense_[handle * width_ + i] : hashed_[(handle - boxed_) * width_ + i];
  }
  void set_word(Handle handle, std::size_t i, std::uint32_t value) {
    (handle < boxed_ ? dense_[handle * width_ + i] : hashed_[(handle - boxed_) * width_ + i]) = value;
  }
  bool is_in_box(Handle handle) const { return handle < boxed_; }
  bool known(Handle handle) const { return word(handle) < kOpen; }

 private:
  std::size_t width_;
  std::optional<Box> box_;
  Handle boxed_;  ///< the box's size: handles below it are the numbers of its positions, those above are hashed
  ChargedVector<std::uint32_t> dense_;
  ChargedVector<std::uint32_t> hashed_;
  PositionIndex index_;
};

}  // namespace bouton
