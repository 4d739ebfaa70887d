#include "bindings/output/streams/npy_stream.h"

#include <algorithm>
#include <filesystem>

#include "bindings/output/formats/npy.h"
#include "bindings/output/sink/interrupt.h"

namespace bouton {
namespace {

std::size_t bytes_for(std::uint32_t greatest) { return greatest < 0x100 ? 1 : greatest < 0x10000 ? 2 : 4; }

}  // namespace

std::string NpyStream::header(std::size_t bytes) const {
  std::vector<std::uint64_t> shape;
  for (std::size_t i = 0; i < form().box.dimensions(); ++i) shape.push_back(form().box.length(i));
  return npy_header(bytes == 1 ? "|u1" : bytes == 2 ? "<u2" : "<u4", shape);
}

void NpyStream::write_head(std::uint32_t greatest) {
  go_on(greatest, 0);
  if (!spool_) out().write(header(bytes_));
}

void NpyStream::go_on(std::uint32_t greatest, std::uint64_t) {
  bytes_ = bytes_for(greatest);
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
  else out().written()->read(header(bytes_).size() + first * bytes_, bytes);
  const char* from = bytes.data();
  for (std::uint32_t& cell : cells) {
    cell = 0;
    for (std::size_t i = 0; i < bytes_; ++i) cell |= static_cast<std::uint32_t>(static_cast<unsigned char>(*from++)) << (8 * i);
  }
}

void NpyStream::read(std::uint64_t first, std::span<std::uint32_t> cells) { read_written(first, cells); }

void NpyStream::finish() {
  constexpr std::uint64_t kAtOnce = std::uint64_t{1} << 16;
  const std::size_t bytes = bytes_for(greatest());
  if (bytes == bytes_ && !spool_) return;
  if (!spool_) out().written()->begin_again();
  out().write(header(bytes));
  std::vector<std::uint32_t> cells;
  for (std::uint64_t done = 0; done < form().box.size(); done += cells.size()) {
    cells.resize(static_cast<std::size_t>(std::min(kAtOnce, form().box.size() - done)));
    read_written(done, cells);
    write_little_endian(out(), std::span<const std::uint32_t>(cells), bytes);
  }
}

}  // namespace bouton
