#include "engine/nimbers/table_file.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/little_endian.h"
#include "engine/system/read_file.h"

namespace bouton::nimbers {
namespace {

constexpr std::string_view kTableMagic = "BoutonLS";
constexpr std::uint32_t kTableVersion = 2;

std::string head_of_table(std::uint64_t game, Play play, std::uint32_t words) {
  std::string head(kTableMagic);
  append_little_endian(head, kTableVersion);
  append_little_endian(head, static_cast<std::uint32_t>(play == Play::misere));
  append_little_endian(head, game);
  append_little_endian(head, words);
  return head;
}

}  // namespace

TableFileWriter::TableFileWriter(const std::filesystem::path& path, std::uint64_t game, Play play, std::uint32_t words)
    : file_(path), pending_(head_of_table(game, play, words)) {}

void TableFileWriter::add(std::span<const std::uint64_t> key, const Knowledge& knowledge) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  for (const std::uint64_t word : key) append_little_endian(pending_, word);
  append_little_endian(pending_, knowledge.excluded);
  append_little_endian(pending_, knowledge.value);
  append_little_endian(pending_, knowledge.least);
  append_little_endian(pending_, knowledge.cost);
  if (pending_.size() > kPiece) flush();
}

void TableFileWriter::flush() {
  checksum_.add(pending_);
  file_.write(pending_);
  pending_.clear();
}

void TableFileWriter::finish() {
  flush();
  append_little_endian(pending_, checksum_.value());
  file_.write(pending_);
  file_.finish();
}

void read_table_file(const std::filesystem::path& path, std::uint64_t game, Play play, std::uint32_t words,
                     const Budget& budget, const std::function<void(std::span<const std::uint64_t>, const Knowledge&)>& visit) {
  const auto fail = [&](std::string_view what) { return RequestError(fmt::format("checkpoint {}: {}", path.string(), what)); };
  const std::string head = head_of_table(game, play, words);
  const std::size_t entry = words * sizeof(std::uint64_t) + sizeof(std::uint32_t) + sizeof(std::uint16_t) + 2;
  const std::string begin = read_head(path, head.size());
  if (!begin.empty() && !begin.starts_with(kTableMagic)) throw fail("this is not a file of a search");
  if (!begin.empty() && begin != head) throw fail("it belongs to another game, to other parameters or to another play");
  const std::optional<std::string> bytes = read_whole_file(path, budget);
  if (!bytes) throw fail("there is no such file");
  const std::size_t size = bytes->size();
  if (size < head.size() + sizeof(std::uint64_t) || (size - head.size() - sizeof(std::uint64_t)) % entry != 0)
    throw fail("the file is damaged");
  const std::string_view rest = std::string_view(*bytes).substr(head.size());
  const std::size_t end = rest.size() - sizeof(std::uint64_t);
  Checksum checksum;
  checksum.add(head);
  checksum.add(rest.substr(0, end));
  if (checksum.value() != little_endian_at<std::uint64_t>(rest, end)) throw fail("the file is damaged");
  std::vector<std::uint64_t> key(words);
  for (std::size_t at = 0; at < end; at += entry) {
    budget.check_stop_at(at / entry);
    for (std::uint32_t word = 0; word < words; ++word) key[word] = little_endian_at<std::uint64_t>(rest, at + 8 * word);
    const std::size_t knowledge = at + 8 * words;
    visit(key, {little_endian_at<std::uint32_t>(rest, knowledge), little_endian_at<std::uint16_t>(rest, knowledge + 4),
                little_endian_at<std::uint8_t>(rest, knowledge + 6), little_endian_at<std::uint8_t>(rest, knowledge + 7)});
  }
}

std::uint32_t words_of_table_file(const std::filesystem::path& path) {
  const std::string head = head_of_table(0, Play::normal, 0);
  const std::string bytes = read_head(path, head.size());
  if (bytes.size() < head.size() || !bytes.starts_with(kTableMagic)) return 0;
  return little_endian_at<std::uint32_t>(bytes, bytes.size() - sizeof(std::uint32_t));
}

}  // namespace bouton::nimbers
