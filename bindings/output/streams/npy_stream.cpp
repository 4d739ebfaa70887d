#include "bindings/output/streams/npy_stream.h"

#include <algorithm>
#include <filesystem>

#include "bindings/output/formats/npy.h"
#include "bindings/output/sink/interrupt.h"

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
  go_on(greatest, 0);
  if (!spool_) out().write(npy_header(bytes_, form().box));
}

void NpyStream::go_on(std::uint32_t greatest, std::uint64_t) {
  bytes_ = npy_bytes(greatest);
  if (bytes_ > 1 && out().written() == nullptr)
    spool_.emplace(std::filesystem::temp_directory_path() / "bouton-table", WholeFile::Existing::replace, &interrupted());
}

void NpyStream::write_cells(std::span<const std::uint32_t> cells) {
  if (!spool_) {
    write_little_endian(out(), cells, bytes_);
    return;
  }
  TextSink piece;
  write_little_endian(piece, cells, bytes_);
  spool_->write(piece.text());
}

void NpyStream::read_written(std::uint64_t first, std::span<std::uint32_t> cells) {
  std::string bytes(cells.size() * bytes_, '\0');
  if (spool_) spool_->read(first * bytes_, bytes);
  else out().written()->read(npy_header(bytes_, form().box).size() + first * bytes_, bytes);
  read_little_endian(bytes, cells);
}

void NpyStream::read(std::uint64_t first, std::span<std::uint32_t> cells) { read_written(first, cells); }

void NpyStream::finish() {
  const std::size_t bytes = npy_bytes(greatest());
  if (bytes == bytes_ && !spool_) return;
  if (!spool_) out().written()->begin_again();
  write_npy(out(), form().box, bytes, [&](std::uint64_t first, std::span<std::uint32_t> cells) { read_written(first, cells); });
}

}  // namespace bouton
