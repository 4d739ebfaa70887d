#include "engine/heap/files/checkpoint.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/base/checksum.h"
#include "engine/base/errors.h"
#include "engine/heap/files/checkpoint_bytes.h"
#include "engine/system/read_file.h"
#include "engine/system/whole_file.h"

namespace bouton {
namespace {

constexpr std::string_view kMagic = "BoutonHC";
constexpr std::uint32_t kVersion = 1;

/// The beginning of all checkpoints of a game: what comes before the values' width.
std::string head_of(const TakeAndBreak& game) {
  const std::string code = game.code();
  std::string head(kMagic);
  append_little_endian(head, kVersion);
  append_little_endian(head, static_cast<std::uint32_t>(code.size()));
  return head + code;
}

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

/// How many values of the game the file holds, as its first bytes and its length say; 0 if they do not fit.
std::uint64_t count_in(const std::filesystem::path& path, const TakeAndBreak& game) {
  const std::string head = head_of(game);
  const std::string bytes = read_head(path, head.size() + 12);
  if (bytes.size() < head.size() + 12 || !bytes.starts_with(head)) return 0;
  CheckpointReader reader(path, bytes);
  reader.take(head.size());
  const auto width = reader.number<std::uint32_t>();
  const auto count = reader.number<std::uint64_t>();
  std::error_code error;
  return std::filesystem::file_size(path, error) == bytes.size() + width * count + sizeof(std::uint64_t) ? count : 0;
}

}  // namespace

void write_checkpoint(const std::filesystem::path& path, const TakeAndBreak& game, const GrundyValues& values) {
  std::string head = head_of(game);
  append_little_endian(head, static_cast<std::uint32_t>(values.width()));
  append_little_endian(head, static_cast<std::uint64_t>(values.size()));
  values.visit([&](auto list) {
    std::string swapped;
    std::string_view body;
    if constexpr (sizeof(list[0]) == 1) {
      body = {reinterpret_cast<const char*>(list.data()), list.size()};
    } else {
      swapped = bytes_of(list);
      body = swapped;
    }
    Checksum checksum;
    checksum.add(head);
    checksum.add(body);
    std::string foot;
    append_little_endian(foot, checksum.value());
    WholeFile file(path);
    for (const std::string_view piece : {std::string_view(head), body, std::string_view(foot)}) file.write(piece);
    file.finish();
  });
}

std::optional<GrundyValues> read_checkpoint(const std::filesystem::path& path, const TakeAndBreak& game, const Budget& budget) {
  std::error_code error;
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
    throw RequestError(fmt::format("checkpoint {}: this file does not hold values to continue from", path.string()));
  const std::optional<std::string> bytes = read_whole_file(path, budget);
  if (!bytes) return std::nullopt;
  CheckpointReader reader(path, *bytes);
  if (bytes->starts_with("BoutonHT")) reader.fail("it belongs to a search for the period alone and holds no values");
  if (!bytes->starts_with(kMagic)) reader.fail("this is not a checkpoint of a heap game");
  reader.take(kMagic.size());
  if (const auto version = reader.number<std::uint32_t>(); version != kVersion)
    reader.fail(fmt::format("version {} of the format; this program reads version {}", version, kVersion));
  const std::string code(reader.take(reader.number<std::uint32_t>()));
  const auto width = reader.number<std::uint32_t>();
  const auto count = reader.number<std::uint64_t>();
  if ((width != 1 && width != 2 && width != 4) || count > bytes->size()) reader.fail("the file is damaged");
  const std::string_view body = reader.take(width * count);
  Checksum checksum;
  checksum.add(std::string_view(*bytes).substr(0, reader.at()));
  if (reader.number<std::uint64_t>() != checksum.value() || reader.at() != bytes->size()) reader.fail("the file is damaged");
  if (code != game.code())
    throw RequestError(fmt::format("checkpoint {} belongs to the game {}, not to {}", path.string(), code, game.code()));
  GrundyValues values;
  values.reserve(count);
  if (width == 1) append_values<std::uint8_t>(values, body);
  else if (width == 2) append_values<std::uint16_t>(values, body);
  else append_values<std::uint32_t>(values, body);
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
