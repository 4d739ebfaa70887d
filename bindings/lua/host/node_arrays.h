// How long it takes Lua to make a table larger.
//
// The keys of a table that are not a list stand in an array of nodes. When it is full, Lua takes another and puts every key
// into it, one instruction that no hook interrupts. Keys with the same place in the new array form a chain, and each of them
// walks along those that stand there already: half a million with one place would take minutes. So before Lua gets an array of
// nodes, somebody looks how the keys of those that there are would stand in it. Which of them it is for is not known.
//
// This knows how Lua 5.4 lays out nodes and finds places. Where another Lua does that otherwise, the look tells nothing, and
// nothing else is wrong.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bouton::lua {

/// The large arrays of nodes of a Lua state.
class NodeArrays {
 public:
  /// Whether an allocation may be that of a large array of nodes: `old_size` is what Lua says where it has no block yet.
  static bool is_one(const void* block, std::size_t old_size, std::size_t new_size) {
    return new_size >= kLeastNodes * kNodeSize && block == nullptr && old_size == 0 && new_size % kNodeSize == 0 &&
           std::has_single_bit(new_size / kNodeSize);
  }

  void add(const void* array, std::size_t bytes);
  void remove(const void* array);
  /// Whether the keys of one of the arrays would collide too often in an array of `bytes`. O(nodes of all).
  bool collide_in(std::size_t bytes) const;

 private:
  static constexpr std::size_t kNodeSize = 24;
  static constexpr std::size_t kLeastNodes = std::size_t{1} << 14;
  /// Steps along chains, a few nanoseconds each. In an array of half as many nodes as the least there cannot be more.
  static constexpr std::uint64_t kMostSteps = kLeastNodes / 2 * (kLeastNodes / 2) / 2;

  struct Array {
    const void* nodes;
    std::size_t size;
  };
  std::vector<Array> arrays_;
};

}  // namespace bouton::lua
