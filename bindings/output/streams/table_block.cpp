#include "bindings/output/streams/table_block.h"

#include <algorithm>

#include <fmt/format.h>

#include "bindings/output/formats/npy.h"
#include "bindings/output/streams/npy_stream.h"
#include "bindings/output/streams/packed_stream.h"
#include "engine/base/errors.h"
#include "engine/table/sinks/stripe_file.h"

namespace bouton {

TableBlock::TableBlock(Ranks& ranks, TableForm form, const std::filesystem::path& path, Output* out,
                       std::optional<std::filesystem::path> checkpoint, const std::string& title, const Budget& budget)
    : ranks_(ranks),
      form_(std::move(form)),
      part_(path),
      out_(out),
      checkpoint_(std::move(checkpoint)),
      title_(fmt::format("{}, {} ranks", title, ranks.count())),
      budget_(budget),
      columns_(form_.box.length(form_.box.dimensions() - 1)) {
  part_ += ".part";
  // Rank 0 says where all begin.
  if (ranks_.rank() == 0) {
    if (checkpoint_) {
      if (std::optional<StripeFile> found = read_stripe_file(*checkpoint_, title_, budget_)) begun_ = std::move(found->begun);
      if (out_->written()->size() == 0) begun_ = {};  // the part was finished, or deleted by who wants to begin again
    }
    if (begun_.done == 0) out_->written()->cut(0);
    StateWriter told;
    told.add(begun_.done);
    told.add(std::span<const char>(begun_.state));
    const std::string message = told.take();
    for (int rank = 1; rank < ranks_.count(); ++rank) ranks_.send(rank, message, budget_);
  } else {
    const std::string message = ranks_.receive(0, budget_);
    begun_.done = StateReader(std::string_view(message).substr(0, sizeof(std::uint64_t))).get<std::uint64_t>();
    begun_.state = message.substr(sizeof(std::uint64_t));
  }
}

void TableBlock::begin(std::uint32_t greatest) {
  bytes_ = form_.packed ? 1 : npy_bytes(greatest);
  header_ = form_.packed ? packed_header(form_.box) : npy_header(bytes_, form_.box);
  file_ = ranks_.open(part_);
  if (ranks_.rank() == 0) file_->write(0, header_);
}

std::uint64_t TableBlock::place_of(std::uint64_t position) const {
  if (form_.packed) return header_.size() + position / columns_ * ((columns_ + 7) / 8) + position % columns_ / 8;
  return header_.size() + position * bytes_;
}

void TableBlock::take(std::uint64_t first, std::span<const std::uint32_t> cells) {
  if (cells.empty()) return;
  greatest_ = std::max(greatest_, *std::ranges::max_element(cells));
  if (form_.packed) {
    take_packed(first, cells);
    return;
  }
  piece_.clear();
  append_little_endian(piece_, cells, bytes_);
  file_->write(place_of(first), piece_);
}

/// Cells of a byte that is not full wait for those that come next.
void TableBlock::take_packed(std::uint64_t first, std::span<const std::uint32_t> cells) {
  const std::uint64_t place = place_of(first);
  piece_.clear();
  for (const std::uint32_t cell : cells) {
    const std::uint64_t column = first++ % columns_;
    if (column % 8 == 0) pending_ = 0;
    pending_ = static_cast<unsigned char>(pending_ | (cell & 1U) << (7 - column % 8));
    if (column % 8 == 7 || column + 1 == columns_) piece_ += static_cast<char>(pending_);
  }
  if (!piece_.empty()) file_->write(place, piece_);
}

void TableBlock::take_outcomes(std::uint64_t first, const OutcomeBits& outcomes) {
  const std::uint64_t column = first % columns_, end = column + outcomes.count;
  if (!form_.packed || column % 8 != 0 || end > columns_ || (end < columns_ && end % 8 != 0)) {
    BlockSink::take_outcomes(first, outcomes);
    return;
  }
  piece_.clear();
  pack_outcomes(outcomes.p, outcomes.first, outcomes.count, piece_);
  file_->write(place_of(first), piece_);
}

void TableBlock::go_on(std::string_view kept) {
  StateReader in(kept);
  greatest_ = in.get<std::uint32_t>();
  in.finish();
}

void TableBlock::read(std::uint64_t first, std::span<std::uint32_t> cells) {
  std::string bytes(cells.size() * bytes_, '\0');
  file_->read(place_of(first), bytes);
  read_little_endian(bytes, cells);
}

std::string TableBlock::keep() {
  file_->keep();
  if (out_ != nullptr) out_->written()->keep();  // however this run ends, the part stays
  StateWriter out;
  out.add(greatest_);
  return out.take();
}

void TableBlock::keep_states(std::uint64_t rows, std::string states) {
  write_stripe_file(*checkpoint_, {.title = title_, .begun = {rows, std::move(states)}}, budget_);
}

void TableBlock::finish() {
  file_->keep();
  if (ranks_.rank() > 0) {
    StateWriter own;
    own.add(greatest_);
    ranks_.send(0, own.take(), budget_);
    return;
  }
  for (int rank = 1; rank < ranks_.count(); ++rank) {
    const std::string message = ranks_.receive(rank, budget_);
    greatest_ = std::max(greatest_, StateReader(message).get<std::uint32_t>());
  }
  if (form_.packed || npy_bytes(greatest_) == bytes_) return;
  Written& written = *out_->written();
  const std::uint64_t from = header_.size();
  written.begin_again();
  write_npy(*out_, form_.box, npy_bytes(greatest_), [&](std::uint64_t first, std::span<std::uint32_t> cells) {
    std::string bytes(cells.size() * bytes_, '\0');
    written.read(from + first * bytes_, bytes);
    read_little_endian(bytes, cells);
  });
}

}  // namespace bouton
