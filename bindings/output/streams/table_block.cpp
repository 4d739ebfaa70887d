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
                       std::optional<std::filesystem::path> checkpoint, Work work, const Budget& budget)
    : ranks_(ranks),
      form_(std::move(form)),
      part_(path),
      out_(out),
      checkpoint_(std::move(checkpoint)),
      work_(std::move(work)),
      budget_(budget),
      columns_(form_.box.length(form_.box.dimensions() - 1)) {
  part_ += ".part";
  work_.add("ranks", static_cast<std::uint64_t>(ranks.count()));
  // Rank 0 says where all begin.
  if (ranks_.rank() == 0) {
    begun_ = open_part();
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

ResumableRun::Begun TableBlock::open_part() {
  Written& written = *out_->written();
  std::optional<StripeFile> found;
  if (checkpoint_) found = read_stripe_file(*checkpoint_, work_, budget_);
  // A part that is not there was finished, or deleted by who wants to begin again.
  if (found && written.has_part()) {
    written.go_on(written.size(), 0, false);
    return std::move(found->begun);
  }
  written.begin();
  if (checkpoint_) write_stripe_file(*checkpoint_, work_, {}, budget_);
  written.show();  // the other ranks open it by its name
  return {};
}

void TableBlock::begin(std::uint32_t greatest) {
  bytes_ = form_.packed ? 1 : npy_bytes(greatest);
  header_ = form_.packed ? packed_header(form_.box) : npy_header(bytes_, form_.box);
  file_ = ranks_.open(part_);
  if (begun_.done > 0) check_part();
  if (ranks_.rank() == 0) file_->write(0, header_);
}

void TableBlock::check_part() {
  if (ranks_.rank() > 0) {
    StateWriter own;
    own.add(taken_);
    own.add(checksum_.value());
    ranks_.send(0, own.take(), budget_);
    ranks_.receive(0, budget_);
    return;
  }
  std::uint64_t taken = taken_;
  PlacedChecksum wanted = checksum_, found;
  for (int rank = 1; rank < ranks_.count(); ++rank) {
    const std::string message = ranks_.receive(rank, budget_);
    StateReader in(message);
    taken += in.get<std::uint64_t>();
    wanted.add(PlacedChecksum::of_value(in.get<std::uint64_t>()));
  }
  const std::uint64_t end = place_of(taken);
  if (out_->written()->size() >= end) {
    std::string piece;
    for (std::uint64_t place = header_.size(); place < end; place += piece.size()) {
      piece.resize(static_cast<std::size_t>(std::min<std::uint64_t>(end - place, std::uint64_t{1} << 20)));
      file_->read(place, piece);
      found.add(place, piece);
    }
  }
  if (found.value() != wanted.value())
    throw RequestError(fmt::format(
        "checkpoint {}: the part of the output is not what it was, or is another file's; delete both to begin again",
        checkpoint_->string()));
  for (int rank = 1; rank < ranks_.count(); ++rank) ranks_.send(rank, "go on", budget_);
}

void TableBlock::write(std::uint64_t place, std::uint64_t positions) {
  taken_ += positions;
  if (piece_.empty()) return;
  checksum_.add(place, piece_);
  file_->write(place, piece_);
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
  write(place_of(first), cells.size());
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
  write(place, cells.size());
}

void TableBlock::take_outcomes(std::uint64_t first, const OutcomeBits& outcomes) {
  const std::uint64_t column = first % columns_, end = column + outcomes.count;
  if (!form_.packed || column % 8 != 0 || end > columns_ || (end < columns_ && end % 8 != 0)) {
    BlockSink::take_outcomes(first, outcomes);
    return;
  }
  piece_.clear();
  pack_outcomes(outcomes.p, outcomes.first, outcomes.count, piece_);
  write(place_of(first), outcomes.count);
}

void TableBlock::go_on(std::string_view kept) {
  StateReader in(kept);
  greatest_ = in.get<std::uint32_t>();
  taken_ = in.get<std::uint64_t>();
  checksum_ = PlacedChecksum::of_value(in.get<std::uint64_t>());
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
  out.add(taken_);
  out.add(checksum_.value());
  return out.take();
}

void TableBlock::keep_states(std::uint64_t rows, std::string states) {
  write_stripe_file(*checkpoint_, work_, {.begun = {rows, std::move(states)}}, budget_);
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
