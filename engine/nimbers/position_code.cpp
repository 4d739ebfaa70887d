#include "engine/nimbers/position_code.h"

#include <algorithm>
#include <bit>

namespace bouton::nimbers {
namespace {

constexpr unsigned kWordBits = 64;
constexpr unsigned kGroup = 3;

/// Counts the bits.
struct BitCount {
  std::size_t bits = 0;
  void put(std::uint64_t, unsigned count) { bits += count; }
};

struct BitWriter {
  std::span<std::uint64_t> words;
  std::size_t at = 0;
  bool fits = true;

  /// The lowest `count` bits, at most 4 or as many as divide a word.
  void put(std::uint64_t value, unsigned count) {
    fits = fits && at + count <= words.size() * kWordBits;
    if (!fits) return;
    words[at / kWordBits] |= value << at % kWordBits;
    if (at % kWordBits + count > kWordBits) words[at / kWordBits + 1] |= value >> (kWordBits - at % kWordBits);
    at += count;
  }
};

struct BitReader {
  std::span<const std::uint64_t> words;
  std::size_t at = 0;

  std::uint64_t get(unsigned count) {
    std::uint64_t value = words[at / kWordBits] >> at % kWordBits;
    if (at % kWordBits + count > kWordBits) value |= words[at / kWordBits + 1] << (kWordBits - at % kWordBits);
    at += count;
    return value & ((std::uint64_t{1} << count) - 1);
  }
  std::uint64_t get_groups() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += kGroup) {
      const std::uint64_t group = get(kGroup + 1);
      value |= (group >> 1) << shift;
      if ((group & 1) == 0) return value;
    }
  }
};

template <class Sink>
void put_groups(Sink& sink, std::uint64_t value) {
  for (;; value >>= kGroup) {
    const bool more = value >> kGroup != 0;
    sink.put((value & ((1U << kGroup) - 1)) << 1 | (more ? 1U : 0U), kGroup + 1);
    if (!more) return;
  }
}

/// The distance from the least value, as if there were no 64-bit bounds.
std::uint64_t above(Coordinate value, Coordinate least) {
  return static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(least);
}

}  // namespace

PositionCode::PositionCode(const Domain& domain) : domain_(domain) {
  if (const CellShape* const shape = domain.shape())
    bits_of_cell_ = std::max(1U, static_cast<unsigned>(std::bit_width(shape->states.size() - 1)));
}

template <class Sink>
void PositionCode::write(PositionView position, Sink& sink) const {
  if (bits_of_cell_ != 0) {
    for (const Coordinate state : position) sink.put(static_cast<std::uint64_t>(state), bits_of_cell_);
    return;
  }
  if (domain_.is_piles()) put_groups(sink, position.size());
  for (std::size_t i = 0; i < position.size(); ++i) put_groups(sink, above(position[i], domain_.axis(i).least));
}

bool PositionCode::encode(PositionView position, std::span<std::uint64_t> words) const {
  std::ranges::fill(words, 0);
  BitWriter writer{words};
  write(position, writer);
  return writer.fits;
}

std::size_t PositionCode::words(PositionView position) const {
  BitCount count;
  write(position, count);
  return (count.bits + kWordBits - 1) / kWordBits;
}

void PositionCode::decode(std::span<const std::uint64_t> words, Position& position) const {
  BitReader reader{words};
  position.clear();
  if (bits_of_cell_ != 0) {
    for (std::uint32_t cells = domain_.shape()->cells(); cells > 0; --cells)
      position.push_back(static_cast<Coordinate>(reader.get(bits_of_cell_)));
    return;
  }
  const std::uint64_t length = domain_.is_piles() ? reader.get_groups() : domain_.dimensions();
  for (std::uint64_t i = 0; i < length; ++i)
    position.push_back(static_cast<Coordinate>(reader.get_groups() + static_cast<std::uint64_t>(domain_.axis(i).least)));
}

}  // namespace bouton::nimbers
