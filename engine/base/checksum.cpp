#include "engine/base/checksum.h"

#include <utility>

namespace bouton {

void Checksum::add_word(std::uint64_t word) {
  hash_ = (hash_ ^ word) * 0x100000001B3;
  hash_ ^= hash_ >> 32;
}

void Checksum::add(std::string_view bytes) {
  length_ += bytes.size();
  std::size_t i = 0;
  for (; bytes_ != 0 && i < bytes.size(); ++i) {
    pending_ |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << 8 * bytes_;
    if (++bytes_ < 8) continue;
    add_word(std::exchange(pending_, 0));
    bytes_ = 0;
  }
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word = 0;
    for (unsigned byte = 0; byte < 8; ++byte)
      word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i + byte])) << 8 * byte;
    add_word(word);
  }
  for (; i < bytes.size(); ++i) pending_ |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << 8 * bytes_++;
}

std::uint64_t Checksum::value() const {
  Checksum last = *this;
  if (last.bytes_ != 0) last.add_word(last.pending_);
  last.add_word(length_);
  return last.hash_;
}

}  // namespace bouton
