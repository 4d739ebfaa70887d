#include "bindings/output/streams/packed_stream.h"

#include "bindings/output/formats/npy.h"
#include "bindings/output/values/cells.h"
#include "engine/base/errors.h"

namespace bouton {
namespace {

/// Each byte from its other end.
std::uint64_t with_reversed_bytes(std::uint64_t x) {
  x = (x & 0x5555555555555555) << 1 | (x >> 1 & 0x5555555555555555);
  x = (x & 0x3333333333333333) << 2 | (x >> 2 & 0x3333333333333333);
  return (x & 0x0F0F0F0F0F0F0F0F) << 4 | (x >> 4 & 0x0F0F0F0F0F0F0F0F);
}

}  // namespace

std::string packed_header(const Box& box) {
  std::vector<std::uint64_t> shape;
  for (std::size_t i = 0; i < box.dimensions(); ++i) shape.push_back(box.length(i));
  shape.back() = (shape.back() + 7) / 8;
  return npy_header("|u1", shape);
}

void pack_outcomes(const std::uint64_t* bits, std::uint64_t first, std::uint64_t count, std::string& bytes) {
  const auto shift = static_cast<unsigned>(first % 64);
  const std::uint64_t* from = bits + first / 64;
  for (std::uint64_t done = 0; done < count; done += 64, ++from) {
    const std::uint64_t left = count - done;
    std::uint64_t p = *from >> shift;
    if (shift != 0 && left > 64 - shift) p |= from[1] << (64 - shift);
    std::uint64_t word = ~p;
    if (left < 64) word &= ~(~std::uint64_t{0} << left);
    word = with_reversed_bytes(word);
    const std::uint64_t count_of_bytes = left < 64 ? (left + 7) / 8 : 8;
    for (std::uint64_t i = 0; i < count_of_bytes; ++i) bytes += static_cast<char>(word >> (8 * i) & 0xFF);
  }
}

void PackedStream::write_head(std::uint32_t) { out().write(packed_header(form().box)); }

void PackedStream::take_outcomes(std::uint64_t first, const OutcomeBits& outcomes) {
  bytes_.clear();
  for (std::uint64_t done = 0; done < outcomes.count;) {
    const std::uint64_t count = std::min(outcomes.count - done, columns_ - column_);
    if (count == columns_) {
      pack_outcomes(outcomes.p, outcomes.first + done, count, bytes_);
    } else {
      out().write(bytes_);
      TableStream::take_outcomes(first + done, outcomes.part(done, count));
      bytes_.clear();
    }
    done += count;
  }
  out().write(bytes_);
}

void PackedStream::write_cells(std::span<const std::uint32_t> cells) {
  bytes_.clear();
  for (const std::uint32_t cell : cells) {
    pending_ = static_cast<unsigned char>(pending_ | (cell & 1U) << (7 - column_ % 8));
    ++column_;
    if (column_ % 8 != 0 && column_ != columns_) continue;
    bytes_ += static_cast<char>(pending_);
    pending_ = 0;
    if (column_ == columns_) column_ = 0;
  }
  out().write(bytes_);
}

void write_packed(Sink& out, const Table& table) {
  require_numbers(table, "packed npy");
  out.write(packed_header(table.box));
  const std::uint64_t columns = table.box.length(table.box.dimensions() - 1);
  unsigned char byte = 0;
  for (std::uint64_t i = 0; i < table.cells.size(); ++i) {
    const std::uint64_t column = i % columns;
    if (table.outcome(i) == Outcome::draw)
      throw RequestError(
          fmt::format("packed npy holds P and N only, but position {} is a draw", to_string(table.box.position(i))));
    byte = static_cast<unsigned char>(byte | table.cells[i] << (7 - column % 8));
    if (column % 8 != 7 && column + 1 != columns) continue;
    const char written = static_cast<char>(byte);
    out.write({&written, 1});
    byte = 0;
  }
}

}  // namespace bouton
