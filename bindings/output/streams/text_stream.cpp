#include "bindings/output/streams/text_stream.h"

#include <algorithm>

#include "bindings/output/values/cells.h"
#include "bindings/output/values/values.h"
#include "engine/base/errors.h"

namespace bouton {
namespace {

/// The index of the first value in a b-file.
Coordinate first_index(const Box& box) { return box.dimensions() == 1 ? box.low()[0] : 0; }

}  // namespace

void LineStream::go_on(std::uint32_t, std::uint64_t done) {
  written_ = done;
  if (done < form().box.size()) position_ = form().box.position(done);
}

void LineStream::read(std::uint64_t first, std::span<std::uint32_t> cells) {
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  if (first != read_) throw RequestError("values of an earlier run are not read in their order");
  if (read_ == 0) offset_ = head().size();
  const std::uint64_t size = out().written()->size();
  for (std::uint32_t& cell : cells) {
    std::size_t end = buffer_.find('\n', at_);
    while (end == std::string::npos) {
      buffer_.erase(0, at_);
      at_ = 0;
      const std::size_t before = buffer_.size();
      const std::uint64_t count = std::min<std::uint64_t>(kPiece, size - offset_);
      if (count == 0) throw RequestError("values of an earlier run are missing");
      buffer_.resize(before + static_cast<std::size_t>(count));
      out().written()->read(offset_, std::span(buffer_).subspan(before));
      offset_ += count;
      end = buffer_.find('\n', before);
    }
    cell = 0;
    std::size_t digit = end;
    while (digit > at_ && buffer_[digit - 1] >= '0' && buffer_[digit - 1] <= '9') --digit;
    for (; digit < end; ++digit) cell = 10 * cell + static_cast<std::uint32_t>(buffer_[digit] - '0');
    at_ = end + 1;
  }
  read_ += cells.size();
}

std::string CsvStream::head() const {
  TextSink line;
  write_csv_head(line, coordinate_names(form().game.rules->domain(), form().box.dimensions()), form().kind);
  return line.text();
}

void CsvStream::write_cells(std::span<const std::uint32_t> cells) {
  for (const std::uint32_t cell : cells) {
    write_csv_cell(out(), position_, cell_text(form().kind, cell));
    form().box.next(position_);
  }
}

std::string BfileStream::head() const { return bfile_head(first_index(form().box), form().box.size(), form().provenance); }

void BfileStream::write_cells(std::span<const std::uint32_t> cells) {
  Coordinate index = first_index(form().box) + static_cast<Coordinate>(written_);
  for (const std::uint32_t cell : cells) out().print("{} {}\n", index++, cell);
  written_ += cells.size();
}

}  // namespace bouton
