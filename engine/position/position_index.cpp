#include "engine/position/position_index.h"

#include <cstring>
#include <limits>

#include "engine/position/hash.h"

namespace bouton {
namespace {

constexpr std::uint32_t kFirstSlotBits = 6;

/// Small numbers of either sign become small unsigned ones.
constexpr std::uint64_t zigzag(Coordinate value) {
  return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
constexpr Coordinate unzigzag(std::uint64_t value) { return static_cast<Coordinate>((value >> 1) ^ (~(value & 1) + 1)); }

constexpr std::size_t kLongestCode = 10;
constexpr std::size_t kWord = sizeof(std::uint64_t);

}  // namespace

PositionIndex::PositionIndex(const std::shared_ptr<MemoryAccount>& account)
    : slots_(account), keys_(account), key_ends_(account) {}

std::optional<PositionIndex::Number> PositionIndex::find(PositionView position) const {
  if (slots_.empty()) return std::nullopt;
  const Slot slot = slots_[locate(encode(position))];
  if (slot.number_and_one == 0) return std::nullopt;
  return slot.number_and_one - 1;
}

std::pair<PositionIndex::Number, bool> PositionIndex::insert(PositionView position) {
  if (4 * (size() + 1) > 3 * slots_.size()) grow();
  const std::uint32_t tag = encode(position);
  Slot& slot = slots_[locate(tag)];
  if (slot.number_and_one != 0) return {slot.number_and_one - 1, false};
  const auto number = static_cast<Number>(size());
  key_ends_.push_back(keys_.size() + encoded_length_);
  try {
    keys_.insert(keys_.end(), encoded_.data(), encoded_.data() + encoded_length_);
  } catch (...) {
    key_ends_.pop_back();
    throw;
  }
  slot = {tag, number + 1};
  return {number, true};
}

void PositionIndex::read(Number number, Position& position) const {
  position.clear();
  const std::uint8_t* byte = keys_.data() + (number == 0 ? 0 : key_ends_[number - 1]);
  const std::uint8_t* const end = keys_.data() + key_ends_[number];
  while (byte != end) {
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (; (*byte & 0x80U) != 0; shift += 7) value |= std::uint64_t{*byte++ & 0x7FU} << shift;
    value |= std::uint64_t{*byte++} << shift;
    position.push_back(unzigzag(value));
  }
}

Position PositionIndex::operator[](Number number) const {
  Position position;
  read(number, position);
  return position;
}

std::uint32_t PositionIndex::encode(PositionView position) const {
  const std::size_t most = kLongestCode * position.size() + kWord;
  if (encoded_.size() < most) encoded_.resize(most);
  std::uint8_t* out = encoded_.data();
  for (const Coordinate coordinate : position) {
    std::uint64_t value = zigzag(coordinate);
    for (; value >= 0x80; value >>= 7) *out++ = static_cast<std::uint8_t>(value | 0x80);
    *out++ = static_cast<std::uint8_t>(value);
  }
  encoded_length_ = static_cast<std::size_t>(out - encoded_.data());
  std::memset(out, 0, kWord);
  std::uint64_t hash = encoded_length_;
  for (std::size_t i = 0; i < encoded_length_; i += kWord) {
    std::uint64_t word;
    std::memcpy(&word, encoded_.data() + i, kWord);
    hash = mix(hash + 0x9e3779b97f4a7c15U + word);
  }
  return static_cast<std::uint32_t>(hash >> 32);
}

bool PositionIndex::has_key(Number number) const {
  const std::uint64_t first = number == 0 ? 0 : key_ends_[number - 1];
  const std::uint64_t length = key_ends_[number] - first;
  return length == encoded_length_ && (length == 0 || std::memcmp(keys_.data() + first, encoded_.data(), length) == 0);
}

std::size_t PositionIndex::locate(std::uint32_t tag) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = home(tag);
  while (slots_[i].number_and_one != 0 && !(slots_[i].tag == tag && has_key(slots_[i].number_and_one - 1))) i = (i + 1) & mask;
  return i;
}

void PositionIndex::grow() {
  constexpr std::uint32_t kMostSlotBits = 32;
  if (slot_bits_ == kMostSlotBits) throw LimitError("this question needs more than 3,221,225,472 positions");
  slot_bits_ = slot_bits_ == 0 ? kFirstSlotBits : slot_bits_ + 1;
  ChargedVector<Slot> grown(slots_.get_allocator());
  try {
    grown.resize(std::size_t{1} << slot_bits_);
  } catch (...) {
    slot_bits_ = slots_.empty() ? 0 : slot_bits_ - 1;
    throw;
  }
  const std::size_t mask = grown.size() - 1;
  for (const Slot slot : slots_) {
    if (slot.number_and_one == 0) continue;
    std::size_t i = home(slot.tag);
    while (grown[i].number_and_one != 0) i = (i + 1) & mask;
    grown[i] = slot;
  }
  slots_ = std::move(grown);
}

}  // namespace bouton
