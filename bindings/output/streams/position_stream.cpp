#include "bindings/output/streams/position_stream.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "bindings/output/answers/position_list.h"
#include "bindings/output/formats/csv.h"
#include "bindings/output/formats/npy.h"
#include "bindings/output/sink/interrupt.h"
#include "bindings/output/values/values.h"
#include "engine/base/errors.h"
#include "engine/system/environment.h"

namespace bouton {
namespace {

constexpr std::size_t kCoordinateBytes = 8;

/// The one coordinate of the box that varies, for a b-file; 0 where none does.
std::size_t free_coordinate(const Box& box, const Domain& domain) {
  std::optional<std::size_t> free;
  for (std::size_t i = 0; i < box.dimensions(); ++i) {
    if (box.length(i) == 1) continue;
    if (free)
      throw RequestError(
          fmt::format("a b-file holds one number a line, and {} and {} vary here; fix one by a range of one value",
                      domain.coordinate_name(*free), domain.coordinate_name(i)));
    free = i;
  }
  return free.value_or(0);
}

}  // namespace

PositionStream::PositionStream(Output& out, Format format, const Domain& domain, const Box& box, Continued* continued,
                               std::string provenance)
    : out_(out), format_(format), domain_(domain), box_(box), continued_(continued), provenance_(std::move(provenance)) {
  if (format == Format::bfile) free_ = free_coordinate(box, domain);
  if (format == Format::npy && out.written() == nullptr)
    spool_.emplace(scratch_folder() / "bouton-positions", WholeFile::Existing::replace, &interrupted());
  if (begun().done == 0) return;
  count_ = continued->counted();
  has_head_ = true;
}

std::string PositionStream::npy_head(std::uint64_t count) const {
  const std::uint64_t shape[] = {count, box_.dimensions()};
  return npy_header("<i8", shape);
}

void PositionStream::write_head() {
  if (has_head_) return;
  has_head_ = true;
  if (format_ == Format::csv) write_csv_row(out_, coordinate_names(domain_, box_.dimensions()));
  if (format_ == Format::bfile && !provenance_.empty())
    out_.print("# {}\n", provenance_);  // how many lines follow, nobody knows
  // How many there are is said in the end: room for as many as there can be.
  if (format_ == Format::npy && !spool_) out_.write(npy_head(box_.size()));
}

void PositionStream::reached(std::uint64_t done, const std::function<std::string()>& state) {
  if (continued_ == nullptr || !continued_->is_due(done)) return;
  write_head();
  continued_->save(done, count_, state());
}

void PositionStream::write(PositionView position) {
  write_head();
  ++count_;
  switch (format_) {
    case Format::bfile: out_.print("{} {}\n", count_, position[free_]); return;
    case Format::npy: break;
    default: write_csv_position(out_, position); return;
  }
  if (!spool_) {
    write_little_endian(out_, position, kCoordinateBytes);
    return;
  }
  for (const Coordinate coordinate : position)
    for (std::size_t i = 0; i < kCoordinateBytes; ++i)
      piece_ += static_cast<char>(static_cast<std::uint64_t>(coordinate) >> (8 * i) & 0xFF);
  if (piece_.size() < (std::size_t{1} << 16)) return;
  spool_->write(piece_);
  piece_.clear();
}

void PositionStream::finish() {
  write_head();
  if (format_ != Format::npy) return;
  const std::string head = npy_head(count_);
  const std::size_t room = spool_ ? 0 : npy_head(box_.size()).size();
  if (!spool_ && head.size() == room) {
    out_.written()->replace(0, head);
    return;
  }
  if (spool_) spool_->write(piece_);
  else out_.written()->begin_again();
  out_.write(head);
  const std::uint64_t size = count_ * box_.dimensions() * kCoordinateBytes;
  std::string bytes;
  for (std::uint64_t done = 0; done < size; done += bytes.size()) {
    bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(std::uint64_t{1} << 16, size - done)));
    if (spool_) spool_->read(done, bytes);
    else out_.written()->read(room + done, bytes);
    out_.write(bytes);
  }
}

}  // namespace bouton
