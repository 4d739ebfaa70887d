#include "bindings/output/streams/table_stream.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "bindings/output/streams/npy_stream.h"
#include "bindings/output/streams/packed_stream.h"
#include "bindings/output/streams/text_stream.h"
#include "engine/base/errors.h"

namespace bouton {

namespace {

/// In a loop that compilers make vectors of.
template <class Cell>
Cell greatest_of(std::span<const Cell> cells) {
  Cell greatest = 0;
  for (const Cell cell : cells) greatest = std::max(greatest, cell);
  return greatest;
}

}  // namespace

bool is_streamed(Format format) { return format == Format::npy || format == Format::csv || format == Format::bfile; }

TableStream::TableStream(Output& out, TableForm form, Continued* continued)
    : out_(out), form_(std::move(form)), continued_(continued) {}

void TableStream::begin(std::uint32_t greatest) {
  if (begun().done == 0) {
    write_head(greatest);
    return;
  }
  greatest_ = static_cast<std::uint32_t>(continued_->counted());
  go_on(greatest, begun().done);
}

void TableStream::take(std::uint64_t, std::span<const std::uint32_t> cells) {
  greatest_ = std::max(greatest_, greatest_of(cells));
  write_cells(cells);
}

void TableStream::take_narrow(std::uint64_t, std::span<const std::uint16_t> cells) {
  greatest_ = std::max<std::uint32_t>(greatest_, greatest_of(cells));
  write_narrow(cells);
}

void TableStream::write_narrow(std::span<const std::uint16_t> narrow) {
  std::array<std::uint32_t, 4096> cells;
  for (; !narrow.empty(); narrow = narrow.subspan(std::min(cells.size(), narrow.size()))) {
    const auto now = narrow.first(std::min(cells.size(), narrow.size()));
    std::ranges::copy(now, cells.begin());
    write_cells({cells.data(), now.size()});
  }
}

void TableStream::reached(std::uint64_t done, const std::function<std::string()>& state) {
  if (continued_ != nullptr && continued_->is_due(done) && is_between_bytes()) continued_->save(done, greatest_, state());
}

std::unique_ptr<TableStream> make_table_stream(Output& out, const TableForm& form, Continued* continued) {
  if (form.packed) {
    if (form.kind != ValueKind::outcome || form.format != Format::npy)
      throw RequestError("packed output has outcomes as npy, a bit each");
    return std::make_unique<PackedStream>(out, form, continued);
  }
  switch (form.format) {
    case Format::npy: return std::make_unique<NpyStream>(out, form, continued);
    case Format::csv: return std::make_unique<CsvStream>(out, form, continued);
    case Format::bfile: return std::make_unique<BfileStream>(out, form, continued);
    default: break;
  }
  throw RequestError(fmt::format("{} is not written stripe by stripe", name(form.format)));
}

}  // namespace bouton
