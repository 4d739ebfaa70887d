#include "bindings/output/streams/npy_stream.h"

#include <algorithm>
#include <bit>
#include <filesystem>

#include "bindings/output/formats/npy.h"
#include "bindings/output/sink/interrupt.h"
#include "engine/system/environment.h"

namespace bouton {

void read_little_endian(std::string_view bytes, std::span<std::uint32_t> values) {
  if (values.empty()) return;
  const std::size_t each = bytes.size() / values.size();
  const char* from = bytes.data();
  for (std::uint32_t& value : values) {
    value = 0;
    for (std::size_t i = 0; i < each; ++i) value |= static_cast<std::uint32_t>(static_cast<unsigned char>(*from++)) << (8 * i);
  }
}

void write_npy(Output& out, const Box& box, std::size_t bytes,
               const std::function<void(std::uint64_t, std::span<std::uint32_t>)>& read) {
  constexpr std::uint64_t kAtOnce = std::uint64_t{1} << 16;
  out.write(npy_header(bytes, box));
  std::vector<std::uint32_t> values;
  for (std::uint64_t done = 0; done < box.size(); done += values.size()) {
    values.resize(static_cast<std::size_t>(std::min(kAtOnce, box.size() - done)));
    read(done, values);
    write_little_endian(out, std::span<const std::uint32_t>(values), bytes);
  }
}

void NpyStream::write_head(std::uint32_t greatest) {
  bytes_ = npy_bytes(greatest);
  holds_ = true;
  if (may_be_continued()) begin_to_write();
}

void NpyStream::go_on(std::uint32_t greatest, std::uint64_t) {
  bytes_ = npy_bytes(greatest);
  make_spool();
}

/// The type of the values is not certain: where what was written cannot be read again, they wait in another file.
void NpyStream::make_spool() {
  if (bytes_ > npy_bytes(greatest()) && out().written() == nullptr)
    spool_.emplace(scratch_folder() / "bouton-table", WholeFile::Existing::replace, &interrupted());
}

void NpyStream::begin_to_write() {
  holds_ = false;
  make_spool();
  if (!spool_) out().write(npy_header(bytes_, form().box));
  put(held_);
  held_ = {};
}

void NpyStream::put(std::string_view bytes) {
  if (spool_) spool_->write(bytes);
  else out().write(bytes);
}

template <class Number>
void NpyStream::write_numbers(std::span<const Number> numbers) {
  constexpr std::size_t kMostHeld = std::size_t{1} << 24;
  if (holds_ && (npy_bytes(greatest()) == bytes_ || held_.size() + numbers.size() * bytes_ > kMostHeld)) begin_to_write();
  if (holds_) {
    append_little_endian(held_, numbers, bytes_);
  } else if (std::endian::native == std::endian::little && sizeof(Number) == bytes_) {
    put({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
  } else if (!spool_) {
    write_little_endian(out(), numbers, bytes_);
  } else {
    std::string piece;
    append_little_endian(piece, numbers, bytes_);
    put(piece);
  }
}

void NpyStream::read_written(std::uint64_t first, std::span<std::uint32_t> cells) {
  std::string_view from = held_;
  std::string bytes;
  if (holds_) {
    from = from.substr(first * bytes_, cells.size() * bytes_);
  } else {
    bytes.resize(cells.size() * bytes_);
    if (spool_) spool_->read(first * bytes_, bytes);
    else out().written()->read(npy_header(bytes_, form().box).size() + first * bytes_, bytes);
    from = bytes;
  }
  read_little_endian(from, cells);
}

void NpyStream::read(std::uint64_t first, std::span<std::uint32_t> cells) { read_written(first, cells); }

void NpyStream::finish() {
  const std::size_t bytes = npy_bytes(greatest());
  if (!holds_ && bytes == bytes_ && !spool_) return;
  if (!holds_ && !spool_) out().written()->begin_again();
  write_npy(out(), form().box, bytes, [&](std::uint64_t first, std::span<std::uint32_t> cells) { read_written(first, cells); });
}

}  // namespace bouton
