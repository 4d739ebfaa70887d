#include "engine/theorem/row_words/words_certificate.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "engine/system/certificate_text.h"

namespace bouton {
namespace {

constexpr std::string_view kTitleOfWords = "bouton row words certificate 1";
constexpr std::size_t kMostWords = 100'000;
/// Cases in cases.
constexpr std::size_t kDeepest = 64;
/// Positions of windows that a reader looks at, for each byte of the text: a proof that was found has some fifty.
constexpr std::uint64_t kCellsOfByte = 2000;

std::string to_text(const WordArgument& argument) {
  switch (argument.kind) {
    case WordArgument::Kind::contradiction: return "contradiction";
    case WordArgument::Kind::descent: return fmt::format("descent {}", argument.column);
    case WordArgument::Kind::known_word: return fmt::format("known {} {}", argument.word, argument.column);
    case WordArgument::Kind::cases: break;
  }
  std::string text = fmt::format("cases {} {}", argument.row, argument.column);
  for (const WordArgument& one : argument.cases) text += " " + to_text(one);
  return text;
}

class ArgumentReader {
 public:
  ArgumentReader(const CertificateText& text, std::string_view line) : text_(text), line_(line) {}

  WordArgument read() {
    WordArgument argument = argument_at(0);
    if (!line_.empty()) text_.fail("an argument does not end");
    return argument;
  }
  /// How many windows it takes to follow what was read.
  std::uint64_t windows() const { return windows_; }

 private:
  std::string_view word() {
    const std::size_t end = std::min(line_.find(' '), line_.size());
    const std::string_view word = line_.substr(0, end);
    line_.remove_prefix(std::min(end + 1, line_.size()));
    return word;
  }
  template <class T>
  T number() {
    const std::string_view word = this->word();
    T value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) text_.fail(fmt::format("'{}' is not a number", word));
    return value;
  }
  WordArgument argument_at(std::size_t depth) {
    if (depth > kDeepest) text_.fail("cases are too deep");
    ++windows_;
    WordArgument argument;
    const std::string_view kind = word();
    if (kind == "contradiction") return argument;
    if (kind == "descent") {
      argument.kind = WordArgument::Kind::descent;
      argument.column = number<std::int64_t>();
      return argument;
    }
    if (kind == "known") {
      argument.kind = WordArgument::Kind::known_word;
      argument.word = number<std::size_t>();
      argument.column = number<std::int64_t>();
      return argument;
    }
    if (kind != "cases") text_.fail(fmt::format("'{}' is not an argument", kind));
    argument.kind = WordArgument::Kind::cases;
    argument.row = number<std::size_t>();
    argument.column = number<std::int64_t>();
    for (int i = 0; i < 2; ++i) argument.cases.push_back(argument_at(depth + 1));
    return argument;
  }

  const CertificateText& text_;
  std::string_view line_;
  std::uint64_t windows_ = 0;
};

/// How many positions the window of a word has in so many rows. A text pays for what it asks for: no window is wider than it is
/// long.
std::uint64_t cells_of(const CertificateText& text, const ImpossibleWord& word, std::size_t rows) {
  const auto longest = static_cast<std::int64_t>(text.size());
  if (word.left < 0 || word.left > longest || word.right < 0 || word.right > longest || rows > text.size())
    text.fail("a window is wider than a file of this length may ask for");
  return static_cast<std::uint64_t>(word.left + word.right + 1) * rows;
}

}  // namespace

std::string to_text(const WordsCertificate& certificate) {
  const RowWordsProof& proof = certificate.proof;
  std::string text = certificate_head(kTitleOfWords, certificate.game, certificate.settings);
  text += fmt::format("moves {:016x}\nplay {}\nrow {}\nfirst {}\nrows {}\nwords {}\n", certificate.moves,
                      static_cast<int>(certificate.play), proof.row, proof.first, proof.rows, proof.words.size());
  for (const ImpossibleWord& word : proof.words)
    text +=
        fmt::format("word {}\nleft {}\nright {}\nargument {}\n", word.letters, word.left, word.right, to_text(word.argument));
  return with_checksum(std::move(text));
}

bool is_words_certificate(std::string_view text) { return text.starts_with(kTitleOfWords); }

WordsCertificate parse_words_certificate(std::string_view lines, std::string_view name) {
  CertificateText text(lines, name);
  text.title(kTitleOfWords);
  WordsCertificate certificate;
  certificate.game = text.field("game");
  certificate.settings = text.settings();
  certificate.moves = text.hexadecimal("moves");
  const auto play = text.number<unsigned>("play");
  if (play > 1) text.fail("play is 0 or 1");
  certificate.play = static_cast<Play>(play);
  RowWordsProof& proof = certificate.proof;
  proof.row = text.number<Coordinate>("row");
  proof.first = text.number<Coordinate>("first");
  proof.rows = text.number<std::size_t>("rows");
  const auto words = text.number<std::size_t>("words");
  if (words > kMostWords) text.fail("there are too many words");
  std::uint64_t cells = 0;
  for (std::size_t i = 0; i < words; ++i) {
    ImpossibleWord word;
    word.letters = text.field("word");
    word.left = text.number<std::int64_t>("left");
    word.right = text.number<std::int64_t>("right");
    ArgumentReader argument(text, text.field("argument"));
    word.argument = argument.read();
    cells += argument.windows() * cells_of(text, word, proof.rows);
    if (cells > kCellsOfByte * text.size()) text.fail("its arguments take more work than a file of this length may ask for");
    proof.words.push_back(std::move(word));
  }
  text.end();
  return certificate;
}

}  // namespace bouton
