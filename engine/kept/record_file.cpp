#include "engine/kept/record_file.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "engine/base/checksum.h"
#include "engine/base/errors.h"
#include "engine/base/little_endian.h"
#include "engine/base/plain_text.h"
#include "engine/system/read_file.h"

namespace bouton {
namespace {

constexpr std::string_view kKeptFile = "Bouton kept file ", kKeptVersions = "2 " BOUTON_VERSION, kRecordHead = "record ";
/// What files of earlier versions begin with, which do not say which work they are of.
constexpr std::string_view kEarlierFiles[] = {"Bouton journal 1 ", "BoutonST", "BoutonHC", "BoutonHT", "BoutonLS", "BoutonPN"};

std::uint64_t checksum_of_record(std::uint64_t work, std::uint64_t number, std::string_view bytes) {
  std::string before;
  append_little_endian(before, work);
  append_little_endian(before, number);
  Checksum checksum;
  checksum.add(before);
  checksum.add(bytes);
  return checksum.value();
}

std::string record_text(std::uint64_t work, std::uint64_t number, std::string_view bytes) {
  return fmt::format("{}{} {} {:x}\n{}\n", kRecordHead, number, bytes.size(), checksum_of_record(work, number, bytes), bytes);
}

/// Takes a number and the sign behind it off the front of `text`.
std::optional<std::uint64_t> take_record_number(std::string_view& text, char behind, int base = 10) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  const auto length = static_cast<std::size_t>(end - text.data());
  if (error != std::errc() || length >= text.size() || text[length] != behind) return std::nullopt;
  text.remove_prefix(length + 1);
  return number;
}

struct FoundRecord {
  std::uint64_t number = 0;
  std::string_view bytes;
  std::size_t size = 0;  ///< of all of it
};

/// The records of a text, one after another.
class RecordReader {
 public:
  RecordReader(std::string_view text, std::uint64_t work) : text_(text), work_(work) {}

  /// The record that `from` is the beginning of, if there is a whole one.
  std::optional<FoundRecord> at(std::size_t from) {
    std::string_view rest = text_.substr(from);
    if (!rest.starts_with(kRecordHead)) return std::nullopt;
    rest.remove_prefix(kRecordHead.size());
    const auto number = take_record_number(rest, ' '), length = take_record_number(rest, ' '),
               checksum = take_record_number(rest, '\n', 16);
    if (!number || !length || !checksum || *length >= rest.size() || rest[*length] != '\n') return std::nullopt;
    const std::string_view bytes = rest.substr(0, *length);
    // Damage may leave lengths that lead over each other. What is summed is so bounded.
    if (summed_ > 8 * text_.size()) return std::nullopt;
    summed_ += *length;
    if (checksum_of_record(work_, *number, bytes) != *checksum) return std::nullopt;
    return FoundRecord{*number, bytes, text_.size() - from - rest.size() + bytes.size() + 1};
  }
  /// Where the next record may begin behind `from`; the end of the text where there is none.
  std::size_t next(std::size_t from) const { return std::min(text_.find(kRecordHead, from + 1), text_.size()); }

 private:
  std::string_view text_;
  std::uint64_t work_;
  std::size_t summed_ = 0;
};

[[noreturn]] void refuse_kept_file(const std::filesystem::path& path, std::string_view why) {
  throw RequestError(fmt::format("checkpoint {}: {}", path.string(), why));
}

/// The text behind the first line, which says who wrote the file.
std::size_t after_first_line(const std::filesystem::path& path, std::string_view text) {
  for (const std::string_view earlier : kEarlierFiles)
    if (text.starts_with(earlier))
      refuse_kept_file(
          path,
          "an earlier version of Bouton wrote this file, which does not say which work it is of; delete it to begin "
          "again");
  const std::size_t end = text.find('\n');
  if (!text.starts_with(kKeptFile) || end == std::string_view::npos)
    refuse_kept_file(path, "this is not a file in which Bouton keeps unfinished work");
  const std::string_view versions = text.substr(kKeptFile.size(), end - kKeptFile.size());
  if (versions != kKeptVersions)
    refuse_kept_file(path,
                     fmt::format("another version of Bouton wrote this file ({}; this is {}), and unfinished work is for the "
                                 "version that kept it",
                                 abbreviated(plain_line(versions)), kKeptVersions));
  return end + 1;
}

/// What read_records does, of the text that the file had.
std::uint64_t visit_records(const std::filesystem::path& path, std::string_view text, const Work& work, const Budget& budget,
                            const std::function<void(std::uint64_t, std::string_view)>& visit) {
  const std::string head = head_of_records(work);
  if (text.size() < head.size() && head.starts_with(text)) return 0;
  const std::size_t begin = after_first_line(path, text);
  const std::optional<FoundRecord> kept = RecordReader(text, 0).at(begin);
  if (!kept || kept->number != 0)
    refuse_kept_file(path, "what the file begins with is damaged, so it does not say which work it is of");
  if (kept->bytes != work.text())
    refuse_kept_file(path, fmt::format("the file belongs to other work ({})", difference_of_works(kept->bytes, work.text())));
  RecordReader records(text, work.checksum());
  std::size_t whole = begin + kept->size;
  for (std::size_t at = whole; at < text.size();) {
    budget.check_stop();
    if (const std::optional<FoundRecord> record = records.at(at)) {
      at = whole = at + record->size;
      visit(record->number, record->bytes);
    } else {
      at = records.next(at);
    }
  }
  return whole;
}

}  // namespace

