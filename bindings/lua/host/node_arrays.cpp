#include "bindings/lua/host/node_arrays.h"

#include <algorithm>
#include <bit>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

#include <lua.hpp>

namespace bouton::lua {
namespace {

/// A node: a value with its type, and a key with its type.
struct Node {
  std::uint64_t value;
  std::uint8_t value_type;
  std::uint8_t key_type;
  std::int32_t next;
  std::uint64_t key;
};

constexpr std::uint8_t kIntegerKey = LUA_TNUMBER;
constexpr std::uint8_t kFloatKey = LUA_TNUMBER | 1 << 4;

std::uint32_t hash_of_float(double value) {
  int exponent = 0;
  const double scaled = std::frexp(value, &exponent) * -static_cast<double>(INT_MIN);
  if (!(scaled >= -0x1p63 && scaled < 0x1p63)) return 0;
  const auto sum = static_cast<std::uint32_t>(exponent) + static_cast<std::uint32_t>(static_cast<std::int64_t>(scaled));
  return sum <= static_cast<std::uint32_t>(INT_MAX) ? sum : ~sum;
}

/// The place of a key among `size` nodes. Only numbers can be chosen so that they collide.
std::optional<std::uint64_t> place_of(const Node& node, std::size_t size) {
  if ((node.value_type & 0x0F) == LUA_TNIL) return std::nullopt;
  const std::uint64_t modulus = (size - 1) | 1;
  if (node.key_type == kIntegerKey) return node.key % modulus;
  if (node.key_type == kFloatKey) return hash_of_float(std::bit_cast<double>(node.key)) % modulus;
  return std::nullopt;
}

}  // namespace

void NodeArrays::add(const void* array, std::size_t bytes) {
  try {
    arrays_.push_back({array, bytes / sizeof(Node)});
  } catch (const std::bad_alloc&) {
    // Then nobody looks at it: Lua, who calls, cannot hear of this.
  }
}

void NodeArrays::remove(const void* array) {
  std::erase_if(arrays_, [&](const Array& known) { return known.nodes == array; });
}

bool NodeArrays::collide_in(std::size_t bytes) const {
  static_assert(sizeof(Node) == kNodeSize);
  const std::size_t size = bytes / sizeof(Node);
  for (const Array& array : arrays_) {
    const std::unique_ptr<std::uint32_t, decltype(&std::free)> keys_at(
        static_cast<std::uint32_t*>(std::calloc(size, sizeof(std::uint32_t))), &std::free);
    if (keys_at == nullptr) return true;
    std::uint64_t steps = 0;
    for (std::size_t i = 0; i < array.size && steps <= kMostSteps; ++i)
      if (const auto place = place_of(static_cast<const Node*>(array.nodes)[i], size)) steps += keys_at.get()[*place]++;
    if (steps > kMostSteps) return true;
  }
  return false;
}

}  // namespace bouton::lua
