#include "engine/heap/files/checkpoint.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/little_endian.h"
#include "engine/heap/files/tail_checkpoint.h"
#include "engine/kept/record_file.h"
#include "engine/kept/work.h"
#include "engine/system/whole_file.h"

namespace bouton {
namespace {

Work work_of_values(const TakeAndBreak& game) { return Work("values of heaps").add("game", game.code()).add("play", "normal"); }

/// The bytes of some values, least byte first.
template <class T>
std::string bytes_of(std::span<const T> values) {
  std::string bytes;
  bytes.reserve(values.size() * sizeof(T));
  for (const T value : values) append_little_endian(bytes, value);
  return bytes;
}

template <class T>
void append_values(GrundyValues& values, std::string_view bytes) {
  std::vector<Grundy> piece;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
    Grundy value = 0;
    for (unsigned byte = 0; byte < sizeof(T); ++byte)
      value |= static_cast<Grundy>(static_cast<unsigned char>(bytes[at + byte])) << 8 * byte;
    piece.push_back(value);
    if (piece.size() < 4096 && at + sizeof(T) < bytes.size()) continue;
    values.append(piece);
    piece.clear();
  }
}

constexpr std::size_t kWidthAndCount = sizeof(std::uint32_t) + sizeof(std::uint64_t);

/// How many values of the game the file holds, as its first piece says; 0 where it is none of such a file.
std::uint64_t count_in(const std::filesystem::path& path, const TakeAndBreak& game) {
  const std::string piece = first_piece(path, work_of_values(game), kWidthAndCount);
  return piece.size() == kWidthAndCount ? little_endian_at<std::uint64_t>(piece, sizeof(std::uint32_t)) : 0;
}

}  // namespace

void write_checkpoint(const std::filesystem::path& path, const TakeAndBreak& game, const GrundyValues& values) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;  // values
  PieceFile file(path, work_of_values(game));
  std::string first;
  append_little_endian(first, static_cast<std::uint32_t>(values.width()));
  append_little_endian(first, static_cast<std::uint64_t>(values.size()));
  file.write(first);
  values.visit([&](auto list) {
    for (std::size_t at = 0; at < list.size(); at += kPiece)
      file.write(bytes_of(list.subspan(at, std::min(kPiece, list.size() - at))));
  });
  file.finish();
}

std::optional<GrundyValues> read_checkpoint(const std::filesystem::path& path, const TakeAndBreak& game, const Budget& budget) {
  std::error_code error;
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
    throw RequestError(fmt::format("checkpoint {}: this file does not hold values to continue from", path.string()));
  if (is_tail_checkpoint(path))
    throw RequestError(
        fmt::format("checkpoint {}: it belongs to a search for the period alone and holds no values", path.string()));
  GrundyValues values;
  std::uint32_t width = 0;
  std::uint64_t count = 0;
  const bool is_there = read_pieces(path, work_of_values(game), budget, [&](std::string_view piece) {
    if (width == 0) {
      if (piece.size() != kWidthAndCount) refuse_damaged_file(path);
      width = little_endian_at<std::uint32_t>(piece, 0);
      count = little_endian_at<std::uint64_t>(piece, sizeof width);
      if (width != 1 && width != 2 && width != 4) refuse_damaged_file(path);
      return;
    }
    if (piece.size() % width != 0) refuse_damaged_file(path);
    if (width == 1) append_values<std::uint8_t>(values, piece);
    else if (width == 2) append_values<std::uint16_t>(values, piece);
    else append_values<std::uint32_t>(values, piece);
  });
  if (!is_there) return std::nullopt;
  if (width == 0 || values.size() != count) refuse_damaged_file(path);
  return values;
}

HeapSequence Checkpoint::load(const TakeAndBreak& game, const Budget& budget) {
  std::optional<GrundyValues> values = read_checkpoint(path_, game, budget);
  saved_ = values ? values->size() : 0;
  return HeapSequence(game, values ? *std::move(values) : GrundyValues());
}

void Checkpoint::save(const HeapSequence& sequence) {
  if (sequence.size() == saved_) return;
  if (count_in(path_, sequence.game()) >= sequence.size()) return;  // another process came further
  const Clock::time_point start = Clock::now();
  write_checkpoint(path_, sequence.game(), sequence.values());
  saved_ = sequence.size();
  const Clock::time_point end = Clock::now();
  next_ = end + std::max<Clock::duration>(interval_, 20 * (end - start));
  if (interval_.count() == 0) next_ = end;
}

void Checkpoint::extend(HeapSequence& sequence, std::uint64_t last, const Budget& budget) {
  if (last < sequence.size()) return;
  if (next_ == Clock::time_point()) {
    const WholeFile probe(path_);  // whether it can be written
    next_ = Clock::now() + interval_;
  }
  Budget with_saving = budget;
  with_saving.progress = [&](const Progress& progress) {
    if (Clock::now() >= next_) save(sequence);
    if (budget.progress) budget.progress(progress);
  };
  try {
    sequence.extend(last, with_saving);
  } catch (const Interrupted&) {
    save(sequence);
    throw;
  } catch (const LimitError&) {
    save(sequence);
    throw;
  }
  save(sequence);
}

}  // namespace bouton