std::string head_of_records(const Work& work) {
  return fmt::format("{}{}\n{}", kKeptFile, kKeptVersions, record_text(0, 0, work.text()));
}

std::string record_of(const Work& work, std::uint64_t number, std::string_view bytes) {
  return record_text(work.checksum(), number, bytes);
}

bool is_file_of_output(const std::filesystem::path& path) { return !fact_of_kept_file(path, "format").empty(); }

std::uint64_t read_records(const std::filesystem::path& path, const Work& work, const Budget& budget,
                           const std::function<void(std::uint64_t, std::string_view)>& visit) {
  const std::optional<std::string> text = read_whole_file(path, budget);
  return text ? visit_records(path, *text, work, budget, visit) : 0;
}

PieceFile::PieceFile(const std::filesystem::path& path, const Work& work) : file_(path), work_(work) {
  file_.write(head_of_records(work_));
}

void PieceFile::write(std::string_view piece) {
  end_piece();
  begun_ = piece;
  end_piece();
}

void PieceFile::add(std::string_view bytes) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  begun_ += bytes;
  if (begun_.size() > kPiece) end_piece();
}

void PieceFile::end_piece() {
  if (begun_.empty()) return;
  file_.write(record_of(work_, ++pieces_, begun_));
  begun_.clear();
}

void PieceFile::finish() {
  end_piece();
  file_.write(record_of(work_, pieces_ + 1, {}));
  file_.finish();
}

bool read_pieces(const std::filesystem::path& path, const Work& work, const Budget& budget,
                 const std::function<void(std::string_view)>& visit) {
  // Read once: another process may replace the file meanwhile.
  const std::optional<std::string> text = read_whole_file(path, budget);
  if (!text) return false;
  std::uint64_t pieces = 0;
  bool ended = false;
  const std::uint64_t whole = visit_records(path, *text, work, budget, [&](std::uint64_t number, std::string_view bytes) {
    if (ended || number != ++pieces) refuse_damaged_file(path);
    ended = bytes.empty();
    if (!ended) visit(bytes);
  });
  if (!ended || text->size() != whole) refuse_damaged_file(path);
  return true;
}

std::string first_piece(const std::filesystem::path& path, const Work& work, std::size_t most_bytes) {
  constexpr std::size_t kRoom = 64;  // for what stands before and behind the bytes
  const std::string head = head_of_records(work), text = read_head(path, head.size() + most_bytes + kRoom);
  if (!text.starts_with(head)) return {};
  const std::optional<FoundRecord> first = RecordReader(text, work.checksum()).at(head.size());
  return first && first->number == 1 ? std::string(first->bytes) : "";
}

std::string fact_of_kept_file(const std::filesystem::path& path, std::string_view name) {
  constexpr std::size_t kFar = std::size_t{1} << 16;
  const std::string text = read_head(path, kFar), begin = fmt::format("\n{}: ", name);
  const std::size_t at = text.find(begin);
  if (!text.starts_with(kKeptFile) || at == std::string::npos) return {};
  const std::size_t from = at + begin.size();
  return text.substr(from, text.find('\n', from) - from);
}

void refuse_damaged_file(const std::filesystem::path& path) { refuse_kept_file(path, "the file is damaged"); }

void refuse_missing_file(const std::filesystem::path& path) { refuse_kept_file(path, "there is no such file"); }

}  // namespace bouton
