#include "engine/local/table_file.h"

#include <fstream>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton::local {
namespace {

constexpr std::string_view kTableMagic = "BoutonLS";
constexpr std::uint32_t kTableVersion = 1;

template <class T>
void put_number(std::string& bytes, T value) {
  for (unsigned byte = 0; byte < sizeof(T); ++byte)
    bytes.push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> 8 * byte & 0xFF));
}

template <class T>
T number_at(const std::string& bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (unsigned byte = 0; byte < sizeof(T); ++byte)
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + byte])) << 8 * byte;
  return static_cast<T>(value);
}

std::uint64_t checksum_of(const Structure& game) {
  std::string bytes;
  for (const std::uint32_t number : {game.cells, game.states, game.rows, game.columns}) put_number(bytes, number);
  for (const LocalMove& move : game.moves) {
    put_number(bytes, static_cast<std::uint32_t>(move.cells.size()));
    for (const LocalMove::Cell& cell : move.cells) {
      put_number(bytes, cell.cell);
      put_number(bytes, cell.allowed);
      put_number(bytes, cell.becomes);
    }
  }
  Checksum checksum;
  checksum.add(bytes);
  return checksum.value();
}

std::string head_of_table(const Structure& game, Play play, std::uint32_t words) {
  std::string head(kTableMagic);
  put_number(head, kTableVersion);
  put_number(head, static_cast<std::uint32_t>(play == Play::misere));
  put_number(head, checksum_of(game));
  put_number(head, words);
  return head;
}

}  // namespace

TableFileWriter::TableFileWriter(const std::filesystem::path& path, const Structure& game, Play play, std::uint32_t words)
    : file_(path), pending_(head_of_table(game, play, words)) {}

void TableFileWriter::add(std::span<const std::uint64_t> key, const Knowledge& knowledge) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  for (const std::uint64_t word : key) put_number(pending_, word);
  put_number(pending_, knowledge.excluded);
  put_number(pending_, knowledge.value);
  put_number(pending_, knowledge.cost);
  if (pending_.size() > kPiece) flush();
}

void TableFileWriter::flush() {
  checksum_.add(pending_);
  file_.write(pending_);
  pending_.clear();
}

void TableFileWriter::finish() {
  flush();
  put_number(pending_, checksum_.value());
  file_.write(pending_);
  file_.finish();
}

void read_table_file(const std::filesystem::path& path, const Structure& game, Play play, std::uint32_t words,
                     const Budget& budget, const std::function<void(std::span<const std::uint64_t>, const Knowledge&)>& visit) {
  const auto fail = [&](std::string_view what) { return RequestError(fmt::format("checkpoint {}: {}", path.native(), what)); };
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) throw fail("this is no file");
  std::ifstream file(path, std::ios::binary);
  const std::string head = head_of_table(game, play, words);
  const std::size_t entry = words * sizeof(std::uint64_t) + sizeof(std::uint32_t) + 2;
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (!file || error) throw fail("cannot be read");
  std::string bytes(std::min<std::uint64_t>(size, head.size()), '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (bytes.substr(0, kTableMagic.size()) != kTableMagic) throw fail("this is no file of a search");
  if (bytes != head) throw fail("it is of another game, of other parameters or of another play");
  if (size < head.size() + sizeof(std::uint64_t) || (size - head.size() - sizeof(std::uint64_t)) % entry != 0)
    throw fail("the file is damaged");
  budget.check_memory(size, "the file of a search");
  std::string rest(size - head.size(), '\0');
  file.read(rest.data(), static_cast<std::streamsize>(rest.size()));
  if (!file) throw fail("cannot be read");
  const std::size_t end = rest.size() - sizeof(std::uint64_t);
  Checksum checksum;
  checksum.add(head);
  checksum.add(std::string_view(rest).substr(0, end));
  if (checksum.value() != number_at<std::uint64_t>(rest, end)) throw fail("the file is damaged");
  std::vector<std::uint64_t> key(words);
  for (std::size_t at = 0; at < end; at += entry) {
    budget.check_stop_at(at / entry);
    for (std::uint32_t word = 0; word < words; ++word) key[word] = number_at<std::uint64_t>(rest, at + 8 * word);
    const std::size_t knowledge = at + 8 * words;
    visit(key, {number_at<std::uint32_t>(rest, knowledge), number_at<std::uint8_t>(rest, knowledge + 4),
                number_at<std::uint8_t>(rest, knowledge + 5)});
  }
}

}  // namespace bouton::local
