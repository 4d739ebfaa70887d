#include "engine/nimbers/table_file.h"

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "engine/base/little_endian.h"
#include "engine/kept/work.h"

namespace bouton::nimbers {
namespace {

constexpr const char* kWordsFact = "words of a key";

Work work_of_table(std::uint64_t game, Play play, std::uint32_t words) {
  return Work("search by nimbers")
      .add("rules", fmt::format("{:016x}", game))
      .add("play", play_name(play))
      .add(kWordsFact, words);
}

}  // namespace

TableFileWriter::TableFileWriter(const std::filesystem::path& path, std::uint64_t game, Play play, std::uint32_t words)
    : file_(path, work_of_table(game, play, words)) {}

void TableFileWriter::add(std::span<const std::uint64_t> key, const Knowledge& knowledge) {
  entry_.clear();
  for (const std::uint64_t word : key) append_little_endian(entry_, word);
  append_little_endian(entry_, knowledge.excluded);
  append_little_endian(entry_, knowledge.value);
  append_little_endian(entry_, knowledge.least);
  append_little_endian(entry_, knowledge.cost);
  file_.add(entry_);
}

void TableFileWriter::finish() { file_.finish(); }

void read_table_file(const std::filesystem::path& path, std::uint64_t game, Play play, std::uint32_t words,
                     const Budget& budget, const std::function<void(std::span<const std::uint64_t>, const Knowledge&)>& visit) {
  const std::size_t entry = words * sizeof(std::uint64_t) + sizeof(std::uint32_t) + sizeof(std::uint16_t) + 2;
  std::vector<std::uint64_t> key(words);
  const auto visit_piece = [&](std::string_view piece) {
    if (piece.size() % entry != 0) refuse_damaged_file(path);
    for (std::size_t at = 0; at < piece.size(); at += entry) {
      budget.check_stop_at(at / entry);
      for (std::uint32_t word = 0; word < words; ++word) key[word] = little_endian_at<std::uint64_t>(piece, at + 8 * word);
      const std::size_t knowledge = at + 8 * words;
      visit(key, {little_endian_at<std::uint32_t>(piece, knowledge), little_endian_at<std::uint16_t>(piece, knowledge + 4),
                  little_endian_at<std::uint8_t>(piece, knowledge + 6), little_endian_at<std::uint8_t>(piece, knowledge + 7)});
    }
  };
  if (!read_pieces(path, work_of_table(game, play, words), budget, visit_piece)) refuse_missing_file(path);
}

std::uint32_t words_of_table_file(const std::filesystem::path& path) {
  const std::string words = fact_of_kept_file(path, kWordsFact);
  std::uint32_t number = 0;
  std::from_chars(words.data(), words.data() + words.size(), number);
  return number;
}

}  // namespace bouton::nimbers
